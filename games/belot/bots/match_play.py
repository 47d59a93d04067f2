"""Compare two kinds of bots: the same cards played twice, with sides changed."""

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from games.belot.chance import Draws
from games.belot.heuristics.bots import Bot, BotMove
from games.belot.packs import random_pack
from games.belot.position import AUCTION, COMPLETE, SETTING_ASIDE
from games.belot.records.game import Deal
from games.belot.result import settlement_of
from games.belot.table import table_of
from games.belot.variant import Variant
from games.belot.view import view_of

Player = Callable[[Deal, random.Random], BotMove]
"""One that uses more than the view cheats."""

PLAY_STREAMS = (1, 2)
"""The pack has stream 0."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """Gain of one kind of bot over another, by deal.

    The sum of both plays, once with the first kind North-South, once East-West.
    """

    gains: tuple[int, ...]

    @property
    def mean(self) -> float:
        return fmean(self.gains)

    @property
    def standard_error(self) -> float:
        """Standard error of the mean; needs two deals."""
        return stdev(self.gains) / sqrt(len(self.gains))


def player_of(bot: Bot) -> Player:
    return lambda deal, rng: bot(view_of(deal, deal.turn_seat), rng)


def compare(
    variant: Variant, one: Player, other: Player, numbers: Iterable[int], seed: int
) -> Comparison:
    """Play deals of a seed twice, sides changed; the gain of `one` over `other`.

    Deal `number` and its plays depend only on seed and number.
    """
    return Comparison(tuple(_gain(variant, (one, other), number, seed) for number in numbers))


def _gain(variant: Variant, players: tuple[Player, Player], number: int, seed: int) -> int:
    pack = random_pack(variant, Draws(seed, 3 * number))
    seats = table_of(variant).seats
    nets = []
    for table, sides in zip(PLAY_STREAMS, (players, players[::-1]), strict=True):
        deal = Deal(variant, seats[number % len(seats)], pack)
        nets.append(net_of(play_deal(deal, sides, Draws(seed, 3 * number + table))))
    return nets[0] - nets[1]


def play_deal(deal: Deal, sides: Sequence[Player], rng: random.Random) -> Deal:
    while deal.turn is not None:
        choice = sides[deal.table.side_of[deal.turn_seat]](deal, rng)
        if deal.phase in (AUCTION, SETTING_ASIDE):
            deal.apply(choice.code)
        else:
            deal.play(choice.code, choice.declare, choice.belote)
    return deal


def net_of(deal: Deal) -> int:
    """First side's score minus the second's, without hanging points."""
    if deal.phase != COMPLETE:
        return 0
    score = settlement_of(deal).score
    return score[0] - score[1]
