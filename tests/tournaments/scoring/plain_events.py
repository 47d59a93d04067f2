"""Random cups, Swiss events, round robins and groups, ranked by plain loops.

Only facts and bracket matches come from the library.
"""

from dataclasses import dataclass, field
from fractions import Fraction

from tournaments.movements import double_elimination, play_bracket, single_elimination
from tournaments.scoring import (
    Bye,
    Entrant,
    Facts,
    Game,
    GameSide,
    Method,
    Options,
    Tariff,
    TieBreak,
)

T = TieBreak
CHAINS = (
    (), (T.DIRECT,), (T.DIRECT, T.DIFFERENCE), (T.BUCHHOLZ, T.LAST_GAME), (T.CUMULATIVE, T.DIRECT),
    (T.DIRECT, T.CUMULATIVE, T.POINTS_FOR), (T.WINS, T.FIRST_GAME), (T.SONNEBORN_BERGER, T.LOT),
    (T.BUCHHOLZ_CUT_1, T.POINTS_AGAINST), (T.DIRECT_BASIC, T.OPPONENTS_AVERAGE, T.LOT),
)  # fmt: skip
TARIFF = Tariff(Fraction(3), Fraction(1), Fraction(0))
FEW_POINTS = (60, 80, 100, 100, 101, 120)


def random_score(rng):
    return rng.choice(FEW_POINTS), rng.choice(FEW_POINTS)


def met_in(number, table, a, b, rng):
    x, y = random_score(rng)
    return Game(number, table, (GameSide(a, x), GameSide(b, y)))


# Rounds of a Swiss, a round robin, and groups side by side ----------------------------------------


def random_league(rng):
    """Facts of a league with byes, leavers, latecomers and carried points."""
    size, rounds = rng.randint(3, 9), rng.randint(1, 6)
    left = {e: rng.randint(2, 6) for e in range(1, size + 1) if not rng.randrange(6)}
    late = {e: rng.randint(2, 3) for e in range(1, size + 1) if not rng.randrange(6)}
    kind = rng.choice(["swiss", "round robin", "groups"])
    groups = [list(range(1, size + 1))]
    if kind == "groups":
        groups = [[*range(1, size + 1, 2)], [*range(2, size + 1, 2)]]
    games, byes = [], []
    for number in range(1, rounds + 1):
        table = 0
        for group in groups:
            order = rng.sample(group, len(group)) if kind == "swiss" else circle(group, number)
            here = [e for e in order if late.get(e, 0) <= number < left.get(e, 99)]
            for a, b in zip(here[::2], here[1::2], strict=False):
                table += 1
                games.append(met_in(number, table, a, b, rng))
            if len(here) % 2:
                byes.append(Bye(here[-1], number, rng.choice([None, None, Fraction(1, 2)])))
    # A future round without results.
    byes += [Bye(1, rounds + 1)] if rng.randrange(2) else []
    method = rng.choice([Method.GAME_POINTS, Method.WINS_THEN_POINTS, Method.POINTS_THEN_WINS])
    carries = rng.randrange(3) == 0
    return Facts(
        method,
        games=tuple(games),
        byes=tuple(byes),
        match=TARIFF if method is Method.GAME_POINTS and rng.randrange(2) else None,
        entrants=tuple(
            Entrant(e, carry=Fraction(rng.randrange(3)) if carries else Fraction(0))
            for e in range(1, size + 1)
        ),
        tie_breaks=rng.choice(CHAINS),
        lots=tuple(rng.sample(range(1, size + 1), size)),
        options=Options(bye_points=Fraction(rng.choice([0, 0, 90]))),
        annulled=tuple(e for e in sorted(left) if not rng.randrange(3)),
    )


def circle(group, number):
    """Round of a round robin: the first stays, the others rotate by one."""
    rest = group[1:]
    moved = rest[number % len(rest) :] + rest[: number % len(rest)] if rest else []
    whole = [group[0], *moved]
    return [e for pair in zip(whole, reversed(whole), strict=True) for e in pair][: len(whole)]


@dataclass
class PlainMet:
    """Match from one side; byes have no opponent."""

    round: int
    opponent: int | None
    mine: Fraction
    theirs: Fraction
    score: Fraction
    won: Fraction


