"""Board values by plain loops over fractions.

Shares only facts with the library: compares all results, and repeats the tables.
"""

from fractions import Fraction
from functools import lru_cache

from tournaments.scoring import Average, Method, ResultKind

WIDTHS = [2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 18, 20, 22, 25, 28]

STEP = {Average.PLUS: 1, Average.EQUAL: 0, Average.MINUS: -1}


def plain_imps(swing):
    size, left = 0, abs(swing)
    while size < 24 and left >= WIDTHS[size]:
        left -= WIDTHS[size]
        size += 1
    return size if swing >= 0 else -size


def away_from_zero(value):
    whole = int(abs(value))
    if abs(value) - whole >= Fraction(1, 2):
        whole += 1
    return whole if value >= 0 else -whole


def played_net(facts, result):
    if result.kind is ResultKind.PASSED_OUT:
        return 0
    if result.kind is not ResultKind.PLAYED:
        return None
    return clip(facts, result.net)


def clip(facts, net):
    limit = facts.options.clip
    if limit is not None and net > limit:
        return limit
    if limit is not None and net < -limit:
        return -limit
    return net


def distinct(facts):
    found = []
    for result in facts.results:
        if result not in found and result.kind not in (ResultKind.LATE, ResultKind.NOT_COUNTED):
            found.append(result)
    return found


def same_board(facts, result):
    return [r for r in distinct(facts)
            if (r.session, r.board) == (result.session, result.board)]  # fmt: skip


def nets_on(facts, result):
    return nets_of(facts, result, result.group)


def nets_of(facts, result, group):
    nets = [played_net(facts, r) for r in same_board(facts, result) if r.group == group]
    return [net for net in nets if net is not None]


def largest_other_group(facts, result):
    """Size of the largest other group of nets, or 0."""
    groups = {r.group for r in same_board(facts, result)} - {result.group}
    return max([0] + [len(nets_of(facts, result, group)) for group in groups])


def is_left_alone(facts, result):
    if facts.method in (Method.AVERAGE_DIFFERENCE, Method.TOTAL_POINTS):
        return False
    alone = len(nets_on(facts, result)) == 1 and largest_other_group(facts, result) > 1
    return alone and facts.options.small_groups


def field_of(facts, session):
    sizes = [1]
    for r in distinct(facts):
        if r.session == session:
            here = [played_net(facts, other) for other in same_board(facts, r)]
            sizes.append(len([net for net in here if net is not None]))
    return max(sizes)


def has_fixed_percentages(facts, result):
    """Whether fixed percentages apply: a fouled board with a larger other group."""
    is_smaller = len(nets_on(facts, result)) < largest_other_group(facts, result)
    return facts.options.small_groups and is_smaller


def matchpoint_percent(facts, net, others, result):
    """Percent of a result against others, by the director's table."""
    mine = sum(2 for x in others if net > x) + sum(1 for x in others if net == x)
    n = len(others) + 1
    if facts.method is Method.ASCHERMAN:
        return Fraction(100 * (mine + 1), 2 * n)
    field = max(field_of(facts, result.session), n)
    if n < field and n <= 3 and has_fixed_percentages(facts, result):
        return Fraction(60 + 5 * (mine - (n - 1)))
    if n == 1 and field == 1:
        return Fraction(50)
    raw = Fraction(100 * mine, 2 * (n - 1)) if n > 1 else Fraction(50)
    shrink = Fraction(n - 1, n) * Fraction(field, field - 1)
    return 50 + (raw - 50) * shrink


def compared(facts, net, nets, is_own, result):
    """NS value of a net, which `nets` contains if it was played."""
    others = list(nets)
    if not nets and facts.method not in (Method.AVERAGE_DIFFERENCE, Method.TOTAL_POINTS):
        return Fraction(50 if facts.method in (Method.MATCHPOINTS, Method.ASCHERMAN) else 0)
    if is_own:
        others.remove(net)
    if facts.method in (Method.MATCHPOINTS, Method.ASCHERMAN):
        return matchpoint_percent(facts, net, others, result)
    if facts.method is Method.CROSS_IMPS:
        total = sum(plain_imps(net - other) for other in others)
        return Fraction(total, len(others)) if others else Fraction(0)
    if facts.method is Method.BUTLER:
        return Fraction(plain_imps(net - plain_datum(facts, nets)))
    return Fraction(net)


