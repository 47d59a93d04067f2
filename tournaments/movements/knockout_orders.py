from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from itertools import groupby
from typing import Any

from tournaments.movements.building import build_bracket
from tournaments.movements.catalogue import FORMATS
from tournaments.movements.consolation import bracket_order
from tournaments.movements.formats import Seating
from tournaments.movements.knockout import Bracket
from tournaments.movements.lives import LivesEntry, LivesRules
from tournaments.movements.played_brackets import PlayedMatch, legs_of, winners_in

Params = Mapping[str, Any]
Order = list[list[int]]


def knockout_orders(
    kind: str,
    params: Params,
    *,
    teams: Collection[int],
    matches: Sequence[PlayedMatch],
    rounds: int,
    bought: Mapping[int, Sequence[int]],
    left: Mapping[int, int],
) -> dict[int, Order]:
    """Order after each of this many rounds; empty for other formats.

    ``bought`` lists the lives bought after each round, ``left`` the round from which a team no
    longer plays. Later matches show who advanced.
    """
    row = FORMATS.get(kind)
    numbers = range(1, rounds + 1)
    if row is not None and row.seating is Seating.BRACKET:
        bracket = build_bracket(kind, params)
        decided = _decided_by_round(bracket, matches)
        return {
            number: bracket_order(
                bracket, {name: seed for name, (at, seed) in decided.items() if at <= number}
            )
            for number in numbers
        }
    if row is not None and row.seating is Seating.LIVES:
        rules = lives_rules(params)
        out = dict.fromkeys(teams, 0)
        orders = {}
        for number in numbers:
            alive = _lives_after(number, teams, matches, bought, rules)
            for team, lives in alive.items():
                is_in = lives and left.get(team, number + 1) > number
                out[team] = 0 if is_in else out[team] or number
            orders[number] = _by_lives(alive, out)
        return orders
    return {}


def lives_rules(params: Params) -> LivesRules:
    names = ("lives", "buy_backs", "until_round")
    return LivesRules(**{name: int(params[name]) for name in names if name in params})


def _decided_by_round(
    bracket: Bracket, matches: Sequence[PlayedMatch]
) -> dict[str, tuple[int, int]]:
    winners = winners_in(bracket, range(1, bracket.entrants + 1), matches)
    legs = legs_of(matches)
    rounds: dict[str | None, int] = {}
    for at, match in enumerate(bracket.matches, start=1):
        own = max((leg.round for leg in legs.get(at, ())), default=0)
        before = (rounds.get(source.match, 0) for source in (match.a, match.b))
        rounds[match.name] = max(own, *before)
    return {name: (rounds[name], seed) for name, seed in winners.items()}


def _lives_after(
    number: int,
    teams: Collection[int],
    matches: Sequence[PlayedMatch],
    bought: Mapping[int, Sequence[int]],
    rules: LivesRules,
) -> dict[int, int]:
    lost = Counter(
        each.a if each.winner == each.b else each.b
        for each in matches
        if each.round <= number and each.winner is not None
    )
    bought_lives = Counter(team for at, buyers in bought.items() if at <= number for team in buyers)
    return {
        team: LivesEntry(team, rank=0, lost=lost[team], bought=bought_lives[team]).lives_left(rules)
        for team in teams
    }


def _by_lives(alive: Mapping[int, int], out: Mapping[int, int]) -> Order:
    keys = {team: (out[team] == 0, out[team] or lives) for team, lives in alive.items()}
    ranked = sorted(sorted(keys), key=keys.__getitem__, reverse=True)
    return [list(group) for _key, group in groupby(ranked, key=keys.__getitem__)]
