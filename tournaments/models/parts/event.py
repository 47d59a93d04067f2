import secrets
from datetime import datetime
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from games.wording.zones import zone_of
from tournaments.models.clubs import Club

CODE_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no ambiguous letters


def public_code() -> str:
    return "".join(secrets.choice(CODE_ALPHABET) for _letter in range(7))


class Event(models.Model):
    class State(models.TextChoices):
        ENTRY = "entry", _("open for entry")
        DRAWN = "drawn", _("drawn, not yet published")
        PLAYING = "playing", _("being played")
        FINISHED = "finished", _("finished")

    club = models.ForeignKey(Club, models.CASCADE, related_name="tournaments")
    code = models.CharField(max_length=12, unique=True, default=public_code, editable=False)
    name = LineField(_("name"), max_length=120)
    date = models.DateField(_("date"))
    start_time = models.TimeField(_("start"))
    # Copied from the club, so that past times stay when it moves; empty: TIME_ZONE.
    time_zone = models.CharField(_("time zone"), max_length=40, blank=True)
    place = LineField(_("place"), max_length=200, blank=True)
    is_public = models.BooleanField(_("listed publicly"), default=True)
    state = models.CharField(max_length=10, choices=State.choices, default=State.ENTRY)

    # Previous stage, from which entrants were taken over.
    follows = models.ForeignKey(
        "tournaments.Tournament",
        models.PROTECT,
        null=True,
        blank=True,
        related_name="stages",
        editable=False,
    )
    # Original of a rehearsal copy; copies are unlisted and deleted after a day.
    rehearses = models.ForeignKey(
        "tournaments.Tournament",
        models.CASCADE,
        null=True,
        blank=True,
        related_name="rehearsals",
        editable=False,
    )
    # Rule and outcome of the selection from the previous stage (`ranking/advancing.py`).
    selection = models.JSONField(default=dict, blank=True, editable=False)
    stage_name = LineField(_("stage"), max_length=80, blank=True)

    # The other installation leads; here only results are entered.
    led_elsewhere = models.BooleanField(default=False, editable=False)

    # Deadline for corrections of a finished tournament, unless made official earlier.
    corrections_until = models.DateTimeField(null=True, blank=True)
    official_at = models.DateTimeField(null=True, blank=True, editable=False)

    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        abstract = True

    @property
    def zone(self) -> ZoneInfo:
        return zone_of(self.time_zone)

    @property
    def begins(self) -> datetime:
        return datetime.combine(self.date, self.start_time, self.zone)

    @property
    def official_since(self) -> datetime | None:
        if self.state != self.State.FINISHED:
            return None
        if self.official_at is not None:
            return self.official_at
        until = self.corrections_until
        return until if until is not None and until <= timezone.now() else None

    @property
    def is_official(self) -> bool:
        return self.official_since is not None
