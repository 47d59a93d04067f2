"""Visibility rules: nothing of a board before it is over."""

from django.db.models import Exists, IntegerField, OuterRef, Q, QuerySet

from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import Board, Play, Result, Round, Tournament


def published_rounds(tournament: Tournament) -> QuerySet[Round]:
    return Round.objects.filter(tournament=tournament, is_published=True)


def published_plays(tournament: Tournament) -> QuerySet[Play]:
    return Play.objects.filter(
        sitting__round__tournament=tournament, sitting__round__is_published=True
    )


def finished_boards(tournament: Tournament) -> QuerySet[Board]:
    """Boards no longer in play, whose cards are public.

    All plays are settled, drafts included; or the director closed the board or finished the
    tournament.
    """
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False)
    if tournament.state == Tournament.State.ENTRY or tournament.state == Tournament.State.DRAWN:
        return boards.none()
    if tournament.state == Tournament.State.FINISHED:
        return boards
    played = Play.objects.filter(board=OuterRef("pk"))
    return boards.filter(
        Q(closed_at__isnull=False)
        | (Exists(played) & ~Exists(played.filter(unsettled_condition())))
    )


def unsettled_condition() -> Q:
    """Plays after which the board can still be played.

    Not confirmed by both sides, to be played later, or reported as not played without the
    director's ruling.
    """
    not_played = Q(current__kind=Result.Kind.NOT_PLAYED, current__source=Result.Source.TABLE)
    return ~Q(state=Play.State.CONFIRMED) | Q(current__kind=Result.Kind.LATE) | not_played


def complete_rounds(tournament: Tournament) -> int:
    """Number of leading rounds with all results; standings count these."""
    waiting = (
        Play.objects.filter(sitting__round__tournament=tournament, state=Play.State.EMPTY)
        .order_by("sitting__round__number")
        .values_list("sitting__round__number", flat=True)
        .first()
    )
    if waiting is not None:
        return waiting - 1
    return published_rounds(tournament).count()


def open_round_number(tournament: Tournament) -> int:
    """Last round open for results: started by the director, or next."""
    begun = (
        published_rounds(tournament)
        .filter(started_at__isnull=False)
        .order_by("-number")
        .values_list("number", flat=True)
        .first()
    )
    rounds = published_rounds(tournament).count()
    return min(rounds, max(begun or 0, complete_rounds(tournament) + 1))


def is_open(row: Round) -> bool:
    """Whether results of this round can be entered; at most two queries."""
    if not row.is_published:
        return False
    if row.started_at is not None:
        return True
    place = {"tournament": row.tournament_id, "number": row.number}
    return not empty_plays_before(**place) or bool(started_rounds_after(**place))


@prepared
def empty_plays_before() -> QuerySet[Play, int]:
    plays = Play.objects.filter(
        sitting__round__tournament=Parameter("tournament", IntegerField()),
        sitting__round__number__lt=Parameter("number", IntegerField()),
        state=Play.State.EMPTY,
    )
    return plays.order_by().values_list("pk", flat=True)[:1]


@prepared
def started_rounds_after() -> QuerySet[Round, int]:
    rounds = Round.objects.filter(
        tournament=Parameter("tournament", IntegerField()),
        number__gt=Parameter("number", IntegerField()),
        is_published=True,
        started_at__isnull=False,
    )
    return rounds.order_by().values_list("pk", flat=True)[:1]


PUBLISHED = frozenset({Tournament.State.PLAYING, Tournament.State.FINISHED})
