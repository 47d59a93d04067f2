from datetime import datetime, timedelta
from typing import Final

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.models import HelperLink, TeamPlayer, Tournament
from tournaments.models.helpers import (
    CODE_LENGTH,
    LONG_CODE_LENGTH,
    format_ranges,
    helper_code,
    parse_table_numbers,
)
from tournaments.permissions import Actor

MAX_OPEN_LINKS: Final = 20
ENDS_AT_HOUR: Final = 4
"""After the evening: no helper is locked out at midnight during a round."""
DURATION_DAYS: Final = {"evening": 0, "tomorrow": 1, "week": 7}
MAX_TABLES_LENGTH: Final = 40
RESUME_WINDOW: Final = timedelta(seconds=60)


@transaction.atomic
def create_link(
    *,
    tournament: Tournament,
    kind: str,
    name: str = "",
    lasts: str = "evening",
    place: str = "",
    tables: str = "",
    actor: Actor = None,
) -> HelperLink:
    """Create a helper link with an unused code.

    ``place`` (links for making up boards): the seat whose cards are shown. ``tables`` (links for
    entering results), such as ``1-6``: the only tables allowed.
    """
    if kind not in HelperLink.Kind.values:
        raise RuleViolationError("bad_kind", _("Choose what the helper may do."), field="kind")
    if lasts not in DURATION_DAYS:
        raise RuleViolationError(
            "bad_time", _("Choose until when the link is valid."), field="lasts"
        )
    if len(open_links(tournament)) >= MAX_OPEN_LINKS:
        raise RuleViolationError(
            "too_many", _("Too many links are open already. Stop one of them first.")
        )
    link = store_link(
        HelperLink(
            tournament=tournament,
            kind=kind,
            place=place,
            tables=clean_tables(kind, tables),
            code=helper_code(code_length(kind)),
            name=" ".join(name.split())[:80],
            made_by=actor,
            expires_at=end_of_evening(tournament, DURATION_DAYS[lasts]),
        )
    )
    log(
        tournament.pk, "helper_link_made", user=actor,
        helper=link.name, kind=link.kind, link=link.pk,
        **({"tables": link.tables} if link.tables else {}),
    )  # fmt: skip
    return link


def clean_tables(kind: str, text: str) -> str:
    """Normalise the table numbers; raises RuleViolationError if invalid or not applicable."""
    try:
        numbers = sorted(parse_table_numbers(text))
    except ValueError as error:
        words = _("Write numbers of tables, such as 1–6 or 2, 5.")
        raise RuleViolationError("bad_tables", words, field="tables") from error
    if numbers and kind != HelperLink.Kind.ENTER:
        words = _("Only links that enter results can be for some tables.")
        raise RuleViolationError("tables_of_none", words, field="tables")
    written = format_ranges(numbers)
    if len(written) > MAX_TABLES_LENGTH:
        words = _("Too many parts. Use fewer, such as 1–6.")
        raise RuleViolationError("too_many_tables", words, field="tables")
    return written


def store_link(link: HelperLink) -> HelperLink:
    """Save the link, with another code if this one is taken."""
    for _attempt in range(5):
        try:
            with transaction.atomic():
                link.save(force_insert=True)
                return link
        except IntegrityError:
            link.code = helper_code(code_length(link.kind))
    raise RuleViolationError("no_address", _("No free address was found. Try again."))


def code_length(kind: str) -> int:
    """Length of the code; links that show cards are never typed, so they are longer."""
    return LONG_CODE_LENGTH if kind == HelperLink.Kind.DEAL else CODE_LENGTH


def open_links(tournament: Tournament) -> list[HelperLink]:
    return [each for each in HelperLink.objects.filter(tournament=tournament) if each.is_open]


def end_of_evening(tournament: Tournament, days: int) -> datetime:
    """Early morning (``ENDS_AT_HOUR``) after the day of play, or after today if that is past."""
    now = timezone.localtime(timezone=tournament.zone)
    first = max(now, tournament.begins)
    ends = first.replace(hour=ENDS_AT_HOUR, minute=0, second=0, microsecond=0)
    if ends <= first:
        ends += timedelta(days=1)
    return ends + timedelta(days=days)


@transaction.atomic
def stop_link(*, link: HelperLink, actor: Actor = None) -> HelperLink:
    """Stop a link for all browsers; idempotent."""
    link = HelperLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
    if link.stopped_at is None:
        link.stopped_at = timezone.now()
        link.save(update_fields=["stopped_at"])
        log(link.tournament_id, "helper_link_stopped", user=actor, helper=link.name, link=link.pk)
    return link


@transaction.atomic
def resume_link(*, link: HelperLink, actor: Actor = None) -> HelperLink:
    """Resume a link stopped within ``RESUME_WINDOW``."""
    link = HelperLink.objects.select_for_update(of=("self",)).get(pk=link.pk)
    if link.stopped_at is None:
        return link
    if timezone.now() - link.stopped_at > RESUME_WINDOW:
        raise RuleViolationError("too_late", _("That link is stopped for good. Make a new one."))
    link.stopped_at = None
    link.save(update_fields=["stopped_at"])
    log(link.tournament_id, "helper_link_goes_on", user=actor, helper=link.name, link=link.pk)
    return link


@transaction.atomic
def claim_link(*, link: HelperLink, name: str) -> HelperLink:
    """Open the link under this name; a link that shows cards is then bound to this browser.

    Players of the tournament are refused such a link.
    """
    if link.kind == HelperLink.Kind.DEAL:
        check_is_no_player(link.tournament, name)
        free = HelperLink.objects.filter(pk=link.pk, claimed_at=None, stopped_at=None)
        if not free.update(claimed_at=timezone.now()):
            raise RuleViolationError(
                "claimed", _("This link is open on another phone. Tell the director.")
            )
    log(link.tournament_id, "helper_came", who=name, kind=link.kind, link=link.pk)
    return link


def check_is_no_player(tournament: Tournament, name: str) -> None:
    """Refuse the name of an entered player, in any spelling of case and spaces."""
    normalised = " ".join(name.split()).casefold()
    names = TeamPlayer.objects.filter(tournament=tournament).values_list("player__name", flat=True)
    if normalised in {each.casefold() for each in names}:
        raise RuleViolationError(
            "plays",
            _("Somebody of this name plays in this tournament, and may not see the cards."),
            field="name",
        )
