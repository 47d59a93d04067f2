"""Bots of `colver` without weights, as players for `match_play`.

A guest replays new calls and cards on its own table before each move. Its engine needs all
four hands; the searching bots use only their own, the plain `heuristic` all of them.
"""

import random
from collections.abc import Callable
from typing import Final

from benchmarks.contree.table import (
    CONTRA,
    NUMBERS,
    OURS_OF,
    PASS,
    RECONTRA,
    THEIR_CARD_OF,
    THEIR_SUIT_OF,
    Colver,
    Env,
    Player,
    bid_of,
    table_before_auction,
)
from games.belot import BotMove, Deal
from games.belot import cards as ours
from games.belot.heuristics.bots import with_announcements
from games.belot.numbers import CALLS_PER_RANK, FIRST_NUMBER
from games.belot.position import AUCTION
from games.belot.view import view_of

BID_STRATEGY: Final = "improved_v3"
"""Its best without weights, by its own comparison."""
PLAY_METHODS: Final = ("heuristic", "rule", "ismcts", "smart_ismcts", "isdd")
"""Rules of thumb, two tree searches, solved samples (uniform: better ones need weights)."""


def spec_of(method: str, milliseconds: int) -> str:
    """Bot specification; a search gets this wall-clock time per card."""
    return (
        f'[bid]\nstrategy = "{BID_STRATEGY}"\n'
        f'[play]\nmethod = "{method}"\ntime_ms = {milliseconds}\nparallel = false\n'
        '[worlds]\nsource = "uniform"\n'
    )


def action_of(call: int) -> int:
    if call < FIRST_NUMBER:
        return {ours.PASS: PASS, ours.CONTRA: CONTRA}.get(call, RECONTRA)
    rank, suit = divmod(call - FIRST_NUMBER, CALLS_PER_RANK)
    return bid_of(NUMBERS[rank], suit)


def call_of(action: int) -> int:
    if action in (PASS, CONTRA, RECONTRA):
        return {PASS: ours.PASS, CONTRA: ours.CONTRA}.get(action, ours.CONTRA + 1)
    rank, suit = divmod(action - 1, 4)
    return FIRST_NUMBER + CALLS_PER_RANK * rank + THEIR_SUIT_OF.index(suit)


class ColverBot:
    def __init__(self, colver: Colver, spec: str) -> None:
        self.colver = colver
        self.spec = spec
        self.deal: Deal | None = None
        self.env: Env
        self.bots: list[Player] = []
        self.shown = 0

    def __call__(self, deal: Deal, rng: random.Random) -> BotMove:
        if deal is not self.deal:
            self.start_deal(deal, rng.getrandbits(32))
        self.replay_new_moves(deal)
        action = self.bots[deal.turn_seat].action(self.env)
        if deal.phase == AUCTION:
            return BotMove(deal.table.code_of(call_of(action)))
        return with_announcements(view_of(deal, deal.turn_seat), OURS_OF[action])

    def start_deal(self, deal: Deal, seed: int) -> None:
        hands = [deal.hand_in_view(seat) for seat in range(4)]
        for seat, card in zip(deal.seats_played(), deal.played, strict=False):
            hands[seat] |= 1 << card
        self.deal, self.shown = deal, 0
        self.env = table_before_auction(self.colver, hands, (deal.dealer_seat + 1) % 4)
        self.bots = [self.colver.Agent(self.spec, seat, seed) for seat in range(4)]
        for bot in self.bots:
            bot.init_deal(self.env)

    def replay_new_moves(self, deal: Deal) -> None:
        actions = [action_of(call) for call in deal.calls]
        actions += [THEIR_CARD_OF[card] for card in deal.played]
        for action in actions[self.shown :]:
            for bot in self.bots:
                bot.observe(self.env, action)
            self.env.step(action)
        self.shown = len(actions)


def make_bot(
    colver: Colver, method: str, milliseconds: int
) -> Callable[[Deal, random.Random], BotMove]:
    return ColverBot(colver, spec_of(method, milliseconds))
