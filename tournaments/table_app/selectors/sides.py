from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse

from tournaments.entries.selectors.lineups import Lineups, players_in
from tournaments.models import Seat, Table, Tournament
from tournaments.table_app.selectors.next_tables import NextSeats

SEATS_OF_SIDE: Mapping[str, str] = {"NS": "NS", "EW": "EW"}
"""Position 1 of a team: North or East; 2: South or West."""


@dataclass(frozen=True, kw_only=True)
class PairState:
    """A side of the table; ``onward`` is its next place, None after the last round.

    Two single players have one entry each in ``ways``.
    """

    number: int | None
    name: str
    players: list[str]
    onward: dict[str, Any] | None
    ways: list[dict[str, Any]] = field(default_factory=list)


def names_of_seats(seats: Sequence[Seat], names: Mapping[int, list[str]]) -> dict[str, str]:
    name_by_letter = {}
    for seat in seats:
        letters = seat.place or SEATS_OF_SIDE[seat.side]
        for letter, name in zip(letters, names[seat.pk], strict=False):
            name_by_letter[letter] = name
    return name_by_letter


def side_state(
    seats: Sequence[Seat],
    names: Mapping[int, list[str]],
    round_number: int,
    onward: NextSeats,
) -> PairState:
    """A side and its next seat; without a table if it sits out."""
    ways = [next_place(seat, round_number, onward) for seat in seats]
    if len(seats) == 1:
        (seat,) = seats
        return PairState(
            number=seat.team.number,
            name=seat.team.name,
            players=names[seat.pk],
            onward=ways[0],
        )
    everybody = [name for seat in seats for name in names[seat.pk]]
    return PairState(
        number=None,
        name=" – ".join(everybody),
        players=everybody,
        onward=None,
        ways=[
            {"name": seat.team.name, **way}
            for seat, way in zip(seats, ways, strict=True)
            if way is not None
        ],
    )


def next_place(seat: Seat, round_number: int, onward: NextSeats) -> dict[str, object] | None:
    """The next place of a seat, with boards and opponents; None if unknown."""
    number = round_number + 1
    seats = onward.seats
    after = seats.get((number, seat.team_id, seat.half)) or seats.get((number, seat.team_id, 1))
    if after is None:
        return None
    if after.sitting is None:
        until = onward.rests_end.get(number)
        rest = {"until": until.isoformat() if until else ""}
        return {"round": number, "table": None, "side": after.side, **rest}
    table = after.sitting.table.number
    others = [each.team.name for each in after.sitting.seats.all() if each.side != after.side]
    _set, boards = onward.sets.get((number, table), (0, ()))
    return {
        "round": number,
        "table": table,
        "side": after.side,
        "against": " – ".join(others),
        "boards": list(boards),
    }


def players_of(seat: Seat, number: int, lineups: Lineups) -> list[str]:
    """Players of a team at a seat; for a team of four the first or second pair."""
    names = [player.name for player in players_in(seat.team, number, lineups)]
    if len(names) <= 2:
        return names or [seat.team.name]
    return names[2 * seat.half - 2 : 2 * seat.half]


def next_stages_of(tournament: Tournament) -> dict[int, list[dict[str, str]]]:
    """The same table in later running stages, by number."""
    after = Table.objects.filter(
        tournament__follows=tournament, tournament__state=Tournament.State.PLAYING
    ).select_related("tournament")
    stages_by_table: dict[int, list[dict[str, str]]] = defaultdict(list)
    for row in after.order_by("tournament"):
        url = reverse("table", args=[row.token])
        stages_by_table[row.number].append({"name": row.tournament.stage_name, "url": url})
    return stages_by_table
