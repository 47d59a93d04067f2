from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from operator import attrgetter
from typing import NamedTuple

from tournaments.scoring.facts import Facts, is_mean
from tournaments.scoring.methods import Method
from tournaments.scoring.report import BoardScore, MatchScore, MatchSide
from tournaments.scoring.results import Bye, Game, GameSide, ResultKey, unique_games
from tournaments.scoring.scales import Tariff, VpScale
from tournaments.scoring.tally import RoundKey, sum_fractions
from tournaments.scoring.teams import patton_points, team_swing

ZERO, HALF, ONE = Fraction(0), Fraction(1, 2), Fraction(1)
BYE_VP = Fraction(12)
Members = Mapping[int, tuple[int, ...]]


class Opponents(NamedTuple):
    session: int
    low: int
    high: int


class Meeting(NamedTuple):
    session: int
    round: int
    low: int
    high: int


def score_matches(facts: Facts, boards: Iterable[BoardScore]) -> list[MatchScore]:
    """All matches by round, byes last within a round."""
    matches = IncrementalMatches(facts)
    matches.change({score.result.where: score for score in boards}, facts.games)
    return matches.all_matches()


class IncrementalMatches:
    """Matches updated incrementally and scored lazily; ``counts``: not only for tie-breaks."""

    def __init__(self, facts: Facts, *, counts: bool = False) -> None:
        self._facts = facts
        self._counts = counts
        self._members = facts.members
        self._boards: dict[Opponents, dict[ResultKey, BoardScore]] = defaultdict(dict)
        self._opponents: dict[ResultKey, Opponents] = {}
        self._known: dict[Opponents, list[MatchScore]] = {}
        self._games: dict[ResultKey, MatchScore] = {}
        self._met: dict[int, set[Opponents]] = defaultdict(set)
        self._at: dict[int, set[ResultKey]] = defaultdict(set)
        # Counted results by round; rounds affected by the current change.
        self._results: Counter[RoundKey] = Counter()
        self._touched: set[RoundKey] = set()
        self._byes: dict[int, list[Bye]] = defaultdict(list)
        for bye in dict.fromkeys(facts.byes):
            if bye.entrant not in facts.annulled:
                self._byes[bye.entrant].append(bye)
        self._walkovers = {(RoundKey(w.session, w.round), w.entrant) for w in facts.walkovers}

    def change(
        self,
        boards: Mapping[ResultKey, BoardScore | None],
        games: Iterable[Game] = (),
        gone: Iterable[ResultKey] = (),
    ) -> set[tuple[int, RoundKey]]:
        """Add and remove scores; return affected entrants and rounds, byes included."""
        moved: list[MatchScore] = []
        self._touched = set()
        for opponents in self._put_boards(boards):
            moved += self._known.pop(opponents, ())
            if self._counts:
                moved += self._between(opponents)
        for where in gone:
            moved += self._put_game(where, None)
        for game in unique_games(games):
            moved += self._put_game(game.where, _game(self._facts, self._members, game))
        rounds = self._touched | {RoundKey(match.session, match.round) for match in moved}
        byes = (bye for byes in self._byes.values() for bye in byes)
        return {
            (entrant, RoundKey(match.session, match.round))
            for match in moved
            for entrant in entrants_in(match)
        } | {(bye.entrant, when) for bye in byes if (when := bye_round(bye)) in rounds}

    def _put_boards(self, boards: Mapping[ResultKey, BoardScore | None]) -> set[Opponents]:
        touched = set()
        for where, score in boards.items():
            before = self._opponents.pop(where, None)
            if before is not None:
                self._count(RoundKey(where.session, self._boards[before].pop(where).round), -1)
                touched.add(before)
            now = score and opponents_of(score)
            if score and now and not self._is_walkover(where, now.low, now.high):
                self._count(RoundKey(where.session, score.round), 1)
                self._opponents[where] = now
                self._boards[now][where] = score
                touched.add(now)
                for side in (now.low, now.high):
                    for entrant in self._members.get(side, (side,)):
                        self._met[entrant].add(now)
        return touched

    def _is_walkover(self, where: ResultKey, *sides: int) -> bool:
        when = RoundKey(where.session, where.round)
        entrants = (e for side in sides for e in self._members.get(side, (side,)))
        return bool(self._walkovers) and any((when, e) in self._walkovers for e in entrants)

    def _put_game(self, where: ResultKey, match: MatchScore | None) -> list[MatchScore]:
        before = self._games.pop(where, None)
        if before is not None:
            self._count(RoundKey(before.session, before.round), -1)
            for entrant in entrants_in(before):
                self._at[entrant].discard(where)
        if match is not None and not self._is_walkover(where, *entrants_in(match)):
            self._count(RoundKey(match.session, match.round), 1)
            self._games[where] = match
            for entrant in entrants_in(match):
                self._at[entrant].add(where)
        return [each for each in (before, match) if each is not None]

    def _count(self, when: RoundKey, change: int) -> None:
        self._results[when] += change
        self._touched.add(when)

    def rounds(self) -> list[RoundKey]:
        return sorted(when for when, results in self._results.items() if results)

    def _counted_byes(self, entrant: int) -> Iterator[MatchScore]:
        for bye in self._byes.get(entrant, ()):
            if self._results[bye_round(bye)]:
                yield self._bye(bye)

    def _between(self, opponents: Opponents) -> list[MatchScore]:
        if opponents not in self._known:
            boards = self._boards[opponents]
            meetings = _meetings([boards[where] for where in sorted(boards)])
            self._known[opponents] = [
                _board_match(self._facts, self._members, meeting, scores)
                for meeting, scores in meetings.items()
            ]
        return self._known[opponents]

    def of(self, entrant: int) -> list[MatchScore]:
        scores = [self._games[where] for where in self._at.get(entrant, ())]
        for opponents in self._met.get(entrant, ()):
            scores += self._between(opponents)
        scores += self._counted_byes(entrant)
        return sorted(scores, key=match_sort_key)

    def opponents(self, entrant: int) -> set[int]:
        games = [self._games[where].sides for where in self._at.get(entrant, ())]
        met_entrants = {
            e for sides in games for side in sides for e in other_entrants(side.entrants, entrant)
        }
        for met in self._met.get(entrant, ()):
            if self._boards[met]:
                for side, other in ((met.low, met.high), (met.high, met.low)):
                    if entrant in self._members.get(side, (side,)):
                        met_entrants.update(self._members.get(other, (other,)))
        return met_entrants

    def _bye(self, bye: Bye) -> MatchScore:
        options, when = self._facts.options, bye_round(bye)
        score = bye.score if bye.score is not None else options.bye_score
        if score is None:
            score = default_bye_score(self._facts)
        if score is None:
            score = self._mean_in(when)
        if is_mean(self._facts):
            score *= self.boards_in(when)
        side = MatchSide((bye.entrant,), options.bye_points, score, ZERO)
        return MatchScore(bye.session, bye.round, 0, (side,), 0)

    def _mean_in(self, when: RoundKey) -> Fraction:
        """Mean score of a side in a round: per board where totals are means."""
        played = list(self._played_in(when))
        scores = [side.score for match in played for side in match.sides]
        number = len(scores)
        if is_mean(self._facts):
            number = sum(match.boards * len(match.sides) for match in played)
        return sum_fractions(scores) / number if number else ZERO

    def boards_in(self, when: RoundKey) -> int:
        return max((match.boards for match in self._played_in(when)), default=0)

    def _played_in(self, when: RoundKey) -> Iterator[MatchScore]:
        for match in self._played_matches():
            if (match.session, match.round) == when:
                yield match

    def _played_matches(self) -> Iterator[MatchScore]:
        for opponents in self._boards:
            yield from self._between(opponents)
        yield from self._games.values()

    def all_matches(self) -> list[MatchScore]:
        byes = [bye for entrant in self._byes for bye in self._counted_byes(entrant)]
        return sorted([*self._played_matches(), *byes], key=match_sort_key)

    def entrants(self) -> set[int]:
        met = {
            e for e, meetings in self._met.items() if any(self._boards[each] for each in meetings)
        }
        return met | {e for e, meetings in self._at.items() if meetings} | set(self._byes)


