"""Table cards of the director's console."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from django.db.models import Max
from django.utils import timezone

from tournaments.clubs.names import last_name, search_key
from tournaments.draws.selectors.seatings import TableSide, sides_of
from tournaments.draws.selectors.timetable import playing_minutes
from tournaments.entries.selectors.lineups import lineups_of, players_in
from tournaments.models import (
    DirectorCall,
    ExtraTime,
    Play,
    Result,
    Round,
    Seat,
    Table,
    Team,
    Tournament,
)
from tournaments.state.sides import rests_in

# Most urgent first.
STATES = ("call", "dispute", "silent", "entered", "playing", "finished", "empty")
NEEDS = ("call", "dispute", "silent", "entered")
SILENCE_TOLERANCE_MINUTES = 3
CONFIRMATION_WAIT_MINUTES = 3
"""Then the director should know that the other side has not confirmed."""
BOXES = {
    Play.State.EMPTY: "empty",
    Play.State.ENTERED: "entered",
    Play.State.DISPUTED: "dispute",
    Play.State.CONFIRMED: "confirmed",
}


@dataclass(frozen=True)
class TableCard:
    table: Table
    ns: TableSide
    ew: TableSide
    plays: list[Play]
    state: str
    silent_minutes: int = 0
    call: DirectorCall | None = None
    sitting_id: int = 0
    placed: Mapping[str, Team] = field(default_factory=dict)
    waiting: Play | None = None
    waiting_minutes: int = 0
    said: Sequence[Result] = ()
    extra_seconds: int = 0
    clock: Round | None = None
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def boxes(self) -> tuple[tuple[int, str], ...]:
        return tuple((play.board.number, BOXES[Play.State(play.state)]) for play in self.plays)

    @property
    def is_urgent(self) -> bool:
        """Whether the table needs the director now."""
        if self.state == "entered":
            return self.waiting_minutes >= CONFIRMATION_WAIT_MINUTES
        return self.state in NEEDS

    @property
    def urgency(self) -> tuple[int, float, int]:
        since = self.call.created_at.timestamp() if self.call else 0.0
        waits = -max(self.silent_minutes, self.waiting_minutes)
        return STATES.index(self.state), since or float(waits), self.table.number

    @property
    def ns_name(self) -> str:
        return self.names.get("NS") or self.ns.short

    @property
    def ew_name(self) -> str:
        return self.names.get("EW") or self.ew.short

    @property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        return (self.ns.number, self.ns_name), (self.ew.number, self.ew_name)

    @property
    def disputed(self) -> Play | None:
        return next((play for play in self.plays if play.state == Play.State.DISPUTED), None)

    @property
    def ends_at(self) -> datetime | None:
        """Extended deadline of this table, or None."""
        ends = self.clock.ends_at if self.clock and self.clock.paused_seconds is None else None
        return ends + timedelta(seconds=self.extra_seconds) if ends and self.extra_seconds else None

    @property
    def missing(self) -> int:
        return sum(play.state == Play.State.EMPTY for play in self.plays)

    @property
    def entered(self) -> int:
        return len(self.plays) - self.missing

    @property
    def wanted_play(self) -> Play | None:
        """The board that most needs the director."""
        order = (Play.State.DISPUTED, Play.State.EMPTY, Play.State.ENTERED, Play.State.CONFIRMED)
        return min(self.plays, key=lambda play: order.index(Play.State(play.state)), default=None)

    @property
    def words(self) -> str:
        boards = " ".join(str(play.board.number) for play in self.plays)
        return search_key(f"{self.table.number} {self.ns.name} {self.ew.name} {boards}")


@dataclass(frozen=True, slots=True)
class CalmRow:
    """Hashable row of a table without problems, for cached rendering.

    ``query`` is the query string kept in the link.
    """

    number: int
    pairs: tuple[tuple[str, str], ...]
    state: str
    boxes: tuple[tuple[int, str], ...]
    ends_at: datetime | None
    query: str
    is_open: bool


@dataclass(frozen=True)
class RestingTeams:
    whole: list[Team] = field(default_factory=list)
    one_pair: list[Team] = field(default_factory=list)


def cards_of(tournament: Tournament, current: Round) -> tuple[list[TableCard], RestingTeams]:
    seats = Seat.objects.filter(round=current).select_related("team", "sitting__table")
    tables: dict[int, list[Seat]] = defaultdict(list)
    teams = {}
    for seat in seats.prefetch_related("team__team_players__player"):
        teams[seat.team_id] = seat.team
        if seat.sitting_id is not None:
            tables[seat.sitting_id].append(seat)
    hall = RoundLookups(tournament, current)
    cards = [card_of(hall, seated) for seated in tables.values()]
    rests = rests_in(seats)
    resting = RestingTeams(
        [teams[each] for each in rests.whole], [teams[each] for each in rests.one_pair]
    )
    return sorted(cards, key=lambda card: card.table.number), resting


def calm_row(card: TableCard, query: str, *, is_open: bool) -> CalmRow:
    return CalmRow(
        card.table.number, card.pairs, card.state, card.boxes, card.ends_at, query, is_open
    )


class RoundLookups:
    """Data queried once for all tables of a round."""

    def __init__(self, tournament: Tournament, current: Round) -> None:
        self.tournament = tournament
        self.current = current
        self.plays = plays_by_sitting(current)
        self.calls = open_calls(tournament)
        self.spoken = last_result_times(current)
        self.said = disputed_versions(current)
        extra = ExtraTime.objects.filter(round=current)
        self.extra = dict(extra.values_list("table", "seconds"))
        is_team = tournament.unit == Tournament.Unit.TEAM
        self.lineups = lineups_of(tournament) if is_team else {}


def card_of(hall: RoundLookups, seats: list[Seat]) -> TableCard:
    sitting = seats[0].sitting
    assert sitting is not None
    sides = sides_of(seats)
    table, plays = sitting.table_id, hall.plays.get(sitting.pk, [])
    extra = hall.extra.get(table, 0)
    silent = silent_minutes(hall.tournament, hall.current, hall.spoken.get(table), extra)
    call = hall.calls.get(table)
    waiting = oldest_waiting(plays)
    waited = minutes_since(waiting.current.created_at) if waiting and waiting.current else 0
    disputed = next((play.pk for play in plays if play.state == Play.State.DISPUTED), 0)
    return TableCard(
        table=sitting.table,
        ns=sides["NS"],
        ew=sides["EW"],
        plays=plays,
        state=state_of(plays, hall.current, call, silent, waited),
        silent_minutes=silent,
        call=call,
        sitting_id=sitting.pk,
        placed={seat.place: seat.team for seat in seats if seat.place},
        waiting=waiting,
        waiting_minutes=waited,
        said=hall.said.get(disputed, ()),
        extra_seconds=extra,
        clock=hall.current,
        names={seat.side: pair_at(hall, seat) for seat in seats} if hall.lineups else {},
    )


def pair_at(hall: RoundLookups, seat: Seat) -> str:
    players = players_in(seat.team, hall.current.number, hall.lineups)
    two = players[2 * seat.half - 2 : 2 * seat.half] if len(players) > 2 else players
    return " – ".join(last_name(player.name) for player in two)


def oldest_waiting(plays: Iterable[Play]) -> Play | None:
    """The result waiting longest for confirmation."""
    waiting = [play for play in plays if play.state == Play.State.ENTERED and play.current]
    return min(waiting, key=lambda play: play.current.created_at, default=None)  # type: ignore[union-attr]


def minutes_since(moment: datetime) -> int:
    return max(0, int((timezone.now() - moment).total_seconds() // 60))


def disputed_versions(current: Round) -> dict[int, list[Result]]:
    """Newest version of each side by disputed play, North–South first."""
    rows = Result.objects.filter(
        play__sitting__round=current, play__state=Play.State.DISPUTED, source=Result.Source.TABLE
    )
    newest: dict[int, dict[str, Result]] = defaultdict(dict)
    for result in rows.order_by("version"):
        newest[result.play_id][result.side] = result
    return {
        play: [by_side[side] for side in Seat.Side.values if side in by_side]
        for play, by_side in newest.items()
    }


def state_of(
    plays: Iterable[Play],
    current: Round,
    call: DirectorCall | None,
    silent: int,
    waited: int = 0,
) -> str:
    """State of a table, most urgent first."""
    states = {play.state for play in plays}
    if call is not None:
        return "call"
    if Play.State.DISPUTED in states:
        return "dispute"
    if Play.State.EMPTY not in states:
        return "entered" if Play.State.ENTERED in states else "finished"
    if current.started_at is None and states == {Play.State.EMPTY}:
        return "empty"
    if silent:
        return "silent"
    return "entered" if waited >= CONFIRMATION_WAIT_MINUTES else "playing"


def silent_minutes(
    tournament: Tournament, current: Round, spoken: datetime | None, extra: int = 0
) -> int:
    """Minutes since a table's last result if overdue, else 0.

    ``extra`` seconds granted extend the limit.
    """
    if current.started_at is None or current.paused_seconds is not None:
        return 0
    since = max(spoken or current.started_at, current.started_at)
    minutes = minutes_since(since)
    usual = playing_minutes(tournament) if tournament.is_open_play else tournament.minutes_per_board
    return minutes if minutes - extra // 60 > usual + SILENCE_TOLERANCE_MINUTES else 0


def plays_by_sitting(current: Round) -> dict[int, list[Play]]:
    plays: dict[int, list[Play]] = defaultdict(list)
    rows = Play.objects.filter(sitting__round=current).select_related("board", "current")
    for play in rows.order_by("order"):
        plays[play.sitting_id].append(play)
    return plays


def open_calls(tournament: Tournament) -> dict[int, DirectorCall]:
    calls = DirectorCall.objects.filter(table__tournament=tournament, settled_at__isnull=True)
    return {call.table_id: call for call in calls.select_related("board").order_by("created_at")}


def last_result_times(current: Round) -> dict[int, datetime]:
    rows = Result.objects.filter(play__sitting__round=current)
    newest = rows.values("play__sitting__table").annotate(last=Max("created_at"))
    return {row["play__sitting__table"]: row["last"] for row in newest}
