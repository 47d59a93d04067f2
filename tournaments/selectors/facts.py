"""A tournament's facts as the plain values that the standings are made from."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from games.sides import in_order
from tournaments import standings
from tournaments.models import Adjustment, Play, Result, Seat, Team, Tournament
from tournaments.selectors.carrying import carried_into
from tournaments.selectors.field import references_of
from tournaments.selectors.scoring import (
    byes_count,
    chain_of,
    handicap_of,
    lots_of,
    method_of,
    options_of,
    scale_of,
)
from tournaments.selectors.sides import Sides, sides_of
from tournaments.selectors.visibility import complete_rounds
from tournaments.standings import (
    Award,
    BoardResult,
    Bye,
    Entrant,
    Facts,
    Game,
    Kind,
    Lineup,
    Per,
    Section,
    Side,
    Winners,
)
from tournaments.standings.reading import read

KINDS = {
    Result.Kind.PLAYED: Kind.PLAYED,
    Result.Kind.PASSED_OUT: Kind.PASSED_OUT,
    Result.Kind.NOT_PLAYED: Kind.NOT_PLAYED,
    Result.Kind.ADJUSTED: Kind.ADJUSTED,
    Result.Kind.LATE: Kind.LATE,
}
LINES = {Seat.Side.NS: Section.NS, Seat.Side.EW: Section.EW}
RESULT_COLUMNS = (
    "pk",
    "board__number",
    "sitting__round__number",
    "sitting__table__number",
    "sitting",
    "current__kind",
    "current__net",
    "current__awards",
    "current__reason",
)
GAME_COLUMNS = (
    "pk",
    "sitting__round__number",
    "sitting__table__number",
    "sitting",
    "current__outcome",
)


@dataclass(frozen=True)
class Snapshot:
    """The facts up to a round, and the version they were read at."""

    facts: Facts
    version: int
    rounds: int


def snapshot_of(tournament: Tournament) -> Snapshot:
    """Everything the standings count: results of the rounds that are complete.

    A constant number of queries, however many tables and boards there are.
    """
    rounds = complete_rounds(tournament)
    sides = sides_of(tournament)
    by_games = method_of(tournament).for_games
    entered = dict(
        Team.objects.filter(tournament=tournament, number__isnull=False).values_list(
            "pk", "entry_order"
        )
    )
    facts = Facts(
        method=method_of(tournament),
        winners=Winners.TWO if tournament.winners == 2 else Winners.ONE,
        entrants=entrants_of(tournament, sides),
        results=() if by_games else tuple(results_of(tournament, sides.seats, rounds)),
        games=tuple(games_of(tournament, sides.seats, rounds)) if by_games else (),
        byes=tuple(byes_of(tournament, rounds)) if byes_count(tournament) else (),
        adjustments=tuple(adjustments_of(tournament, rounds)),
        lineups=tuple(Lineup(side, teams) for side, teams in sides.members.items()),
        match=scale_of(tournament),
        tie_breaks=chain_of(tournament),
        lots=lots_of(tournament, entered),
        options=options_until(tournament, rounds),
        references=references_of(tournament),
    )
    return Snapshot(facts, tournament.facts_version, rounds)


def options_until(tournament: Tournament, rounds: int) -> standings.Options:
    """The options in force after so many rounds.

    In the middle of a movement a board that one table has played is no small group.
    """
    options = options_of(tournament)
    is_over = rounds == tournament.rounds.count()
    return replace(options, small_groups=options.small_groups and is_over)


def seats_of(tournament: Tournament) -> Mapping[tuple[int, str], int]:
    """The side by (sitting id, NS or EW)."""
    return sides_of(tournament).seats


def entrants_of(tournament: Tournament, sides: Sides) -> tuple[Entrant, ...]:
    """Every drawn team; with two winners, each in the line in which it sits."""
    lines: dict[int, Section] = {}
    if tournament.winners == 2:
        for (_sitting, side), number in sorted(sides.seats.items()):
            for team in sides.teams(number):
                lines.setdefault(team, LINES[Seat.Side(side)])
    carried = carried_into(tournament)
    teams = Team.objects.filter(tournament=tournament, number__isnull=False)
    return tuple(
        Entrant(
            id=team.pk,
            line=lines.get(team.pk),
            carry=carried.get(team.origin_id or 0, Fraction(0)),
            handicap=handicap_of(team),
        )
        for team in teams.only("pk", "origin_id", "handicap")
    )


def results_of(
    tournament: Tournament, seats: Mapping[tuple[int, str], int], rounds: int
) -> list[BoardResult]:
    """The current result of each play of the first ``rounds`` rounds."""
    plays = Play.objects.filter(
        sitting__round__tournament=tournament,
        sitting__round__number__lte=rounds,
        current__kind__in=KINDS,
    ).values_list(*RESULT_COLUMNS, named=True)
    return [board_result(row, seats) for row in plays]


def board_result(row: Any, seats: Mapping[tuple[int, str], int]) -> BoardResult:
    """A row with (at least) the columns of ``RESULT_COLUMNS`` as a value."""
    kind = KINDS[Result.Kind(row.current__kind)]
    is_ruling = kind in (Kind.ADJUSTED, Kind.NOT_PLAYED)
    return BoardResult(
        board=row.board__number,
        round=row.sitting__round__number,
        table=row.sitting__table__number,
        ns=seats[row.sitting, "NS"],
        ew=seats[row.sitting, "EW"],
        net=row.current__net,
        kind=kind,
        awards=awards_from(row.current__awards) if kind is Kind.ADJUSTED else None,
        ref=row.pk,
        reason=row.current__reason if is_ruling else "",
    )


def awards_from(stored: Mapping[str, Any]) -> tuple[Award, Award]:
    """Both sides' awards; raises FactsError for what cannot be."""
    ns, ew = (read(Award, stored.get(side), f"awards.{side}") for side in ("NS", "EW"))
    return ns, ew


