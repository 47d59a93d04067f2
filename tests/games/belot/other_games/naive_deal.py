from tests.games.belot.other_games.games_in_words import GAMES
from tests.games.belot.other_games.naive_calls import Auction
from tests.games.belot.other_games.naive_melds import contest, roem_of
from tests.games.belot.other_games.naive_play import (
    legal_cards,
    points_of,
    sides_of,
    winner_of,
)
from tests.games.belot.other_games.naive_writing import settle


class NaiveDeal:
    """Deal replayed move by move without validation."""

    def __init__(self, name, dealer, pack=None, hands=None, turned=None):
        self.game = GAMES[name]
        order = self.game["seats"]
        start = order.index(dealer) + 1
        self.seats = [order[(start + place) % len(order)] for place in range(len(order))]
        self.rest = []
        self.turned = turned
        if pack is None:
            self.hands = {seat: list(cards) for seat, cards in hands.items()}
        else:
            self._deal(list(pack))
        self.auction = Auction(self.game, dealer, self.turned)
        self.trick = []
        self.tricks = []
        self.won_by = []
        self.leader = self.seats[0]
        self.start = None
        if self.auction.turn is None:
            self._enter_play()

    def _deal(self, pack):
        """Packets from the seat after the dealer's, then the turn-up."""
        self.hands = {seat: [] for seat in self.seats}
        for size in self.game["packets"]:
            for seat in self.seats:
                self.hands[seat] += pack[:size]
                del pack[:size]
        if "turned up" in self.game:
            self.turned = pack.pop(0)
        self.rest = pack

    def call(self, call):
        self.auction.said(call)
        if self.auction.turn is None and self.auction.contract:
            self._enter_play()

    def _enter_play(self):
        """Deal three more cards each; the taker gets the turn-up and two."""
        for seat in self.seats if self.rest else []:
            size = 3
            if self.game["turned up"] == "to the taker" and seat == self.auction.declarer:
                self.hands[seat].append(self.turned)
                size = 2
            self.hands[seat] += self.rest[:size]
            del self.rest[:size]
        self.start = {seat: list(cards) for seat, cards in self.hands.items()}

    def can_exchange(self, seat):
        """Whether a seat can exchange the seven of trumps for the turn-up (section 9)."""
        suit = self.auction.contract
        before = self.status == "play" and not (self.tricks or self.trick)
        if not self.game.get("seven for the turn-up") or not before or suit != self.turned[0]:
            return False
        return suit + "7" in self.hands[seat]

    def exchange(self, seat):
        hand = self.hands[seat]
        hand[hand.index(self.turned[0] + "7")] = self.turned
        self.start[seat] = list(hand)

    @property
    def status(self):
        if self.auction.turn is not None:
            return "auction"
        if self.auction.contract is None:
            return "passed_out"
        return "play" if any(self.hands.values()) else "complete"

    @property
    def turn(self):
        if self.status == "auction":
            return self.auction.turn
        if self.status != "play":
            return None
        place = self.seats.index(self.leader) + len(self.trick)
        return self.seats[place % len(self.seats)]

    def legal_cards(self):
        hand = self.hands[self.turn]
        closed = self.auction.closed
        return legal_cards(self.game, self.auction.contract, hand, self.trick, self.turn, closed)

    def play(self, card):
        seat = self.turn
        self.hands[seat].remove(card)
        self.trick.append((seat, card))
        if len(self.trick) == len(self.seats):
            self.leader = winner_of(self.trick, self.auction.contract)[0]
            self.tricks.append(self.trick)
            self.won_by.append(self.leader)
            self.trick = []

    def belote_suits(self, seat):
        contract = self.auction.contract
        suits = "CDHS" if contract == "AT" else contract if contract in "CDHS" else ""
        return [s for s in suits if s + "K" in self.start[seat] and s + "Q" in self.start[seat]]

    def result(self, declarations=(), belotes=(), melds=None):
        """Scores in the form of a record's answer.

        `declarations` are (seat, cards), `belotes` (seat, suit), `melds` the claimed roem as
        [trick from 1, points] (None: all).
        """
        auction, sides = self.auction, sides_of(self.game)
        nothing = dict.fromkeys(sides.values(), 0)
        deal = {
            "contract": auction.contract,
            "declarer": auction.declarer,
            "contra": auction.contra,
            "number": auction.number,
            "capot_bid": auction.capot,
            "takers": sides[auction.declarer],
            "defence": next(side for side in nothing if side != sides[auction.declarer]),
            "points": dict(nothing),
            "tricks": dict(nothing),
            "belote": dict(nothing),
            "last_trick": sides[self.won_by[-1]],
        }
        for trick, winner in zip(self.tricks, self.won_by, strict=True):
            deal["tricks"][sides[winner]] += 1
            for _, card in trick:
                deal["points"][sides[winner]] += points_of(card, auction.contract, self.game)
        deal["points"][deal["last_trick"]] += 10
        if self.game["announced"] == "roem":
            deal["declarations"] = self._roem(melds)
        else:
            deal["declarations"] = contest(self.game, auction.contract, declarations, self.seats)
        for seat, _ in belotes:
            deal["belote"][sides[seat]] += 20
        settle(self.game, deal)
        return deal

    def roem(self):
        return [
            roem_of([card for _, card in trick], self.auction.contract, self.game)
            for trick in self.tricks
        ]

    def _roem(self, melds):
        sides = sides_of(self.game)
        total = dict.fromkeys(sides.values(), 0)
        claimed = enumerate(self.roem(), 1) if melds is None else melds
        for number, points in claimed:
            total[sides[self.won_by[number - 1]]] += points
        return total