@dataclass
class PlainLeague:
    facts: Facts
    met: dict[int, list[PlainMet]] = field(default_factory=dict)
    totals: dict[int, Fraction] = field(default_factory=dict)

    def __post_init__(self):
        facts = self.facts
        people = {e.id for e in facts.entrants} | {b.entrant for b in facts.byes}
        people |= {s.entrant for g in facts.games for s in g.sides}
        self.met = {e: [] for e in people}
        gone = set(facts.annulled)
        self.games = [g for g in facts.games if not gone & {s.entrant for s in g.sides}]
        for game in self.games:
            one, other = game.sides
            for mine, theirs in ((one, other), (other, one)):
                won = self.won(mine, theirs)
                self.met[mine.entrant].append(
                    PlainMet(game.round, theirs.entrant, Fraction(mine.points),
                             Fraction(theirs.points), self.score(mine, won), won)
                )  # fmt: skip
        self.rounds = sorted({game.round for game in self.games})
        for bye in facts.byes:
            if bye.round in self.rounds and bye.entrant not in gone:
                worth = self.bye_worth(bye)
                points = facts.options.bye_points
                self.met[bye.entrant].append(
                    PlainMet(bye.round, None, points, Fraction(0), worth, Fraction(0))
                )
        carry = {e.id: e.carry for e in facts.entrants}
        for e in people:
            self.met[e].sort(key=lambda m: m.round)
            self.totals[e] = sum((m.score for m in self.met[e]), carry.get(e, Fraction(0)))

    def won(self, mine, theirs):
        if mine.games != theirs.games:
            return Fraction(int(mine.games > theirs.games))
        if mine.points == theirs.points:
            return Fraction(1, 2)
        return Fraction(int(mine.points > theirs.points))

    def score(self, mine, won):
        if self.facts.method is Method.POINTS_THEN_WINS:
            return Fraction(mine.points)
        if self.facts.method is Method.WINS_THEN_POINTS:
            return won
        win, draw, loss = (3, 1, 0) if self.facts.match else (2, 1, 0)
        return Fraction(win if won == 1 else draw if won else loss)

    def bye_worth(self, bye):
        if bye.score is not None:
            return bye.score
        if self.facts.method is Method.POINTS_THEN_WINS:
            made = [s.points for g in self.games if g.round == bye.round for s in g.sides]
            return Fraction(sum(made), len(made))
        if self.facts.method is Method.WINS_THEN_POINTS:
            return Fraction(1)
        return Fraction(3 if self.facts.match else 2)

    # Tie-breaks ---------------------------------------------------------------------------------

    def played(self, e):
        return [m for m in self.met[e] if m.opponent is not None]

    def average(self, e):
        scores = [m.score for m in self.played(e)]
        return sum(scores, Fraction(0)) / len(scores) if scores else Fraction(0)

    def strength(self, e):
        """Total in which each bye counts as the mean of played rounds."""
        byes = [m.score for m in self.met[e] if m.opponent is None]
        return self.totals[e] - sum(byes) + len(byes) * self.average(e)

    def value(self, tie_break, e):
        met, played = self.met[e], self.played(e)
        strengths = sorted(self.strength(m.opponent or e) for m in met)
        if tie_break is T.CUMULATIVE:
            return sum(sum(m.score for m in met if m.round <= number) for number in self.rounds)
        if tie_break is T.LOT:
            return -self.facts.lots.index(e)
        if tie_break is T.SONNEBORN_BERGER:
            against = sum(m.score * self.strength(m.opponent) for m in played)
            return against + (len(met) - len(played)) * self.average(e) * self.strength(e)
        return {
            T.WINS: sum(m.won for m in met),
            T.POINTS_FOR: sum(m.mine for m in met),
            T.POINTS_AGAINST: -sum(m.theirs for m in met),
            T.DIFFERENCE: sum(m.mine - m.theirs for m in met),
            T.BUCHHOLZ: sum(strengths),
            T.BUCHHOLZ_CUT_1: sum(strengths[1:]),
            T.OPPONENTS_AVERAGE: sum(strengths) / len(strengths) if strengths else 0,
            T.FIRST_GAME: played[0].mine if played else 0,
            T.LAST_GAME: played[-1].mine if played else 0,
        }[tie_break]

    def direct(self, group, figure):
        """Split a group by its own matches, then each part again."""
        if len(group) == 1 or not all(
            any(m.opponent == other for m in self.met[e])
            for e in group for other in group if e != other
        ):  # fmt: skip
            return [group]
        mean = {}
        for e in group:
            figures = [figure(m) for m in self.met[e] if m.opponent in group]
            mean[e] = sum(figures, Fraction(0)) / len(figures)
        parts = by_value(group, mean.__getitem__)
        if len(parts) == 1:
            return parts
        return [each for part in parts for each in self.direct(part, figure)]

    def separate(self, groups, chain):
        for tie_break in chain:
            parts = []
            for group in groups:
                if tie_break is T.DIRECT:
                    parts += self.direct(group, lambda m: m.score)
                elif tie_break is T.DIRECT_BASIC:
                    parts += self.direct(group, lambda m: m.mine)
                elif len(group) > 1:
                    parts += by_value(group, lambda e, by=tie_break: self.value(by, e))
                else:
                    parts.append(group)
            groups = parts
        return groups

    def ranking(self):
        """Groups that share a place, best first; entrants without a score last."""
        chain = self.facts.tie_breaks
        own = {Method.WINS_THEN_POINTS: T.POINTS_FOR, Method.POINTS_THEN_WINS: T.WINS}
        if first := own.get(self.facts.method):
            chain = (first, *(t for t in chain if t is not first))
        begun = [e for e in self.met if self.met[e] or any(x.carry for x in self.facts.entrants)]
        idle = [e for e in self.met if e not in begun]
        groups = self.separate(by_value(begun, self.totals.__getitem__), chain)
        return [*groups, idle] if idle else groups


