"""What must be settled before a tournament can be finished."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Max

from tournaments.draws.selectors.next_round import next_round_of
from tournaments.models import Play, Result, Tournament
from tournaments.state.formats import is_bracket
from tournaments.state.visibility import published_plays


@dataclass(frozen=True)
class UnfinishedItems:
    """Unsettled plays and unpublished planned rounds.

    ``missing`` plays have no result or a postponed one; ``unconfirmed`` ones are entered by
    one side only. ``unplayed`` are the published rounds after the last one with a result.
    """

    missing: Sequence[Play]
    disputed: Sequence[Play]
    unconfirmed: Sequence[Play]
    rounds_to_come: int
    published: int
    unplayed: Sequence[int]
    has_draft: bool

    @property
    def is_ready(self) -> bool:
        open_results = self.missing or self.disputed or self.unconfirmed
        return not open_results and not self.rounds_to_come and not self.has_draft

    @property
    def may_finish(self) -> bool:
        """Whether it can be finished, possibly after confirmation."""
        return not self.missing and not self.disputed and not self.has_draft


def unfinished_items(tournament: Tournament) -> UnfinishedItems:
    """Unfinished items of published rounds."""
    rows = published_plays(tournament).exclude(
        state=Play.State.CONFIRMED, current__kind__in=set(Result.Kind.values) - {Result.Kind.LATE}
    )
    rows = rows.select_related("board", "current", "sitting__round", "sitting__table")
    plays = list(rows.order_by("sitting__round__number", "sitting__table__number", "order"))
    rounds = tournament.rounds.order_by("number")
    published = rounds.filter(is_published=True).count()
    return UnfinishedItems(
        missing=[play for play in plays if has_no_final_result(play)],
        disputed=[play for play in plays if play.state == Play.State.DISPUTED],
        unconfirmed=[
            play
            for play in plays
            if play.state == Play.State.ENTERED and not has_no_final_result(play)
        ],
        rounds_to_come=rounds_to_come(tournament, published),
        published=published,
        unplayed=unplayed_rounds(tournament),
        has_draft=rounds.filter(is_published=False).exists(),
    )


def unplayed_rounds(tournament: Tournament) -> list[int]:
    played = published_plays(tournament).exclude(state=Play.State.EMPTY)
    last = played.aggregate(last=Max("sitting__round__number"))["last"] or 0
    later = tournament.rounds.filter(is_published=True, number__gt=last)
    return list(later.order_by("number").values_list("number", flat=True))


def has_no_final_result(play: Play) -> bool:
    is_late = play.current is not None and play.current.kind == Result.Kind.LATE
    return play.state == Play.State.EMPTY or is_late


def rounds_to_come(tournament: Tournament, published: int) -> int:
    """Planned rounds not yet published; 0 in a decided bracket."""
    to_come = max(0, (tournament.planned_rounds or 0) - published)
    if to_come and is_bracket(tournament):
        ahead = next_round_of(tournament)
        return 0 if ahead is not None and ahead.is_over else to_come
    return to_come
