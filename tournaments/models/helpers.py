"""Helper links: limited access to one tournament without an account."""

import re
import secrets
from collections.abc import Sequence

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.fields import LineField
from tournaments.models.parts.event import CODE_ALPHABET
from tournaments.models.tournament import Tournament

CODE_LENGTH = 6
LONG_CODE_LENGTH = 12
HIGHEST_TABLE = 999
TABLE_RANGE = re.compile(r"(\d{1,3})(?:-(\d{1,3}))?")


def helper_code(length: int = CODE_LENGTH) -> str:
    """Code of a link, without ambiguous letters."""
    return "".join(secrets.choice(CODE_ALPHABET) for _letter in range(length))


def parse_table_numbers(text: str) -> frozenset[int]:
    """Parse table numbers such as ``1-6, 9``; raises ValueError."""
    numbers: set[int] = set()
    for part in filter(None, re.sub(r"\s*[-–—]\s*", "-", text).replace(",", " ").split()):
        match = TABLE_RANGE.fullmatch(part)
        if match is None:
            raise ValueError(part)
        first, last = int(match[1]), int(match[2] or match[1])
        if not 1 <= first <= last <= HIGHEST_TABLE:
            raise ValueError(part)
        numbers |= set(range(first, last + 1))
    return frozenset(numbers)


def format_ranges(numbers: Sequence[int]) -> str:
    """Sorted numbers as ranges: ``1–6, 9``."""
    pieces: list[list[int]] = []
    for number in numbers:
        if pieces and number == pieces[-1][-1] + 1:
            pieces[-1][1:] = [number]
        else:
            pieces.append([number])
    return ", ".join("–".join(map(str, piece)) for piece in pieces)


class HelperLink(models.Model):
    """Permission of one helper until a time; the code in the URL is the credential."""

    class Kind(models.TextChoices):
        ENTER = "enter", _("enters results")
        CASH = "cash", _("entry desk and cash")
        CLOCK = "clock", _("runs the clock")
        LOOK = "look", _("only looks")
        DEAL = "deal", _("makes up boards by hand")

    tournament = models.ForeignKey(Tournament, models.CASCADE, related_name="helper_links")
    kind = models.CharField(max_length=8, choices=Kind.choices)
    code = models.CharField(max_length=12, unique=True, default=helper_code, editable=False)
    name = LineField(_("for whom"), max_length=80, blank=True)
    # Seat (or ``stock``) whose cards are shown, for making up boards.
    place = models.CharField(max_length=5, blank=True, editable=False)
    # Allowed tables such as ``1-6, 9``, for entering results; empty: all.
    tables = models.CharField(_("only for tables"), max_length=40, blank=True)
    # A link that shows cards opens in one browser only, the first.
    claimed_at = models.DateTimeField(null=True, blank=True, editable=False)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    expires_at = models.DateTimeField()
    stopped_at = models.DateTimeField(null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("helper link")
        verbose_name_plural = _("helper links")
        ordering = ["-pk"]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.name}"

    @property
    def table_numbers(self) -> frozenset[int]:
        return parse_table_numbers(self.tables)

    @property
    def is_open(self) -> bool:
        return self.stopped_at is None and self.expires_at > timezone.now()
