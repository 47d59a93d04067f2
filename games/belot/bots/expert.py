"""Expert bot: solves sampled worlds of the hidden cards, plays the card with the best mean.

Worlds come from `sampling`, best play from `solver`, the score of points from `stakes`.
In games of two or three, which have no solver, the rules of thumb decide.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.belot.auction import duties_in, points_bid
from games.belot.bots.expected import belote_points, meld_points
from games.belot.bots.expert_bidding import call_by_worlds
from games.belot.bots.knowledge import Masks
from games.belot.bots.sampling import worlds_of
from games.belot.bots.stakes import stakes_of
from games.belot.cards import BIT, card_list, mask_of
from games.belot.heuristics.bots import Bot, BotMove, thumb_bot, with_announcements
from games.belot.heuristics.play import card_by_thumb
from games.belot.position import AUCTION, PLAY
from games.belot.solving.double_dummy.roem import worth_of
from games.belot.solving.solver import card_values
from games.belot.view import SeatView

WORLDS_PER_MOVE: Final = 20
MIN_WORLDS_BEFORE_DROP: Final = 5
DROP_STANDARD_ERRORS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Effort:
    """Limit of one move: number of worlds, optionally seconds.

    Without seconds, equal cards and generator give the same choice on every machine.
    """

    worlds: int = WORLDS_PER_MOVE
    seconds: float | None = None

    def clock(self) -> Callable[[], bool]:
        """Start a timer; the returned function says whether the time is up."""
        if self.seconds is None:
            return lambda: False
        end = time.perf_counter() + self.seconds
        return lambda: time.perf_counter() > end


def expert_bot(worlds: int = WORLDS_PER_MOVE, seconds: float | None = None) -> Bot:
    """Bot that samples `worlds` worlds per move, or as many as fit into `seconds`."""
    effort = Effort(worlds, seconds)

    def player(view: SeatView, rng: random.Random) -> BotMove:
        if view.table.players != 4:
            return thumb_bot(view, rng)
        if view.phase == AUCTION:
            return BotMove(view.table.code_of(call_by_worlds(view, rng, effort.worlds)))
        if view.phase == PLAY:
            return with_announcements(view, card_by_worlds(view, rng, effort))
        return thumb_bot(view, rng)

    return player


def card_by_worlds(view: SeatView, rng: random.Random, effort: Effort) -> int:
    """Card with the best mean score over the worlds; ties go to the rules of thumb."""
    cards = card_list(view.legal)
    if len(cards) == 1:
        return cards[0]
    is_over = effort.clock()
    usual = card_by_thumb(view, rng)
    so_far = _finished_tricks(view)
    values: dict[int, list[float]] = {card: [] for card in cards}
    known: dict[Masks, dict[int, float]] = {}
    for world in worlds_of(view, rng, effort.worlds):
        if world not in known:
            known[world] = _card_scores(view, world, so_far, mask_of(values))
        for card, scores in values.items():
            scores.append(known[world][card])
        values = remaining_cards(values)
        if len(values) == 1 or is_over():
            break
    best = max(map(sum, values.values()))
    good = [card for card, scores in values.items() if sum(scores) > best - 1e-6]
    return usual if usual in good else good[0]


def remaining_cards(values: dict[int, list[float]]) -> dict[int, list[float]]:
    """Drop cards clearly behind the best one, by paired differences per world."""
    best = max(values.values(), key=sum)
    if len(best) < MIN_WORLDS_BEFORE_DROP:
        return values
    return {card: scores for card, scores in values.items() if not _is_behind(scores, best)}


def _is_behind(seen: list[float], best: list[float]) -> bool:
    gaps = list(map(float.__sub__, best, seen))
    gap = sum(gaps)
    mean = gap / len(gaps)
    spread = sum((one - mean) ** 2 for one in gaps)
    return gap > 0 and gap * gap > DROP_STANDARD_ERRORS**2 * spread * len(gaps) / (len(gaps) - 1)


@dataclass(frozen=True, slots=True)
class FinishedTricks:
    points: int
    """North-South's card points."""
    tricks_taken: int
    """Bit 0: North-South have a trick; bit 1: East-West."""


def _finished_tricks(view: SeatView) -> FinishedTricks:
    ready = view.table.contracts[view.standing.bid]
    points = taken = 0
    for at in range(0, len(view.played) - len(view.trick), 4):
        cards, seats = view.played[at : at + 4], view.played_by[at : at + 4]
        best = 0
        for place in range(1, 4):
            if ready.beats[cards[best]] & BIT[cards[place]]:
                best = place
        side = view.table.side_of[seats[best]]
        taken |= 1 << side
        points += sum(ready.points[card] for card in cards) if side == 0 else 0
    return FinishedTricks(points, taken)


def _card_scores(
    view: SeatView, world: Masks, so_far: FinishedTricks, wanted: int
) -> dict[int, float]:
    hands = list(world)
    for seat, card in view.trick:
        hands[seat] |= BIT[card]
    points_by_card = card_values(
        duties_in(view.table, view.standing),
        view.table.contracts[view.standing.bid].row,
        hands,
        view.trick[0][0] if view.trick else view.seat,
        [card for _, card in view.trick],
        so_far.tricks_taken,
        so_far.points,
        wanted,
        worth_of(view.table.variant, view.table.side_of[view.standing.bidder]),
    )
    stakes = stakes_of(
        view.table.variant,
        view.standing.bid,
        view.table.side_of[view.standing.bidder],
        view.standing.contra,
        meld_points(view, world),
        belote_points(view, world),
        points_bid(view.table, view.standing),
        view.standing.promise,
    )
    sign = 1 if view.table.side_of[view.seat] == 0 else -1
    return {card: sign * stakes.value(points) for card, points in points_by_card.items()}
