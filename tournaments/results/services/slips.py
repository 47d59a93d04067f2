"""Score slips and records of a board and check them against its cards."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from django.utils.translation import gettext as _

from games.belot import Variant, variant_from_json, variant_to_json
from games.models import Deal, Record
from games.slips.belotes import with_belote
from games.slips.claims import check_with_cards, check_without_cards, hands_of, parse_claims
from games.slips.said import ImpossibleSlipError
from games.slips.scoring import RuleError, score_record, score_slip
from games.wording.messages import error_text
from tournaments.errors import CardConflictError, RuleViolationError
from tournaments.events.append import is_same_slip
from tournaments.events.entry import Entry
from tournaments.models import OpenGame, Play, Result
from tournaments.results.services.game_slips import game_entry

MAX_POINTS: Final = 10_000
"""No deal comes near; protects the columns from attacks."""
AUCTION_CARDS: Final = 5
"""Per hand, dealt before the auction."""


def entry_of(play: Play, slip: Mapping[str, object], *, override: bool = False) -> Entry:
    """The slip with its score; raise RuleViolationError for an impossible one.

    ``override`` skips the check against the cards and whether a game of open play has ended.
    """
    if override and play.board.deal is None:
        play.board.tournament.game = as_timed_out(play.board.tournament.game)
    entry = entry_from_slip(play, slip)
    if has_card_claims(entry) and not override:
        check_cards_fit(play, entry)
    return entry


def entry_from_slip(play: Play, slip: Mapping[str, object]) -> Entry:
    """Score the slip without checking the board's cards."""
    if not isinstance(slip, Mapping):
        raise RuleViolationError(
            "bad_slip", _("A result is an object with contract, declarer and points.")
        )
    if slip.get("not_played"):
        return Entry(kind=Result.Kind.NOT_PLAYED, slip={"not_played": True})
    if play.board.deal is None:
        return game_entry(play, slip)
    check_number_sizes(slip)
    variant = play.board.dealt.variant
    slip = with_belote(variant, {key: slip[key] for key in slip if key != "variant"})
    summary = {key: value for key, value in slip.items() if key != "claims"}
    try:
        outcome = score_slip(variant, summary)
        check_without_cards(variant, slip)
    except RuleError as error:
        raise refusal(error) from error
    except ImpossibleSlipError as error:
        raise RuleViolationError(error.code, error.message, field=error.field) from error
    passed_out = outcome["status"] == "passed_out"
    kind = Result.Kind.PASSED_OUT if passed_out else Result.Kind.PLAYED
    return Entry(kind=kind, slip=complete_slip(slip), outcome=outcome)


def as_timed_out(game: OpenGame) -> OpenGame:
    return replace(game, minutes=game.minutes or 1)


def has_card_claims(entry: Entry) -> bool:
    """Whether the entry makes claims that the board's cards can contradict."""
    return entry.kind == Result.Kind.PLAYED


def check_cards_fit(play: Play, entry: Entry) -> None:
    """Refuse a slip that is impossible with the board's cards."""
    deal = play.board.dealt
    try:
        check_with_cards(deal.variant, deal.dealer, deal.pack, entry.slip)
    except ImpossibleSlipError as error:
        raise CardConflictError(error.code, error.message, field=error.field) from error


def complete_slip(slip: Mapping[str, object]) -> dict[str, object]:
    """Normalise a slip for storage: fill in defaults, sort claims."""
    if "contract" not in slip:
        return dict(slip)
    whole = {"contra": 0, "announced": {"NS": 0, "EW": 0}, **slip}
    if not whole.get("alone"):
        whole.pop("alone", None)
    if slip.get("claims"):
        named = sorted(parse_claims(slip["claims"]))
        whole["claims"] = [{"side": s, "kind": k, "value": v} for s, k, v in named]
    else:
        whole.pop("claims", None)
    return whole


def is_same_result(left: Mapping[str, object], right: Mapping[str, object]) -> bool:
    """Whether two slips report the same result, however declarations are split.

    Match points or the lead are ignored if only one slip has them.
    """
    apart = {"claims"} | ({"lead"} - (left.keys() & right.keys()))
    if "won" in left and "won" in right:
        apart |= {"game", "games"} - (left.keys() & right.keys())
    one, other = (
        {key: value for key, value in slip.items() if key not in apart} for slip in (left, right)
    )
    return is_same_slip(one, other)


def is_same_entry(play: Play, current: Result, entry: Entry, reason: str) -> bool:
    """Whether the director's current result equals the entry (repeated request)."""
    return (
        current.source == Result.Source.DIRECTOR
        and play.state == Play.State.CONFIRMED
        and (current.kind, current.reason) == (entry.kind, reason)
        and is_same_slip(current.slip, entry.slip)
        and is_same_slip(current.outcome, entry.outcome)
        and is_same_slip(current.awards, entry.awards)
        and is_same_record(current.record, entry.record)
    )


def is_same_record(left: Record | None, right: Record | None) -> bool:
    if left is None or right is None:
        return left is right
    return is_same_slip(left.record, right.record)


