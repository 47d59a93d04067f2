from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from tournaments.entries.selectors.team_lines import TeamLine, side_line, teams_of
from tournaments.models import Play, Result, Seat, Tournament
from tournaments.results.selectors.compared import ComparedResult, finished_results
from tournaments.standings.selectors import PublicStandings, RankingList, StandingLine, standings_of
from tournaments.state.visibility import PUBLISHED, published_plays, published_rounds

UNFOLDED_ROUNDS: Final = 4
"""On phones."""


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board from the team's side; ``others``: nets of tables with the same cards.

    Until the board is over, and if it does not count, only ``board``, ``round``, ``table``,
    ``side`` and ``opponents`` are set.
    """

    board: int
    round: int
    table: int
    side: str
    opponents: TeamLine
    partner: TeamLine | None = None
    result: ComparedResult | None = None
    score: tuple[int, int] | None = None
    net: int | None = None
    others: tuple[int, ...] = ()
    figure: Fraction | None = None
    is_ours: bool = False
    is_uncounted: bool = False


@dataclass(frozen=True, slots=True)
class SittingPart:
    boards: tuple[BoardLine, ...]

    @property
    def first(self) -> BoardLine:
        """First board; its table, side, partner and opponents apply to all."""
        return self.boards[0]

    @property
    def is_open(self) -> bool:
        return not any(line.result for line in self.boards)

    @property
    def is_uncounted(self) -> bool:
        return all(line.is_uncounted for line in self.boards)

    @property
    def span(self) -> str:
        numbers = sorted(line.board for line in self.boards)
        return f"{numbers[0]}–{numbers[-1]}" if len(numbers) > 1 else str(numbers[0])


@dataclass(frozen=True, slots=True)
class RoundPart:
    number: int
    sittings: tuple[SittingPart, ...]
    figure: Fraction | None = None
    place: int | None = None

    @property
    def boards(self) -> tuple[BoardLine, ...]:
        return tuple(line for sitting in self.sittings for line in sitting.boards)

    @property
    def opponents(self) -> TeamLine | None:
        """Opponents, if the same for the whole round."""
        met = {line.opponents.ids: line.opponents for line in self.boards}
        return next(iter(met.values())) if len(met) == 1 else None


@dataclass(frozen=True, slots=True)
class Career:
    """A team's page; ``line`` and ``ranking`` are None while unranked."""

    team: TeamLine
    line: StandingLine | None
    ranking: RankingList | None
    standings: PublicStandings
    rounds: tuple[RoundPart, ...]

    @property
    def boards(self) -> list[BoardLine]:
        return [line for part in self.rounds for line in part.boards]

    @property
    def best_round(self) -> RoundPart | None:
        worth = [part for part in self.rounds if part.figure is not None]
        return max(worth, key=lambda part: part.figure or Fraction(0), default=None)

    def far_rounds(self, *, is_over: bool) -> tuple[int, int] | None:
        """First and last round folded on phones: late ones when over, early ones in play.

        None for fewer than two.
        """
        numbers = [part.number for part in self.rounds]
        newest = self.standings.rounds - UNFOLDED_ROUNDS + 1
        far = numbers[UNFOLDED_ROUNDS:] if is_over else [n for n in numbers if n <= newest]
        return (far[0], far[-1]) if len(far) > 1 else None

    @property
    def whole_way(self) -> list[StandingLine]:
        """Lines ranked after every counted round, in final order."""
        lines = self.ranking.lines if self.ranking else ()
        return [line for line in lines if len(line.places) == self.standings.rounds]

    @property
    def own_row(self) -> int | None:
        ids = [line.team.id for line in self.whole_way]
        return ids.index(self.team.id) if self.team.id in ids else None


def career_of(tournament: Tournament, number: int) -> Career | None:
    """A team's page; None without the number or a published draw."""
    if tournament.state not in PUBLISHED:
        return None
    teams = teams_of(tournament)
    team = next((team for team in teams.values() if team.number == number), None)
    if team is None:
        return None
    standings = standings_of(tournament)
    ranking, line = find_line(standings, team)
    return Career(
        team=team,
        line=line,
        ranking=ranking,
        standings=standings,
        rounds=tuple(with_standings(part, line) for part in rounds_of(tournament, team, teams)),
    )


def with_standings(part: RoundPart, line: StandingLine | None) -> RoundPart:
    at = part.number - 1
    if line is None or at >= len(line.made):
        return part
    place = line.places[at] if len(line.places) == len(line.made) else None
    return replace(part, figure=line.results[at], place=place)


def find_line(
    standings: PublicStandings, team: TeamLine
) -> tuple[RankingList | None, StandingLine | None]:
    for ranking in standings.lists:
        for line in ranking.lines:
            if line.team.id == team.id:
                return ranking, line
    return None, None


def rounds_of(
    tournament: Tournament, team: TeamLine, teams: Mapping[int, TeamLine]
) -> tuple[RoundPart, ...]:
    results = finished_results(tournament)
    by_play = {row.play: row for row in results}
    nets: dict[tuple[int, int], list[ComparedResult]] = {}
    for row in results:
        nets.setdefault((row.board, row.group), []).append(row)
    tables: dict[int, dict[int, list[BoardLine]]] = {}
    for play in plays_of(tournament, team):
        line = board_line(play, team, teams, by_play.get(play.pk), nets)
        tables.setdefault(line.round, {}).setdefault(line.table, []).append(line)
    seats = Seat.objects.filter(round__in=published_rounds(tournament), team_id=team.id)
    numbers = seats.order_by("round__number")
    return tuple(
        RoundPart(
            number, tuple(SittingPart(tuple(lines)) for lines in tables.get(number, {}).values())
        )
        for number in numbers.values_list("round__number", flat=True).distinct()
    )


def plays_of(tournament: Tournament, team: TeamLine) -> list[Play]:
    plays = published_plays(tournament).filter(sitting__seats__team_id=team.id)
    return list(
        plays.select_related("sitting__round", "sitting__table", "board", "current")
        .prefetch_related("sitting__seats")
        .order_by("sitting__round__number", "order")
    )


def board_line(
    play: Play,
    team: TeamLine,
    teams: Mapping[int, TeamLine],
    result: ComparedResult | None,
    played: dict[tuple[int, int], list[ComparedResult]],
) -> BoardLine:
    seats = {seat.team_id: play.side_of(seat) for seat in play.sitting.seats.all()}
    side = seats.pop(team.id)
    partners = [teams[other] for other, theirs in seats.items() if theirs == side]
    opponents = [teams[other] for other, theirs in seats.items() if theirs != side]
    line = BoardLine(
        board=play.board.number,
        round=play.sitting.round.number,
        table=play.sitting.table.number,
        side=side,
        opponents=side_line(opponents),
        partner=partners[0] if partners else None,
        is_uncounted=play.current is not None and play.current.kind == Result.Kind.NOT_COUNTED,
    )
    if result is None:
        return line
    sign = 1 if side == "NS" else -1
    ns, ew = result.score
    same = played[line.board, result.group]
    others = (row.net for row in same if row.play != play.pk)
    return replace(
        line,
        result=result,
        score=(ns, ew) if side == "NS" else (ew, ns),
        net=None if result.net is None else sign * result.net,
        others=tuple(sign * net for net in others if net is not None),
        figure=result.ns if side == "NS" else result.ew,
        is_ours=bool(result.declarer) and result.declarer in side,
    )