def plain_datum(facts, nets):
    n = len(nets)
    drop = facts.options.datum_drop
    if drop is None:
        drop = 2 if n >= 10 else 1 if n >= 5 else 0
    drop = min(drop, max(0, (n - 1) // 2))
    left = list(nets)
    for _ in range(drop):
        left.remove(max(left))
        left.remove(min(left))
    if not left:
        return 0
    return away_from_zero(Fraction(sum(left), len(left)))


def average_value(facts, average, nets):
    step = STEP[average]
    if facts.method in (Method.MATCHPOINTS, Method.ASCHERMAN):
        return Fraction(50 + 10 * step)
    if facts.method in (Method.BUTLER, Method.CROSS_IMPS):
        return step * facts.options.average_imps
    mean = Fraction(sum(nets), len(nets)) if nets else Fraction(0)
    return mean + step * facts.options.average_net


def side_value(facts, result, is_ns):
    """Value for one side, nets seen from it, before averages are improved."""
    sign = 1 if is_ns else -1
    nets = [sign * net for net in nets_on(facts, result)]
    net = played_net(facts, result)
    if net is not None:
        if is_left_alone(facts, result):
            return average_value(facts, Average.PLUS, nets)
        return compared(facts, sign * net, nets, True, result)
    if result.awards is None:
        return average_value(facts, Average.EQUAL, nets)
    award = result.awards[0 if is_ns else 1]
    if award.average is not None:
        return average_value(facts, award.average, nets)
    total = Fraction(0)
    for assigned, weight in award.nets:
        seen = sign * clip(facts, assigned)
        total += weight * compared(facts, seen, nets, False, result)
    return total


def artificial(result, is_ns):
    if result.kind is ResultKind.NOT_PLAYED:
        return Average.EQUAL
    return result.awards[0 if is_ns else 1].average if result.kind is ResultKind.ADJUSTED else None


def people(facts, side):
    for lineup in facts.lineups:
        if lineup.id == side:
            return lineup.entrants
    return (side,)


@lru_cache(maxsize=2)
def plain_values(facts):
    """(session, round, table, board) → NS value, EW value."""
    raw = {}
    for r in distinct(facts):
        raw[r] = [side_value(facts, r, True), side_value(facts, r, False)]
    final = {r: list(values) for r, values in raw.items()}
    if facts.method in (Method.MATCHPOINTS, Method.ASCHERMAN) and facts.options.upgrade_averages:
        for r in raw:
            for i, side in ((0, r.ns), (1, r.ew)):
                average = artificial(r, i == 0)
                own = own_means(facts, raw, r.session, side)
                if average is Average.PLUS and own:
                    final[r][i] = max(final[r][i], sum(own) / len(own))
                if average is Average.MINUS and own:
                    final[r][i] = min(final[r][i], sum(own) / len(own))
    return {(r.session, r.round, r.table, r.board): tuple(v) for r, v in final.items()}


def own_means(facts, raw, session, side):
    means = []
    for person in people(facts, side):
        values = [
            raw[r][i]
            for r in raw
            for i, seat in ((0, r.ns), (1, r.ew))
            if r.session == session
            and person in people(facts, seat)
            and artificial(r, i == 0) is None
        ]
        if values:
            means.append(sum(values) / len(values))
    return means


@lru_cache(maxsize=2)
def plain_team_values(facts):
    """(session, round, board, team, opponent) → the team's score on a board.

    The round is that of the second room.
    """
    found = {}
    for first in distinct(facts):
        for second in distinct(facts):
            if is_match_pair(first, second):
                last = max(first.round, second.round)
                key = (first.session, last, first.board, first.ns, first.ew)
                found[key] = team_value(facts, first, second)
    return found


def is_match_pair(first, second):
    """Whether these are a board's two tables of one match."""
    same = (first.session, first.board) == (second.session, second.board)
    return same and (first.ns, first.ew) == (second.ew, second.ns)


def team_value(facts, home, away):
    averages = team_averages(home, away)
    if averages:
        worth = {Method.IMPS: facts.options.average_imps,
                 Method.SWING_POINTS: facts.options.average_net}.get(facts.method)  # fmt: skip
        values = [STEP[a] * worth if worth is not None else 1 + Fraction(STEP[a], 5)
                  for a in averages]  # fmt: skip
        return sum(values, Fraction(0)) / len(values)
    total = Fraction(0)
    for one, weight in options_of(facts, home, 0):
        for other, share in options_of(facts, away, 1):
            total += weight * share * swing_value(facts, one - other)
    return total


def team_averages(home, away):
    """Artificial scores of the NS team in `home`; tables with other cards give plus."""
    ruled = [a for a in (artificial(home, True), artificial(away, False)) if a is not None]
    return ruled or ([Average.PLUS] if home.group != away.group else [])


def options_of(facts, result, i):
    net = played_net(facts, result)
    if net is not None:
        return [(net, Fraction(1))]
    return [(clip(facts, n), w) for n, w in result.awards[i].nets]


def swing_value(facts, swing):
    if facts.method is Method.IMPS:
        return Fraction(plain_imps(swing))
    if facts.method is Method.SWING_POINTS:
        return Fraction(swing)
    return Fraction(2 if swing > 0 else 0 if swing < 0 else 1)
