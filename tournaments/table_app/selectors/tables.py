"""What the phone of a table can see: seats, boards, entries.

It never contains cards, and of other tables only where pairs go next.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypedDict

from django.db.models import CharField, Exists, OuterRef, Prefetch, Q, QuerySet

from games.belot import next_seat
from games.wording.sides import sort_by_side
from tournaments.entries.selectors.lineups import Lineups, lineups_of
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import (
    Confirmation,
    Play,
    Result,
    Round,
    Seat,
    Sitting,
    Table,
    TeamPlayer,
    Tournament,
)
from tournaments.results.selectors.announced import announced_points, belote_points
from tournaments.state.formats import rounds_known
from tournaments.state.hall import SharedState, shared_state_of
from tournaments.state.visibility import published_rounds
from tournaments.table_app.selectors.director import (
    calls_of,
    clock_of,
    extra_times_of,
    iso_or_empty,
    messages_of,
    table_clock,
)
from tournaments.table_app.selectors.next_tables import (
    NextBoards,
    NextSeats,
    next_boards,
    next_seats,
)
from tournaments.table_app.selectors.sides import (
    PairState,
    names_of_seats,
    next_stages_of,
    players_of,
    side_state,
)

Entry = tuple[Result, Sequence[Confirmation]]
"""A version and its confirmations, oldest first."""


@dataclass(frozen=True, kw_only=True)
class EntryState:
    """One version of a result; ``points`` and ``announced`` by side, before doubling.

    ``bid`` is in card points, 0 where no numbers are bid; ``belote`` is the part of
    ``announced`` from belotes, as far as known. ``alone``: all tricks bid and taken alone.
    ``won`` and ``games`` belong to matches: games won by side, and known points.
    """

    version: int
    key: str
    side: str
    source: str
    at: str
    kind: str
    contract: str
    declarer: str
    contra: int
    bid: int
    capot_bid: bool
    points: dict[str, int]
    announced: dict[str, int]
    belote: dict[str, int]
    claims: list[dict[str, Any]]
    capot: str | None
    alone: bool
    lead: str
    outcome: str
    score: dict[str, int]
    won: dict[str, int] | None
    games: list[dict[str, int]]
    agreed: list[str]
    refused: list[str]


@dataclass(frozen=True, kw_only=True)
class BoardState:
    """One board at this table with all versions of its result.

    ``is_over``: all tables have played it, so its page is public; ``is_game``: a game of
    open play.
    """

    play: int
    board: int
    is_game: bool
    is_over: bool
    dealer: str
    first: str
    state: str
    current: int | None
    entries: list[EntryState]


@dataclass(frozen=True, kw_only=True)
class RoundState:
    number: int
    begun: bool
    ends_at: str
    paused_seconds: int | None
    seats: dict[str, str]
    pairs: dict[str, PairState]
    boards: list[BoardState]
    boards_way: NextBoards | None = None


@dataclass(frozen=True, kw_only=True)
class TableState:
    """Everything the phone shows; ``phase`` is closed, playing or finished.

    ``rounds_in_all`` is 0 if unknown. ``rounds`` holds the open round, the previous one and
    unsettled older ones.
    """

    tournament: str
    table: int
    phase: str
    round: int
    rounds_in_all: int
    rounds: list[RoundState]
    call: dict[str, Any] | None
    messages: list[dict[str, Any]]
    unit: str = "pair"
    tables: int = 0
    next_stages: list[dict[str, str]] = field(default_factory=list)


def table_of_token(token: str) -> Table | None:
    """The table of a link, with its tournament; one query."""
    return next(iter(tables_by_token(token=token)), None)


@prepared
def tables_by_token() -> QuerySet[Table]:
    tables = Table.objects.select_related("tournament").order_by()
    return tables.filter(token=Parameter("token", CharField()))


def shared_state(table: Table) -> SharedState:
    """The state that all tables of the tournament share."""
    return shared_state_of(table.tournament, lambda: table.tournament.facts_version)


def table_etag(table: Table, hall: SharedState) -> str:
    """ETag of everything a table's phone shows."""
    return f'"{hall.version}-{table.pk}-{table.version}"'


def version_of_etag(etag: str) -> int:
    """The table's own version in an ETag."""
    return int(etag.strip('"').rpartition("-")[2])


def table_etags(tournament: Tournament, hall: SharedState) -> dict[str, str]:
    """ETag of each table's current state, by token; one query."""
    tables = Table.objects.filter(tournament=tournament).only("token", "version")
    return {table.token: table_etag(table, hall) for table in tables}


def code_of_token(token: str) -> str | None:
    codes = Table.objects.filter(token=token).values_list("tournament__code", flat=True)
    return codes.first()


def states_of(
    tournament: Tournament, tables: Sequence[Table], hall: SharedState
) -> list[TableState]:
    """States of tables, in order; a constant number of queries."""
    clocks = {row.number: row for row in published_rounds(tournament)}
    sittings = sittings_of(tables, hall.opened)
    onward = next_seats(tournament, sittings, clocks)
    entries = entries_of([play.pk for sitting in sittings for play in sitting.plays.all()])
    lineups = lineups_of(tournament)
    calls = calls_of(tables)
    messages = messages_of(tables)
    extra = extra_times_of(tables)
    phase = phase_of(tournament)
    count = tournament.tables.count()
    stages = next_stages_of(tournament) if phase == "finished" else {}
    rounds: dict[int, list[RoundState]] = defaultdict(list)
    for sitting in sittings:
        state = round_state(sitting, clocks, onward, entries, hall.over, lineups)
        state = replace(state, **table_clock(clocks[state.number], extra, sitting.table_id))
        rounds[sitting.table_id].append(state)
    return [
        TableState(
            tournament=tournament.name,
            table=table.number,
            phase=phase,
            round=hall.opened,
            rounds_in_all=rounds_known(tournament, len(clocks)),
            rounds=with_open_round(rounds[table.pk], clocks.get(hall.opened)),
            call=calls.get(table.pk),
            messages=messages.get(table.pk, []),
            unit=tournament.unit,
            tables=count,
            next_stages=stages.get(table.number, []),
        )
        for table in tables
    ]


