"""What the phone of one table may know: who sits there, its boards, what was entered there.

No card of any board is ever in it, and nothing of another table but where its pairs go next.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.db.models import Prefetch
from django.urls import reverse

from games.belot import SEATS
from tournaments.models import (
    Confirmation,
    DirectorCall,
    Play,
    Result,
    Round,
    Seat,
    Sitting,
    Table,
    TeamPlayer,
    Tournament,
)
from tournaments.selectors.people import Lineups, lineups_of, players_in
from tournaments.selectors.visibility import (
    finished_boards,
    open_round_number,
    published_rounds,
)

SEATS_OF_SIDE: Mapping[str, str] = {"NS": "NS", "EW": "EW"}
"""Position 1 of a team sits North or East, position 2 South or West."""


@dataclass(frozen=True, kw_only=True)
class EntryState:
    """One version of a result; ``points`` and ``announced`` are by side, before doubling."""

    version: int
    key: str
    side: str
    source: str
    at: str
    kind: str
    contract: str
    declarer: str
    contra: int
    points: dict[str, int]
    announced: dict[str, int]
    claims: list[dict[str, Any]]
    capot: str | None
    outcome: str
    score: dict[str, int]
    won: dict[str, int] | None
    agreed: list[str]
    refused: list[str]


@dataclass(frozen=True, kw_only=True)
class BoardState:
    """One board at this table: how far its result is, and every version of it.

    ``is_over`` says that every table has played it, so that its page is public; ``is_game`` that
    it is a whole game of open play.
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
class PairState:
    """A side of the table; ``onward`` is where it goes next, None after the last round.

    Two single players go their own ways: each has an entry in ``ways``.
    """

    number: int | None
    name: str
    players: list[str]
    onward: dict[str, Any] | None
    ways: list[dict[str, Any]] = field(default_factory=list)


@dataclass(frozen=True, kw_only=True)
class RoundState:
    """A round at this table; without pairs the table stands empty in it."""

    number: int
    begun: bool
    ends_at: str
    paused_seconds: int | None
    seats: dict[str, str]
    pairs: dict[str, PairState]
    boards: list[BoardState]


@dataclass(frozen=True, kw_only=True)
class TableState:
    """Everything the phone shows; ``phase`` is closed, playing or finished.

    ``rounds`` holds the open round, the one before it, and older ones that are not settled.
    """

    tournament: str
    table: int
    phase: str
    round: int
    rounds_in_all: int
    rounds: list[RoundState]
    call: dict[str, Any] | None
    next_stages: list[dict[str, str]] = field(default_factory=list)


def table_of_token(token: str) -> Table | None:
    """The table whose link this is."""
    return Table.objects.select_related("tournament").filter(token=token).first()


def table_state(table: Table) -> TableState:
    """The table's state as plain data; a constant number of queries."""
    tournament = table.tournament
    phase = phase_of(tournament)
    opened = 0 if phase == "closed" else open_round_number(tournament)
    clocks = {row.number: row for row in published_rounds(tournament)}
    sittings = settled_out(sittings_of(table, opened), opened)
    onward = onward_of(sittings)
    entries = entries_of(sittings)
    over = set(finished_boards(tournament).values_list("pk", flat=True)) if sittings else set()
    lineups = lineups_of(tournament)
    found = [round_state(sitting, clocks, onward, entries, over, lineups) for sitting in sittings]
    if opened and opened not in {state.number for state in found}:
        found.append(empty_round(clocks[opened]))
    return TableState(
        tournament=tournament.name,
        table=table.number,
        phase=phase,
        round=opened,
        rounds_in_all=max(len(clocks), tournament.planned_rounds or 0),
        rounds=found,
        call=call_of(table),
        next_stages=next_stages_of(table) if phase == "finished" else [],
    )


def next_stages_of(table: Table) -> list[dict[str, str]]:
    """The same table in the stages that follow and are being played."""
    after = Table.objects.filter(
        tournament__follows=table.tournament_id,
        tournament__state=Tournament.State.PLAYING,
        number=table.number,
    ).select_related("tournament")
    return [
        {"name": row.tournament.stage_name, "url": reverse("table", args=[row.token])}
        for row in after.order_by("tournament")
    ]


