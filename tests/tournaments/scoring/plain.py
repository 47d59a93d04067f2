"""Totals and places over ``plain_values``, by plain loops from the facts alone."""

from decimal import Decimal
from fractions import Fraction
from functools import lru_cache

from tests.tournaments.scoring.plain_values import (
    away_from_zero,
    distinct,
    field_of,
    is_match_pair,
    nets_on,
    options_of,
    people,
    plain_team_values,
    plain_values,
    team_averages,
)
from tournaments.scoring import AdjustmentLevel, Method, Tariff, VpScale, Weight
from tournaments.scoring.facts import TieBreak


def plain_vp(factor, boards, margin):
    """Victory points in floating point, exact enough for two decimals."""
    tau, blitz = (5**0.5 - 1) / 2, float(factor) * boards**0.5
    table = []
    for m in range(int(blitz) + 3):
        value = 10 + 10 * (1 - tau ** (3 * m / blitz)) / (1 - tau**3) if m < blitz else 20
        table.append(int(value * 100 + 0.5))
    table = plain_repair(table)
    won = table[min(away_from_zero(abs(margin)), len(table) - 1)]
    return Fraction(won if margin >= 0 else 2000 - won, 100)


def plain_repair(table):
    """Make the table concave, unless a value moves by more than a hundredth."""
    mended = list(table)
    changed = True
    while changed:
        changed = False
        for m in range(1, len(mended) - 1):
            if mended[m + 1] - mended[m] > mended[m] - mended[m - 1]:
                mended[m] += 1
                changed = True
                break
    return mended if all(b - a <= 1 for a, b in zip(table, mended, strict=True)) else table


def session_top(facts, session):
    if not any(r.session == session for r in distinct(facts)):
        return 0  # before any play there an adjustment has no weight
    if facts.method is Method.MATCHPOINTS:
        return 2 * max(field_of(facts, session) - 1, 1)
    return 2 * max(len(nets_on(facts, r)) or 1 for r in distinct(facts) if r.session == session)


def plain_board_total(facts, entrant):
    """Sum or mean of an entrant's boards, with penalties per board."""
    sessions = {}
    values = plain_values(facts)
    for r in distinct(facts):
        ns, ew = values[r.session, r.round, r.table, r.board]
        top = Fraction(2 * (max(field_of(facts, r.session), 2) - 1))
        if facts.method is Method.ASCHERMAN:
            top = Fraction(2 * max(len(nets_on(facts, r)), 1))
        for side, value in ((r.ns, ns), (r.ew, ew)):
            if entrant in people(facts, side):
                sessions.setdefault(r.session, []).append((value, top))
    extra = {}
    for a in facts.adjustments:
        if a.entrant == entrant and a.per is AdjustmentLevel.BOARD:
            extra[a.session] = extra.get(a.session, Fraction(0)) + a.amount
    everything = [value for found in sessions.values() for value in found]
    whole = sum((v for v, _ in everything), Fraction(0)) + sum(extra.values(), Fraction(0))
    mean = facts.options.per_board
    if mean is None:
        mean = facts.method in (Method.MATCHPOINTS, Method.ASCHERMAN, Method.AVERAGE_DIFFERENCE)
    if not mean or not everything:
        return whole if not mean else Fraction(0)
    if facts.options.weight is Weight.SESSION:
        means = [(sum(v for v, _ in found) + extra.get(s, 0)) / len(found)
                 for s, found in sessions.items()]  # fmt: skip
        return sum(means, Fraction(0)) / len(means)
    if facts.options.weight is Weight.TOP and facts.method in (
        Method.MATCHPOINTS, Method.ASCHERMAN):  # fmt: skip
        scored = sum(v * t for v, t in everything)
        scored += sum(amount * session_top(facts, s) for s, amount in extra.items())
        return scored / sum(t for _, t in everything)
    return whole / len(everything)


@lru_cache(maxsize=2)
def plain_match_points(facts):
    """Team matches: (session, round, team, opponent) → VP, tariff or Patton points."""
    values = plain_team_values(facts)
    scores = {}
    for match in {(session, n, team, other) for session, n, _, team, other in values}:
        session, round, team, other = match
        mine, theirs = values_in(values, match), values_in(values, (session, round, other, team))
        if facts.method is Method.PATTON:
            scores[match] = plain_patton(facts, session, round, team, mine)
        else:
            own, against = sum(mine.values()), sum(theirs.values())
            scores[match] = plain_match_score(facts, own, against, len(mine))
    return scores


def values_in(values, match):
    return {b: v for (s, n, b, team, other), v in values.items() if (s, n, team, other) == match}


