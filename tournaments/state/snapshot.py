"""Input of standings as plain values."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet

from games.wording.sides import sort_by_side
from tournaments import scoring
from tournaments.models import Adjustment, FieldResult, Play, Result, Seat, Team, Tournament
from tournaments.movements import knockout_orders
from tournaments.scoring import (
    AdjustmentLevel,
    Award,
    BoardResult,
    Bye,
    Entrant,
    Facts,
    Game,
    GameSide,
    KnockoutOrder,
    Lineup,
    Reference,
    ResultKind,
    Section,
    Walkover,
    Winners,
    leavers_to_annul,
    read_value,
)
from tournaments.state.carry_over import carry_into
from tournaments.state.formats import groups_of, is_knockout, is_relay
from tournaments.state.fouled import Cards, cards_of
from tournaments.state.meetings import meetings_in
from tournaments.state.scoring import (
    annuls_leavers,
    chain_of,
    handicap_of,
    has_scored_byes,
    lots_of,
)
from tournaments.state.sides import Sides, sides_of
from tournaments.state.visibility import complete_rounds, finished_boards

KINDS = {
    Result.Kind.PLAYED: ResultKind.PLAYED,
    Result.Kind.PASSED_OUT: ResultKind.PASSED_OUT,
    Result.Kind.NOT_PLAYED: ResultKind.NOT_PLAYED,
    Result.Kind.ADJUSTED: ResultKind.ADJUSTED,
    Result.Kind.LATE: ResultKind.LATE,
    Result.Kind.NOT_COUNTED: ResultKind.NOT_COUNTED,
}
LINES = {Seat.Side.NS: Section.NS, Seat.Side.EW: Section.EW}
RESULT_COLUMNS = (
    "pk",
    "board__number",
    "sitting__round__number",
    "sitting__table__number",
    "sitting",
    "is_turned",
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
    """Facts up to a round, their version, and the counted changes."""

    facts: Facts
    version: int
    rounds: int
    news: tuple[int, ...]
    sides: Sides


def snapshot_of(tournament: Tournament) -> Snapshot:
    """Everything standings count, from complete rounds; constant number of queries."""
    snapshot = results_snapshot(tournament)
    if annuls_leavers(tournament):
        annulled = annulled_in(tournament, snapshot.facts)
        return replace(snapshot, facts=replace(snapshot.facts, annulled=annulled))
    if not is_knockout(tournament):
        return snapshot
    orders = tuple(knockout_of(tournament, snapshot.facts, snapshot.rounds))
    return replace(snapshot, facts=replace(snapshot.facts, knockout=orders))


def annulled_in(tournament: Tournament, facts: Facts) -> tuple[int, ...]:
    """Round-robin teams that left before half of their matches."""
    teams = tournament.teams.filter(number__isnull=False)
    ids = {number or 0: pk for number, pk in teams.values_list("number", "pk")}
    left = teams.filter(withdrawn_from__isnull=False).values_list("pk", flat=True)
    groups = [[ids[e] for e in group if e in ids] for group in groups_of(tournament)]
    rounds = 0 if groups or is_relay(tournament) else tournament.rounds.count()
    return leavers_to_annul(facts, left, groups or [list(ids.values())], rounds)


def knockout_of(tournament: Tournament, facts: Facts, rounds: int) -> Iterator[KnockoutOrder]:
    teams = tournament.teams.filter(number__isnull=False)
    ids = {number or 0: pk for number, pk in teams.values_list("number", "pk")}
    left = teams.filter(withdrawn_from__isnull=False).values_list("number", "withdrawn_from")
    published = tournament.rounds.filter(is_published=True).values_list("number", "drawn")
    orders = knockout_orders(
        tournament.movement_kind,
        tournament.movement_params,
        teams=ids.keys(),
        matches=meetings_in(tournament, facts),
        rounds=rounds,
        bought={number: drawn.get("bought", []) for number, drawn in published},
        left={number or 0: since or 0 for number, since in left},
    )
    for number, groups in orders.items():
        there = (tuple(ids[each] for each in group if each in ids) for group in groups)
        yield KnockoutOrder(number, tuple(group for group in there if group))


def results_snapshot(tournament: Tournament) -> Snapshot:
    """Snapshot without the knock-out order, which is derived from it."""
    # Read first, so that the data includes all these changes.
    counted, news = news_of(tournament)
    rounds = complete_rounds(tournament)
    sides = sides_of(tournament)
    plays = plays_of(tournament).filter(sitting__round__number__lte=rounds)
    results, games = results_at(plays, sides, tournament)
    facts = facts_but_results(tournament, sides, rounds)
    facts = replace(facts, results=tuple(results), games=tuple(games))
    return Snapshot(facts, counted + len(news), rounds, tuple(news), sides)


def facts_but_results(tournament: Tournament, sides: Sides, rounds: int) -> Facts:
    entered = dict(
        Team.objects.filter(tournament=tournament, number__isnull=False).values_list(
            "pk", "entry_order"
        )
    )
    return Facts(
        method=tournament.method,
        winners=Winners.TWO if tournament.winners == 2 else Winners.ONE,
        entrants=entrants_of(tournament, sides),
        byes=tuple(byes_of(tournament, rounds)) if has_scored_byes(tournament) else (),
        adjustments=tuple(adjustments_of(tournament, rounds)),
        lineups=tuple(Lineup(side, teams) for side, teams in sides.members.items()),
        match=tournament.scale,
        tie_breaks=chain_of(tournament),
        lots=lots_of(tournament, entered),
        options=options_until(tournament, rounds),
        references=references_of(tournament),
        walkovers=tuple(walkovers_of(tournament, rounds)) if is_knockout(tournament) else (),
    )


def walkovers_of(tournament: Tournament, rounds: int) -> Iterator[Walkover]:
    teams = tournament.teams.filter(number__isnull=False)
    ids = dict(teams.values_list("number", "pk"))
    rows = tournament.rounds.filter(number__lte=rounds).order_by("number")
    for number, drawn in rows.values_list("number", "drawn"):
        for winner in drawn.get("walkovers", {}).values():
            yield Walkover(ids[winner], number)


def news_of(tournament: Tournament) -> tuple[int, list[int]]:
    """Facts version of the standings, and ids of uncounted changes; one query."""
    rows = Tournament.objects.filter(pk=tournament.pk).annotate(
        waiting=FilteredRelation("news", condition=Q(news__counted_in=None))
    )
    version_rows = list(rows.order_by("waiting").values_list("standings_version", "waiting"))
    return version_rows[0][0], [pk for _version, pk in version_rows if pk is not None]


def options_until(tournament: Tournament, rounds: int) -> scoring.Options:
    """Options in force after these rounds.

    During a movement groups of a fouled board can still grow, so none counts as small.
    """
    options = tournament.options
    is_over = rounds == tournament.rounds.count()
    return replace(options, small_groups=options.small_groups and is_over)


def entrants_of(tournament: Tournament, sides: Sides) -> tuple[Entrant, ...]:
    """Every drawn team; with two winners, with its section."""
    lines: dict[int, Section] = {}
    if tournament.winners == 2:
        for (_sitting, side), number in sorted(sides.seats.items()):
            for team in sides.teams(number):
                lines.setdefault(team, LINES[Seat.Side(side)])
    carried = carry_into(tournament)
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


def plays_of(tournament: Tournament) -> QuerySet[Play]:
    """Plays with a countable result: boards, or games of open play."""
    by_games = tournament.method.for_games
    kinds = [Result.Kind.GAME] if by_games else list(KINDS)
    return Play.objects.filter(sitting__round__tournament=tournament, current__kind__in=kinds)


def results_at(
    plays: QuerySet[Play], sides: Sides, tournament: Tournament
) -> tuple[list[BoardResult], list[Game]]:
    """Board results, or else games; two queries."""
    if tournament.method.for_games:
        rows = plays.values_list(*GAME_COLUMNS, named=True)
        return [], [game_from(row, sides.seats) for row in rows]
    rows, cards = plays.values_list(*RESULT_COLUMNS, named=True), cards_of(tournament)
    return [board_result(row, sides, cards) for row in rows], []


def board_result(row: Any, sides: Sides, cards: Cards) -> BoardResult:
    kind = KINDS[Result.Kind(row.current__kind)]
    ns, ew = sides.at(row.sitting, is_turned=row.is_turned)
    is_ruling = kind in (ResultKind.ADJUSTED, ResultKind.NOT_PLAYED)
    return BoardResult(
        board=row.board__number,
        round=row.sitting__round__number,
        table=row.sitting__table__number,
        ns=ns,
        ew=ew,
        net=row.current__net,
        kind=kind,
        awards=awards_from(row.current__awards) if kind is ResultKind.ADJUSTED else None,
        ref=row.pk,
        reason=row.current__reason if is_ruling else "",
        group=cards.get((row.board__number, row.pk), 0),
    )


def awards_from(stored: Mapping[str, object]) -> tuple[Award, Award]:
    ns, ew = (read_value(Award, stored.get(side), f"awards.{side}") for side in ("NS", "EW"))
    return ns, ew


def game_from(row: Any, seats: Mapping[tuple[int, str], int]) -> Game:
    outcome = row.current__outcome
    won = outcome.get("games") or {}
    return Game(
        round=row.sitting__round__number,
        table=row.sitting__table__number,
        sides=tuple(
            GameSide(seats[row.sitting, side], points, won.get(side, 0))
            for side, points in sort_by_side(outcome["score"]).items()
        ),
        deals=outcome.get("deals") or 1,
        ref=row.pk,
    )


def byes_of(tournament: Tournament, rounds: int) -> Iterator[Bye]:
    """Byes of teams that have not withdrawn.

    A team of four with one resting pair has none, as the other pair plays.
    """
    playing = Seat.objects.filter(
        round=OuterRef("round"), team=OuterRef("team"), sitting__isnull=False
    )
    resting = Seat.objects.filter(
        ~Exists(playing),
        round__tournament=tournament,
        round__number__lte=rounds,
        sitting__isnull=True,
    )
    rows = resting.values_list("team", "round__number", "team__withdrawn_from")
    for team, number, withdrawn_from in rows.distinct().order_by("round__number", "team"):
        if withdrawn_from is None or number < withdrawn_from:
            yield Bye(team, number)


def adjustments_of(tournament: Tournament, rounds: int) -> Iterator[scoring.Adjustment]:
    """Adjustments in force, up to the counted rounds."""
    rows = Adjustment.objects.filter(
        tournament=tournament,
        cancels__isnull=True,
        cancelled_by__isnull=True,
        team__number__isnull=False,
    ).select_related("round")
    for row in rows:
        number = row.round.number if row.round else None
        if number is None or number <= rounds:
            yield scoring.Adjustment(
                entrant=row.team_id,
                amount=Fraction(row.amount),
                per=AdjustmentLevel(row.per),
                round=number,
                reason=row.reason,
                author=row.who,
                public=row.is_public,
            )


def references_of(tournament: Tournament) -> tuple[Reference, ...]:
    """Computer field results of finished boards, if the field counts.

    Unfinished boards are excluded: otherwise standings would reveal their cards.
    """
    if not tournament.field_counts:
        return ()
    rows = FieldResult.objects.filter(board__in=finished_boards(tournament))
    return tuple(
        Reference(board, net)
        for board, net in rows.order_by("board", "number").values_list("board__number", "net")
    )
