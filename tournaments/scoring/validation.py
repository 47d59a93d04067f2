"""Validate facts from untrusted JSON; for stored facts the database enforces most of this."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import lcm
from typing import Any, NamedTuple

from tournaments.scoring.facts import Facts, Section
from tournaments.scoring.results import BoardResult, FactsError, Game, ResultKind, unique_results
from tournaments.scoring.scales import MAX_BOARDS, Tariff, VpScale
from tournaments.scoring.tally import RoundKey

MAX_CELLS = 500_000
"""Entrants times rounds: a thousand tables, 250 rounds."""
MAX_DENOMINATOR = 10**200
JsonPath = str


class Seat(NamedTuple):
    """An entrant at a table; for teams `side` distinguishes their two seats in a round."""

    place: JsonPath
    when: RoundKey
    table: int
    entrant: int
    side: str


def check_facts(facts: Facts) -> Facts:
    """Return the facts; raise FactsError with the path of the first contradiction."""
    for check in CHECKS:
        check(facts)
    return facts


def raise_facts_error(place: JsonPath, words: str) -> None:
    raise FactsError(words, place)


class FirstOccurrences:
    def __init__(self) -> None:
        self._said: dict[Hashable, tuple[JsonPath, Any]] = {}

    def first(self, key: Hashable, place: JsonPath, value: Any = None) -> tuple[JsonPath, Any]:
        return self._said.setdefault(key, (place, value))

    def check_new(self, key: Hashable, place: JsonPath, words: str) -> None:
        before, _value = self.first(key, place)
        if before != place:
            raise_facts_error(place, f"{words} already, at {before}")


def check_method(facts: Facts) -> None:
    """Require games or boards as the method does, and a scale only without own match points."""
    method = facts.method
    counted, other = ("games", "results") if method.for_games else ("results", "games")
    if getattr(facts, other):
        raise_facts_error(
            other, f"the method {method.value} counts {counted}, so this must be empty"
        )
    if facts.match is not None and method.told.has_own_points:
        raise_facts_error("match", f"with the method {method.value} a match has its own points")
    if isinstance(facts.match, Tariff) and facts.match.by_games and not method.for_games:
        raise_facts_error(
            "match.by_games", f"the method {method.value} counts boards: leave this out"
        )
    if isinstance(facts.match, VpScale) and method.for_games:
        raise_facts_error(
            "match", "games have no victory points: expected win, draw and loss, or null"
        )


def check_tariff(facts: Facts) -> None:
    once = FirstOccurrences()
    for at, (won, lost, _points) in enumerate(getattr(facts.match, "by_games", ())):
        place = f"match.by_games[{at}]"
        check_at_least(0, {f"{place}[0]": won, f"{place}[1]": lost})
        once.check_new((won, lost), place, f"{won} to {lost} is listed")


def check_tie_breaks(facts: Facts) -> None:
    once = FirstOccurrences()
    for at, tie_break in enumerate(facts.tie_breaks):
        once.check_new(tie_break, f"tie_breaks[{at}]", f"{tie_break.value} is listed")


# Numbers ----------------------------------------------------------------------------------------


def check_numbers(facts: Facts) -> None:
    for at, result in enumerate(facts.results):
        check_at_least_one(f"results[{at}]", result, "board", "round", "table", "session")
        check_at_least(0, {f"results[{at}].group": result.group})
    for at, game in enumerate(facts.games):
        check_at_least_one(f"games[{at}]", game, "round", "table", "session", "deals")
    for at, bye in enumerate(facts.byes):
        check_at_least_one(f"byes[{at}]", bye, "round", "session")
    for at, reference in enumerate(facts.references):
        check_at_least_one(f"references[{at}]", reference, "board", "session")
    for at, adjustment in enumerate(facts.adjustments):
        names = ["session"] if adjustment.round is None else ["round", "session"]
        check_at_least_one(f"adjustments[{at}]", adjustment, *names)


def check_at_least_one(place: JsonPath, value: Any, *names: str) -> None:
    for name in names:
        number = getattr(value, name)
        if number < 1:
            raise_facts_error(f"{place}.{name}", f"expected 1 or more, found {number}")


def check_at_least(least: int, numbers: Mapping[JsonPath, int]) -> None:
    for place, number in numbers.items():
        if number < least:
            raise_facts_error(place, f"expected {least} or more, found {number}")


def check_denominators(facts: Facts) -> None:
    """Bound the common denominator of all exact numbers."""
    unit = 1
    for place, value in fractions_of(facts):
        unit = lcm(unit, value.denominator)
        if unit > MAX_DENOMINATOR:
            raise_facts_error(
                place, "the fractions up to here have too many different denominators"
            )


def fractions_of(facts: Facts) -> Iterator[tuple[JsonPath, Fraction]]:
    for at, entrant in enumerate(facts.entrants):
        yield f"entrants[{at}].carry", entrant.carry
        yield f"entrants[{at}].handicap", entrant.handicap
    for at, adjustment in enumerate(facts.adjustments):
        yield f"adjustments[{at}].amount", adjustment.amount
    for at, bye in enumerate(facts.byes):
        yield f"byes[{at}].score", bye.score or Fraction(0)
    for at, result in enumerate(facts.results):
        for which, award in enumerate(result.awards or ()):
            for net, (_points, weight) in enumerate(award.nets):
                yield f"results[{at}].awards[{which}].nets[{net}]", weight
    if isinstance(facts.match, Tariff):
        for at, (_won, _lost, points) in enumerate(facts.match.by_games):
            yield f"match.by_games[{at}]", points


def check_size(facts: Facts) -> None:
    seats = list(seats_of(facts))
    rounds = len({seat.when for seat in seats})
    entrants = len({seat.entrant for seat in seats} | {each.id for each in facts.entrants})
    if rounds * entrants > MAX_CELLS:
        where = "games" if facts.method.for_games else "results"
        raise_facts_error(
            where, f"{rounds} rounds of {entrants} entrants are more than any contest has"
        )


# Who takes part ---------------------------------------------------------------------------------


def check_entrants(facts: Facts) -> None:
    once = FirstOccurrences()
    for at, entrant in enumerate(facts.entrants):
        place = f"entrants[{at}]"
        once.check_new(entrant.id, place, f"entrant {entrant.id} is listed")
        if entrant.line is Section.ALL:
            raise_facts_error(f"{place}.line", "expected one of ns, ew, found 'all'")


def check_lineups(facts: Facts) -> None:
    """Require unique lineup ids that are no entrants, with entrants as members."""
    once, entrants = FirstOccurrences(), {each.id for each in facts.entrants}
    sides = {each.id for each in facts.lineups}
    for at, lineup in enumerate(facts.lineups):
        place = f"lineups[{at}]"
        once.check_new(lineup.id, place, f"side {lineup.id} is listed")
        if lineup.id in entrants:
            raise_facts_error(
                f"{place}.id", f"{lineup.id} is an entrant; a side needs a number of its own"
            )
        if not lineup.entrants:
            raise_facts_error(f"{place}.entrants", "expected somebody, found an empty list")
        listed = FirstOccurrences()
        for which, entrant in enumerate(lineup.entrants):
            inside = f"{place}.entrants[{which}]"
            listed.check_new(entrant, inside, f"entrant {entrant} is listed")
            if entrant in sides:
                raise_facts_error(inside, f"{entrant} is a side; expected an entrant")


def check_entrants_known(facts: Facts) -> None:
    """Require every referenced entrant to be listed or, without a list, to take part."""
    known = {each.id for each in facts.entrants}
    among = "listed in entrants"
    if not known:
        known, among = {seat.entrant for seat in seats_of(facts)}, "in any result"
        known |= {bye.entrant for bye in facts.byes}
    for place, entrant in named_entrants(facts):
        if entrant not in known:
            raise_facts_error(place, f"{entrant} is not {among}")


def named_entrants(facts: Facts) -> Iterator[tuple[JsonPath, int]]:
    for at, lineup in enumerate(facts.lineups):
        for group_index, entrant in enumerate(lineup.entrants):
            if facts.entrants:
                yield f"lineups[{at}].entrants[{group_index}]", entrant
    for seat in seats_of(facts):
        yield seat.place, seat.entrant
    for at, bye in enumerate(facts.byes):
        yield f"byes[{at}].entrant", bye.entrant
    for at, adjustment in enumerate(facts.adjustments):
        yield f"adjustments[{at}].entrant", adjustment.entrant
    for name, entrants in (("lots", facts.lots), ("annulled", facts.annulled)):
        for at, entrant in enumerate(entrants):
            yield f"{name}[{at}]", entrant
    for at, walkover in enumerate(facts.walkovers):
        yield f"walkovers[{at}].entrant", walkover.entrant
    for at, order in enumerate(facts.knockout):
        for group_index, group in enumerate(order.groups):
            for inside, entrant in enumerate(group):
                yield f"knockout[{at}].groups[{group_index}][{inside}]", entrant


def check_lots(facts: Facts) -> None:
    once = FirstOccurrences()
    for at, entrant in enumerate(facts.lots):
        once.check_new(entrant, f"lots[{at}]", f"entrant {entrant} has drawn a lot")


def check_knockout_orders(facts: Facts) -> None:
    """Refuse a second order of a round, and an entrant listed twice in one."""
    rounds, entrants = FirstOccurrences(), FirstOccurrences()
    for at, order in enumerate(facts.knockout):
        place = f"knockout[{at}]"
        check_at_least_one(place, order, "round")
        rounds.check_new(order.round, f"{place}.round", f"round {order.round} is listed")
        for group_index, group in enumerate(order.groups):
            if not group:
                raise_facts_error(
                    f"{place}.groups[{group_index}]", "expected entrants, found an empty list"
                )
            for inside, entrant in enumerate(group):
                there = f"{place}.groups[{group_index}][{inside}]"
                entrants.check_new((at, entrant), there, f"entrant {entrant} is listed")


# What happened ----------------------------------------------------------------------------------


def check_outcomes(facts: Facts) -> None:
    """Require a net only for played boards, and 2 or 3 sides of a game."""
    for at, result in enumerate(facts.results):
        place = f"results[{at}].net"
        if result.kind is ResultKind.PASSED_OUT and result.net:
            raise_facts_error(place, f"a board passed out has 0, found {result.net}")
        if result.kind not in (ResultKind.PLAYED, ResultKind.PASSED_OUT) and result.net is not None:
            raise_facts_error(place, f"a board that is {result.kind.value} has none: expected null")
    for at, game in enumerate(facts.games):
        if len(game.sides) > 3:
            raise_facts_error(
                f"games[{at}].sides", f"expected 2 or 3 sides, found {len(game.sides)}"
            )
        for which, side in enumerate(game.sides):
            check_at_least(0, {f"games[{at}].sides[{which}].games": side.games})


def check_results(facts: Facts) -> None:
    """Refuse contradictory results of one table and board; exact repetitions are allowed."""
    once = FirstOccurrences()
    each: BoardResult | Game
    for name, listed in (("results", facts.results), ("games", facts.games)):
        for at, each in enumerate(listed):  # type: ignore[assignment]
            place, before = once.first((name, each.where), f"{name}[{at}]", each)
            if before != each:
                raise_facts_error(
                    f"{name}[{at}]", f"another result of {each.place} than at {place}"
                )


def seats_of(facts: Facts) -> Iterator[Seat]:
    members, for_teams = facts.members, facts.method.for_teams
    for at, result in enumerate(facts.results):
        when = RoundKey(result.session, result.round)
        for name, side in (("ns", result.ns), ("ew", result.ew)):
            for entrant in members.get(side, (side,)):
                line = name if for_teams else ""
                yield Seat(f"results[{at}].{name}", when, result.table, entrant, line)
    for at, game in enumerate(facts.games):
        when = RoundKey(game.session, game.round)
        for which, player in enumerate(game.sides):
            place = f"games[{at}].sides[{which}].entrant"
            for entrant in members.get(player.entrant, (player.entrant,)):
                yield Seat(place, when, game.table, entrant, "")


def check_one_table_per_round(facts: Facts) -> None:
    """Refuse an entrant at two tables in a round; a team has one NS and one EW pair."""
    once = FirstOccurrences()
    for seat in seats_of(facts):
        key = seat.when, seat.entrant, seat.side
        place, table = once.first(key, seat.place, seat.table)
        if table != seat.table:
            as_side = f" as {seat.side.upper()}" if seat.side else ""
            raise_facts_error(
                seat.place,
                f"{seat.entrant} sits at table {table}{as_side} in round {seat.when.round}, "
                f"by {place}",
            )


def check_table_opponents(facts: Facts) -> None:
    """Refuse other opponents at a table within a round; sides can change by board."""
    once = FirstOccurrences()
    members = facts.members
    for at, result in enumerate(facts.results):
        key = result.session, result.round, result.table
        place, (ns, ew) = once.first(key, f"results[{at}]", (result.ns, result.ew))
        if {ns, ew} != {result.ns, result.ew}:
            raise_facts_error(
                f"results[{at}]",
                f"{ns} against {ew} sit at table {result.table} in round {result.round}, "
                f"by {place}",
            )
        both = {*members.get(ns, (ns,))} & {*members.get(ew, (ew,))}
        if both:
            raise_facts_error(f"results[{at}].ew", f"{min(both)} cannot sit on both sides")


def check_boards_played_once(facts: Facts) -> None:
    """Refuse a board played again; a team also plays it at its other table."""
    once, members = FirstOccurrences(), facts.members
    for at, result in enumerate(facts.results):
        if result.compared_net is None:
            continue
        for name, side in (("ns", result.ns), ("ew", result.ew)):
            line = name if facts.method.for_teams else ""
            for entrant in members.get(side, (side,)):
                key = result.session, result.board, entrant, line
                place, where = once.first(key, f"results[{at}]", result.where)
                if where != result.where:
                    raise_facts_error(
                        f"results[{at}].board",
                        f"{entrant} has played board {result.board} in round {where.round}, "
                        f"by {place}",
                    )


def check_byes(facts: Facts) -> None:
    """Refuse a second bye, or a match, in a round with a bye."""
    playing = {(seat.when, seat.entrant): seat.place for seat in seats_of(facts)}
    once = FirstOccurrences()
    for at, bye in enumerate(facts.byes):
        key = RoundKey(bye.session, bye.round), bye.entrant
        if key in playing:
            raise_facts_error(
                f"byes[{at}]", f"{bye.entrant} plays in round {bye.round}, by {playing[key]}"
            )
        place, before = once.first(key, f"byes[{at}]", bye)
        if before != bye:
            raise_facts_error(
                f"byes[{at}]", f"another bye of {bye.entrant} in this round than at {place}"
            )


def check_match_lengths(facts: Facts) -> None:
    """Bound the boards between two sides by what a VP scale covers."""
    if not isinstance(facts.match, VpScale):
        return
    met: dict[tuple[int, int, int], set[int]] = {}
    for result in unique_results(facts.results):
        low, high = sorted((result.ns, result.ew))
        boards = met.setdefault((result.session, low, high), set())
        boards.add(result.board)
        if len(boards) > MAX_BOARDS:
            raise_facts_error("results", f"{low} and {high} play more than {MAX_BOARDS} boards")


CHECKS: Iterable[Callable[[Facts], None]] = (
    check_method,
    check_tariff,
    check_tie_breaks,
    check_numbers,
    check_denominators,
    check_entrants,
    check_lineups,
    check_entrants_known,
    check_lots,
    check_knockout_orders,
    check_outcomes,
    check_results,
    check_size,
    check_table_opponents,
    check_one_table_per_round,
    check_boards_played_once,
    check_byes,
    check_match_lengths,
)
