from collections.abc import Iterable
from typing import Self

from games.belot import announcing, auction
from games.belot.auction import duties_in
from games.belot.cards import (
    CARD_OF,
    CARDS,
    PASS,
    SUIT_MASK_OF,
    mask_of,
    write_cards,
)
from games.belot.deal import parse_cards, turn_up_receiver
from games.belot.errors import RuleError
from games.belot.numbers import WRITTEN
from games.belot.position import (
    AUCTION,
    COMPLETE,
    PASSED_OUT,
    PLAY,
    SETTING_ASIDE,
    UNKNOWN,
    Position,
)
from games.belot.standing import OPENING, AuctionState
from games.belot.tricks import FREE_WHEN_VOID, broken_duty


class Moves(Position):
    __slots__ = ()

    def apply(self, code: str) -> None:
        """Call, play, or set two cards aside ("S7 D7"), by the current phase."""
        if self.phase == SETTING_ASIDE:
            self.set_aside(code)
        elif code in CARD_OF or self.phase in (PLAY, COMPLETE):
            self.play(code)
        else:
            self.call(code)

    def call(self, code: str) -> None:
        move = self.table.move_of(code)
        if move is None or move < PASS:
            at = f"calls[{len(self.calls)}]"
            if self.variant.bids_numbers and isinstance(code, str) and WRITTEN.fullmatch(code):
                bids = self.variant.bids
                raise RuleError("number_not_bid", at, self._open_calls(), call=code, bids=bids)
            raise RuleError("unknown_call", at, self._open_calls(), call=code)
        if self.phase != AUCTION:
            raise self._illegal_move_error(move)
        self.push(move)

    def _open_calls(self) -> list[str]:
        return self.legal if self.phase == AUCTION else []

    def play(self, code: str, declare: str | Iterable[str] = (), belote: bool = False) -> None:
        """Play a card; RuleError at `play[i]` with the legal cards.

        `declare`: one or several combinations ("D7 D8 D9"), with the first card only.
        """
        card = CARD_OF.get(code) if isinstance(code, str) else None
        if card is None:
            legal = self.legal if self.phase == PLAY else []
            raise RuleError("not_a_card", f"play[{len(self.played)}]", legal, card=code)
        seat = self._turn
        melds = [declare] if isinstance(declare, str) else list(declare)
        self.push(card)
        if melds or belote:
            try:
                announcing.announce_with_card(self, seat, card, melds, belote)
            except RuleError:
                self.undo()
                raise

    def set_aside(self, text: str) -> None:
        """Set aside two cards ("S7 D7"); RuleError at `set_aside`."""
        if self.variant.layout != "set_aside":
            raise RuleError("set_aside_not_used", "set_aside")
        if self.phase == AUCTION:
            raise RuleError("set_aside_too_early", "set_aside")
        if self.phase != SETTING_ASIDE:
            raise RuleError("set_aside_done", "set_aside")
        cards = parse_cards(text, self.table, "set_aside")
        if len(cards) != 2:
            raise RuleError("wrong_count", "set_aside", expected=2, count=len(cards))
        seat = self._turn
        for card in cards:
            if not self._hands[seat] >> card & 1:
                letter = self.table.seats[seat]
                raise RuleError("set_aside_not_held", "set_aside", seat=letter, card=CARDS[card])
        self._aside = cards
        self._hands[seat] ^= mask_of(cards)
        self.start = tuple(self._hands)
        self.phase = PLAY
        self._legal = UNKNOWN

    def can_exchange(self, seat: int) -> bool:
        is_open = self.phase == PLAY and not self.played and self.exchanger < 0
        if not self.variant.exchange_seven or not is_open or self.standing.bid != self.turned >> 3:
            return False
        return bool(self._hands[seat] >> (self.turned & ~7) & 1)

    def exchange(self, seat: str) -> None:
        """Exchange the seven of trumps for the turn-up; RuleError at `exchange`."""
        if not self.variant.exchange_seven:
            raise RuleError("exchange_not_used", "exchange")
        number = self.table.seat_index(seat)
        if number is None:
            known = " ".join(self.table.seats)
            raise RuleError("unknown_seat", "exchange", value=seat, known=known)
        if not self.can_exchange(number):
            raise RuleError("exchange_impossible", "exchange", seat=seat, card=CARDS[self.turned])
        self.exchanger = number
        self._swap_seven(self.turned & ~7, self.turned)

    def _swap_seven(self, given: int, taken: int) -> None:
        seat = self.exchanger
        own = [taken if card == given else card for card in self.received[seat]]
        self.received = (*self.received[:seat], tuple(own), *self.received[seat + 1 :])
        self._hands[seat] ^= 1 << given | 1 << taken
        self.start = tuple(self._hands)
        self._legal = UNKNOWN

    def declare(self, seat: str, cards: str) -> None:
        """Only after the seat's first card; RuleError at `declarations[i]`."""
        announcing.declare(self, seat, cards)

    def announce_belote(self, seat: str, suit: str) -> None:
        """Only after its first card; RuleError at `belotes[i]`."""
        announcing.announce_belote(self, seat, suit)

    def claim(self, trick: int, points: int) -> None:
        """Claim combinations in a finished trick (from 1); RuleError at `melds[i]`.

        Without claims all combinations in tricks count; after one (or with empty `claims`) only
        those claimed.
        """
        announcing.claim(self, trick, points)

    def fault(self, seat: str) -> None:
        """End the deal against the seat at fault; RuleError at `irregularity`."""
        if self.variant.irregularity != "forfeit":
            raise RuleError("irregularity_not_used", "irregularity")
        offender = self.table.seat_index(seat)
        if offender is None:
            known = " ".join(self.table.seats)
            raise RuleError("unknown_seat", "irregularity", value=seat, known=known)
        if self.phase not in (PLAY, COMPLETE) or self.offender >= 0:
            raise RuleError("irregularity_too_early", "irregularity")
        self.offender = offender
        self.phase = COMPLETE
        self._legal = UNKNOWN

    def push(self, move: int) -> None:
        """Make an integer move: card 0..31 or call from 32; RuleError if illegal."""
        legal = self._legal
        if legal < 0:
            legal = self.legal_mask()
        bit = 1 << move
        if self.phase != PLAY or not legal & bit:
            if self.phase == AUCTION and legal & bit:
                self._push_call(move)
                return
            raise self._illegal_move_error(move)
        seat = self._turn
        count = self._count
        winner = self._winner
        best = self._best
        pot = self._pot
        self._history.append((seat, count, self._led, best, winner, pot))
        self.played.append(move)
        self._hands[seat] ^= bit
        self._legal = UNKNOWN
        if not count:
            self._led = SUIT_MASK_OF[move]
            self._pot = self._values[move]
            self._best = move
            self._winner = winner = seat
        else:
            self._pot = pot + self._values[move]
            if self._beats[best] & bit:
                self._best = move
                self._winner = winner = seat
        count += 1
        players = self._players
        if count < players:
            self._count = count
            self._turn = seat + 1 if seat + 1 < players else 0
        else:
            self._count = 0
            self._turn = winner
            side = self._side_of[winner]
            self.side_points[side] += self._pot
            self.side_tricks[side] += 1
            if self._covers:
                self._uncover()
            if len(self.played) == self._cards:
                self.phase = COMPLETE

    def _uncover(self) -> None:
        size = self._players
        for entry, card in zip(self._history[-size:], self.played[-size:], strict=True):
            if card in self._covers:
                self._hands[entry[0]] |= 1 << self._covers[card]

    def _push_call(self, call: int) -> None:
        standing = auction.after_call(self.table, self.standing, self._turn, call, self.turned)
        if standing.over and standing.bid >= 0:
            self._enter_play(standing)
        elif standing.over:
            self.phase = PASSED_OUT
        else:
            self._turn = (self._turn + 1) % self.table.players
        self.calls.append(call)
        self.standing = standing
        self._legal = UNKNOWN

    def _enter_play(self, standing: AuctionState) -> None:
        receiver = turn_up_receiver(self.variant, self.dealer_seat, standing.bidder)
        if receiver >= 0:
            self._deal_hands(standing.bidder)
            if self.turned not in self.received[receiver]:
                seat = self.table.seats[receiver]
                raise RuleError("turn_up_not_taken", "turn_up", seat=seat, card=CARDS[self.turned])
        ready = self.table.contracts[standing.bid]
        self._beats = ready.beats
        self._values = ready.points
        self._trumps = ready.trumps
        self._duties = duties_in(self.table, standing)
        self.phase = SETTING_ASIDE if self.variant.layout == "set_aside" else PLAY
        self._turn = self.first_seat

    def _illegal_move_error(self, move: int) -> RuleError:
        if move >= PASS:
            at = f"calls[{len(self.calls)}]"
            if self.phase != AUCTION:
                rule = "deal_thrown_in" if self.phase == PASSED_OUT else "auction_over"
                return RuleError(rule, at, [])
            error = auction.illegal_call_error(self.table, self.standing, self._turn, move)
            return error.at_place(at, self.legal)
        at = f"play[{len(self.played)}]"
        seat = self.table.seats[self._turn]
        if self.phase == PLAY:
            return self._illegal_card_error(move).at_place(at, self.legal)
        rule = {
            AUCTION: "auction_not_over",
            SETTING_ASIDE: "set_aside_first",
            PASSED_OUT: "deal_thrown_in",
        }.get(self.phase, "deal_over")
        return RuleError(rule, at, [], seat=seat)

    def _illegal_card_error(self, card: int) -> RuleError:
        hand = self._hands[self._turn]
        seat = self.table.seats[self._turn]
        if not hand >> card & 1:
            return RuleError("not_held", seat=seat, card=CARDS[card])
        if not self._count:
            return RuleError("must_lead_plain", seat=seat)
        trumped = not self._led >> self._best & 1
        ours = self._side_of[self._winner] == self._side_of[self._turn]
        free = ours and bool(self._duties & FREE_WHEN_VOID)
        higher = self._beats[self._best]
        rule = broken_duty(hand, self._led, self._trumps, higher, trumped, free, card)
        return RuleError(rule, seat=seat, card=CARDS[card])

    def undo(self) -> str:
        """Undo the last call, card, fault, set-aside or exchange, with its announcements.

        Return it as written (a fault or an exchange: the seat's letter).
        """
        self._legal = UNKNOWN
        if self.offender >= 0:
            return self._undo_fault()
        if self.played:
            return self._undo_card()
        if self._aside:
            return self._undo_set_aside()
        if self.exchanger >= 0:
            return self._undo_exchange()
        if not self.calls:
            raise RuleError("nothing_to_undo")
        return self._undo_call()

    def _undo_fault(self) -> str:
        seat, self.offender = self.table.seats[self.offender], -1
        self.phase = COMPLETE if len(self.played) == self._cards else PLAY
        return seat

    def _undo_card(self) -> str:
        if not self._count:
            self._undo_trick()
        card = self.played.pop()
        seat, self._count, self._led, self._best, self._winner, self._pot = self._history.pop()
        self._hands[seat] |= 1 << card
        self._turn = seat
        self.phase = PLAY
        left = len(self.played)
        if self.claims:
            self.claims = [claim for claim in self.claims if claim[0] <= left // self._players]
        if self.melds:
            self.melds = [entry for entry in self.melds if entry[0] <= left]
        if self.belotes:
            self.belotes = [entry for entry in self.belotes if entry[0] <= left]
        return CARDS[card]

    def _undo_trick(self) -> None:
        side = self.table.side_of[self._winner]
        self.side_points[side] -= self._pot
        self.side_tricks[side] -= 1
        if self._covers:
            size = self.table.players
            for entry, card in zip(self._history[-size:], self.played[-size:], strict=True):
                if card in self._covers:
                    self._hands[entry[0]] &= ~(1 << self._covers[card])

    def _undo_set_aside(self) -> str:
        text = write_cards(self._aside)
        self._hands[self.first_seat] |= mask_of(self._aside)
        self.start = tuple(self._hands)
        self._aside = ()
        self.phase = SETTING_ASIDE
        return text

    def _undo_exchange(self) -> str:
        seat = self.table.seats[self.exchanger]
        self._swap_seven(self.turned, self.turned & ~7)
        self.exchanger = -1
        return seat

    def _undo_call(self) -> str:
        last = self.calls.pop()
        earlier = self.calls
        self.calls, self.standing = [], OPENING
        self.phase, self._turn = AUCTION, self.first_caller
        if self.turned >= 0:
            self._deal_hands(0)
        for call in earlier:
            self._push_call(call)
        return self.table.code_of(last)

    def copy(self) -> Self:
        other = object.__new__(type(self))
        for name in Position.__slots__:
            value = getattr(self, name)
            setattr(other, name, list(value) if isinstance(value, list) else value)
        return other