def by_value(group, value):
    values = {e: value(e) for e in group}
    return [sorted(e for e in group if values[e] == v) for v in sorted(set(values.values()))[::-1]]


# Cups ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class DrawnMatch:
    round: int
    match: int
    a: int
    b: int
    winner: int | None


@dataclass
class PlainCup:
    """Order of a bracket by played matches (legs)."""

    kind: str
    params: dict

    def __post_init__(self):
        single = self.kind == "single_elimination"
        build = single_elimination if single else double_elimination
        self.size = self.params["entrants"]
        self.best_of = self.params.get("best_of", 1)
        self.bracket = build(**{k: v for k, v in self.params.items() if k != "consolation"})
        self.numbers = {match.name: at for at, match in enumerate(self.bracket.matches, 1)}
        self.by_name = {match.name: match for match in self.bracket.matches}

    def winners(self, played):
        """Winning seed by match: more than half of its legs."""
        found = {}
        for name, at in self.numbers.items():
            won = [leg.winner for leg in played if leg.match == at]
            for one in won:
                if one and won.count(one) > self.best_of // 2:
                    found[name] = one
        return found

    def keys(self, winners):
        """Results of eliminated seeds: round of elimination, then fourth … first."""
        state = play_bracket(self.bracket, winners)
        last = self.bracket.matches[-1]
        part_of_losers = "losers" if self.kind == "double_elimination" else "main"
        feeding = {source.match for m in self.bracket.matches if m.part == "third"
                   for source in (m.a, m.b)}  # fmt: skip
        keys = {}
        for name, winner in winners.items():
            match = self.by_name[name]
            loser = next(s for s in state.sides[name] if s != winner)
            if match.part == "third":
                keys |= {winner: 997, loser: 996}
            elif match.part == part_of_losers and name not in feeding and match is not last:
                keys[loser] = match.round
        for match in self.bracket.matches:
            if match.part == "third" and match.name in state.byes:
                keys |= {seed: 997 for seed in state.sides[match.name] if seed}
        if state.champion:
            keys |= {s: 998 for s in state.sides[last.name] if s} | {state.champion: 999}
        return keys

    def order(self, played, stays=None):
        """Groups of seeds; one still in has the place if it always loses.

        ``stays`` are winners by match that corrections no longer change.
        """
        winners = self.winners(played) | (stays or {})
        known = self.keys(winners)
        found = {}
        for seed in range(1, self.size + 1):
            if seed in known:
                found[seed] = known[seed], 0
            else:
                found[seed] = self.keys(self.lose_all(winners, seed))[seed], 1
        return by_value(list(found), found.__getitem__)

    def lose_all(self, winners, seed):
        """Finish the bracket with this seed winning no match."""
        found = dict(winners)
        while (state := play_bracket(self.bracket, found)).ready:
            found |= {n: next(s for s in state.sides[n] if s != seed) for n in state.ready}
        return found


class RandomCup(PlainCup):
    """Cup played match by match; ``played`` are legs, ``games`` those with points.

    A walk-over has no game.
    """

    def __init__(self, rng):
        kind = rng.choice(["single_elimination", "single_elimination", "double_elimination"])
        size = rng.randint(2 if kind == "single_elimination" else 3, 17)
        params = {"entrants": size, "best_of": rng.choice([1, 1, 1, 3, 5])}
        if kind == "single_elimination":
            params["third_place"] = bool(rng.randrange(2))
            params["consolation"] = bool(rng.randrange(2))
        else:
            params["reset"] = bool(rng.randrange(2))
        super().__init__(kind, params)
        self.rng, self.rounds = rng, 0
        self.played, self.games = [], []
        self.gone = {s for s in range(1, self.size + 1) if not rng.randrange(8)}

    def play_round(self):
        """Play all ready matches; leavers lose without a game. False at the end."""
        winners = self.winners(self.played)
        state = play_bracket(self.bracket, winners)
        if not state.ready:
            return False
        self.rounds += 1
        for table, name in enumerate(state.ready, 1):
            a, b = state.sides[name]
            if self.rng.randrange(2):
                a, b = b, a
            at = self.numbers[name]
            away = [one for one in (a, b) if one in self.gone]
            if away and self.rounds > 1:
                winner = b if away[0] == a else a
            else:
                x, y = random_score(self.rng)
                self.games.append(Game(self.rounds, table, (GameSide(a, x), GameSide(b, y))))
                winner = a if x > y else b if y > x else self.rng.choice([a, b])
            self.played.append(DrawnMatch(self.rounds, at, a, b, winner))
        if self.params.get("consolation") and self.rounds > 1:
            # Eliminated entrants play on, without effect on the bracket.
            lost = {s for name, won in winners.items() for s in state.sides[name] if s != won}
            out = sorted(lost - {one for name in state.ready for one in state.sides[name]})
            for table, (a, b) in enumerate(zip(out[::2], out[1::2], strict=False), 50):
                self.games.append(met_in(self.rounds, table, a, b, self.rng))
                self.played.append(
                    DrawnMatch(self.rounds, 1000 + table, a, b, self.rng.choice([a, b]))
                )
        return True