def games_of(
    tournament: Tournament, seats: Mapping[tuple[int, str], int], rounds: int
) -> Iterator[Game]:
    """The open games of the first rounds; ``outcome`` tells points, games won, deals played."""
    plays = Play.objects.filter(
        sitting__round__tournament=tournament,
        sitting__round__number__lte=rounds,
        current__kind=Result.Kind.GAME,
    ).values_list(*GAME_COLUMNS, named=True)
    for row in plays:
        outcome = row.current__outcome
        won = outcome.get("games") or {}
        yield Game(
            round=row.sitting__round__number,
            table=row.sitting__table__number,
            sides=tuple(
                Side(seats[row.sitting, side], points, won.get(side, 0))
                for side, points in in_order(outcome["score"]).items()
            ),
            deals=outcome.get("deals") or 1,
            ref=row.pk,
        )


def byes_of(tournament: Tournament, rounds: int) -> Iterator[Bye]:
    """The rounds in which a team has no opponent, as long as it takes part."""
    rows = Seat.objects.filter(
        round__tournament=tournament, round__number__lte=rounds, sitting__isnull=True
    ).values_list("team", "round__number", "team__withdrawn_from")
    for team, number, withdrawn_from in rows.distinct().order_by("round__number", "team"):
        if withdrawn_from is None or number < withdrawn_from:
            yield Bye(team, number)


def adjustments_of(tournament: Tournament, rounds: int) -> Iterator[standings.Adjustment]:
    """Points given and taken that stand; those of a round count once it is complete."""
    rows = Adjustment.objects.filter(
        tournament=tournament,
        cancels__isnull=True,
        cancelled_by__isnull=True,
        team__number__isnull=False,
    ).select_related("round")
    for row in rows:
        number = row.round.number if row.round else None
        if number is None or number <= rounds:
            yield standings.Adjustment(
                entrant=row.team_id,
                amount=Fraction(row.amount),
                per=Per(row.per),
                round=number,
                reason=row.reason,
                author=row.who,
                public=row.is_public,
            )
