"""Rounds against one opponent, and open games, as matches with a winner."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from tournaments.standings.facts import Facts, Method
from tournaments.standings.report import BoardScore, MatchScore, MatchSide
from tournaments.standings.results import Bye, Game, Side, unique_games
from tournaments.standings.scales import Tariff, VpScale
from tournaments.standings.tally import added
from tournaments.standings.teams import patton_points, team_swing

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
WIN = Tariff(ONE, HALF, ZERO)
BYE_VP = Fraction(12)
Members = Mapping[int, tuple[int, ...]]


class Meeting(NamedTuple):
    """Who met whom, and when; `low` and `high` are sides in order of their numbers."""

    session: int
    round: int
    low: int
    high: int


def score_matches(facts: Facts, boards: Iterable[BoardScore]) -> list[MatchScore]:
    """All matches in order of rounds, byes after the matches of their round."""
    members = facts.members
    if facts.method.for_games:
        played = [_game(facts, members, game) for game in unique_games(facts.games)]
    else:
        meetings = _meetings(boards).items()
        played = [_board_match(facts, members, key, found) for key, found in meetings]
    byes = [_bye(facts, bye, played) for bye in dict.fromkeys(facts.byes)]
    return sorted([*played, *byes], key=_order)


def _order(match: MatchScore) -> tuple[int, int, bool, int, tuple[int, ...]]:
    is_bye = len(match.sides) == 1
    return match.session, match.round, is_bye, match.table, match.sides[0].entrants


def _meetings(boards: Iterable[BoardScore]) -> dict[Meeting, list[BoardScore]]:
    found: dict[Meeting, list[BoardScore]] = defaultdict(list)
    for score in boards:
        low, high = sorted((score.result.ns, score.result.ew))
        found[Meeting(score.result.session, score.result.round, low, high)].append(score)
    return found


def _board_match(
    facts: Facts, members: Members, meeting: Meeting, boards: Sequence[BoardScore]
) -> MatchScore:
    table = min(score.result.table for score in boards)
    home = next(s.result.ns for s in boards if s.result.table == table)
    away = meeting.high if home == meeting.low else meeting.low
    raws = _raw(facts, home, boards), _raw(facts, away, boards)
    count = len({score.result.board for score in boards})
    scores = _board_match_scores(facts, (home, away), raws, boards, count)
    outcomes = _outcomes(scores if facts.method is Method.PATTON else raws)
    sides = tuple(
        MatchSide(members.get(side, (side,)), raw, score, outcome)
        for side, raw, score, outcome in zip((home, away), raws, scores, outcomes, strict=True)
    )
    return MatchScore(meeting.session, meeting.round, table, sides, count)


def _raw(facts: Facts, side: int, boards: Iterable[BoardScore]) -> Fraction:
    """A side's board scores added; a team counts its boards where it sat North–South."""
    values = []
    for score in boards:
        if score.result.ns == side:
            values.append(score.ns_value)
        elif not facts.method.for_teams:
            values.append(score.ew_value)
    return added(values)


def _board_match_scores(
    facts: Facts,
    teams: tuple[int, int],
    raws: tuple[Fraction, Fraction],
    boards: Sequence[BoardScore],
    count: int,
) -> tuple[Fraction, Fraction]:
    home, away = teams
    if facts.method is Method.PATTON:
        # A half is rounded up for the home side, so the other share is what that leaves.
        ours = patton_points(_net_difference(facts, home, boards), count)
        theirs = 2 * count - patton_points(-_net_difference(facts, away, boards), count)
        return raws[0] + ours, raws[1] + theirs
    if isinstance(facts.match, VpScale):
        length = facts.options.boards_per_match or count
        home_margin, away_margin = _margins(facts, raws)
        return facts.match.points(home_margin, length), facts.match.points(away_margin, length)
    if isinstance(facts.match, Tariff):
        first, second = (facts.match.points(outcome) for outcome in _outcomes(raws))
        return first, second
    return raws


def _margins(facts: Facts, raws: tuple[Fraction, Fraction]) -> tuple[Fraction, Fraction]:
    """By how much each side leads; adjusted scores may let both lead, or both be behind."""
    if facts.method.in_percent or facts.method is Method.BOARD_A_MATCH:
        return raws[0] - raws[1], raws[1] - raws[0]
    return raws


def _net_difference(facts: Facts, team: int, boards: Iterable[BoardScore]) -> Fraction:
    tables = defaultdict(list)
    for score in boards:
        tables[score.result.board].append(score.result)
    return sum((team_swing(team, pair, facts.options.clip) for pair in tables.values()), ZERO)


def _outcomes(values: Sequence[Fraction]) -> list[Fraction]:
    """1 for the only best, ½ for those who share the best, 0 for the others."""
    best = max(values)
    won = HALF if list(values).count(best) > 1 else ONE
    return [won if value == best else ZERO for value in values]


def _game(facts: Facts, members: Members, game: Game) -> MatchScore:
    keys = [Fraction(side.games) for side in game.sides]
    decided_by_games = len(set(keys)) > 1
    points = [Fraction(side.points) for side in game.sides]
    outcomes = _outcomes(keys if decided_by_games else points)
    sides = tuple(
        MatchSide(
            members.get(side.entrant, (side.entrant,)),
            Fraction(side.points),
            _game_score(facts, side, game, outcome),
            outcome,
            side.games,
        )
        for side, outcome in zip(game.sides, outcomes, strict=True)
    )
    return MatchScore(game.session, game.round, game.table, sides, game.deals)


def _game_score(facts: Facts, side: Side, game: Game, outcome: Fraction) -> Fraction:
    if facts.method is Method.POINTS_THEN_WINS:
        return Fraction(side.points)
    if facts.method is Method.WINS_THEN_POINTS:
        return outcome
    tariff = facts.match if isinstance(facts.match, Tariff) else Tariff()
    lost = sum(other.games for other in game.sides if other is not side)
    return tariff.points(outcome, (side.games, lost))


def _bye(facts: Facts, bye: Bye, played: Sequence[MatchScore]) -> MatchScore:
    score = bye.score if bye.score is not None else facts.options.bye_score
    if score is None:
        score = _usual_bye(facts, bye, played)
    side = MatchSide((bye.entrant,), ZERO, score, ZERO)
    return MatchScore(bye.session, bye.round, 0, (side,), 0)


def _usual_bye(facts: Facts, bye: Bye, played: Sequence[MatchScore]) -> Fraction:
    """12 VP, a win, or the mean of what the others made in that round."""
    if isinstance(facts.match, VpScale):
        return BYE_VP
    if isinstance(facts.match, Tariff):
        return facts.match.win
    if facts.method is Method.WINS_THEN_POINTS:
        return ONE
    if facts.method is Method.GAME_POINTS:
        return Tariff().win
    here = (bye.session, bye.round)
    scores = [s.score for m in played if (m.session, m.round) == here for s in m.sides]
    return sum(scores, ZERO) / len(scores) if scores else ZERO