def with_open_round(rounds: list[RoundState], opened: Round | None) -> list[RoundState]:
    """Add the open round if the table is empty in it."""
    if opened is None or any(state.number == opened.number for state in rounds):
        return rounds
    return [*rounds, empty_round(opened)]


def phase_of(tournament: Tournament) -> str:
    if tournament.state == Tournament.State.PLAYING:
        return "playing"
    return "finished" if tournament.state == Tournament.State.FINISHED else "closed"


def sittings_of(tables: Sequence[Table], opened: int) -> list[Sitting]:
    """Sittings of the open and previous round and of unsettled older ones.

    Includes seats, players and boards.
    """
    players = Prefetch("team__team_players", TeamPlayer.objects.select_related("player"))
    seats = Prefetch("seats", Seat.objects.select_related("team").prefetch_related(players))
    plays = Prefetch(
        "plays", Play.objects.select_related("board__deal", "current").order_by("order")
    )
    unsettled = Play.objects.filter(
        ~Q(state=Play.State.CONFIRMED) | Q(current__kind=Result.Kind.LATE), sitting=OuterRef("pk")
    )
    rows = Sitting.objects.filter(
        Q(round__number__gte=opened - 1) | Exists(unsettled),
        table__in=tables,
        round__number__lte=opened,
    )
    rows = rows.select_related("round", "table").prefetch_related(seats, plays)
    return list(rows.order_by("round__number"))


def entries_of(plays: Iterable[int]) -> dict[int, list[Entry]]:
    """All result versions with confirmations, by play."""
    words = Prefetch("confirmations", Confirmation.objects.order_by("created_at", "pk"))
    entries_by_play: dict[int, list[Entry]] = defaultdict(list)
    rows = Result.objects.filter(play__in=list(plays)).prefetch_related(words).order_by("version")
    for result in rows:
        entries_by_play[result.play_id].append((result, list(result.confirmations.all())))
    return entries_by_play


def round_state(
    sitting: Sitting,
    clocks: Mapping[int, Round],
    onward: NextSeats,
    entries: Mapping[int, Sequence[Entry]],
    over: Collection[int],
    lineups: Lineups,
) -> RoundState:
    clock = clocks[sitting.round.number]
    seats = list(sitting.seats.all())
    names = {seat.pk: players_of(seat, clock.number, lineups) for seat in seats}
    return RoundState(
        number=clock.number,
        **clock_of(clock),
        seats=names_of_seats(seats, names),
        pairs={
            side: side_state(
                [seat for seat in seats if seat.side == side], names, clock.number, onward
            )
            for side in Seat.Side.values
            if any(seat.side == side for seat in seats)
        },
        boards=[
            board_state(play, entries.get(play.pk, ()), play.board_id in over)
            for play in sitting.plays.all()
        ],
        boards_way=next_boards(clock.number, sitting.table.number, onward.sets),
    )


def empty_round(clock: Round) -> RoundState:
    return RoundState(number=clock.number, **clock_of(clock), seats={}, pairs={}, boards=[])


class ResultsState(TypedDict):
    """The result fields of a board's state."""

    state: str
    current: int | None
    entries: list[EntryState]


def board_state(play: Play, entries: Sequence[Entry], is_over: bool) -> BoardState:
    deal = play.board.deal
    dealer = deal.dealer if deal else ""
    return BoardState(
        play=play.pk,
        board=play.board.number,
        is_game=play.board.deal_id is None,
        is_over=is_over,
        dealer=dealer,
        first=next_seat(deal.variant, dealer) if deal else "",
        **results_state(play.state, play.current_id, entries),
    )


def results_state(state: str, current_id: int | None, entries: Sequence[Entry]) -> ResultsState:
    current = next((row for row, _words in entries if row.pk == current_id), None)
    if current is not None and current.kind == Result.Kind.LATE:
        # Still to be played here, regardless of earlier entries.
        return {"state": Play.State.EMPTY, "current": None, "entries": []}
    return {
        "state": state,
        "current": current.version if current is not None else None,
        "entries": [entry_state(row, words) for row, words in entries],
    }


def entry_state(row: Result, said: Sequence[Confirmation]) -> EntryState:
    words = {word.side: word.agrees for word in said}
    nothing = {"NS": 0, "EW": 0}
    return EntryState(
        version=row.version,
        key=str(row.client_key or ""),
        side=row.side,
        source=row.source,
        at=iso_or_empty(row.created_at),
        kind=row.kind,
        contract=row.contract,
        declarer=row.declarer,
        contra=row.contra,
        bid=row.outcome.get("bid") or 0,
        capot_bid=bool(row.outcome.get("capot_bid")),
        points=row.outcome.get("points", nothing),
        announced=announced_points(row.outcome),
        belote=belote_points(row.outcome),
        claims=row.slip.get("claims", []),
        capot=row.outcome.get("capot"),
        alone=bool(row.outcome.get("solo_bid")) and row.outcome.get("outcome") == "made",
        lead=row.slip.get("lead", ""),
        outcome=row.outcome.get("outcome") or "",
        score=sort_by_side(row.outcome.get("score", nothing)),
        won=row.outcome.get("games"),
        games=row.slip.get("games", []),
        agreed=sorted({row.side, *(side for side, yes in words.items() if yes)} - {""}),
        refused=sorted(side for side, yes in words.items() if not yes),
    )
