"""Selection of the teams that advance to the next stage, and effects of corrections."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple, TypedDict

from tournaments.models import Team, Tournament
from tournaments.movements import seed_pools
from tournaments.scoring import Standings, compute_standings
from tournaments.state.formats import groups_of
from tournaments.state.scoring import has_match_scoring, has_mean_totals
from tournaments.state.snapshot import snapshot_of


class Ranked(NamedTuple):
    """A team in a ranking list, with its rank in the whole stage.

    ``played``: matches (or boards where matches do not count) summed in the total; 0 for means.
    """

    number: int
    rank: int
    total: Fraction = Fraction(0)
    played: int = 0

    @property
    def mean(self) -> Fraction:
        """Mean per match or board."""
        return self.total / (self.played or 1)


class Selection(TypedDict):
    """Rule by which a stage took entrants over, and its outcome.

    ``lots``: numbers of the previous stage; among equals the first comes first.
    """

    through: int
    best_next: int
    rest: bool
    order: list[int]
    lots: list[int]
    ties: list[list[list[int]]]


@dataclass(frozen=True, slots=True)
class NextPlace:
    """Groups with one extra team; ``tied_groups`` share the last ``free`` places.

    Groups are list indexes.
    """

    sure_groups: frozenset[int] = frozenset()
    tied_groups: frozenset[int] = frozenset()
    free: int = 0


@dataclass(frozen=True, slots=True)
class Tie:
    """Teams tied across the cut; ``free`` of them advance."""

    place: int
    numbers: tuple[int, ...]
    free: int


Decide = Callable[[Tie], Collection[int] | None]
"""Returns the numbers of tied teams that advance; None while undecided."""


@dataclass(frozen=True, slots=True)
class Advance:
    """Advancing and other teams in seed order; decided ties with winners.

    ``equals``: teams whose order no result decides. Teams in ``undecided`` ties are in neither
    list.
    """

    main: tuple[int, ...]
    rest: tuple[int, ...]
    decided: tuple[tuple[Tie, tuple[int, ...]], ...] = ()
    undecided: tuple[Tie, ...] = ()
    equals: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class StageChange:
    """Difference between a stage's entrants and the current selection."""

    stage: Tournament
    enters: tuple[Team, ...]
    leaves: tuple[Team, ...]
    undecided: tuple[Tie, ...]
    is_reseeded: bool

    @property
    def numbers_in(self) -> list[int]:
        """Previous-stage numbers of teams to add."""
        return [team.number or 0 for team in self.enters]

    @property
    def numbers_out(self) -> list[int]:
        """Previous-stage numbers of teams to remove."""
        return [team.number or 0 for team in self.leaves]

    @property
    def is_open(self) -> bool:
        """Whether the stage is not drawn, so that entrants can be exchanged."""
        return self.stage.state == Tournament.State.ENTRY

    @property
    def is_drawn(self) -> bool:
        """Whether an unpublished draw must be undone first."""
        return self.stage.state == Tournament.State.DRAWN


def rankings_of(tournament: Tournament) -> list[list[Ranked]]:
    """Remaining teams of each list or group, best first, from the facts."""
    here = tournament.teams.filter(number__isnull=False, withdrawn_from=None)
    numbers = {pk: number or 0 for pk, number in here.values_list("pk", "number")}
    groups = groups_of(tournament)
    group_of = {number: at for at, group in enumerate(groups) for number in group}
    lists: dict[object, list[Ranked]] = {at: [] for at in range(len(groups))}
    standings = compute_standings(snapshot_of(tournament).facts)
    played = {} if has_mean_totals(tournament) else played_in(tournament, standings)
    for row in standings.rows:
        if row.entrant in numbers:
            number = numbers[row.entrant]
            name = group_of.get(number, 0) if groups else row.section
            ranked = Ranked(number, row.rank, row.total, played.get(row.entrant, 0))
            lists.setdefault(name, []).append(ranked)
    return [ranking for ranking in lists.values() if ranking]


def played_in(tournament: Tournament, standings: Standings) -> Mapping[int, int]:
    """Matches (or boards where matches do not count) played by entrant."""
    if not has_match_scoring(tournament):
        return {row.entrant: row.boards for row in standings.rows}
    return Counter(
        entrant for match in standings.matches for side in match.sides for entrant in side.entrants
    )


