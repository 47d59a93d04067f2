"""The director's view of the room: every table's state, its boards, what is missing."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from django.db.models import Count, Max
from django.utils import timezone

from tournaments.clubs.names import search_key
from tournaments.draws.selectors.seatings import ORDER, Side, sides_of
from tournaments.entries.selectors.lineups import lineups_of, players_in
from tournaments.facts.formats import is_drawn_by_round
from tournaments.facts.visibility import complete_rounds, open_round_number, published_rounds
from tournaments.models import (
    DirectorCall,
    LogEntry,
    Play,
    Result,
    Round,
    Seat,
    Table,
    Team,
    Tournament,
)

# The states of a table, the one that needs the director most first.
STATES = ("call", "dispute", "silent", "playing", "entered", "finished", "empty")
PROBLEMS = ("call", "dispute", "silent")
SPARE_MINUTES = 3
BOXES = {
    Play.State.EMPTY: "empty",
    Play.State.ENTERED: "entered",
    Play.State.DISPUTED: "dispute",
    Play.State.CONFIRMED: "confirmed",
}


@dataclass(frozen=True)
class Card:
    """One table in the round that is looked at."""

    table: Table
    ns: Side
    ew: Side
    plays: list[Play]
    state: str
    silent_minutes: int = 0
    call: DirectorCall | None = None
    sitting_id: int = 0
    placed: Mapping[str, Team] = field(default_factory=dict)

    @property
    def boxes(self) -> list[tuple[int, str]]:
        return [(play.board.number, BOXES[Play.State(play.state)]) for play in self.plays]

    @property
    def is_urgent(self) -> bool:
        """Whether the table waits for the director."""
        return self.state in PROBLEMS

    @property
    def ns_name(self) -> str:
        return self.ns.short

    @property
    def ew_name(self) -> str:
        return self.ew.short

    @property
    def missing(self) -> int:
        return sum(play.state == Play.State.EMPTY for play in self.plays)

    @property
    def wanted_play(self) -> Play | None:
        """The board that most wants the director: a dispute, then a missing result."""
        order = (Play.State.DISPUTED, Play.State.EMPTY, Play.State.ENTERED, Play.State.CONFIRMED)
        return min(self.plays, key=lambda play: order.index(Play.State(play.state)), default=None)

    @property
    def words(self) -> str:
        """The words that the search looks through."""
        boards = " ".join(str(play.board.number) for play in self.plays)
        return search_key(f"{self.table.number} {self.ns.name} {self.ew.name} {boards}")


@dataclass(frozen=True)
class Console:
    """The room in one round."""

    rounds: list[Round]
    current: Round
    open_number: int
    cards: list[Card]
    resting: list[Team] = field(default_factory=list)
    earlier: list[Play] = field(default_factory=list)
    next_round: int | None = None
    begun: int = 0
    draws_on: bool = False

    @property
    def counts(self) -> Counter[str]:
        return Counter(card.state for card in self.cards)

    @property
    def missing(self) -> int:
        return sum(card.missing for card in self.cards)

    @property
    def expected(self) -> int:
        return sum(len(card.plays) for card in self.cards)

    @property
    def disputes(self) -> list[tuple[int, Play]]:
        return [
            (card.table.number, play)
            for card in self.cards
            for play in card.plays
            if play.state == Play.State.DISPUTED
        ]

    @property
    def can_undo_start(self) -> bool:
        """Whether the newest round was begun and nothing has been entered in it."""
        is_newest = self.current.number == self.begun
        return is_newest and bool(self.expected) and self.missing == self.expected

    def card(self, number: int | None) -> Card | None:
        """The card of a table."""
        return next((card for card in self.cards if card.table.number == number), None)

    def next_problem(self, after: int | None) -> int | None:
        """The next table that needs the director, going round after the one that is open."""
        wanted = [card.table.number for card in self.cards if card.state in PROBLEMS]
        later = [number for number in wanted if after is None or number > after]
        return next(iter(later or wanted), None)


def console_of(tournament: Tournament, number: int | None = None) -> Console | None:
    """The room in a round, by default the one that is open; None before the draw."""
    rounds = list(published_rounds(tournament).order_by("number"))
    if not rounds:
        return None
    open_number = open_round_number(tournament)
    wanted = number if number and 1 <= number <= len(rounds) else open_number
    current = rounds[wanted - 1]
    cards, resting = cards_of(tournament, current)
    complete = complete_rounds(tournament)
    waiting = [row.number for row in rounds if row.started_at is None and row.number > complete]
    return Console(
        rounds=rounds,
        current=current,
        open_number=open_number,
        cards=cards,
        resting=resting,
        earlier=unsettled_plays(tournament, open_number),
        next_round=waiting[0] if waiting else None,
        begun=sum(row.started_at is not None for row in rounds),
        draws_on=is_drawn_by_round(tournament),
    )


def version_of(tournament: Tournament) -> str:
    """Changes whenever the console would look different; one query."""
    newest = LogEntry.objects.filter(tournament=tournament).aggregate(
        last=Max("pk"), lines=Count("pk")
    )
    half_minute = int(timezone.now().timestamp()) // 30
    return f"{tournament.facts_version}.{newest['last']}.{newest['lines']}.{half_minute}"


def cards_of(tournament: Tournament, current: Round) -> tuple[list[Card], list[Team]]:
    """The cards of a round and the teams that sit out."""
    seats = Seat.objects.filter(round=current).select_related("team", "sitting__table")
    tables: dict[int, list[Seat]] = defaultdict(list)
    resting = []
    for seat in seats.prefetch_related("team__team_players__player"):
        if seat.sitting_id is None:
            resting.append(seat.team)
        else:
            tables[seat.sitting_id].append(seat)
    plays = plays_by_sitting(current)
    calls = open_calls(tournament)
    spoken = last_words(current)
    cards = [
        card_of(tournament, current, seated, plays.get(sitting, []), calls, spoken)
        for sitting, seated in tables.items()
    ]
    return sorted(cards, key=lambda card: card.table.number), resting


def card_of(
    tournament: Tournament,
    current: Round,
    seats: list[Seat],
    plays: list[Play],
    calls: dict[int, DirectorCall],
    spoken: dict[int, datetime],
) -> Card:
    sitting = seats[0].sitting
    assert sitting is not None
    sides = sides_of(seats)
    call = calls.get(sitting.table_id)
    silent = silent_minutes(tournament, current, spoken.get(sitting.table_id))
    state = state_of(plays, current, call, silent)
    placed = {seat.place: seat.team for seat in seats if seat.place}
    return Card(
        sitting.table, sides["NS"], sides["EW"], plays, state, silent, call, sitting.pk, placed
    )


def state_of(plays: Iterable[Play], current: Round, call: DirectorCall | None, silent: int) -> str:
    """How a table stands, the most urgent thing first."""
    states = {play.state for play in plays}
    if call is not None:
        return "call"
    if Play.State.DISPUTED in states:
        return "dispute"
    if Play.State.EMPTY not in states:
        return "entered" if Play.State.ENTERED in states else "finished"
    if current.started_at is None and states == {Play.State.EMPTY}:
        return "empty"
    return "silent" if silent else "playing"


def silent_minutes(tournament: Tournament, current: Round, spoken: datetime | None) -> int:
    """Minutes since a table was heard of, once that is longer than a board should take; else 0."""
    if current.started_at is None or current.paused_seconds is not None:
        return 0
    since = max(spoken or current.started_at, current.started_at)
    minutes = int((timezone.now() - since).total_seconds() // 60)
    return minutes if minutes > tournament.minutes_per_board + SPARE_MINUTES else 0


def plays_by_sitting(current: Round) -> dict[int, list[Play]]:
    plays: dict[int, list[Play]] = defaultdict(list)
    rows = Play.objects.filter(sitting__round=current).select_related("board", "current")
    for play in rows.order_by("order"):
        plays[play.sitting_id].append(play)
    return plays


def open_calls(tournament: Tournament) -> dict[int, DirectorCall]:
    """By table id: the call that is not settled yet."""
    calls = DirectorCall.objects.filter(table__tournament=tournament, settled_at__isnull=True)
    return {call.table_id: call for call in calls.select_related("board").order_by("created_at")}


def last_words(current: Round) -> dict[int, datetime]:
    """By table id: when its newest result of the round came."""
    rows = Result.objects.filter(play__sitting__round=current)
    newest = rows.values("play__sitting__table").annotate(last=Max("created_at"))
    return {row["play__sitting__table"]: row["last"] for row in newest}


def unsettled_plays(tournament: Tournament, before: int) -> list[Play]:
    """Results of earlier rounds that are still missing or disputed."""
    rows = Play.objects.filter(
        sitting__round__tournament=tournament,
        sitting__round__number__lt=before,
        sitting__round__is_published=True,
        state__in=[Play.State.EMPTY, Play.State.DISPUTED],
    )
    return list(rows.select_related("board", "sitting__round", "sitting__table"))


def seats_in_words(card: Card, number: int) -> list[tuple[str, Team, str]]:
    """North, West, South and East of a table in a round: seat, team, player."""
    lineups = lineups_of(card.table.tournament_id)
    if card.placed:
        return [
            (at, team, " – ".join(p.name for p in players_in(team, number, lineups)) or team.name)
            for at in ORDER
            if (team := card.placed.get(at)) is not None
        ]
    found = {}
    for half, (side, seats) in enumerate(((card.ns, "NS"), (card.ew, "EW"))):
        for team in side.teams:
            players = [player.name for player in players_in(team, number, lineups)]
            # The second pair of a team of four sits East-West.
            sitting = players[2 * half :] if len(players) > 2 else players
            for seat, name in zip(seats, [*sitting, "–", "–"], strict=False):
                found[seat] = (seat, team, name)
    return [found[seat] for seat in ORDER if seat in found]
