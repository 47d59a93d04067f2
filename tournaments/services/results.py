"""Enter, confirm and correct results: every version stays."""

from collections.abc import Mapping
from typing import Any, TypeVar
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from games.messages import words_of
from games.models import Record
from games.scoring import RuleError, score_record, score_slip
from tournaments.errors import Conflict, Refused
from tournaments.facts import Author, Entry, append_result, log, same_slip, settle
from tournaments.models import Confirmation, Play, Result, Seat, Table, Tournament
from tournaments.selectors.visibility import open_round_number
from tournaments.services.permissions import Actor

SIDES = tuple(Seat.Side.values)
Stored = TypeVar("Stored", Result, Confirmation)


@transaction.atomic
def enter_result(
    *,
    table: Table,
    play_id: int,
    slip: Mapping[str, Any],
    side: str,
    who: str = "",
    client_key: UUID | None = None,
) -> Result:
    """A table's side enters what a board scored.

    The same ``client_key`` again returns the stored result. The other side's equal slip confirms,
    a different one is kept as a second version and the play is disputed.
    Raises Refused for an impossible slip, a strange board or a confirmed result.
    """
    known = already_stored(Result, client_key, play_id)
    if known:
        return known
    play = locked_play(play_id, table)
    must_be_open(play)
    must_be_a_side(side)
    entry = entry_of(play, slip)
    if play.state == Play.State.CONFIRMED:
        raise Conflict(
            "confirmed_already",
            _("This result is confirmed. Only the director can change it now."),
        )
    agreed = equal_entry_of_other_side(play, entry, side)
    if agreed:
        return agree(play, agreed, side, who, client_key)
    disputed = play.state == Play.State.DISPUTED or (
        play.current is not None and play.current.side != side
    )
    author = Author(source=Result.Source.TABLE, side=side, who=who)
    state = Play.State.DISPUTED if disputed else Play.State.ENTERED
    action = "result_disputed" if disputed else "result_entered"
    before = play.current
    result = append_result(play, entry, author, state=state, client_key=client_key)
    log_result(result, action, before=before, who=who)
    return result


@transaction.atomic
def confirm_result(
    *,
    table: Table,
    play_id: int,
    version: int,
    side: str,
    agrees: bool,
    who: str = "",
    client_key: UUID | None = None,
) -> Play:
    """A side says whether one version of a result is right.

    Once both sides stand by the same version it is confirmed; a "no" makes it disputed.
    """
    known = already_stored(Confirmation, client_key, play_id)
    if known:
        return known.result.play
    play = locked_play(play_id, table)
    must_be_a_side(side)
    result = play.results.filter(version=version).first()
    if result is None:
        raise Refused("no_such_version", _("There is no such entry for this board."))
    if play.state == Play.State.CONFIRMED:
        if play.current == result and agrees:
            return play
        raise Conflict("confirmed_already", _("This result is confirmed already."))
    if play.state == Play.State.ENTERED and play.current != result:
        raise Conflict(
            "entry_changed", _("The entry was changed in the meantime. Please look at it again.")
        )
    if agrees:
        agree(play, result, side, who, client_key)
    else:
        refuse(play, result, side, who, client_key)
    return play


@transaction.atomic
def correct_result(
    *, play_id: int, slip: Mapping[str, Any], reason: str, actor: Actor, who: str = ""
) -> Result:
    """The director enters or replaces a result, at any time, with a reason."""
    play = locked_play(play_id)
    if not reason.strip():
        raise Refused("reason_needed", _("Please say why, for the log."), field="reason")
    entry = entry_of(play, slip)
    before = play.current
    author = Author(source=Result.Source.DIRECTOR, user=actor, who=who)
    result = append_result(
        play, entry, author, state=Play.State.CONFIRMED, reason=reason.strip()[:300]
    )
    log_result(result, "result_corrected", before=before, user=actor, reason=reason.strip()[:300])
    return result


@transaction.atomic
def record_deal(
    *,
    play_id: int,
    record: Mapping[str, Any],
    author: Author,
    table: Table | None = None,
    reason: str = "",
    client_key: UUID | None = None,
) -> Result:
    """Store a whole deal, call by call and card by card, as the result of a play.

    The record must be complete and must have been played with the board's own cards.
    """
    known = already_stored(Result, client_key, play_id)
    if known:
        return known
    play = locked_play(play_id, table)
    if author.source == Result.Source.TABLE:
        must_be_open(play)
        must_be_a_side(author.side)
    if play.state == Play.State.CONFIRMED and author.source == Result.Source.TABLE:
        raise Conflict("confirmed_already", _("This result is confirmed already."))
    entry = entry_of_record(play, record)
    entry.record.save()  # type: ignore[union-attr]
    before = play.current
    sure = author.source != Result.Source.TABLE
    result = append_result(
        play,
        entry,
        author,
        state=Play.State.CONFIRMED if sure else Play.State.ENTERED,
        reason=reason.strip()[:300],
        client_key=client_key,
    )
    log_result(result, "deal_recorded", before=before, user=author.user, who=author.who)
    return result


# What a slip or a record is worth ---------------------------------------------------------------