def advance(
    rankings: Sequence[Sequence[Ranked]],
    through: int,
    lot: Mapping[int, int],
    decide: Decide,
    best_next: int = 0,
) -> Advance:
    """Split each list at the cut: the first ``through`` advance.

    Also the ``best_next`` among the teams at the next place. ``decide`` resolves ties across a
    cut; otherwise ``lot`` orders equals.
    """
    main, rest, decided, undecided = [], [], [], []
    in_order = [
        sorted(ranking, key=lambda each: (each.rank, lot[each.number])) for ranking in rankings
    ]
    extra = next_place(in_order, through, best_next)
    for at, ordered in enumerate(in_order):
        line = through + (at in extra.sure_groups)
        tie = tie_at(ordered, line)
        if tie is None:
            main.append(ordered[:line])
            rest.append(ordered[line:])
            continue
        chosen = decide(tie)
        tied = [each for each in ordered if each.number in tie.numbers]
        before = tie.place - 1
        ahead, behind = ordered[:before], ordered[before + len(tied) :]
        if chosen is None:
            undecided.append(tie)
            tied = []
        else:
            decided.append((tie, tuple(sorted(chosen))))
        main.append([*ahead, *(each for each in tied if each.number in (chosen or ()))])
        rest.append([*(each for each in tied if each.number not in (chosen or ())), *behind])
    if extra.tied_groups:
        tie = tie_for_next(in_order, main, extra, through)
        is_tied = len(tie.numbers) > tie.free
        is_open = any(set(tie.numbers) & set(each.numbers) for each in undecided)
        chosen = None if is_open else decide(tie) if is_tied else tie.numbers
        if chosen is None:
            undecided.append(tie)
        elif is_tied:
            decided.append((tie, tuple(sorted(chosen))))
        moved = tie.numbers if chosen is None else chosen
        for at in extra.tied_groups:
            main[at] += [each for each in rest[at] if each.number in (chosen or ())]
            rest[at] = [each for each in rest[at] if each.number not in moved]
    return Advance(
        seeded(main, lot),
        seeded(rest, lot),
        tuple(decided),
        tuple(undecided),
        tuple(equals_in(main)),
    )


def tie_at(ordered: Sequence[Ranked], through: int) -> Tie | None:
    """Teams tied across the cut; None without a tie."""
    if through >= len(ordered) or ordered[through - 1].rank != ordered[through].rank:
        return None
    shared = [at for at, each in enumerate(ordered) if each.rank == ordered[through].rank]
    numbers = tuple(sorted(ordered[at].number for at in shared))
    return Tie(shared[0] + 1, numbers, through - shared[0])


def next_place(in_order: Sequence[Sequence[Ranked]], through: int, best_next: int) -> NextPlace:
    """Compare the teams at the place after ``through`` across groups.

    By rank in the whole stage, or by mean if they played different numbers of matches.
    """
    groups = {
        at: [each for each in ordered if each.rank == ordered[through].rank]
        for at, ordered in enumerate(in_order)
        if len(ordered) > through
    }
    is_even = len({each.played for group in groups.values() for each in group}) < 2
    values = {
        at: Fraction(group[0].rank) if is_even else -max(each.mean for each in group)
        for at, group in groups.items()
    }
    if not best_next or not values:
        return NextPlace()
    last = sorted(values.values())[:best_next][-1]
    ahead = frozenset(at for at, value in values.items() if value < last)
    equal = frozenset(at for at, value in values.items() if value == last)
    if len(ahead) + len(equal) <= best_next:
        return NextPlace(ahead | equal)
    return NextPlace(ahead, equal, best_next - len(ahead))


def tie_for_next(
    in_order: Sequence[Sequence[Ranked]],
    main: Sequence[Sequence[Ranked]],
    extra: NextPlace,
    through: int,
) -> Tie:
    """Teams of several groups tied for the last extra places."""
    numbers = {
        each.number
        for at in extra.tied_groups
        for each in in_order[at]
        if each.rank == in_order[at][through].rank and each not in main[at]
    }
    return Tie(through + 1, tuple(sorted(numbers)), extra.free)


def shared_places(rankings: Sequence[Sequence[Ranked]]) -> list[tuple[int, str]]:
    """Shared places of each list, with the team numbers as text."""
    shared = []
    for ranking in rankings:
        for _rank, same in groupby(enumerate(ranking, start=1), lambda each: each[1].rank):
            together = list(same)
            if len(together) > 1:
                numbers = sorted(each.number for _at, each in together)
                shared.append((together[0][0], ", ".join(map(str, numbers))))
    return shared


def seeded(lists: Sequence[Sequence[Ranked]], lot: Mapping[int, int]) -> tuple[int, ...]:
    """Team numbers in seed order: group winners first, then by rank in the whole stage."""
    if len(lists) == 1:
        return tuple(each.number for each in lists[0])
    whole = sorted(
        (each for ranking in lists for each in ranking),
        key=lambda each: (each.rank, lot[each.number]),
    )
    places = {each.number: at for at, each in enumerate(whole)}
    return tuple(seed_pools([[each.number for each in ranking] for ranking in lists], places))


