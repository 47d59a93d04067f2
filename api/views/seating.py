"""Manual seating of a round: read, preview, store."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.http import Http404
from django.utils.translation import gettext as _

from api.declarative import Kwargs, OperationSpec, api_path
from api.serializers.changes import ChangePreviewSerializer, ChangeSerializer
from api.serializers.seating import (
    LookedAtSeatingSerializer,
    NewSeatingSerializer,
    SeatingSerializer,
)
from api.views.rounds import OF_ROUND
from api.views.tournament_admin import DIRECTED
from tournaments.changes.layout import Layout, SeatRow
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.preview import Preview, preview_of
from tournaments.changes.services.seating import Seats, reseat_round
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Team, Tournament
from tournaments.permissions import Actor
from tournaments.state.concurrency import VersionToken, change_if_unchanged
from tournaments.state.version_tokens import seating_state

SIDE_AND_SEAT: Final[Mapping[str, tuple[str, str]]] = {
    "NS": ("NS", ""),
    "EW": ("EW", ""),
    "N": ("NS", "N"),
    "E": ("EW", "E"),
    "S": ("NS", "S"),
    "W": ("EW", "W"),
}
Tables = Sequence[Mapping[str, Any]]


class RequestedSeating(NamedTuple):
    """Seats by (team id, half), and the board set of each table."""

    seats: Seats
    sets: Mapping[int, int | None]


def layout_or_404(tournament: Tournament, number: int) -> Layout:
    layout = layout_of(tournament)
    if number not in layout.rounds:
        raise Http404
    return layout


def seating_of(tournament: Tournament, number: int) -> Kwargs:
    layout = layout_or_404(tournament, number)
    names = {place: name for name, place in SIDE_AND_SEAT.items()}
    numbers = dict(Team.objects.filter(tournament=tournament).values_list("pk", "number"))
    tables = []
    for key, row in sorted(layout.tables.items()):
        if key[0] == number:
            here = layout.at(number, key[1])
            taken = {names[each.side, each.place]: numbers[at[1]] for at, each in here.items()}
            empty = dict.fromkeys(SIDE_AND_SEAT)
            tables.append({**empty, **taken, "table": key[1], "board_set": row.board_set})
    rests = sorted(filter(None, (numbers.get(team) for team in layout.entrants_at_rest(number))))
    version_token = seating_state(tournament).seen
    return {"number": number, "tables": tables, "resting": rests, "seen": version_token}


def parse_seats(tournament: Tournament, tables: Tables) -> RequestedSeating:
    """Seats in a body; raises Refused for unknown or repeated numbers."""
    teams = {row.number: row for row in Team.objects.filter(tournament=tournament)}
    is_four = tournament.unit == Tournament.Unit.TEAM
    seats: dict[tuple[int, int], SeatRow] = {}
    taken: Counter[tuple[int, int]] = Counter()
    for place, (side, letter) in SIDE_AND_SEAT.items():
        for table in tables:
            number = table[place]
            if number is None:
                continue
            if number not in teams:
                words = _("Nobody has this number: %s") % number
                raise RuleViolationError("no_such_team", words, field="tables")
            half = 2 if is_four and side == "EW" else 1
            key = (teams[number].pk, half)
            taken[key] += 1
            if taken[key] > 1:
                words = _("%(number)d is seated twice in this round.") % {"number": number}
                raise RuleViolationError("sits_twice", words, field="tables")
            seats[key] = SeatRow(table["table"], side, letter)
    return RequestedSeating(seats, {table["table"]: table["board_set"] for table in tables})


def preview_seating(tournament: Tournament, number: int, tables: Tables, actor: Actor) -> Preview:
    """Preview of a seating, with the checker's findings."""
    layout_or_404(tournament, number)
    requested = parse_seats(tournament, tables)
    return preview_of(
        tournament,
        lambda: reseat_round(
            tournament=tournament,
            number=number,
            seats=requested.seats,
            sets=requested.sets,
            override=True,
            actor=actor,
        ),
    )


def store_seating(
    tournament: Tournament,
    number: int,
    tables: Tables,
    reason: str,
    seen: VersionToken,
    actor: Actor,
) -> Change:
    """Store a seating; with ``seen`` a repeated request returns the first change."""
    layout_or_404(tournament, number)
    requested = parse_seats(tournament, tables)
    return change_if_unchanged(
        tournament=tournament,
        seen=seen,
        wish=["seating", number, list(map(dict, tables))],
        change=lambda: reseat_round(
            tournament=tournament,
            number=number,
            seats=requested.seats,
            sets=requested.sets,
            reason=reason,
            actor=actor,
        ),
    )


SEATING: Final = f"{OF_ROUND}seating/"
ADDRESSES: Final = [
    api_path(
        SEATING,
        "api_seating",
        DIRECTED,
        get=OperationSpec(
            does=seating_of,
            gives=SeatingSerializer,
            words="Who sits where in a round, by their numbers, drafts too.",
        ),
        put=OperationSpec(
            does=store_seating,
            takes=NewSeatingSerializer,
            gives=ChangeSerializer,
            words="Seat a round by hand; what the checker calls a fault is refused.",
        ),
    ),
    api_path(
        f"{SEATING}preview/",
        "api_seating_preview",
        DIRECTED,
        post=OperationSpec(
            does=preview_seating,
            takes=LookedAtSeatingSerializer,
            gives=ChangePreviewSerializer,
            words="What a seating would change, and what is wrong with it; nothing is stored.",
        ),
    ),
]
