"""Plain computation of who advances, and a next stage with random corrections."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Any

from tests.tournaments.plain_totals import totals
from tests.tournaments.random_evenings import (
    correct_one,
    enter,
    must_be_ranked,
    must_be_stored,
    play_evening,
    refusal_of,
)
from tests.tournaments.random_rankings import Evening, Ranking, plainly_ranked, sheet_in, staying
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Tournament
from tournaments.setup.services.stages import create_next_stages, exchange_entrants
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.advancement import change_of
from tournaments.state.formats import groups_of

FOLLOWING = ("single_elimination", "double_elimination", "swiss", "berger", "lives")
RULES = ("lot", "deal", "all")


@dataclass(frozen=True)
class Cut:
    """Entrants that surely advance, and ties with the number that advance."""

    sure: frozenset[int]
    ties: tuple[tuple[frozenset[int], int], ...]

    @property
    def tied(self) -> frozenset[int]:
        return frozenset().union(*(numbers for numbers, _free in self.ties))


def cut_of(evening: Evening, through: int, best: int) -> Cut:
    here = staying(evening, 99)
    lists = lists_of(evening, here)
    more, shared, free = best_of_next(evening, lists, through, best)
    sure: set[int] = set()
    ties: list[tuple[frozenset[int], int]] = []
    for at, groups in enumerate(lists):
        left = through + (at in more)
        for group in groups:
            if len(group) <= left:
                sure |= set(group)
            elif left > 0:
                ties.append((frozenset(group), left))
            left = max(0, left - len(group))
    if shared:
        numbers = {
            one for at in shared for one in group_below_cut(lists[at], through) if one not in sure
        }
        ties.append((frozenset(numbers), free))
    return Cut(frozenset(sure), tuple(ties))


def lists_of(evening: Evening, here: set[int]) -> list[Ranking]:
    ranking = plainly_ranked(evening)
    found = []
    for members in groups_of(evening.tournament) or [sorted(here)]:
        own = [[one for one in group if one in here and one in members] for group in ranking]
        found.append([group for group in own if group])
    return [groups for groups in found if groups]


def group_below_cut(groups: Ranking, place: int) -> list[int]:
    """Entrants that share the place after the cut."""
    return next(group for at, group in enumerate(groups) if sum(map(len, groups[: at + 1])) > place)


def best_of_next(
    evening: Evening, lists: list[Ranking], through: int, best: int
) -> tuple[set[int], set[int], int]:
    """Groups that surely send one more, groups tied for the rest, and the places left."""
    rank = {one: at for at, group in enumerate(plainly_ranked(evening)) for one in group}
    next_ones = {
        at: group_below_cut(groups, through)
        for at, groups in enumerate(lists)
        if sum(map(len, groups)) > through
    }
    if not best or not next_ones:
        return set(), set(), 0
    sheet = sheet_in(evening)
    figures = totals(sheet)
    played = Counter(one for game in sheet.games for one, _points in game.points)
    counts = {played[one] for group in next_ones.values() for one in group}
    value: dict[int, Fraction] = {}
    for at, group in next_ones.items():
        means = [figures[one][0] / (played[one] or 1) for one in group]
        value[at] = max(means) if len(counts) > 1 else -Fraction(rank[group[0]])
    ahead = {at for at in value if sum(value[o] >= value[at] for o in value) <= best}
    last = max((value[at] for at in value if at not in ahead), default=None)
    equal = {at for at in value if value[at] == last}
    free = best - len(ahead)
    return (ahead, equal, free) if free and equal else (ahead, set(), 0)


# The next stage -----------------------------------------------------------------------------------


def play_next_stage(evening: Evening) -> None:
    """Finish, create the next stage, correct and exchange, and play it."""
    rng = evening.rng
    before = finish_tournament(tournament=evening.tournament, anyway=True)
    evening.tournament = before
    has_groups = bool(groups_of(before))
    through = rng.choice([1, 2] if has_groups else [2, 3, 4])
    best = rng.choice([0, 1]) if has_groups else 0
    stage = make_stage(evening, through, best)
    if stage is None:
        return
    for _time in range(rng.randrange(4)):
        correct_and_exchange(evening, stage, through, best)
    count = stage.teams.count()
    kind = rng.choice(FOLLOWING[: 5 if count > 2 else 1])
    params = {"entrants": count} if kind != "lives" else {"lives": 1, "buy_backs": 0}
    params |= {"rounds": 2} if kind == "swiss" else {}
    stage = draw_tournament(tournament=stage, kind=kind, params=params, by_lot=False)
    correct_too_late(evening, stage)
    following = Evening(publish_draw(tournament=stage), rng)
    play_evening(following)
    correct_too_late(evening, stage)
    must_be_ranked(following)
    must_be_stored(following)


def make_stage(evening: Evening, through: int, best: int) -> Tournament | None:
    """Next stage; check that an undecided tie at the cut is refused."""
    before, line = evening.tournament, cut_of(evening, through, best)
    if len(line.sure) < 2 and not line.ties:
        return None
    values: dict[str, Any] = {"stage_name": "Final", "through": through, "best_next": best}
    refused = refusal_of(lambda: create_next_stages(tournament=before, **values))
    assert bool(refused) == bool(line.ties)
    if refused:
        assert refused.code == "tie_at_line"
        rule, winners = random_decision(evening, refused)
        create_next_stages(tournament=before, **values, tie=rule, tie_winners=winners)
        assert log_of(before, f"line_by_{rule}")
    stage = before.stages.get()
    assert change_of(stage) is None
    check_entrants_at_cut(stage, line)
    check_ties_are_logged(evening, stage)
    return stage


def random_decision(evening: Evening, refused: RuleViolationError) -> tuple[str, list[int]]:
    """Random rule; for a deciding deal the winners of each tie."""
    rule = evening.rng.choice(RULES)
    winners: list[int] = []
    if rule == "deal":
        for tie in refused.details["ties"]:
            able = [number for number in tie["teams"] if number not in winners]
            winners += evening.rng.sample(able, tie["free"])
    return rule, winners


def check_entrants_at_cut(stage: Tournament, line: Cut) -> None:
    """Check that sure entrants are in, and as many tied ones as can advance."""
    there = list(stage.teams.values_list("origin__number", flat=True))
    assert len(there) == len(set(there))
    assert line.sure <= set(there) <= line.sure | line.tied, (line, there)
    for numbers, free in line.ties:
        assert len(set(there) & numbers) >= free


def check_ties_are_logged(evening: Evening, stage: Tournament) -> None:
    """Check that equal seeds are ordered by a logged decision."""
    there = seeds_of(stage)
    rank = {one: at for at, group in enumerate(plainly_ranked(evening)) for one in group}
    decided = [
        {int(number) for number in str(entry["numbers"]).split(", ")}
        for action in ("seeds_by_lot", *(f"line_by_{rule}" for rule in RULES))
        for entry in log_of(evening.tournament, action)
    ]
    groups = groups_of(evening.tournament)
    tiers: Counter[int] = Counter()
    tier: dict[int, int] = {}
    for one in there:
        group = next((at for at, group in enumerate(groups) if one in group), 0)
        tier[one] = tiers[group] if groups else 0
        tiers[group] += 1
    for one, other in pairwise(there):
        if (tier[one], rank[one]) == (tier[other], rank[other]):
            assert any({one, other} <= numbers for numbers in decided), (one, other, decided)


def log_of(tournament: Tournament, action: str) -> list[dict[str, object]]:
    entries = LogEntry.objects.filter(tournament=tournament, action=action)
    return list(entries.order_by("pk").values_list("details", flat=True))


def correct_and_exchange(evening: Evening, stage: Tournament, through: int, best: int) -> None:
    """Corrections of the stage before change the next one; correcting back restores it."""
    play = evening.rng.choice(sorted(evening.made, key=lambda play: play.pk))
    before, entrants = evening.made[play], seeds_of(stage)
    enter(evening, play)
    must_be_ranked(evening)
    exchange(evening, stage)
    line = cut_of(evening, through, best)
    check_entrants_at_cut(stage, line)
    if not evening.rng.randrange(2):
        enter(evening, play, before)
        exchange(evening, stage)
        assert seeds_of(stage) == entrants


def exchange(evening: Evening, stage: Tournament) -> None:
    change = change_of(Tournament.objects.get(pk=stage.pk))
    if change is None:
        refused = refusal_of(lambda: exchange_entrants(tournament=stage, tie="lot"))
        assert refused is not None
        assert refused.code == "nothing_changes"
        return
    lots = len(log_of(evening.tournament, "line_by_lot"))
    exchange_entrants(tournament=stage, tie="lot")
    assert bool(change.undecided) <= (len(log_of(evening.tournament, "line_by_lot")) > lots)
    stage.refresh_from_db()
    assert change_of(stage) is None
    entry = log_of(stage, "stage_corrected")[-1]
    for number in change.numbers_in:
        assert str(number) in str(entry["enters"])


def correct_too_late(evening: Evening, stage: Tournament) -> None:
    """Corrections change no entrant of a later stage that is drawn."""
    there = numbers_in(stage)
    correct_one(evening)
    refused = refusal_of(lambda: exchange_entrants(tournament=stage, tie="lot"))
    assert refused is not None
    assert refused.code in ("nothing_changes", "drawn_already")
    assert numbers_in(stage) == there


def seeds_of(stage: Tournament) -> list[int]:
    return list(stage.teams.order_by("seeding").values_list("origin__number", flat=True))


def numbers_in(stage: Tournament) -> set[int]:
    return set(stage.teams.filter(origin__isnull=False).values_list("origin__number", flat=True))