def equals_in(lists: Sequence[Sequence[Ranked]]) -> Iterable[tuple[int, ...]]:
    """Teams of equal rank whose order affects seeds."""
    tiers: dict[int, list[Ranked]] = defaultdict(list)
    for ranking in lists:
        for at, each in enumerate(ranking):
            tiers[at if len(lists) > 1 else 0].append(each)
    equals = {
        tuple(sorted(each.number for each in same))
        for group in [*tiers.values(), *lists]
        for _rank, same in groupby(sorted(group, key=lambda each: each.rank), lambda each: each[1])
    }
    return sorted(numbers for numbers in equals if len(numbers) > 1)


def selection_of(
    found: Advance,
    through: int,
    best_next: int,
    *,
    rest: bool,
    lot: Mapping[int, int],
    known: Sequence[list[list[int]]] = (),
) -> Selection:
    """Rule and outcome, as stored in ``Tournament.selection``.

    Earlier decided ties stay ``known``: a correction can restore them.
    """
    decided = [[list(tie.numbers), list(chosen)] for tie, chosen in found.decided]
    return {
        "through": through,
        "best_next": best_next,
        "rest": rest,
        "order": list(found.rest if rest else found.main),
        "lots": sorted(lot, key=lot.__getitem__),
        "ties": [*known, *(tie for tie in decided if tie not in known)],
    }


def stored_lots(stage: Tournament, lot: Mapping[int, int]) -> dict[int, int]:
    """Lots used for the stage; ``lot`` for teams without one."""
    used_lots: list[int] = stage.selection.get("lots") or stage.selection["order"]
    order = {number: at for at, number in enumerate(used_lots)}
    return {number: order.get(number, len(order) + at) for number, at in lot.items()}


def advance_again(stage: Tournament, lot: Mapping[int, int], decide: Decide) -> Advance:
    """Split the previous stage's current lists again.

    Ties of the same teams for as many places stay decided, also by a sibling stage; equals keep
    their lots.
    """
    assert stage.follows is not None
    selection, known = stage.selection, decisions_of(stage)

    def decide_again(tie: Tie) -> Collection[int] | None:
        by_place, for_all = (tie.numbers, tie.free), (tie.numbers, len(tie.numbers))
        return known.get(by_place) or known.get(for_all) or decide(tie)

    return advance(
        rankings_of(stage.follows),
        selection["through"],
        stored_lots(stage, lot),
        decide_again,
        selection.get("best_next", 0),
    )


def decisions_of(stage: Tournament) -> dict[tuple[tuple[int, ...], int], tuple[int, ...]]:
    """Winners of each decided tie, by tied numbers and places."""
    selections = (*sibling_selections(stage), stage.selection)
    ties = (tie for selection in selections for tie in selection["ties"])
    return {(tuple(numbers), len(chosen)): tuple(chosen) for numbers, chosen in ties}


def sibling_selections(stage: Tournament) -> list[Selection]:
    """Selections of sibling stages at the same cut."""
    others = Tournament.objects.filter(follows=stage.follows_id).exclude(pk=stage.pk)
    return [
        each
        for each in others.order_by("pk").values_list("selection", flat=True)
        if each and line_of(each) == line_of(stage.selection)
    ]


def line_of(selection: Selection) -> tuple[int, int]:
    return selection["through"], selection.get("best_next", 0)


def change_of(stage: Tournament) -> StageChange | None:
    """Entrant changes caused by corrections; None without any."""
    if not stage.selection or stage.follows is None:
        return None
    numbers = stage.follows.teams.filter(number__isnull=False).values_list("number", flat=True)
    lot = {number or 0: at for at, number in enumerate(numbers.order_by("number"))}
    outcome = advance_again(stage, lot, lambda _tie: None)
    return compare(stage, outcome)


def compare(stage: Tournament, outcome: Advance) -> StageChange | None:
    """Compare the stage's entrants with the new selection."""
    assert stage.follows is not None
    stored_order: list[int] = stage.selection["order"]
    entrants = outcome.rest if stage.selection["rest"] else outcome.main
    undecided = {number for tie in outcome.undecided for number in tie.numbers}
    team_of = {team.number: team for team in stage.follows.teams.filter(number__isnull=False)}
    there = set(stage.teams.values_list("origin__number", flat=True))
    enters = [team_of[n] for n in entrants if n not in stored_order and n not in there]
    leaves = [
        team_of[n] for n in stored_order if n not in entrants and n not in undecided and n in there
    ]
    is_reseeded = stage.state == Tournament.State.ENTRY and (
        [n for n in stored_order if n in entrants] != [n for n in entrants if n in stored_order]
    )
    if not (enters or leaves or outcome.undecided or is_reseeded):
        return None
    return StageChange(stage, tuple(enters), tuple(leaves), outcome.undecided, is_reseeded)


def changes_after(tournament: Tournament) -> list[StageChange]:
    """Changes of the following stages."""
    stages = Tournament.objects.filter(follows=tournament.pk).order_by("pk")
    return [change for stage in stages if (change := change_of(stage)) is not None]
