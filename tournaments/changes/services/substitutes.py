"""A latecomer in a full field: each round another entrant gives up a seat and rests."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from typing import Literal

from tournaments.changes.layout import Key, Layout, SeatRow
from tournaments.changes.services.byes import meetings
from tournaments.changes.services.changes import ChangeDraft
from tournaments.models import Tournament
from tournaments.movements import SeatOffer, choose_offers
from tournaments.scoring import compute_standings
from tournaments.state.formats import groups_of, is_relay
from tournaments.state.snapshot import snapshot_of

FirstRest = Literal["last", "new", "lot"]
"""First to rest: last of the standings, the new entrant, or by lot."""
Cells = list[tuple[int, int]]


def rotate_in(
    draft: ChangeDraft, team: int, rounds: list[int], first_rest: FirstRest = "last"
) -> None:
    """Seat a team in rounds where it has no seat, taking turns among the others.

    Repeated rests and opponents are avoided where possible; sets never repeat. Tables with
    results are unchanged. Where sides are fixed, only teams of one side give up seats.
    """
    layout = draft.layout
    lacking = [each for each in rounds if not seated_halves(layout, each, team)]
    if first_rest == "new":
        lacking = lacking[1:]
    if not lacking:
        return
    order = order_of_rests(draft, first_rest)
    plans = [
        choose_offers(
            offers,
            cells_of(draft.tournament, lacking),
            met=meetings(layout, team),
            rested=layout.rests(),
            known=known_sets(layout, team),
        )
        for offers in offer_alternatives(draft, team, lacking, order)
    ]
    best = max(plans, key=lambda plan: sum(len(offer.cells) for offer in plan), default=[])
    for offer in best:
        apply_offer(layout, offer, team, halves_of(draft.tournament))


def seated_halves(layout: Layout, number: int, team: int) -> list[Key]:
    return [key for key, row in layout.of(number, team).items() if row.table is not None]


def cells_of(tournament: Tournament, rounds: Iterable[int]) -> Cells:
    """Seats needed: one a round, or one for each pair of a team."""
    return [(number, half) for number in rounds for half in halves_of(tournament)]


def halves_of(tournament: Tournament) -> tuple[int, ...]:
    return (1, 2) if tournament.unit == Tournament.Unit.TEAM else (1,)


def order_of_rests(draft: ChangeDraft, first_rest: FirstRest) -> dict[int, int]:
    """Each team's position in the order of resting."""
    teams = [key[0] for key, row in sorted(draft.layout.teams.items()) if row.number is not None]
    if first_rest == "lot":
        lot = f"{draft.tournament.seed}:{draft.tournament.facts_version}:rest"
        Random(lot).shuffle(teams)
    else:
        rows = compute_standings(snapshot_of(draft.tournament).facts).rows
        places = {int(row.entrant): at for at, row in enumerate(rows)}
        teams.sort(key=lambda team: -places.get(team, 0))
    return {team: at for at, team in enumerate(teams)}


def known_sets(layout: Layout, team: int) -> frozenset[tuple[int, int]]:
    rows = [(key, row.table) for key, row in layout.seats.items() if key[1] == team and row.table]
    sets = ((key[2], layout.tables[key[0], table].board_set) for key, table in rows)
    return frozenset((half, board_set) for half, board_set in sets if board_set is not None)


def offer_alternatives(
    draft: ChangeDraft, team: int, rounds: list[int], order: dict[int, int]
) -> list[list[SeatOffer]]:
    """Alternative lists of offers; one per side or group where these are fixed."""
    layout, tournament = draft.layout, draft.tournament
    offers = list(offers_in(draft, team, rounds))
    offers.sort(key=lambda offer: order.get(offer.gives, 0))
    if tournament.winners == 2:
        side_of = {key[1]: row.side for key, row in layout.seats.items() if row.table is not None}
        return [[each for each in offers if side_of[each.gives] == side] for side in ("NS", "EW")]
    if groups := groups_of(tournament):
        numbers = {key[0]: row.number for key, row in layout.teams.items()}
        smallest_first = sorted(groups, key=len)
        return [[o for o in offers if numbers[o.gives] in group] for group in smallest_first]
    return [offers]


def offers_in(draft: ChangeDraft, team: int, rounds: list[int]) -> Iterable[SeatOffer]:
    if draft.tournament.unit == Tournament.Unit.TEAM:
        return match_offers(draft, rounds)
    layout = draft.layout
    return [
        build_offer(layout, key[1], [key])
        for key, row in layout.seats.items()
        if key[0] in rounds and key[1] != team and is_open(layout, key[0], row)
    ]


def match_offers(draft: ChangeDraft, rounds: list[int]) -> list[SeatOffer]:
    """Matches that a team could give up with both of its pairs."""
    layout = draft.layout
    halves: dict[tuple[int, int, int], list[Key]] = defaultdict(list)
    for key, row in layout.seats.items():
        others = others_at(layout, key)
        if key[0] in rounds and is_open(layout, key[0], row) and others:
            # Both halves are played in one round, or in two in a relay.
            halves[key[1], min(others), 0 if is_relay(draft.tournament) else key[0]].append(key)
    return [
        build_offer(layout, gives, sorted(keys))
        for (gives, _other, _round), keys in halves.items()
        if sorted(key[2] for key in keys) == [1, 2]
    ]


def is_open(layout: Layout, number: int, row: SeatRow) -> bool:
    return row.table is not None and not layout.results_at(number, row.table)


def others_at(layout: Layout, key: Key) -> frozenset[int]:
    table = layout.seats[key].table
    if table is None:
        return frozenset()
    return frozenset(other[1] for other in layout.at(key[0], table) if other[1] != key[1])


def build_offer(layout: Layout, gives: int, keys: list[Key]) -> SeatOffer:
    return SeatOffer(
        gives,
        tuple((key[0], key[2]) for key in keys),
        frozenset().union(*(others_at(layout, key) for key in keys)),
        tuple(layout.tables[key[0], layout.seats[key].table or 0].board_set for key in keys),
    )


def apply_offer(layout: Layout, offer: SeatOffer, team: int, halves: Sequence[int]) -> None:
    """Give the seats to the team; the other rests."""
    for number, half in offer.cells:
        layout.seats[number, team, half] = layout.seats.pop((number, offer.gives, half))
    for number in {cell[0] for cell in offer.cells}:
        for each in (offer.gives, team):
            rest_where_not_seated(layout, number, each, halves)


def rest_where_not_seated(layout: Layout, number: int, team: int, halves: Sequence[int]) -> None:
    """Add rest rows for unseated halves; a team without any seat has one row.

    Each half needs its own row, so that it does not inherit the other half's seat.
    """
    seated = seated_halves(layout, number, team)
    for key in list(layout.of(number, team)):
        if key not in seated:
            del layout.seats[key]
    if not seated:
        layout.seats[number, team, 1] = SeatRow()
        return
    for half in halves:
        layout.seats.setdefault((number, team, half), SeatRow())
