"""Errors of moves, records and variants, with messages for players."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final


def _(text: str) -> str:
    """Mark a message for translation; the web layer translates the template, then fills it."""
    return text


MESSAGES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Shape of the object
        "not_json": _("This is not JSON: %(reason)s."),
        "too_many": _("At most %(most)d objects are accepted at once."),
        "not_an_object": _("An object with named values is expected here."),
        "unknown_key": _("The key “%(key)s” is not known here."),
        "missing_key": _("The key “%(key)s” is missing."),
        "empty_value": _("“%(key)s” may be left out, but it may not be null."),
        "wrong_type": _("“%(key)s” must be %(expected)s."),
        # Variant
        "unknown_preset": _("“%(value)s” is not a known variant. Known variants: %(known)s."),
        "unknown_switch": _("There is no switch called “%(key)s”."),
        "bad_switch": _(
            "“%(value)s” is not a value of the switch “%(key)s”; possible: %(possible)s."
        ),
        "direction_of_four": _("Play can go clockwise only where four play."),
        "auction_is_fixed": _("Another auction can be chosen only for four players."),
        "auction_needs_suits": _(
            "With the auction “%(auction)s” only suits can be played: contracts must be “C D H S”."
        ),
        "caller_is_fixed": _(
            "The player who gets two extra cards calls first: nobody else can be chosen."
        ),
        "contra_needs_ladder": _("Contra needs the auction in which each call is higher."),
        "sun_needs_turn_up": _(
            "No trumps can be called over a suit only by four players with a card turned up, and "
            "with the contracts “C D H S NT”."
        ),
        "combinations_in_tricks": _(
            "Combinations in tricks count only with four players and suits as contracts."
        ),
        "fault_points_without_forfeit": _(
            "Points for a fault need the rule that a fault ends the deal."
        ),
        "turn_up_needs_rest": _(
            "Where a card is turned up, some cards must be dealt after the auction."
        ),
        "solo_needs_capot": _(
            "All tricks by one player can be bid only where all tricks are a bid without a number."
        ),
        "factors_and_levels": _(
            "“%(factors)s” and %(levels)d contras do not go together: there must be one number "
            "without contra and one for each of them."
        ),
        "factors_of_no_contract": _("Factors are given for %(contract)s, which is not played."),
        "bid_needs_numbers": _(
            "A bid can be counted only where numbers are bid; in this auction none are."
        ),
        "factors_need_bid": _("Contra can multiply the bid alone only if the bid is scored too."),
        "deals_are_whole": _("A match of a fixed number of deals cannot end in the middle of one."),
        "exact_needs_card_points": _(
            "A last deal can be counted exactly only if points are scored as they are."
        ),
        "eight_beyond_four": _(
            "If runs of four or more cards count alike, a run of eight cannot be split "
            "into five and three."
        ),
        "two_sides_only": _("This can be chosen only where two sides play against each other."),
        "base_of_other_sheet": _(
            "%(points)d does not fit this sheet: tens have 16 and 25, points "
            "as they are 160, 162, 250 and 252."
        ),
        "tens_first_needs_tens": _(
            "Tens can be made before doubling only where no-trumps are doubled, on a sheet of tens "
            "with its usual rounding."
        ),
        "tens_need_rounding": _("Points divided by ten must be rounded in some way."),
        # Dealer, pack, hands
        "unknown_seat": _("“%(value)s” is not a seat in this game; the seats are %(known)s."),
        "dealer_out_of_turn": _("It is the turn of %(expected)s to deal, not of %(seat)s."),
        "pack_or_hands": _("Give either the pack or the hands: one of the two."),
        "unknown_card": _("“%(card)s” is not a card of this pack."),
        "card_twice": _("The card %(card)s is there twice."),
        "wrong_count": _("There must be %(expected)d cards here, not %(count)d."),
        "card_in_another_hand": _("The card %(card)s is also in the hand of %(other)s."),
        "turn_up_not_used": _("A single turned-up card cannot be named here."),
        "turn_up_in_hand": _("The turned-up card %(card)s stays out of play, but is in a hand."),
        "turn_up_not_taken": _("The hand of %(seat)s, who took, must hold the turned-up %(card)s."),
        # Calls
        "unknown_call": _("“%(call)s” is not a call."),
        "bid_too_low": _("%(call)s is not higher than the standing %(standing)s."),
        "contra_closes": _("After contra nothing can be bid; %(call)s comes too late."),
        "number_not_bid": _("%(call)s cannot be bid here; the numbers are %(bids)s."),
        "not_a_contract_here": _("%(call)s cannot be bid here."),
        "must_name": _("Everybody else passed: %(seat)s must choose a trump suit."),
        "must_name_at_once": _("%(seat)s calls first and must choose a trump suit at once."),
        "bidder_answers": _("Only the player who made the bid can answer with %(call)s."),
        "must_confirm": _(
            "Everybody else passed: %(seat)s must confirm the suit, or turn it into no trumps."
        ),
        "contra_too_early": _("%(call)s can be said when the suit was confirmed."),
        "nothing_to_double": _("There is no bid of the other side to answer with %(call)s."),
        "contra_limit": _("The deal cannot be doubled any further."),
        "auction_over": _("The auction is already over."),
        "deal_thrown_in": _("Everybody passed: the cards are thrown in."),
        # Cards set aside
        "set_aside_not_used": _("No cards are set aside in this game."),
        "set_aside_too_early": _("Cards are set aside only after the trumps are named."),
        "set_aside_done": _("Two cards have already been set aside."),
        "set_aside_not_held": _("%(seat)s does not hold %(card)s and cannot set it aside."),
        "set_aside_first": _("%(seat)s must first set two cards aside."),
        "exchange_not_used": _("The card turned up is not changed for a seven here."),
        "exchange_impossible": _(
            "%(seat)s cannot change a seven for %(card)s: its suit must be trumps and the seven in "
            "hand, before the first card."
        ),
        "no_turn_up": _("No card is turned up in this game, so this does not apply."),
        "turn_up_has_no_place": _(
            "The card turned up can stay out of play only where not all cards are dealt."
        ),
        # Play
        "auction_not_over": _("No card can be played before the auction is over."),
        "not_a_card": _("“%(card)s” is not a card."),
        "not_held": _("%(seat)s does not hold %(card)s."),
        "must_lead_plain": _(
            "The contra was closed: %(seat)s may not lead a trump while holding others."
        ),
        "must_follow": _("%(seat)s holds cards of the suit led and must play one of them."),
        "must_beat": _("%(seat)s must play a higher card of the suit led."),
        "must_trump": _("%(seat)s cannot follow suit and must play a trump."),
        "must_overtrump": _("%(seat)s must play a trump higher than the one in the trick."),
        "must_not_undertrump": _(
            "%(seat)s may not play a trump lower than the one in the trick while holding others."
        ),
        "deal_over": _("The deal is over; no card can follow."),
        # Declarations and belotes
        "announced_too_early": _("%(seat)s has not yet played the card with which this is said."),
        "announced_too_late": _("Declarations are announced with the first card only."),
        "declared_in_tricks": _(
            "Combinations count in the tricks here; nobody announces any from the hand."
        ),
        "melds_not_used": _("Combinations in tricks do not count in these rules."),
        "meld_shape": _("Each is a trick’s number and its points, as in [3, 20]."),
        "meld_of_no_trick": _("Trick %(trick)d is not over, or was named already."),
        "meld_too_much": _("In trick %(trick)d lies %(most)d, not %(points)d."),
        "nothing_declared": _("Nothing but the belote is announced in this game."),
        "nothing_in_no_trumps": _("This cannot be announced in no-trumps."),
        "no_trumps_yet": _("Nothing can be announced before the auction is over."),
        "declared_not_held": _("%(seat)s does not hold %(card)s."),
        "no_combination": _(
            "%(cards)s is no declaration: it takes three or more cards of one suit in a row, "
            "or four of a kind from nine to ace."
        ),
        "carre_counts_nothing": _("%(cards)s count nothing together in this contract."),
        "declared_twice": _("%(seat)s has already announced this."),
        "card_declared_twice": _("The card %(card)s is already part of another declaration."),
        "runs_touch": _(
            "Two sequences of one suit must be at least a card apart; announce them as one."
        ),
        "not_a_trump_suit": _("A belote needs the king and queen of trumps; %(suit)s is no trump."),
        "unknown_suit": _("“%(value)s” is not a suit; the suits are C D H S."),
        "belote_not_held": _("%(seat)s does not hold both %(king)s and %(queen)s."),
        "belote_too_late": _("A belote is announced with the first of its two cards."),
        # Irregularity
        "irregularity_not_used": _("In this variant a fault is the director's to rule on."),
        "irregularity_too_early": _("A fault can end the deal only once cards can be played."),
        # Summaries
        "unknown_contract": _("“%(value)s” is not a contract here; possible: %(known)s."),
        "contra_out_of_range": _("Contra is given as a number from 0 to %(highest)d."),
        "negative_points": _("Points cannot be less than 0."),
        "points_sum": _("The points must sum to %(expected)d, not to %(total)d."),
        "points_too_many": _("The points cannot sum to more than %(expected)d, as %(total)d do."),
        "roem_impossible": _("Combinations in tricks cannot come to %(points)d."),
        "roem_without_trick": _("%(side)s took no trick, so it has no combinations either."),
        "not_in_tens": _("Announced points come in tens."),
        "belote_needed": _("Enter how much of the announcements is belotes."),
        "belote_too_many": _("Belotes are 20 each, at most what was announced, one a trump suit."),
        "only_belotes": _("Only belotes count here: 20 each, at most one a trump suit."),
        "bid_needed": _("Enter the bid, in tens of card points."),
        "bid_not_counted": _("These rules count no bid."),
        "bid_not_possible": _("%(bid)d cannot be bid here; the numbers are %(bids)s."),
        "capot_not_bid": _("All tricks cannot be bid here."),
        "alone_not_bid": _("“Tricks taken alone” is entered only where all tricks were bid alone."),
        "alone_needs_capot": _(
            "A player who took every trick alone took them for their side: enter that this "
            "side took them all."
        ),
        "capot_bid_value": _("A bid of all tricks counts %(value)d here, not %(bid)d."),
        "four_aces_only": _("In no-trumps only four aces (200, by one player) can be announced."),
        "capot_needed": _("A side has no points: say whether the other took every trick."),
        "capot_not_needed": _("Nobody took every trick: both sides have points."),
        "capot_impossible": _("%(side)s cannot have taken every trick with these points."),
        "must_be_true": _("“%(key)s” can only be true."),
        "somebody_must_name": _("Here somebody must name a contract; no deal is thrown in."),
        # Matches
        "variant_differs": _("Every deal of a match is played by the rules of the match."),
        "unfinished_deal": _("Only the last deal of a match may be unfinished."),
        "no_slip": _("A score slip cannot tell of a fault, or of a match won by a run of eight."),
        "match_over": _("The match was over before this deal."),
        # Simulations
        "four_players_only": _("Only games of four players can be simulated."),
        "declarer_calls_first": _(
            "The first caller must name trumps here: the player next to the dealer, or the dealer."
        ),
        "too_many_known": _("At most %(most)d cards of a hand can be known here, not %(count)d."),
        "unknown_level": _("“%(value)s” is not a kind of player. Known kinds: %(known)s."),
        # Text notation
        "bad_notation": _("The line “%(line)s” cannot be read."),
        # Wishes for deals
        "unknown_wish": _("Unknown condition; it must be one of: %(known)s."),
        "too_many_wishes": _("At most %(most)d conditions are allowed."),
        "wishes_need_hands": _(
            "Where a card is turned up, the hands depend on who takes it, so conditions "
            "cannot be used."
        ),
        "unknown_rank": _("“%(value)s” is not a rank here; possible: %(known)s."),
        "bad_range": _("Nothing lies between %(low)d and %(high)d."),
        "not_between": _("This must be a whole number from %(low)d to %(high)d."),
        # Playing
        "nothing_to_undo": _("There is nothing to take back."),
    }
)
"""Filled with the error's params."""


class RuleError(Exception):
    """A broken rule.

    `at` is a path into the object (deal-record, "Command"), `rule` a stable code, `legal` the
    legal codes there, for calls and cards only.
    """

    def __init__(
        self, rule: str, at: str = "", legal: list[str] | None = None, **params: object
    ) -> None:
        self.rule = rule
        self.at = at
        self.legal = legal
        self.params: dict[str, object] = params
        super().__init__(rule)

    @property
    def message(self) -> str:
        return MESSAGES[self.rule] % self.params

    def __str__(self) -> str:
        where = f"{self.at}: " if self.at else ""
        hint = f" Legal: {' '.join(self.legal)}." if self.legal else ""
        return f"{where}{self.message}{hint}"

    def at_place(self, at: str, legal: list[str] | None = None) -> "RuleError":
        """Same error at another path, as the outer object sees it."""
        legal_moves = self.legal if legal is None else legal
        return RuleError(self.rule, at, legal_moves, **self.params)

    def to_json(self) -> dict[str, object]:
        answer: dict[str, object] = {"at": self.at, "rule": self.rule, "message": self.message}
        if self.legal is not None:
            answer["legal"] = self.legal
        return answer
