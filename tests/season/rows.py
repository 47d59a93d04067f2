"""Checks of stored seats and boards, independent of the movement checker."""

from collections import Counter
from collections.abc import Iterator

from django.db.models import Count

from tests.season.evening import Evening, copies_of
from tournaments.models import Play, Seat, Sitting, Tournament
from tournaments.state.formats import BRACKETS, BY_STANDINGS, DRAWN_BY_ROUND

COPY_ADDING_EVENTS = {
    "is_longer",
    "other_boards",
    "comes_late",
    "rest_plays",
    "way out: same boards",
}
"""Events that can put a board at one more table."""


def row_problems(evening: Evening) -> Iterator[str]:
    yield from seat_problems(evening)
    yield from table_problems(evening.tournament)
    yield from board_problems(evening.tournament)
    copies = copies_of(evening.tournament)
    is_widened = (
        evening.tournament.movement_kind in DRAWN_BY_ROUND
        or not COPY_ADDING_EVENTS.isdisjoint(evening.done)
    )
    if copies > evening.copies and not is_widened:
        yield f"{copies} copies of a board, {evening.copies} were chosen"


def seat_problems(evening: Evening) -> Iterator[str]:
    """Participants have one place or rest per round; others have none.

    Each pair of a team of four has its own; one row says that the whole team rests. Not
    stored is the rest of an entrant that gave its seat to one without a seat in the round.
    """
    tournament = evening.tournament
    seats = Seat.objects.filter(round__tournament=tournament)
    found = Counter(seats.values_list("round__number", "team"))
    at_rest = set(seats.filter(sitting=None).values_list("round__number", "team"))
    at_rest -= set(seats.exclude(sitting=None).values_list("round__number", "team"))
    last = tournament.rounds.count()
    loses = tournament.movement_kind in BRACKETS | (DRAWN_BY_ROUND - BY_STANDINGS)
    for team in tournament.teams.filter(number__isnull=False):
        ends = (team.withdrawn_from or last + 1) - 1
        begins = 1
        if team.pk not in evening.drawn:
            begins = min((n for n, who in found if who == team.pk), default=last + 1)
        for number in range(1, last + 1):
            has = found[number, team.pk]
            takes_part = begins <= number <= ends
            wanted = {halves_of(tournament)} if takes_part else {0}
            if takes_part and (loses or (number, team.pk) in at_rest):
                wanted |= {0, 1} if loses else {1}
            if takes_part and evening.exchanged[team.pk]:
                wanted |= {0}
            if has not in wanted:
                yield f"round {number}: {team} has {has} seats"


def halves_of(tournament: Tournament) -> int:
    return 2 if tournament.unit == Tournament.Unit.TEAM else 1


def table_problems(tournament: Tournament) -> Iterator[str]:
    """Each table has all its entrants and at least one board."""
    alone = tournament.unit == Tournament.Unit.PLAYER
    wanted = tournament.variant.players if alone else 2
    rows = Sitting.objects.filter(round__tournament=tournament).annotate(
        here=Count("seats", distinct=True), boards=Count("plays", distinct=True)
    )
    for row in rows.select_related("round", "table"):
        if row.here != wanted or not row.boards:
            yield f"{row.round}/{row.table}: {row.here} of {wanted} with {row.boards} boards"


def board_problems(tournament: Tournament) -> Iterator[str]:
    """A pair, a half of a team or a player meets each board at one table at most."""
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    meetings = Counter(
        plays.values_list("sitting__seats__team", "sitting__seats__half", "board__number")
    )
    for (team, half, board), times in meetings.items():
        if times > 1:
            yield f"team {team} ({half}) has board {board} {times} times"