def other_entrants(side: tuple[int, ...], entrant: int) -> tuple[int, ...]:
    return () if entrant in side else side


def entrants_in(match: MatchScore) -> set[int]:
    return {entrant for side in match.sides for entrant in side.entrants}


def bye_round(bye: Bye) -> RoundKey:
    return RoundKey(bye.session, bye.round)


def opponents_of(score: BoardScore) -> Opponents:
    low, high = sorted((score.result.ns, score.result.ew))
    return Opponents(score.result.session, low, high)


def match_sort_key(match: MatchScore) -> tuple[int, int, bool, int, list[tuple[int, ...]]]:
    is_bye = len(match.sides) == 1
    sides = [side.entrants for side in match.sides]
    return match.session, match.round, is_bye, match.table, sides


def _meetings(boards: Sequence[BoardScore]) -> dict[Meeting, list[BoardScore]]:
    """Boards of each match, keyed by its last round."""
    ends = _last_rounds(boards)
    scores_by_meeting: dict[Meeting, list[BoardScore]] = defaultdict(list)
    for score in boards:
        meeting = _meeting(score)
        scores_by_meeting[ends.get(meeting, meeting)].append(score)
    return scores_by_meeting


def _meeting(score: BoardScore) -> Meeting:
    low, high = sorted((score.result.ns, score.result.ew))
    return Meeting(score.result.session, score.result.round, low, high)


