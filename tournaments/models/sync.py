"""An evening that is played in a hall without a line: two installations that tell each other."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.results import Play
from tournaments.models.tournament import Tournament


class Line(models.Model):
    """One tournament at two places, the club's server and a hall, as this place sees it.

    One of them leads; the other only enters results. Whoever has the higher ``epoch`` knows who.
    """

    class Place(models.TextChoices):
        SERVER = "server"
        HALL = "hall"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="lines")
    # Which of the two this installation is, and which of them leads the evening.
    place = models.CharField(max_length=6, choices=Place.choices)
    leader = models.CharField(max_length=6, choices=Place.choices, default=Place.SERVER)
    epoch = models.PositiveIntegerField(default=1)
    # The same at both places; what one of them names by itself is named with it.
    key = models.UUIDField()
    # Of the server: hashes of the code that pairs, and of the secret that the hall shows.
    code_hash = models.CharField(max_length=64, blank=True, db_index=True)
    code_until = models.DateTimeField(null=True, blank=True)
    secret_hash = models.CharField(max_length=64, blank=True, db_index=True)
    # What the hall was given for its code, to be given again until it has told that it has it.
    given_answer = models.JSONField(null=True, blank=True)
    # Of the hall: where the server is, what it calls the tournament, and the secret itself.
    address = models.CharField(max_length=200, blank=True)
    far_code = models.CharField(max_length=12, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    # What is led, as a hash: as it was last taken from there, and as the other place has it.
    taken_frame = models.CharField(max_length=64, blank=True)
    given_frame = models.CharField(max_length=64, blank=True)
    # The place that is to lead as soon as both have all; empty where nobody asked.
    wanted = models.CharField(max_length=6, choices=Place.choices, blank=True)
    # Both have changed what only one may lead: a person says which of them counts.
    is_split = models.BooleanField(default=False)
    paired_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    trouble = models.CharField(max_length=40, blank=True)
    # The public pages say since when nothing came from the hall.
    is_quiet = models.BooleanField(default=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament"], condition=Q(ended_at=None), name="one_line_at_a_time"
            )
        ]

    def __str__(self) -> str:
        return f"{self.tournament_id}: {self.place}"

    def use_code_up(self) -> None:
        """The hall has what it was given for its code, so nobody is given it again."""
        self.code_hash, self.code_until, self.given_answer = "", None, None

    @property
    def leads(self) -> bool:
        """Whether this place leads the evening."""
        return self.leader == self.place

    @property
    def other_place(self) -> "Line.Place":
        """The place at the other end."""
        return self.Place.HALL if self.place == self.Place.SERVER else self.Place.SERVER


class Twin(models.Model):
    """A row that both places have: the name that it has at both, and its key here."""

    line = models.ForeignKey(Line, models.CASCADE, related_name="twins")
    part = models.CharField(max_length=20)
    name = models.CharField(max_length=40)
    row = models.PositiveBigIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["line", "part", "name"], name="a_name_once"),
            models.UniqueConstraint(fields=["line", "part", "row"], name="a_row_has_one_name"),
        ]

    def __str__(self) -> str:
        return f"{self.part} {self.name}"


class Carried(models.Model):
    """A fact that goes from one place to the other, or came from there; stored once by its key.

    ``body`` is what was entered, and stays even where nothing here could take it in.
    """

    class Kind(models.TextChoices):
        RESULT = "result"
        WORD = "word"
        STANDING = "standing"
        LINE = "line"
        DECISION = "decision"

    line = models.ForeignKey(Line, models.CASCADE, related_name="carried")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.UUIDField()
    body = models.JSONField()
    is_own = models.BooleanField()
    # Nothing here could take it in; a person says what becomes of it.
    is_aside = models.BooleanField(default=False)
    # Of own ones when the other place said that it has it, of others when it was told so.
    taken_at = models.DateTimeField(null=True, blank=True)
    at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["line", "key"], name="a_fact_comes_once")]
        indexes = [
            models.Index(
                fields=["line", "is_own"], condition=Q(taken_at=None), name="facts_to_be_told"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class SharedPlay(models.Model):
    """What both places know of a play's result: which says count, and what they made of it here.

    A play that stands otherwise now was changed here since.
    """

    line = models.ForeignKey(Line, models.CASCADE, related_name="plays")
    play = models.ForeignKey(Play, models.CASCADE, related_name="+")
    heads = models.JSONField(default=list)
    current = models.PositiveBigIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, default=Play.State.EMPTY)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["line", "play"], name="a_play_once_a_line")]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.play_id}"


class Difference(models.Model):
    """Something that the two places say otherwise, until a person decides it."""

    class Kind(models.TextChoices):
        RESULT = "result"
        SEATS = "seats"
        LEAD = "lead"

    line = models.ForeignKey(Line, models.CASCADE, related_name="differences")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    # The play by the name that both know, the key of the fact, or the epoch.
    about = models.CharField(max_length=40)
    play = models.ForeignKey(Play, models.SET_NULL, null=True, blank=True, related_name="+")
    body = models.JSONField(default=dict)
    times = models.PositiveSmallIntegerField(default=1)
    opened_at = models.DateTimeField(auto_now_add=True)
    decided_at = models.DateTimeField(null=True, blank=True)
    decided_by = models.CharField(max_length=120, blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["line", "kind", "about"], name="a_difference_once")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.about}"
