from django.conf import settings
from django.db import models
from django.db.models import Q

from tournaments.models.results import Play
from tournaments.models.tournament import Tournament


class SyncLink(models.Model):
    """Sync link of one tournament between server and hall, seen from this installation.

    One of them leads; the other only enters results. The higher ``epoch`` decides who leads.
    """

    class Place(models.TextChoices):
        SERVER = "server"
        HALL = "hall"

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="lines")
    place = models.CharField(max_length=6, choices=Place.choices)
    leader = models.CharField(max_length=6, choices=Place.choices, default=Place.SERVER)
    epoch = models.PositiveIntegerField(default=1)
    # Same id on both sides.
    key = models.UUIDField()
    # Server only: hashes of the pairing code and of the hall's secret.
    code_hash = models.CharField(max_length=64, blank=True, db_index=True)
    code_until = models.DateTimeField(null=True, blank=True)
    secret_hash = models.CharField(max_length=64, blank=True, db_index=True)
    # Pairing response, repeated until the hall confirms that it arrived.
    given_answer = models.JSONField(null=True, blank=True)
    # Hall only: server URL, the tournament's code there, and the secret.
    address = models.CharField(max_length=200, blank=True)
    far_code = models.CharField(max_length=12, blank=True)
    secret = models.CharField(max_length=64, blank=True)
    # Hashes of the leader's state: as last applied here, and as the other side has it.
    taken_frame = models.CharField(max_length=64, blank=True)
    given_frame = models.CharField(max_length=64, blank=True)
    # Installation that is to lead once both are in sync; empty without a request.
    wanted = models.CharField(max_length=6, choices=Place.choices, blank=True)
    # Both changed what only the leader may change; a director must choose.
    is_split = models.BooleanField(default=False)
    paired_at = models.DateTimeField(null=True, blank=True)
    heard_at = models.DateTimeField(null=True, blank=True)
    tried_at = models.DateTimeField(null=True, blank=True)
    failures = models.PositiveIntegerField(default=0)
    trouble = models.CharField(max_length=40, blank=True)
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

    def invalidate_code(self) -> None:
        """Invalidate the code: the hall has received its pairing response."""
        self.code_hash, self.code_until, self.given_answer = "", None, None

    @property
    def leads(self) -> bool:
        return self.leader == self.place

    @property
    def other_place(self) -> "SyncLink.Place":
        return self.Place.HALL if self.place == self.Place.SERVER else self.Place.SERVER


class RowMapping(models.Model):
    """Row on both sides: its shared name and its key here."""

    line = models.ForeignKey(SyncLink, models.CASCADE, related_name="twins")
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


class SyncedFact(models.Model):
    """A fact sent or received; stored once by key.

    ``body`` is stored even if it could not be applied here.
    """

    class Kind(models.TextChoices):
        RESULT = "result"
        WORD = "word"
        STANDING = "standing"
        LINE = "line"
        DECISION = "decision"

    line = models.ForeignKey(SyncLink, models.CASCADE, related_name="carried")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    key = models.UUIDField()
    body = models.JSONField()
    is_own = models.BooleanField()
    # Not applicable here; a director decides.
    is_aside = models.BooleanField(default=False)
    # Own facts: acknowledged by the other side. Others: acknowledged to it.
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
    """Sync state of a play: current result facts (``heads``), and the state derived from them.

    A play in another state was changed here since.
    """

    line = models.ForeignKey(SyncLink, models.CASCADE, related_name="plays")
    play = models.ForeignKey(Play, models.CASCADE, related_name="+")
    heads = models.JSONField(default=list)
    current = models.PositiveBigIntegerField(null=True, blank=True)
    state = models.CharField(max_length=10, default=Play.State.EMPTY)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["line", "play"], name="a_play_once_a_line")]

    def __str__(self) -> str:
        return f"{self.line_id}: {self.play_id}"


class SyncConflict(models.Model):
    """A sync conflict that a director must decide."""

    class Kind(models.TextChoices):
        RESULT = "result"
        SEATS = "seats"
        LEAD = "lead"

    line = models.ForeignKey(SyncLink, models.CASCADE, related_name="differences")
    kind = models.CharField(max_length=6, choices=Kind.choices)
    # Shared name of the play, key of the fact, or epoch.
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