def plain_patton(facts, session, round, team, mine):
    """Board-a-match points of a match, and the share of its net difference."""
    difference = Fraction(0)
    results = distinct(facts)
    for first in results:
        for second in results:
            if first.ns == team and is_match_pair(first, second) and first.board in mine:
                difference += plain_swing(facts, first, second)
    b = len(mine)
    here = [r for r in results if (r.session, r.round) == (session, round)]
    home = next(r.ns for r in sorted(here, key=lambda r: r.table)
                if team in (r.ns, r.ew) and r.board in mine)  # fmt: skip
    seen = difference if team == home else -difference
    ratio = Decimal(seen.numerator) / seen.denominator / (40 * Decimal(b).sqrt())
    share = int(b * (1 + max(Decimal(-1), min(Decimal(1), ratio))) + Decimal("0.5"))
    return sum(mine.values()) + (share if team == home else 2 * b - share)


def plain_swing(facts, home, away):
    if team_averages(home, away):
        return Fraction(0)
    return sum((w * v * (x - y) for x, w in options_of(facts, home, 0)
                for y, v in options_of(facts, away, 1)), Fraction(0))  # fmt: skip


def plain_game_totals(facts):
    """Entrant → (total, second figure), for games with two or three sides."""
    totals = {}
    for game in facts.games:
        for side in game.sides:
            others = [other for other in game.sides if other is not side]
            figures = [s.games for s in game.sides]
            key = (lambda s: s.games) if len(set(figures)) > 1 else (lambda s: s.points)
            best = max(key(s) for s in game.sides)
            sharing = sum(1 for s in game.sides if key(s) == best)
            won = Fraction(0)
            if key(side) == best:
                won = Fraction(1) if sharing == 1 else Fraction(1, 2)
            score = {Method.POINTS_THEN_WINS: (Fraction(side.points), won),
                     Method.WINS_THEN_POINTS: (won, Fraction(side.points)),
                     Method.GAME_POINTS: (tariff_points(facts.match, won, side, others), 0),
                     }[facts.method]  # fmt: skip
            old = totals.get(side.entrant, (0, 0))
            totals[side.entrant] = (old[0] + score[0], old[1] + score[1])
    return totals


def tariff_points(tariff, won, side, others):
    if tariff is None:
        return 2 * won
    games = (side.games, sum(other.games for other in others))
    for mine, theirs, points in tariff.by_games:
        if (mine, theirs) == games:
            return points
    return {Fraction(1): tariff.win, Fraction(0): tariff.loss}.get(won, tariff.draw)


def plain_pair_vp(facts, entrant):
    """Victory points of a pair by round, from its cross-IMPs or Butler IMPs."""
    values = plain_values(facts)
    rounds = {}
    for r in distinct(facts):
        for seat, other, i in ((r.ns, r.ew, 0), (r.ew, r.ns, 1)):
            if seat == entrant:
                value = values[r.session, r.round, r.table, r.board][i]
                rounds.setdefault((r.session, r.round, other), []).append((r.board, value))
    total = Fraction(0)
    for found in rounds.values():
        margin = sum((v for _, v in found), Fraction(0))
        total += plain_vp(facts.match.factor, len({b for b, _ in found}), margin)
    return total


def plain_match_score(facts, own, theirs, boards):
    if isinstance(facts.match, VpScale):
        margin = own - theirs if facts.method is Method.BOARD_A_MATCH else own
        return plain_vp(facts.match.factor, facts.options.boards_per_match or boards, margin)
    if isinstance(facts.match, Tariff):
        tariff = facts.match
        return tariff.win if own > theirs else tariff.loss if own < theirs else tariff.draw
    return own


def plain_total(facts, entrant):
    if facts.method in (Method.IMPS, Method.SWING_POINTS, Method.BOARD_A_MATCH, Method.PATTON):
        scores = plain_match_points(facts)
        total = sum((v for (_, _, team, _), v in scores.items() if team == entrant), Fraction(0))
        total += sum((a.amount for a in facts.adjustments
                      if a.entrant == entrant and a.per is AdjustmentLevel.BOARD),
                     Fraction(0))  # fmt: skip
    else:
        total = plain_board_total(facts, entrant)
    for e in facts.entrants:
        if e.id == entrant:
            total += e.carry
    for a in facts.adjustments:
        if a.entrant == entrant and a.per is AdjustmentLevel.TOTAL:
            total += a.amount
    return total


def plain_rank(totals, entrant):
    return 1 + sum(1 for other in totals.values() if other > totals[entrant])


def plain_buchholz(facts, totals, entrant):
    """Opponents' totals, once per round against them."""
    met = {(r.session, r.round, r.ew if r.ns == entrant else r.ns)
           for r in distinct(facts) if entrant in (r.ns, r.ew)}  # fmt: skip
    return sum((totals[other] for _, _, other in met), Fraction(0))


PLAIN_TIE_BREAKS = {TieBreak.BUCHHOLZ: plain_buchholz}
