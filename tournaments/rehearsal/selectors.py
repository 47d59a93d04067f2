from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournaments.draws.selectors.timetable import planned_start, round_length
from tournaments.entries.texts import count_words
from tournaments.events.log import GROUPS
from tournaments.models import LogEntry, Rehearsal, Result, Table, Tournament
from tournaments.rehearsal.story import DURATION_SECONDS
from tournaments.state.formats import entrants_word, rounds_in_all
from tournaments.state.visibility import complete_rounds

Chip = tuple[str, str]
COMING_MINUTES = 45
DRAWN_MINUTES = 15


@dataclass(frozen=True, slots=True)
class TimelineEvent:
    """Timeline entry; ``state``: ``over``, ``now`` or ``later``; chips are links."""

    at: datetime
    title: str
    text: str
    chips: tuple[Chip, ...]
    state: str


@dataclass(frozen=True, slots=True)
class Trial:
    words: str
    url: str
    is_done: bool


@dataclass(frozen=True, slots=True)
class RehearsalView:
    rehearsal: Rehearsal
    round: int
    rounds: int
    at: datetime
    seconds_left: int
    events: tuple[TimelineEvent, ...]
    trials: tuple[Trial, ...]
    table: Table | None

    @property
    def over(self) -> int:
        return sum(event.state == "over" for event in self.events)


def rehearsal_page(rehearsal: Rehearsal) -> RehearsalView:
    """Rehearsal page; constant number of queries."""
    tournament = rehearsal.tournament
    rounds = max(1, rounds_in_all(tournament))
    whole = complete_rounds(tournament) if tournament.state != Tournament.State.ENTRY else 0
    table = table_of_phone(rehearsal)
    whole_evening = rounds * round_length(tournament)
    return RehearsalView(
        rehearsal=rehearsal,
        round=min(whole + 1, rounds),
        rounds=rounds,
        at=planned_start(tournament) + whole_evening * (rehearsal.played / DURATION_SECONDS),
        seconds_left=round((DURATION_SECONDS - rehearsal.played) * (1 if rehearsal.is_fast else 2)),
        events=events_of(rehearsal, rounds, whole, table),
        trials=trials_of(rehearsal, table),
        table=table,
    )


def table_of_phone(rehearsal: Rehearsal) -> Table | None:
    """Table of the phone view: one needing action, else the first."""
    if rehearsal.waits_for == Rehearsal.Waiting.DISPUTE and rehearsal.dispute:
        return rehearsal.dispute.sitting.table
    return rehearsal.tournament.tables.order_by("number").first()


def events_of(
    rehearsal: Rehearsal, rounds: int, whole: int, table: Table | None
) -> tuple[TimelineEvent, ...]:
    """Eight timeline entries in order; seven without a latecomer."""
    tournament = rehearsal.tournament
    start, length = planned_start(tournament), round_length(tournament)
    has_ended = rehearsal.ended_at is not None
    call_over = rehearsal.call_id is not None and rehearsal.waits_for != "call"
    dispute_over = rehearsal.dispute_id is not None and rehearsal.waits_for != "dispute"
    second = min(2, rounds)
    timeline = [
        (start - timedelta(minutes=COMING_MINUTES), *people_come(tournament), True),
        (start - timedelta(minutes=DRAWN_MINUTES), *drawn_words(tournament), True),
        (start + length / 3, *call_words(tournament, table), call_over),
        (start + length, *standings_words(tournament), whole >= 1),
        *([latecomer_event(rehearsal, start + length)] if rehearsal.has_late else []),
        (start + (second - 1 / 3) * length, *dispute_words(rehearsal, second), dispute_over),
        (start + (rounds - 1) * length, *last_words(tournament, rounds), whole >= rounds),
        (start + rounds * length, *end_words(tournament), has_ended),
    ]
    return with_states(timeline)


EventData = tuple[datetime, str, str, tuple[Chip, ...], bool]


def with_states(told: Sequence[EventData]) -> tuple[TimelineEvent, ...]:
    current = next((n for n, (*_rest, is_over) in enumerate(told) if not is_over), len(told))
    return tuple(
        TimelineEvent(
            at, title, text, chips, "over" if is_over else "now" if n == current else "later"
        )
        for n, (at, title, text, chips, is_over) in enumerate(told)
    )


def page_of(name: str, tournament: Tournament, *parts: object) -> str:
    return reverse(name, args=[tournament.code, *parts])


Words = tuple[str, str, tuple[Chip, ...]]


