"""Repair what happened at a table: they sat the other way, or wrote on the wrong board."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Refused
from tournaments.facts import Author, append_result, facts_changed, log, settle
from tournaments.models import Play, Result, Seat, Sitting
from tournaments.services.permissions import Actor
from tournaments.services.results import REASON_LENGTH, brief, locked_play
from tournaments.services.slips import entry_of


@transaction.atomic
def exchange_sides(*, sitting: Sitting, reason: str, actor: Actor = None) -> Sitting:
    """The two teams sat the other way round: North–South are now East–West, and the reverse.

    Results stay where they are, since they were written by the compass of the table.
    """
    sitting = Sitting.objects.select_for_update().get(pk=sitting.pk)
    reason = needed(reason)
    seats = {seat.side: seat for seat in sitting.seats.select_related("team")}
    ns, ew = seats[Seat.Side.NS], seats[Seat.Side.EW]
    # A side of a table is taken by one team at any moment, so one stands up first.
    place(ns, None, "")
    place(ew, sitting, Seat.Side.NS)
    place(ns, sitting, Seat.Side.EW)
    tournament_id = sitting.round.tournament_id
    log(
        tournament_id,
        "sides_exchanged",
        user=actor,
        round=sitting.round.number,
        table=sitting.table.number,
        ns=ew.team.name,
        ew=ns.team.name,
        reason=reason,
    )
    facts_changed(tournament_id)
    return sitting


@transaction.atomic
def exchange_results(
    *, play_id: int, other_id: int, reason: str, override: bool = False, actor: Actor = None
) -> tuple[Play, Play]:
    """Two boards of one sitting were written on each other: each gets the other's result.

    A board without a result takes the other's and leaves that one empty. ``override`` leaves out
    what only the cards can tell. Raises Refused where the boards are not of one sitting, where
    neither has a result, or where a deal was recorded card by card.
    """
    reason = needed(reason)
    locked = {pk: locked_play(pk) for pk in sorted({play_id, other_id})}
    if len(locked) != 2 or locked[play_id].sitting_id != locked[other_id].sitting_id:
        raise Refused(
            "not_one_sitting", _("Choose two boards of the same table and round."), field="other"
        )
    play, other = locked[play_id], locked[other_id]
    first, second = play.current, other.current
    if first is None and second is None:
        raise Refused("nothing_entered", _("Neither board has a result yet."), field="other")
    take_over(play, second, reason, override, actor)
    take_over(other, first, reason, override, actor)
    return play, other


def take_over(play: Play, result: Result | None, reason: str, override: bool, actor: Actor) -> None:
    """Give a play another board's result, as a new version; or leave it without one."""
    before = play.current
    if result is None:
        settle(play, None, Play.State.EMPTY)
    else:
        if result.record_id is not None:
            raise Refused(
                "recorded", _("A deal that was recorded card by card belongs to its own board.")
            )
        author = Author(source=Result.Source.DIRECTOR, user=actor)
        entry = entry_of(play, result.slip, override=override)
        append_result(play, entry, author, state=Play.State.CONFIRMED, reason=reason)
    log(
        play.sitting.round.tournament_id,
        "results_exchanged",
        user=actor,
        round=play.sitting.round.number,
        table=play.sitting.table.number,
        board=play.board.number,
        before=brief(before),
        after=brief(play.current),
        reason=reason,
    )


def place(seat: Seat, sitting: Sitting | None, side: str) -> None:
    seat.sitting, seat.side = sitting, side
    seat.save(update_fields=["sitting", "side"])


def needed(reason: str) -> str:
    """The reason for the log, which no repair goes without."""
    reason = reason.strip()[:REASON_LENGTH]
    if not reason:
        raise Refused("reason_needed", _("Please say why, for the log."), field="reason")
    return reason
