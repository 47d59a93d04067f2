from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tests.tournaments.plain_totals import MadeGame, Sheet, matches_of, totals
from tests.tournaments.random_play import Contest
from tests.tournaments.random_sheets import sheet_of
from tests.tournaments.scoring.plain_events import DrawnMatch, PlainCup, by_value
from tournaments.models import Change, Play, Seat
from tournaments.movements import play_bracket
from tournaments.scoring import compute_standings
from tournaments.state.formats import groups_of, has_lives, is_bracket
from tournaments.state.snapshot import snapshot_of

ALL_MEET = ("berger", "round_robin", "pools")
Ranking = list[list[int]]


@dataclass
class Evening(Contest):
    """Contest with the director's decisions on who advances.

    ``stays`` has winners that a later draw used; ``gone`` are leavers of a bracket.
    """

    said: dict[tuple[int, frozenset[int]], int] = field(default_factory=dict)
    stays: dict[str, int] = field(default_factory=dict)
    gone: set[int] = field(default_factory=set)
    changes: list[Change] = field(default_factory=list)

    @property
    def kind(self) -> str:
        return self.tournament.movement_kind

    def is_over(self) -> bool:
        planned = self.tournament.planned_rounds
        done = self.tournament.rounds.count()
        if is_bracket(self.tournament):
            return not ready_in(self)
        if has_lives(self.tournament):
            return len(alive_in(self)) < 2
        return planned is None or done >= planned


def staying(evening: Evening, number: int) -> set[int]:
    teams = evening.tournament.teams.filter(number__isnull=False)
    return {
        team.number or 0
        for team in teams
        if team.withdrawn_from is None or team.withdrawn_from > number
    }


def ranked(evening: Evening) -> Ranking:
    number_of = dict(evening.tournament.teams.values_list("pk", "number"))
    found: dict[int, list[int]] = {}
    for row in compute_standings(snapshot_of(evening.tournament).facts).rows:
        found.setdefault(row.rank, []).append(number_of[row.entrant] or 0)
    return [sorted(group) for group in found.values()]


def plainly_ranked(evening: Evening) -> Ranking:
    rounds = complete_rounds(evening)
    if rounds and is_bracket(evening.tournament):
        cup = cup_of(evening)
        return cup.order([leg for leg in legs_of(evening) if leg.round <= rounds], evening.stays)
    if rounds and has_lives(evening.tournament):
        return by_lives(evening, rounds)
    sheet = sheet_in(evening)
    figures = totals(sheet)
    begun = {one for match in matches_of(sheet) for side in match.sides for one in side}
    begun |= {one for one, _number in sheet.byes}
    groups = by_value(sorted(begun), figures.__getitem__)
    idle = sorted(set(figures) - begun)
    return [*groups, idle] if idle else groups


def complete_rounds(evening: Evening) -> int:
    plays = Play.objects.filter(sitting__round__tournament=evening.tournament, current=None)
    waiting = plays.values_list("sitting__round__number", flat=True)
    return min(waiting) - 1 if waiting else evening.tournament.rounds.count()


def sheet_in(evening: Evening) -> Sheet:
    rounds, sheet = complete_rounds(evening), sheet_of(evening)
    games = tuple(game for game in sheet.games if game.round <= rounds)
    begun = {game.round for game in games}
    gone = annulled_in(evening, games)
    return replace(
        sheet,
        games=tuple(game for game in games if not gone & {one for one, _made in game.points}),
        byes=tuple((one, at) for one, at in sheet.byes if at in begun and one not in gone),
    )


def annulled_in(evening: Evening, games: Sequence[MadeGame]) -> set[int]:
    """Leavers who met less than half of the others, if the organiser annuls them."""
    tournament = evening.tournament
    if evening.kind not in ALL_MEET or not tournament.scoring_options.get("annul_leavers"):
        return set()
    numbers = sorted(staying(evening, 0))
    found = set()
    for group in groups_of(tournament) or [numbers]:
        for one in set(group) & set(evening.left):
            met = {a for game in games for a, _made in game.points
                   if one in dict(game.points)} - {one}  # fmt: skip
            if 2 * len(met) < len(set(group) - {one}):
                found.add(one)
    return found


# Cups ---------------------------------------------------------------------------------------------


def legs_of(evening: Evening) -> list[DrawnMatch]:
    """Drawn matches, with winners by points or by the director's decision."""
    seated: dict[int, dict[str, Any]] = defaultdict(dict)
    seats = Seat.objects.filter(round__tournament=evening.tournament, sitting__isnull=False)
    columns = "sitting", "round__number", "sitting__match", "side", "team__number"
    for sitting, number, match, side, team in seats.values_list(*columns):
        seated[sitting or 0] |= {"round": number, "match": match or 0, side: team}
    points_at = {play.sitting_id: points for play, points in evening.made.items()}
    found = []
    for sitting, at in seated.items():
        a, b, points = at["NS"], at["EW"], points_at.get(sitting)
        winner = evening.said.get((at["round"], frozenset({a, b})))
        if points and points["NS"] != points["EW"]:
            winner = a if points["NS"] > points["EW"] else b
        found.append(DrawnMatch(at["round"], at["match"], a, b, winner))
    return sorted(found, key=lambda leg: (leg.round, leg.match))


def cup_of(evening: Evening) -> PlainCup:
    return PlainCup(evening.kind, evening.tournament.movement_params)


def winners_in(evening: Evening, cup: PlainCup) -> dict[str, int]:
    return cup.winners(legs_of(evening)) | evening.stays


def ready_in(evening: Evening) -> set[frozenset[int]]:
    cup = cup_of(evening)
    legs = legs_of(evening)
    state = play_bracket(cup.bracket, winners_in(evening, cup))
    drawn = {leg.match for leg in legs}
    return {
        frozenset(one for one in state.sides[name] if one)
        for name in state.ready
        if cup.best_of > 1 or cup.numbers[name] not in drawn
    }


def fix_drawn_winners(evening: Evening) -> None:
    """Fix winners that a later draw used; corrections no longer change them."""
    cup = cup_of(evening)
    winners = winners_in(evening, cup)
    drawn = {leg.match for leg in legs_of(evening)}
    for later in cup.bracket.matches:
        if cup.numbers[later.name] in drawn:
            for source in (later.a, later.b):
                if source.match in winners:
                    evening.stays[source.match] = winners[source.match]


def alive_in(evening: Evening) -> set[int]:
    """Entrants with a life left who take part in the next round."""
    lost = Counter(loser_of(leg) for leg in legs_of(evening) if leg.winner)
    lives = int(evening.tournament.movement_params["lives"])
    last = max((leg.round for leg in legs_of(evening) if leg.winner), default=0)
    return {one for one in staying(evening, last + 1) if lost[one] < lives}


def by_lives(evening: Evening, rounds: int) -> Ranking:
    lives = int(evening.tournament.movement_params["lives"])
    lost, out = Counter[int](), dict[int, int]()
    legs = legs_of(evening)
    for number in range(1, rounds + 1):
        lost.update(loser_of(leg) for leg in legs if leg.round == number and leg.winner)
        for one in staying(evening, 0):
            if lost[one] < lives and evening.left.get(one, number + 1) > number:
                out.pop(one, None)
            else:
                out.setdefault(one, number)
    return by_value(
        sorted(staying(evening, 0)),
        lambda one: (0, out[one]) if one in out else (1, lives - lost[one]),
    )


def loser_of(leg: DrawnMatch) -> int:
    return leg.b if leg.winner == leg.a else leg.a
