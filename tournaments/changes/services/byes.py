"""Tables for resting entrants, on boards new to all of them."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from django.utils.translation import gettext as _

from tournaments.changes.layout import Layout, SeatRow
from tournaments.changes.selectors.layouts import boards_for, boards_of_set, sets_in_play
from tournaments.changes.services.changes import (
    ChangeDraft,
    change_from,
    change_layout,
    check_round,
)
from tournaments.draws.seating import deal_boards
from tournaments.errors import RuleViolationError
from tournaments.models import Change, Tournament
from tournaments.permissions import Actor
from tournaments.state.formats import groups_of, is_bracket, is_relay

SIDE_BY_SEAT = {
    2: {"N": "NS", "S": "EW"},
    3: {"N": "NS", "W": "EW", "S": "NS"},
    4: {"N": "NS", "W": "EW", "S": "NS", "E": "EW"},
}
"""Side by seat, for each number of single players at the table."""
MAX_GROUPS_TRIED = 400


def seat_the_resting(
    draft: ChangeDraft, number: int, *, only: int | None = None, new_boards: bool = False
) -> int:
    """Seat resting entrants of a round; return the number of new tables.

    The fewest earlier meetings come first; ``only``: a team required at each table. Sets are
    never repeated; ``new_boards`` deals one more if no set is new to all.
    """
    new_tables, dealt = 0, None
    while (group := next_group(draft, number, only, dealt, new_boards)) is not None:
        teams, board_set = group
        if board_set is not None and board_set > len(sets_in_play(draft.tournament)):
            deal_boards(draft.tournament, boards_of_set(draft.tournament, board_set)[-1])
            dealt = board_set
        seat_group(draft, number, teams, board_set)
        new_tables += 1
    return new_tables


def next_group(
    draft: ChangeDraft, number: int, only: int | None, dealt: int | None, new_boards: bool
) -> tuple[tuple[int, ...], int | None] | None:
    """The next group to seat and its set; None if impossible."""
    layout, tournament = draft.layout, draft.tournament
    if is_relay(tournament):
        return None  # matches there last two rounds, each half at another table
    resting = sorted(
        layout.entrants_at_rest(number), key=lambda each: layout.teams[(each,)].number or 0
    )
    met = {each: meetings(layout, each) for each in resting}
    groups = [
        group
        for group in first_groups(combinations(resting, entrants_per_table(tournament)))
        if (only in group if only is not None else is_of_one_group(draft, group))
    ]
    groups.sort(key=lambda group: sum(met[a][b] for a, b in combinations(group, 2)))
    for group in groups:
        if tournament.is_open_play:
            return group, None
        board_set = unplayed_set(draft, number, *group)
        if board_set is not None:
            return group, board_set
    if groups and new_boards:
        return groups[0], dealt or len(sets_in_play(tournament)) + 1
    return None


def is_of_one_group(draft: ChangeDraft, teams: tuple[int, ...]) -> bool:
    """Whether the teams are in one group, or there are no groups."""
    groups = groups_of(draft.tournament)
    numbers = {draft.layout.teams[(team,)].number for team in teams}
    return not groups or any(numbers <= set(group) for group in groups)


def first_groups(groups: "combinations[tuple[int, ...]]") -> list[tuple[int, ...]]:
    return [group for _at, group in zip(range(MAX_GROUPS_TRIED), groups, strict=False)]


def entrants_per_table(tournament: Tournament) -> int:
    """Number of entrants per table or match."""
    return 2 if tournament.unit != Tournament.Unit.PLAYER else tournament.variant.players


def seat_group(
    draft: ChangeDraft, number: int, group: tuple[int, ...], board_set: int | None
) -> None:
    layout, tournament = draft.layout, draft.tournament
    boards = boards_for(tournament, layout, number, board_set)
    if tournament.unit == Tournament.Unit.TEAM:
        matches = [row.match or 0 for key, row in layout.tables.items() if key[0] == number]
        match = max(matches, default=0) + 1
        for first, second in (group, group[::-1]):
            table = free_table(layout, number)
            layout.open(number, table, board_set, boards, match=match)
            layout.seats[number, first, 1] = SeatRow(table, "NS")
            layout.seats[number, second, 2] = SeatRow(table, "EW")
        return
    table = free_table(layout, number)
    layout.open(number, table, board_set, boards)
    if tournament.unit == Tournament.Unit.PAIR:
        for team, side in zip(balanced_sides(layout, group), ("NS", "EW"), strict=True):
            layout.seats[number, team, 1] = SeatRow(table, side)
        return
    for team, place in zip(group, SIDE_BY_SEAT[len(group)], strict=True):
        layout.seats[number, team, 1] = SeatRow(table, SIDE_BY_SEAT[len(group)][place], place)


def balanced_sides(layout: Layout, group: tuple[int, ...]) -> list[int]:
    """The team that sat North–South less often comes first."""
    balance: Counter[int] = Counter()
    for key, row in layout.seats.items():
        if row.table is not None:
            balance[key[1]] += 1 if row.side == "NS" else -1
    return sorted(group, key=lambda team: balance[team])


def free_table(layout: Layout, number: int) -> int:
    used = {key[1] for key in layout.tables if key[0] == number}
    return next(each for each in range(1, len(used) + 2) if each not in used)


def meetings(layout: Layout, team: int) -> Counter[int]:
    met: Counter[int] = Counter()
    for key, row in layout.seats.items():
        if key[1] == team and row.table is not None:
            met.update(other[1] for other in layout.at(key[0], row.table) if other[1] != team)
    return met


def unplayed_set(draft: ChangeDraft, number: int, *teams: int) -> int | None:
    """A set that no team plays in another round, preferably at one table only.

    The round's common set comes first.
    """
    layout = draft.layout
    here = Counter(row.board_set for key, row in layout.tables.items() if key[0] == number)
    known = {
        layout.tables[key[0], row.table].board_set
        for key, row in layout.seats.items()
        if key[1] in teams and key[0] != number and row.table is not None
    }
    candidates = [each for each in sets_in_play(draft.tournament) if each not in known]
    if len(here) == 1 and next(iter(here)) in candidates:
        return next(iter(here))
    total = Counter(row.board_set for row in layout.tables.values())
    return min(candidates, key=lambda each: (here[each], total[each], each), default=None)


def no_pairing_error(draft: ChangeDraft, rounds: Sequence[int]) -> RuleViolationError:
    """Error for the missing resource: boards, which can be dealt, or opponents."""
    if any(next_group(draft, each, None, None, new_boards=True) for each in rounds):
        words = _("In these rounds no two sit-outs have boards left that are new to both.")
        return RuleViolationError(
            "nobody_to_pair", words, field="from_round", instead={"new_boards": True}
        )
    words = _("In these rounds no two sit-outs may play each other.")
    return RuleViolationError("nobody_to_pair", words, field="from_round")


def pair_resting(
    *,
    tournament: Tournament,
    from_round: int,
    to_round: int | None = None,
    new_boards: bool = False,
    reason: str = "",
    actor: Actor = None,
) -> Change:
    """Pair resting entrants with each other, from one round to another or to the end.

    They play boards new to them; ``new_boards`` deals more, which are compared with no other
    table. Raises RuleViolationError in a bracket, where resting teams advance, and without any
    possible pairing.
    """
    with change_layout(
        tournament, "rest_paired", actor=actor, reason=reason, round=from_round, to=to_round
    ) as draft:  # fmt: skip
        check_round(draft.layout, from_round)
        if is_bracket(draft.tournament):
            raise RuleViolationError(
                "bracket", _("In a bracket, an entrant with a bye advances without a match.")
            )
        last = to_round or max(draft.layout.rounds)
        rounds = [each for each in draft.layout.rounds if from_round <= each <= last]
        new_tables = sum(seat_the_resting(draft, each, new_boards=new_boards) for each in rounds)
        if not new_tables:
            raise no_pairing_error(draft, rounds)
        draft.details["tables"] = new_tables
    return change_from(draft)