def people_come(tournament: Tournament) -> Words:
    teams = count_words(tournament.unit, tournament.teams.count())
    chips = ((entrants_word(tournament.unit), page_of("manage_teams", tournament)),)
    return _("Players arrive"), _("%(teams)s are here.") % {"teams": teams}, chips


def drawn_words(tournament: Tournament) -> Words:
    tables = tournament.tables.count()
    chips = (
        (_("Seats"), page_of("tournament_round", tournament, 1)),
        (pgettext("tab", "Print"), page_of("manage_print", tournament)),
    )
    text = ngettext(
        "%(n)d table; everybody sees where to sit.",
        "%(n)d tables; everybody sees where to sit.",
        tables,
    )
    return _("Round 1 is drawn"), text % {"n": tables}, chips


def call_words(tournament: Tournament, table: Table | None) -> Words:
    chips = [(_("Console"), page_of("manage_tournament", tournament))]
    if table:
        chips.append((_("Phone"), reverse("table", args=[table.token])))
    return (
        _("Table 1 is calling the director"),
        _("You go there, and say when it is settled."),
        tuple(chips),
    )


def standings_words(tournament: Tournament) -> Words:
    chips = (
        (_("Standings"), page_of("tournament_standings", tournament)),
        (_("Projector"), page_of("tournament_projector", tournament)),
    )
    return _("First standings"), _("Everybody sees them as soon as round 1 is over."), chips


def latecomer_event(rehearsal: Rehearsal, at: datetime) -> EventData:
    tournament, late = rehearsal.tournament, rehearsal.late
    text = _("You seat them; the page shows first what changes.")
    if late is not None:
        text = _("%(team)s are at the door.") % {"team": late.name} + " " + text
    chips = ((_("What changes"), page_of("manage_evening", tournament, "join")),)
    is_over = late is not None and rehearsal.waits_for != Rehearsal.Waiting.LATE
    return at, _("Somebody comes late"), text, chips, is_over


def dispute_words(rehearsal: Rehearsal, number: int) -> Words:
    tournament, play = rehearsal.tournament, rehearsal.dispute
    console = page_of("manage_tournament", tournament)
    if play is None:
        text = _("Two sides of a table do not agree about a result.")
        return _("A dispute in round %d") % number, text, ((_("Console"), console),)
    text = _("Table %d: the two sides do not agree about a result.") % play.sitting.table.number
    chips = (
        (_("Result"), page_of("manage_play", tournament, play.pk)),
        (_("Phone"), reverse("table", args=[play.sitting.table.token])),
    )
    return _("A dispute in round %d") % number, text, chips


def last_words(tournament: Tournament, rounds: int) -> Words:
    chips = (
        (_("People"), page_of("manage_people", tournament)),
        (_("Console"), page_of("manage_tournament", tournament)),
    )
    text = _("Somebody may leave or come at any time: the page shows first what changes.")
    return _("The last round, %d") % rounds, text, chips


def end_words(tournament: Tournament) -> Words:
    chips = (
        (_("Projector"), page_of("tournament_projector", tournament)),
        (_("Standings"), page_of("tournament_standings", tournament)),
    )
    return _("End of the evening"), _("You confirm it; then the big screen shows who won."), chips


def trials_of(rehearsal: Rehearsal, table: Table | None) -> tuple[Trial, ...]:
    """Suggested trials; actions of bots do not count."""
    tournament, dispute = rehearsal.tournament, rehearsal.dispute
    done = set(
        LogEntry.objects.filter(tournament=tournament, user__isnull=False).values_list(
            "action", flat=True
        )
    )
    typed = Result.objects.filter(
        play__sitting__round__tournament=tournament, source=Result.Source.TABLE
    ).exclude(play=rehearsal.dispute_id)
    console = page_of("manage_tournament", tournament)
    phone = reverse("table", args=[table.token]) if table else console
    settle = page_of("manage_play", tournament, dispute.pk) if dispute else console
    return (
        Trial(_("Enter a result from a phone"), phone, typed.exists()),
        Trial(_("Settle a call"), console, "call_settled" in done),
        Trial(_("Decide a dispute"), settle, bool(done & set(GROUPS["corrections"]))),
        *(
            [
                Trial(
                    _("Seat somebody who comes late"),
                    page_of("manage_evening", tournament, "join"),
                    "team_joined" in done,
                )
            ]
            if rehearsal.has_late
            else []
        ),
        Trial(
            _("Let somebody leave, and see what changes"),
            page_of("manage_people", tournament),
            bool(done & set(GROUPS["teams"])),
        ),
    )