def check_number_sizes(slip: Mapping[str, object]) -> None:
    """Reject absurdly large numbers before scoring."""
    for key in ("points", "announced", "belote"):
        value = slip.get(key)
        numbers = value.values() if isinstance(value, Mapping) else ()
        if any(isinstance(number, int) and abs(number) > MAX_POINTS for number in numbers):
            raise RuleViolationError(
                "too_many", _("These are more points than a deal has."), field=key
            )
    contra, bid = slip.get("contra"), slip.get("bid")
    if isinstance(contra, int) and abs(contra) > MAX_POINTS:
        raise RuleViolationError("too_many", _("There is no such level of contra."), field="contra")
    if isinstance(bid, int) and abs(bid) > MAX_POINTS:
        raise RuleViolationError("too_many", _("There is no such bid."), field="bid")


def entry_of_record(
    play: Play, record: Mapping[str, object], source: Record.Source = Record.Source.IMPORT
) -> Entry:
    """Score a record, checked against the board's dealer and cards.

    A record without cards gets the board's: only for users allowed to see them.
    """
    deal = deal_of(play)
    whole = {**record, "dealer": record.get("dealer", deal.dealer)}
    if "hands" not in whole:
        whole.setdefault("pack", deal.pack)
    try:
        check_same_rules(deal.variant, record)
        outcome = score_record(deal.variant, whole)
    except RuleError as error:
        raise refusal(error) from error
    if outcome["status"] not in {"complete", "passed_out"}:
        raise RuleViolationError(
            "unfinished", _("This deal is not played to its end."), field="play"
        )
    if whole["dealer"] != deal.dealer or not has_same_cards(deal, whole, outcome["declarer"]):
        raise wrong_board()
    stored = Record(
        deal=deal, record={**whole, "variant": variant_to_json(deal.variant)}, source=source
    )
    passed_out = outcome["status"] == "passed_out"
    kind = Result.Kind.PASSED_OUT if passed_out else Result.Kind.PLAYED
    return Entry(kind=kind, slip={"record": True}, outcome=outcome, record=stored)


def entry_of_table_record(play: Play, record: Mapping[str, object]) -> Entry:
    """Compare a table's record with the board's cards, then score it.

    All its errors are raised as CardConflictError.
    """
    deal = deal_of(play)
    if not can_be_same_cards(deal, record):
        raise wrong_board()
    try:
        return entry_of_record(play, record, Record.Source.TABLE)
    except RuleViolationError as refused:
        raise CardConflictError(refused.code, refused.message, field=refused.field) from refused


def check_has_cards(record: object) -> None:
    """Require a record to include its cards."""
    if not isinstance(record, Mapping) or not {"pack", "hands"} & record.keys():
        raise RuleViolationError(
            "cards_missing",
            _("A record from a table brings its own cards, as “pack” or as “hands”."),
            field="record",
        )


def deal_of(play: Play) -> Deal:
    if play.board.deal is None:
        raise RuleViolationError("no_deal", _("Here whole games are entered, not single deals."))
    return play.board.deal


def wrong_board() -> CardConflictError:
    return CardConflictError(
        "wrong_board", _("These are not the cards of this board."), field="pack"
    )


def check_same_rules(variant: Variant, record: Mapping[str, object]) -> None:
    if "variant" in record and variant_from_json(record["variant"]) != variant:
        raise RuleError("variant_differs", "variant")


def can_be_same_cards(deal: Deal, record: Mapping[str, object]) -> bool:
    """Whether an unchecked record can have the board's dealer and cards.

    Only the first cards of hands are compared: the rest depends on the declarer.
    """
    if record.get("dealer", deal.dealer) != deal.dealer:
        return False
    if "pack" in record and str(record["pack"]).split() != deal.pack.split():
        return False
    return "hands" not in record or has_same_first_cards(deal, record["hands"])


def has_same_first_cards(deal: Deal, hands: object) -> bool:
    dealt = hands_of(deal.variant, deal.dealer, deal.pack, deal.dealer)
    if not isinstance(hands, Mapping) or set(hands) != set(dealt):
        return False
    return all(
        set(dealt[seat].split()[:AUCTION_CARDS]) <= set(str(hands[seat]).split()) for seat in dealt
    )


def has_same_cards(deal: Deal, record: Mapping[str, Any], declarer: str | None) -> bool:
    """Whether a valid record has the board's cards, hand by hand.

    For a passed-out deal only the cards of the auction are compared.
    """
    if "pack" in record:
        return str(record["pack"]).split() == deal.pack.split()
    dealt = hands_of(deal.variant, deal.dealer, deal.pack, declarer or deal.dealer)
    count = None if declarer else AUCTION_CARDS
    return all(
        set(dealt[seat].split()[:count]) <= set(hand.split())
        for seat, hand in record["hands"].items()
    )


def refusal(error: RuleError) -> RuleViolationError:
    legal = {} if error.legal is None else {"legal": error.legal}
    return RuleViolationError(error.rule, error_text(error), field=error.at, **legal)