def _last_rounds(boards: Iterable[BoardScore]) -> dict[Meeting, Meeting]:
    """Last round for each round of a match over several.

    Such a match has boards whose two tables were played in different rounds.
    """
    ends: dict[Meeting, Meeting] = {}
    for score in boards:
        meeting = _meeting(score)
        if score.round == meeting.round:
            continue
        later = meeting._replace(round=score.round)
        joined = {ends.get(meeting, meeting), ends.get(later, later)}
        end = max(joined)
        ends |= {each: end for each, known in ends.items() if known in joined}
        ends |= {meeting: end, later: end}
    return ends


def _board_match(
    facts: Facts, members: Members, meeting: Meeting, boards: Sequence[BoardScore]
) -> MatchScore:
    here = [score.result for score in boards if score.result.round == meeting.round]
    first = min(here, key=attrgetter("table"))
    home, table = first.ns, first.table
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
    """Sum of a side's board scores; a team counts boards where it sat North–South."""
    values = []
    for score in boards:
        if score.result.ns == side:
            values.append(score.ns_value)
        elif not facts.method.for_teams:
            values.append(score.ew_value)
    return sum_fractions(values)


def _board_match_scores(
    facts: Facts,
    teams: tuple[int, int],
    raws: tuple[Fraction, Fraction],
    boards: Sequence[BoardScore],
    count: int,
) -> tuple[Fraction, Fraction]:
    home, away = teams
    if facts.method is Method.PATTON:
        # A half rounds up for the home side; the other share is the rest.
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
    """Margin of each side; with adjusted scores both can lead or trail."""
    if facts.method.in_percent or facts.method is Method.BOARD_A_MATCH:
        return raws[0] - raws[1], raws[1] - raws[0]
    return raws


def _net_difference(facts: Facts, team: int, boards: Iterable[BoardScore]) -> Fraction:
    tables = defaultdict(list)
    for score in boards:
        tables[score.result.board].append(score.result)
    return sum((team_swing(team, pair, facts.options.clip) for pair in tables.values()), ZERO)


def _outcomes(values: Sequence[Fraction]) -> list[Fraction]:
    """1 for a sole best, ½ for shared best, 0 for the others."""
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


def _game_score(facts: Facts, side: GameSide, game: Game, outcome: Fraction) -> Fraction:
    if facts.method is Method.POINTS_THEN_WINS:
        return Fraction(side.points)
    if facts.method is Method.WINS_THEN_POINTS:
        return outcome
    tariff = facts.match if isinstance(facts.match, Tariff) else Tariff()
    lost = sum(other.games for other in game.sides if other is not side)
    return tariff.points(outcome, (side.games, lost))


def default_bye_score(facts: Facts) -> Fraction | None:
    """12 VP, or a win; None means the mean of the others in that round."""
    if isinstance(facts.match, VpScale):
        return BYE_VP
    if isinstance(facts.match, Tariff):
        return facts.match.win
    if facts.method is Method.WINS_THEN_POINTS:
        return ONE
    if facts.method is Method.GAME_POINTS:
        return Tariff().win
    return None
