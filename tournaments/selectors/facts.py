"""A tournament's facts as the plain values that the standings are made from."""

from dataclasses import dataclass

from tournaments.models import Play, Result, Seat, Team, Tournament
from tournaments.selectors.field import references_of
from tournaments.selectors.visibility import complete_rounds
from tournaments.standings import (
    BoardResult,
    Entrant,
    Facts,
    Kind,
    Method,
    Options,
    Section,
    Winners,
)

KINDS = {
    Result.Kind.PLAYED: Kind.PLAYED,
    Result.Kind.PASSED_OUT: Kind.PASSED_OUT,
    Result.Kind.NOT_PLAYED: Kind.NOT_PLAYED,
}
LINES = {Seat.Side.NS: Section.NS, Seat.Side.EW: Section.EW}


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
    seats = seats_of(tournament)
    facts = Facts(
        method=Method(tournament.scoring),
        winners=Winners.TWO if tournament.winners == 2 else Winners.ONE,
        entrants=entrants_of(tournament, seats),
        results=tuple(results_of(tournament, seats, rounds)),
        # In the middle of a movement a board that one table has played is no small group.
        options=Options(small_groups=rounds == tournament.rounds.count()),
        references=references_of(tournament),
    )
    return Snapshot(facts, tournament.facts_version, rounds)


def seats_of(tournament: Tournament) -> dict[tuple[int, str], int]:
    """Team id by (sitting id, side)."""
    rows = Seat.objects.filter(round__tournament=tournament, sitting__isnull=False)
    return {
        (sitting, side): team for sitting, side, team in rows.values_list("sitting", "side", "team")
    }


def entrants_of(tournament: Tournament, seats: dict[tuple[int, str], int]) -> tuple[Entrant, ...]:
    """Every drawn team; with two winners, each in the line in which it sits."""
    lines: dict[int, Section] = {}
    if tournament.winners == 2:
        for (_sitting, side), team in sorted(seats.items()):
            lines.setdefault(team, LINES[Seat.Side(side)])
    teams = Team.objects.filter(tournament=tournament, number__isnull=False)
    return tuple(
        Entrant(id=team, line=lines.get(team)) for team in teams.values_list("pk", flat=True)
    )


def results_of(
    tournament: Tournament, seats: dict[tuple[int, str], int], rounds: int
) -> list[BoardResult]:
    """The current result of each play of the first ``rounds`` rounds."""
    plays = Play.objects.filter(
        sitting__round__tournament=tournament,
        sitting__round__number__lte=rounds,
        current__isnull=False,
    ).values_list(
        "pk",
        "board__number",
        "sitting__round__number",
        "sitting__table__number",
        "sitting",
        "current__kind",
        "current__net",
    )
    return [
        BoardResult(
            board=board,
            round=number,
            table=table,
            ns=seats[sitting, "NS"],
            ew=seats[sitting, "EW"],
            net=net,
            kind=KINDS[Result.Kind(kind)],
            ref=play,
        )
        for play, board, number, table, sitting, kind, net in plays
    ]
