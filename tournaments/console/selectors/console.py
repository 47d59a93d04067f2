from collections import Counter
from dataclasses import dataclass, field

from django.db.models import Count, Max
from django.utils import timezone

from tournaments.console.selectors.table_cards import RestingTeams, TableCard, cards_of
from tournaments.draws.selectors.seatings import ORDER
from tournaments.entries.selectors.lineups import lineups_of, players_in
from tournaments.models import (
    LogEntry,
    Play,
    Round,
    Team,
    Tournament,
)
from tournaments.state.formats import is_drawn_by_round
from tournaments.state.visibility import complete_rounds, open_round_number, published_rounds


@dataclass(frozen=True)
class Console:
    rounds: list[Round]
    current: Round
    open_number: int
    cards: list[TableCard]
    resting: RestingTeams = field(default_factory=RestingTeams)
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
    def unconfirmed(self) -> int:
        states = (play.state for card in self.cards for play in card.plays)
        return sum(state == Play.State.ENTERED for state in states)

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
        is_newest = self.current.number == self.begun
        return is_newest and bool(self.expected) and self.missing == self.expected

    def card(self, number: int | None) -> TableCard | None:
        return next((card for card in self.cards if card.table.number == number), None)

    def next_problem(self, after: int | None) -> int | None:
        """The next table in need after the open one, cyclically."""
        numbers = [card.table.number for card in self.needs]
        at = numbers.index(after) + 1 if after in numbers else 0
        return next(iter(numbers[at:] or numbers), None)

    @property
    def needs(self) -> list[TableCard]:
        return sorted((card for card in self.cards if card.is_urgent), key=lambda c: c.urgency)

    @property
    def others(self) -> list[TableCard]:
        return [card for card in self.cards if not card.is_urgent]

    @property
    def played_out(self) -> int:
        return sum(not card.missing for card in self.cards)


def console_of(tournament: Tournament, number: int | None = None) -> Console | None:
    rounds = list(published_rounds(tournament).order_by("number"))
    if not rounds:
        return None
    open_number = open_round_number(tournament)
    shown_number = number if number and 1 <= number <= len(rounds) else open_number
    current = rounds[shown_number - 1]
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
    """Version of the console; one query."""
    newest = LogEntry.objects.filter(tournament=tournament).aggregate(
        last=Max("pk"), lines=Count("pk")
    )
    half_minute = int(timezone.now().timestamp()) // 30
    return f"{tournament.facts_version}.{newest['last']}.{newest['lines']}.{half_minute}"


def unsettled_plays(tournament: Tournament, before: int) -> list[Play]:
    rows = Play.objects.filter(
        sitting__round__tournament=tournament,
        sitting__round__number__lt=before,
        sitting__round__is_published=True,
        state__in=[Play.State.EMPTY, Play.State.DISPUTED],
    )
    return list(rows.select_related("board", "sitting__round", "sitting__table"))


def seats_in_words(card: TableCard, number: int) -> list[tuple[str, Team, str]]:
    """Occupants of N, W, S, E in a round: seat, team, player."""
    lineups = lineups_of(card.table.tournament_id)
    if card.placed:
        return [
            (at, team, " – ".join(p.name for p in players_in(team, number, lineups)) or team.name)
            for at in ORDER
            if (team := card.placed.get(at)) is not None
        ]
    occupants = {}
    for half, (side, seats) in enumerate(((card.ns, "NS"), (card.ew, "EW"))):
        for team in side.teams:
            players = [player.name for player in players_in(team, number, lineups)]
            # The second pair of a team of four sits East–West.
            sitting = players[2 * half :] if len(players) > 2 else players
            for seat, name in zip(seats, [*sitting, "–", "–"], strict=False):
                occupants[seat] = (seat, team, name)
    return [occupants[seat] for seat in ORDER if seat in occupants]
