import random
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from games.belot import auction
from games.belot.cards import CARDS, CONTRACTS, codes, mask_of, write_cards
from games.belot.deal import (
    Hands,
    covered_cards,
    deal_hands,
    is_turn_up_out,
    parse_cards,
    parse_hands,
    parse_pack,
    turn_up_place,
    turn_up_receiver,
)
from games.belot.declarations import Belote, Meld
from games.belot.errors import RuleError
from games.belot.packs import random_pack
from games.belot.presets import DEFAULT_PRESET
from games.belot.standing import OPENING, AuctionState
from games.belot.switches import variant_from_json
from games.belot.table import table_of
from games.belot.tricks import legal_cards, legal_leads
from games.belot.variant import Variant, VariantJSON

AUCTION: Final = 0
SETTING_ASIDE: Final = 1
PLAY: Final = 2
COMPLETE: Final = 3
PASSED_OUT: Final = 4
STATUSES: Final = ("auction", "play", "play", "complete", "passed_out")
UNKNOWN: Final = -1


class Position:
    __slots__ = (
        "_aside",
        "_beats",
        "_best",
        "_cards",
        "_count",
        "_covers",
        "_duties",
        "_given",
        "_hands",
        "_history",
        "_led",
        "_legal",
        "_pack",
        "_players",
        "_pot",
        "_side_of",
        "_trumps",
        "_turn",
        "_values",
        "_winner",
        "belotes",
        "calls",
        "claims",
        "dealer_seat",
        "exchanger",
        "melds",
        "offender",
        "phase",
        "played",
        "received",
        "side_points",
        "side_tricks",
        "standing",
        "start",
        "table",
        "turned",
        "variant",
    )

    def __init__(
        self,
        variant: Variant | VariantJSON = DEFAULT_PRESET,
        dealer: str = "N",
        pack: str | None = None,
        hands: Mapping[str, str] | None = None,
        turn_up: str | None = None,
        seed: int | None = None,
    ) -> None:
        """Deal `pack`, or whole `hands` (with `turn_up` if the game has one), or at random."""
        self.variant = variant if isinstance(variant, Variant) else variant_from_json(variant)
        self.table = table_of(self.variant)
        dealer_seat = self.table.seat_index(dealer)
        if dealer_seat is None:
            known = " ".join(self.table.seats)
            raise RuleError("unknown_seat", "dealer", value=dealer, known=known)
        self.dealer_seat = dealer_seat
        if pack is not None and hands is not None:
            raise RuleError("pack_or_hands", "pack")
        self._pack: tuple[int, ...] | None = None
        self._given: Hands | None = None
        self.turned = -1
        if hands is None:
            if turn_up is not None:
                raise RuleError("turn_up_not_used", "turn_up")
            text = random_pack(self.variant, random.Random(seed)) if pack is None else pack
            self._set_pack(parse_pack(text, self.variant))
        else:
            self._given = parse_hands(dict(hands), self.variant, dealer_seat)
            self.turned = self._find_turn_up(turn_up)
        self._reset()

    @classmethod
    def from_cards(cls, variant: Variant, dealer: int, pack: Sequence[int]) -> Self:
        """Deal from numbers, for bulk work; the pack is not checked."""
        deal = object.__new__(cls)
        deal.variant = variant
        deal.table = table_of(variant)
        deal.dealer_seat = dealer
        deal._given = None
        deal._set_pack(tuple(pack))
        deal._reset()
        return deal

    def _set_pack(self, pack: tuple[int, ...]) -> None:
        self._pack = pack
        place = turn_up_place(self.table)
        self.turned = -1 if place < 0 else self._pack[place]

    def _find_turn_up(self, text: str | None) -> int:
        if self.variant.auction != "turn_up":
            if text is not None:
                raise RuleError("turn_up_not_used", "turn_up")
            return -1
        if text is None:
            raise RuleError("missing_key", "turn_up", key="turn_up")
        cards = parse_cards(text, self.table, "turn_up")
        if len(cards) != 1:
            raise RuleError("wrong_count", "turn_up", expected=1, count=len(cards))
        dealt_hands = self._given or ()
        if is_turn_up_out(self.variant) and any(cards[0] in hand for hand in dealt_hands):
            raise RuleError("turn_up_in_hand", "turn_up", card=CARDS[cards[0]])
        return cards[0]

    def _reset(self) -> None:
        self.calls: list[int] = []
        self.played: list[int] = []
        self.melds: list[tuple[int, Meld]] = []
        self.belotes: list[tuple[int, Belote]] = []
        self.claims: list[tuple[int, int]] | None = None
        self.standing: AuctionState = OPENING
        self.offender = self.exchanger = -1
        self.phase = AUCTION
        self._aside: tuple[int, ...] = ()
        self._history: list[tuple[int, int, int, int, int, int]] = []
        self._turn = self.first_caller
        self._legal = UNKNOWN
        self._count = self._led = self._pot = 0
        self._best = self._winner = -1
        self._beats: tuple[int, ...] = ()
        self._values: tuple[int, ...] = ()
        self._trumps = 0
        self._duties = self.table.duties
        self._players = self.table.players
        self._cards = self.table.players * self.table.tricks
        self._side_of = self.table.side_of
        self.side_points = [0] * len(self.table.sides)
        self.side_tricks = [0] * len(self.table.sides)
        self._deal_hands(0)

    def _deal_hands(self, taker: int) -> None:
        if self._pack is not None:
            self.received: Hands = deal_hands(self.variant, self.dealer_seat, taker, self._pack)
        elif self._given is not None:
            self.received = self._given
        self._hands = [mask_of(hand) for hand in self.received]
        self._covers: dict[int, int] = {}
        if self.variant.layout == "table":
            self._covers = covered_cards(self.received)
            for seat, hand in enumerate(self.received):
                self._hands[seat] ^= mask_of(hand[5:9])
        self.start = tuple(self._hands)

    @property
    def status(self) -> str:
        """`auction`, `play`, `complete` or `passed_out`."""
        return STATUSES[self.phase]

    @property
    def first_seat(self) -> int:
        return (self.dealer_seat + 1) % self.table.players

    @property
    def first_caller(self) -> int:
        """First seat to call: the leader, or the dealer (NKU Rotterdam)."""
        by_dealer = self.variant.first_call == "dealer"
        return self.dealer_seat if by_dealer else self.first_seat

    @property
    def receiver(self) -> int:
        """Seat that has the turned-up card, or -1."""
        if self.exchanger >= 0:
            return self.exchanger
        if self.standing.bid < 0 or self.phase in (AUCTION, PASSED_OUT):
            return -1
        return turn_up_receiver(self.variant, self.dealer_seat, self.standing.bidder)

    @property
    def dealer(self) -> str:
        return self.table.seats[self.dealer_seat]

    @property
    def turn_seat(self) -> int:
        return -1 if self.phase >= COMPLETE else self._turn

    @property
    def turn(self) -> str | None:
        return None if self.phase >= COMPLETE else self.table.seats[self._turn]

    @property
    def contract(self) -> str | None:
        return None if self.standing.bid < 0 else CONTRACTS[self.standing.bid]

    @property
    def declarer(self) -> str | None:
        return None if self.standing.bid < 0 else self.table.seats[self.standing.bidder]

    @property
    def legal(self) -> list[str]:
        return self.table.codes(self.legal_mask())

    def legal_mask(self) -> int:
        """Legal moves as a mask: cards are bits 0..31, calls follow from bit 32."""
        if self._legal >= 0:
            return self._legal
        if self.phase == PLAY:
            hand = self._hands[self._turn]
            if not self._count:
                hand = legal_leads(hand, self._trumps, self._duties)
            else:
                best = self._best
                led = self._led
                side_of = self._side_of
                hand = legal_cards(
                    hand,
                    led,
                    self._trumps,
                    self._beats[best],
                    not led >> best & 1,
                    side_of[self._winner] == side_of[self._turn],
                    self._duties,
                )
            self._legal = hand
        elif self.phase == AUCTION:
            self._legal = auction.legal_calls(
                self.table, self.standing, self._turn, self.turned, self.received[self._turn]
            )
        else:
            self._legal = self._hands[self._turn] if self.phase == SETTING_ASIDE else 0
        return self._legal

    def cards_seen_in_auction(self, seat: int) -> tuple[int, ...]:
        return self.received[seat][: self.table.seen]

    def hand_in_view(self, seat: int) -> int:
        """Mask of the cards a seat can see and play (in the auction: has seen)."""
        if self.phase in (AUCTION, PASSED_OUT):
            return mask_of(self.cards_seen_in_auction(seat))
        return self._hands[seat]

    @property
    def hands(self) -> dict[str, list[str]]:
        return {
            letter: codes(self.hand_in_view(seat)) for seat, letter in enumerate(self.table.seats)
        }

    def unfinished_trick(self) -> list[tuple[int, int]]:
        begun = len(self.played) - self._count
        seats = [entry[0] for entry in self._history[begun:]]
        return list(zip(seats, self.played[begun:], strict=True))

    def seats_played(self) -> list[int]:
        return [entry[0] for entry in self._history]

    def leader_of_trick(self, number: int) -> int:
        at = number * self._players
        return self._history[at][0] if at < len(self._history) else self._winner

    @property
    def tricks(self) -> list[list[tuple[str, str]]]:
        seats = self.table.seats
        pairs = [
            (seats[entry[0]], CARDS[card])
            for entry, card in zip(self._history, self.played, strict=True)
        ]
        size = self.table.players
        return [pairs[i : i + size] for i in range(0, len(pairs), size)]

    @property
    def covered_cards(self) -> Mapping[int, int]:
        return self._covers

    @property
    def trick_winner(self) -> int:
        """Seat winning the current trick, or winner of the last one; -1 before play."""
        return self._winner

    def source(self) -> dict[str, Any]:
        if self._pack is not None:
            return {"pack": write_cards(self._pack)}
        hands = {
            seat: write_cards(hand)
            for seat, hand in zip(self.table.seats, self._given or (), strict=True)
        }
        return {"hands": hands} | ({"turn_up": CARDS[self.turned]} if self.turned >= 0 else {})

    @property
    def set_aside_cards(self) -> tuple[int, ...]:
        return self._aside
