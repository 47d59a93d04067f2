"""The stored seating as a movement, as input of the checker."""

from collections import defaultdict
from collections.abc import Mapping

from tournaments.models import Seat, Tournament
from tournaments.movements import Movement, Seats, assemble_movement
from tournaments.movements import Sitting as Place

PLAYING_ORDER = "NWSE"
"""Three players use the first three, two use North and South."""


def movement_of(tournament: Tournament) -> Movement:
    """All drawn rounds including drafts, teams by number; three queries.

    Open play has no board sets. A sitting with one empty side retains the other.
    """
    rounds = list(tournament.rounds.order_by("number").values_list("pk", flat=True))
    tables: dict[tuple[int, int, int | None], dict[str, int]] = defaultdict(dict)
    rows = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    for row in rows.values_list(
        "round", "sitting__table__number", "sitting__board_set", "side", "place", "team__number"
    ):
        round_id, table, board_set, side, place, number = row
        board_set = board_set if tournament.cards == Tournament.Cards.BOARDS else None
        tables[round_id, table, board_set][place or side] = number or 0
    listed: dict[int, list[Place]] = defaultdict(list)
    for (round_id, table, board_set), seated in sorted(tables.items(), key=_by_table):
        listed[round_id].append(table_place(table, board_set, seated))
    numbers = tournament.teams.filter(number__isnull=False).values_list("number", flat=True)
    return assemble_movement(
        tournament.movement_kind,
        [listed[round_id] for round_id in rounds],
        entrants=max((number for number in numbers if number), default=0),
        unit=tournament.unit,  # type: ignore[arg-type]
        winners=2 if tournament.winners == 2 else 1,
        keep_numbers=True,
    )


def _by_table(item: tuple[tuple[int, int, int | None], object]) -> tuple[int, int]:
    return item[0][:2]


def table_place(table: int, board_set: int | None, seated: Mapping[str, int]) -> Place:
    if not set(seated) <= set(PLAYING_ORDER):
        return Place(table, seated.get("NS"), seated.get("EW"), board_set)
    entrants = [seated[place] for place in PLAYING_ORDER if place in seated]
    if len(entrants) == 4:
        return Place(table, None, None, board_set, Seats(*entrants))
    if len(entrants) == 3:
        return Place(table, None, None, board_set, tuple(entrants))
    return Place(table, seated.get("N"), seated.get("S"), board_set)