def entry_of(play: Play, slip: Mapping[str, Any]) -> Entry:
    """The slip with its score; raises Refused, in words, for what cannot be."""
    if not isinstance(slip, Mapping):
        raise Refused("bad_slip", _("A result is an object with contract, declarer and points."))
    if slip.get("not_played"):
        return Entry(kind=Result.Kind.NOT_PLAYED, slip={"not_played": True})
    slip = {key: value for key, value in slip.items() if key != "variant"}
    try:
        outcome = score_slip(play.board.deal.variant, slip)
    except RuleError as error:
        raise refusal(error) from error
    passed_out = outcome["status"] == "passed_out"
    kind = Result.Kind.PASSED_OUT if passed_out else Result.Kind.PLAYED
    return Entry(kind=kind, slip=slip, outcome=outcome)


def entry_of_record(play: Play, record: Mapping[str, Any]) -> Entry:
    """The record with its score, checked against the board's dealer and cards."""
    deal = play.board.deal
    whole = {**record, "dealer": record.get("dealer", deal.dealer)}
    if "hands" not in whole:
        whole.setdefault("pack", deal.pack)
    try:
        outcome = score_record(deal.variant, whole)
    except RuleError as error:
        raise refusal(error) from error
    if outcome["status"] not in {"complete", "passed_out"}:
        raise Refused("unfinished", _("This deal is not played to its end."), field="play")
    if whole["dealer"] != deal.dealer or whole.get("pack", deal.pack) != deal.pack:
        raise Refused("wrong_board", _("These are not the cards of this board."), field="pack")
    stored = Record(deal=deal, record={**whole, "variant": deal.variant})
    passed_out = outcome["status"] == "passed_out"
    kind = Result.Kind.PASSED_OUT if passed_out else Result.Kind.PLAYED
    return Entry(kind=kind, slip={"record": True}, outcome=outcome, record=stored)


def refusal(error: RuleError) -> Refused:
    """A broken rule of the game, in the user's language."""
    legal = {} if error.legal is None else {"legal": error.legal}
    return Refused(error.rule, words_of(error), field=error.at, **legal)


# The steps of a confirmation --------------------------------------------------------------------


def equal_entry_of_other_side(play: Play, entry: Entry, side: str) -> Result | None:
    """The other side's latest entry, if it says just the same."""
    other = play.results.exclude(side=side).order_by("-version").first()
    return other if other and same_slip(other.slip, entry.slip) else None


def agree(play: Play, result: Result, side: str, who: str, client_key: UUID | None) -> Result:
    """A side stands by a version; with both sides behind it, it is confirmed."""
    Confirmation.objects.create(
        result=result, side=side, agrees=True, who=who, client_key=client_key
    )
    behind = {result.side, *result.confirmations.filter(agrees=True).values_list("side", flat=True)}
    if behind.issuperset(SIDES):
        settle(play, result, Play.State.CONFIRMED)
        log_result(result, "result_confirmed", who=who)
    return result


def refuse(play: Play, result: Result, side: str, who: str, client_key: UUID | None) -> None:
    """A side says that a version is not right."""
    Confirmation.objects.create(
        result=result, side=side, agrees=False, who=who, client_key=client_key
    )
    settle(play, play.current, Play.State.DISPUTED)
    log_result(result, "result_refused", who=who)


# Guards -----------------------------------------------------------------------------------------


def already_stored(model: type[Stored], client_key: UUID | None, play_id: int) -> Stored | None:
    """What this client sent before under the same key."""
    if client_key is None:
        return None
    known = model.objects.filter(client_key=client_key).first()
    if known is None:
        return None
    play = known.play_id if isinstance(known, Result) else known.result.play_id
    if play != play_id:
        raise Conflict("key_reused", _("This entry was sent for another board before."))
    return known


def locked_play(play_id: int, table: Table | None = None) -> Play:
    """The play under a row lock; with a table, only one of its own boards."""
    plays = Play.objects.select_for_update(of=("self",)).select_related(
        "sitting__round__tournament", "sitting__table", "board__deal", "current"
    )
    play = plays.filter(pk=play_id).first()
    if play is None or (table is not None and play.sitting.table_id != table.pk):
        raise Refused("not_your_board", _("This board is not played at this table."), field="play")
    return play


def must_be_open(play: Play) -> None:
    """Tables enter results of rounds that have begun, while the tournament is being played."""
    tournament = play.sitting.round.tournament
    if tournament.state != Tournament.State.PLAYING:
        raise Refused("not_playing", _("This tournament is not being played."))
    if play.sitting.round.number > open_round_number(tournament):
        raise Refused(
            "round_not_begun", _("Round %d has not begun yet.") % play.sitting.round.number
        )


def must_be_a_side(side: str) -> None:
    if side not in SIDES:
        raise Refused(
            "no_such_side", _("Say which side you are: North–South or East–West."), field="side"
        )


def log_result(
    result: Result,
    action: str,
    *,
    before: Result | None = None,
    user: Actor = None,
    who: str = "",
    reason: str = "",
) -> None:
    """Write what happened to a result, with the score before and after."""
    sitting = result.play.sitting
    log(
        sitting.round.tournament_id,
        action,
        user=user,
        who=who,
        round=sitting.round.number,
        table=sitting.table.number,
        board=result.play.board.number,
        side=result.side,
        before=brief(before),
        after=brief(result),
        reason=reason,
    )


def brief(result: Result | None) -> dict[str, Any]:
    """A result in a line: what the log needs to draw it."""
    if result is None:
        return {}
    return {
        "kind": result.kind,
        "contract": result.contract,
        "declarer": result.declarer,
        "contra": result.contra,
        "ns": result.ns_score,
        "ew": result.ew_score,
    }
