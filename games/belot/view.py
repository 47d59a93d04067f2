"""What one seat can see of a deal."""

from dataclasses import dataclass
from typing import NamedTuple

from games.belot.announcing import roem_counted
from games.belot.cards import mask_of
from games.belot.deal import turn_up_receiver
from games.belot.declarations import Meld, counting_melds
from games.belot.position import AUCTION, COMPLETE, PLAY, SETTING_ASIDE, Position
from games.belot.standing import AuctionState
from games.belot.table import VariantTable


class SeenDeclaration(NamedTuple):
    """A declaration as known at the table: its kind, and its cards once shown.

    Combinations that count are shown after the first trick (S0 Анонси; S1 Премии).
    """

    seat: int
    is_carre: bool
    length: int
    """3, 4, or 5 for five and more; 4 for a carré."""
    cards: int
    """0 while only the kind is known."""
    counts: bool
    """Whether it won the first trick's comparison."""


@dataclass(frozen=True, slots=True)
class SeatView:
    """A deal as one seat sees it. Cards are masks; seats and cards are numbers."""

    table: VariantTable
    seat: int
    phase: int
    """0: auction, 1: setting cards aside, 2: play (`position`)."""
    hand: int
    """Own cards visible and playable now."""
    first_hand: int
    """Own cards at the start of play, as far as seen then."""
    legal: int
    """Mask; 0 when another seat is in turn."""
    turned: int
    """Turned-up card, or -1."""
    receiver: int
    """Of the turned-up card, or -1."""
    standing: AuctionState
    calls: tuple[int, ...]
    trick: tuple[tuple[int, int], ...]
    """(seat, card), in playing order."""
    played: tuple[int, ...]
    winner: int
    """Of the unfinished or last trick; -1 before play."""
    open_cards: int
    """Other players' cards, face up."""
    my_first_card: bool
    """Declarations are announced now."""
    first_seat: int
    """First to lead."""
    first_caller: int
    played_by: tuple[int, ...]
    announced: tuple[SeenDeclaration, ...]
    belotes: tuple[tuple[int, int], ...]
    """(seat, suit)."""
    roem: tuple[int, ...]
    """Points by side; empty unless combinations count in tricks."""

    @property
    def unseen(self) -> int:
        """Cards that others can still hold, as far as this seat knows."""
        return self.table.pack & ~mask_of(self.played) & ~self.hand

    @property
    def with_turn_up(self) -> int:
        """Own hand, with the turned-up card if a bid would bring it."""
        dealer = (self.first_seat - 1) % self.table.players
        receiver = turn_up_receiver(self.table.variant, dealer, self.seat)
        return self.hand | (1 << self.turned if receiver == self.seat else 0)

    def is_partner(self, seat: int) -> bool:
        return self.table.side_of[seat] == self.table.side_of[self.seat]


def view_of(deal: Position, seat: int) -> SeatView:
    """View of a seat, without hidden information."""
    in_turn = deal.phase < COMPLETE and deal.turn_seat == seat
    return SeatView(
        table=deal.table,
        seat=seat,
        phase=deal.phase,
        hand=_own_cards(deal, seat),
        first_hand=deal.start[seat] if deal.phase >= PLAY else 0,
        legal=deal.legal_mask() if in_turn else 0,
        turned=deal.turned,
        receiver=deal.receiver,
        standing=deal.standing,
        calls=tuple(deal.calls),
        trick=tuple(deal.unfinished_trick()),
        played=tuple(deal.played),
        winner=deal.trick_winner,
        open_cards=_open_cards(deal, seat),
        my_first_card=seat not in deal.seats_played()[: deal.table.players],
        first_seat=deal.first_seat,
        first_caller=deal.first_caller,
        played_by=tuple(deal.seats_played()),
        announced=_announcements(deal, seat) if deal.melds else (),
        belotes=tuple((belote.seat, belote.suit) for _, belote in deal.belotes),
        roem=tuple(roem_counted(deal)) if deal.variant.declarations == "trick" else (),
    )


def _announcements(deal: Position, seat: int) -> tuple[SeenDeclaration, ...]:
    melds = [meld for _, meld in deal.melds]
    over = len(deal.played) >= deal.table.players
    shown = counting_melds(melds, deal.table, deal.first_seat, deal.standing.bid) if over else []
    return tuple(_as_known(meld, seat, shown) for meld in melds)


def _as_known(meld: Meld, viewer: int, shown: list[Meld]) -> SeenDeclaration:
    counts = any(one.seat == meld.seat and not meld.cards & ~one.cards for one in shown)
    cards = meld.cards if counts or meld.seat == viewer else 0
    return SeenDeclaration(meld.seat, meld.is_carre, min(meld.length, 5), cards, counts)


def _own_cards(deal: Position, seat: int) -> int:
    cards = deal.hand_in_view(seat)
    if deal.phase == AUCTION:
        cards |= deal.start[seat] & mask_of(deal.covered_cards)
    return cards


def _open_cards(deal: Position, seat: int) -> int:
    """Other players' face-up cards: those on top, and those turned up later."""
    if not deal.covered_cards:
        return 0
    on_top = mask_of(deal.covered_cards)
    below = mask_of(deal.covered_cards.values())
    others = 0
    for other in range(deal.table.players):
        if other != seat:
            held = deal.start[other] if deal.phase <= SETTING_ASIDE else deal.hand_in_view(other)
            others |= held & (on_top | below)
    return others