def phase_of(tournament: Tournament) -> str:
    """How far the tournament is, as a table needs to know it."""
    if tournament.state == Tournament.State.PLAYING:
        return "playing"
    return "finished" if tournament.state == Tournament.State.FINISHED else "closed"


def sittings_of(table: Table, opened: int) -> list[Sitting]:
    """The table's sittings up to the open round, with seats, players and boards."""
    players = Prefetch("team__team_players", TeamPlayer.objects.select_related("player"))
    seats = Prefetch("seats", Seat.objects.select_related("team").prefetch_related(players))
    plays = Prefetch(
        "plays", Play.objects.select_related("board__deal", "current").order_by("order")
    )
    rows = Sitting.objects.filter(table=table, round__number__lte=opened)
    rows = rows.select_related("round").prefetch_related(seats, plays)
    return list(rows.order_by("round__number"))


def settled_out(sittings: Sequence[Sitting], opened: int) -> list[Sitting]:
    """Leave out old rounds in which every result is confirmed."""
    return [
        sitting
        for sitting in sittings
        if sitting.round.number >= opened - 1 or any(is_open(play) for play in sitting.plays.all())
    ]


def is_open(play: Play) -> bool:
    """Whether the table has yet to enter or confirm it."""
    is_late = play.current is not None and play.current.kind == Result.Kind.LATE
    return is_late or play.state != Play.State.CONFIRMED


def onward_of(sittings: Sequence[Sitting]) -> dict[tuple[int, int, int], Seat]:
    """The seat of each pair in the round after, by (round number, team id, half)."""
    teams = {seat.team_id for sitting in sittings for seat in sitting.seats.all()}
    rounds = {sitting.round.number + 1 for sitting in sittings}
    if not teams:
        return {}
    rows = Seat.objects.filter(
        round__tournament_id=sittings[0].round.tournament_id,
        round__number__in=rounds,
        round__is_published=True,
        team__in=teams,
    ).select_related("round", "sitting__table")
    return {(seat.round.number, seat.team_id, seat.half): seat for seat in rows}


def entries_of(sittings: Sequence[Sitting]) -> dict[int, list[Result]]:
    """Every version of every result of these sittings, by play."""
    plays = [play.pk for sitting in sittings for play in sitting.plays.all()]
    words = Prefetch("confirmations", Confirmation.objects.order_by("created_at", "pk"))
    found = defaultdict(list)
    rows = Result.objects.filter(play__in=plays).prefetch_related(words).order_by("version")
    for result in rows:
        found[result.play_id].append(result)
    return found


def call_of(table: Table) -> dict[str, Any] | None:
    """The table's open call for the director."""
    call = DirectorCall.objects.filter(table=table, settled_at__isnull=True).first()
    if call is None:
        return None
    return {"at": stamp(call.created_at), "answered": call.answered_at is not None}


def round_state(
    sitting: Sitting,
    clocks: Mapping[int, Round],
    onward: Mapping[tuple[int, int, int], Seat],
    entries: Mapping[int, Sequence[Result]],
    over: Collection[int],
    lineups: Lineups,
) -> RoundState:
    """One round at this table."""
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
    )


def empty_round(clock: Round) -> RoundState:
    """A round in which nobody sits here."""
    return RoundState(number=clock.number, **clock_of(clock), seats={}, pairs={}, boards=[])


def clock_of(clock: Round) -> dict[str, Any]:
    return {
        "begun": clock.started_at is not None,
        "ends_at": stamp(clock.ends_at),
        "paused_seconds": clock.paused_seconds,
    }


def names_of_seats(seats: Sequence[Seat], names: Mapping[int, list[str]]) -> dict[str, str]:
    """The player on each seat."""
    found = {}
    for seat in seats:
        letters = seat.place or SEATS_OF_SIDE[seat.side]
        for letter, name in zip(letters, names[seat.pk], strict=False):
            found[letter] = name
    return found


def side_state(
    seats: Sequence[Seat],
    names: Mapping[int, list[str]],
    round_number: int,
    onward: Mapping[tuple[int, int, int], Seat],
) -> PairState:
    """A side and its next seat; who sits out next has no table there."""
    ways = [way_of(seat, round_number, onward) for seat in seats]
    if len(seats) == 1:
        (seat,) = seats
        return PairState(
            number=seat.team.number,
            name=seat.team.name,
            players=names[seat.pk],
            onward=ways[0],
        )
    everybody = [name for seat in seats for name in names[seat.pk]]
    return PairState(
        number=None,
        name=" – ".join(everybody),
        players=everybody,
        onward=None,
        ways=[
            {"name": seat.team.name, **way}
            for seat, way in zip(seats, ways, strict=True)
            if way is not None
        ],
    )


def way_of(
    seat: Seat, round_number: int, onward: Mapping[tuple[int, int, int], Seat]
) -> dict[str, Any] | None:
    """Where the one on this seat is in the next round; None while nobody knows."""
    number = round_number + 1
    after = onward.get((number, seat.team_id, seat.half)) or onward.get((number, seat.team_id, 1))
    if after is None:
        return None
    table = after.sitting.table.number if after.sitting else None
    return {"round": number, "table": table, "side": after.side}


def players_of(seat: Seat, number: int, lineups: Lineups) -> list[str]:
    """Who sits there for the team in a round; of a team of four the first or the second two."""
    names = [player.name for player in players_in(seat.team, number, lineups)]
    if len(names) <= 2:
        return names or [seat.team.name]
    return names[2 * seat.half - 2 : 2 * seat.half]


def board_state(play: Play, results: Sequence[Result], is_over: bool) -> BoardState:
    """One board and what was entered for it."""
    dealer = play.board.deal.dealer if play.board.deal else ""
    current = next((row for row in results if row.pk == play.current_id), None)
    is_late = current is not None and current.kind == Result.Kind.LATE
    if is_late:
        # It is still to be played here, whatever stood before.
        current, results = None, ()
    return BoardState(
        play=play.pk,
        board=play.board.number,
        is_game=play.board.deal_id is None,
        is_over=is_over,
        dealer=dealer,
        first=SEATS[(SEATS.index(dealer) + 1) % len(SEATS)] if dealer else "",
        state=Play.State.EMPTY if is_late else play.state,
        current=current.version if current is not None else None,
        entries=[entry_state(row) for row in results],
    )


def entry_state(row: Result) -> EntryState:
    """One version, as the phone shows it, with the sides behind it."""
    words = {word.side: word.agrees for word in row.confirmations.all()}
    nothing = {"NS": 0, "EW": 0}
    return EntryState(
        version=row.version,
        key=str(row.client_key or ""),
        side=row.side,
        source=row.source,
        at=stamp(row.created_at),
        kind=row.kind,
        contract=row.contract,
        declarer=row.declarer,
        contra=row.contra,
        points=row.outcome.get("points", nothing),
        announced=announced_of(row.outcome),
        claims=row.slip.get("claims", []),
        capot=row.outcome.get("capot"),
        outcome=row.outcome.get("outcome") or "",
        score={"NS": row.ns_score, "EW": row.ew_score},
        won=row.outcome.get("games"),
        agreed=sorted({row.side, *(side for side, yes in words.items() if yes)} - {""}),
        refused=sorted(side for side, yes in words.items() if not yes),
    )


def announced_of(outcome: Mapping[str, Any]) -> dict[str, int]:
    """Declarations and belote together; a full record keeps them apart."""
    if "announced" in outcome:
        return dict(outcome["announced"])
    return {
        side: outcome.get("declarations", {}).get(side, 0) + outcome.get("belote", {}).get(side, 0)
        for side in Seat.Side.values
    }


def stamp(moment: datetime | None) -> str:
    """A moment as text for programs, empty for none."""
    return moment.isoformat() if moment else ""
