"""Belote contrée against another engine, the package `colver`, card by card.

It is fetched into a folder of the run; tests skip without a network. Known differences:

- *Points of a capot*: `colver` writes 252 for all tricks, we 162 and 90 separately.
- *Best play*: it counts North-South's points (0 to 252), so that a capot against them
  equals worthless tricks. We distinguish them (-90 and 0).
- *Scores*: its rules are those of Cannes: 162, and the number times 2 or 3, unrounded. Its
  base for a capot (252) needs a capot by the declarer. By the tables of the FFB and of
  Cannes ours applies where a capot was bid or the defence made one, never where neither
  bid nor counted as taken (see `base_difference`).
"""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from benchmarks.contree.getting import ColverUnavailableError, load_colver
from benchmarks.contree.table import (
    NUMBERS,
    THEIR_CARD_OF,
    best_points,
    mask_from,
    table_at_first_lead,
)
from games.belot.cards import BELOTE_MASK, card_list, mask_of
from games.belot.scoring import settle, totals_of
from games.belot.sheet import Parts
from games.belot.solving import solve_board
from games.belot.table import table_of
from games.belot.tricks import CONTRACT_TABLES, duties_of
from tests.games.belot.brute_force import legal_in_trick, winner_of
from tests.games.belot.formula.contree import CANNES

pytestmark = pytest.mark.slow

CONTREE = replace(CANNES, overtrump="or_any_card", rounding="none")
DEALS = 2000
CAPOT = 250


@pytest.fixture(scope="module")
def colver(tmp_path_factory: pytest.TempPathFactory) -> Any:
    try:
        return load_colver(tmp_path_factory.mktemp("colver"))
    except ColverUnavailableError as reason:
        pytest.skip(str(reason))


def deals(seed: int, count: int) -> Iterator[tuple[random.Random, list[int], int, int]]:
    """Packs with leader and trumps; in every third one hand holds nearly all trumps."""
    rng = random.Random(seed)
    for number in range(count):
        pack = list(range(32))
        rng.shuffle(pack)
        suit = rng.randrange(4)
        if number % 3 == 0:
            pack.sort(key=lambda card: card >> 3 != suit or rng.random() < 0.1)
        turned = 8 * rng.randrange(4)
        pack = pack[turned:] + pack[:turned]
        hands = [mask_of(pack[8 * seat : 8 * seat + 8]) for seat in range(4)]
        yield rng, hands, rng.randrange(4), suit


def test_legal_cards_and_trick_points_equal_the_colver_library(colver):
    duties = duties_of(CONTREE)
    for rng, hands, first, suit in deals(1, DEALS):
        env = table_at_first_lead(colver, hands, first, suit)
        leader = first
        held, points, tricks = list(hands), [0, 0], [0, 0]
        for left in reversed(range(8)):
            trick: list[int] = []
            for _ in range(4):
                seat = (leader + len(trick)) % 4
                legal = legal_in_trick(held[seat], trick, leader, suit, duties)
                assert env.current_player() == seat
                assert mask_from(env.legal_actions()) == legal, (hands, trick)
                card = rng.choice(card_list(legal))
                env.step(THEIR_CARD_OF[card])
                held[seat] ^= 1 << card
                trick.append(card)
            leader = (leader + winner_of(trick, suit)) % 4
            tricks[leader % 2] += 1
            points[leader % 2] += sum(CONTRACT_TABLES[suit].points[card] for card in trick)
            points[leader % 2] += 0 if left else (100 if 8 in tricks else 10)
        assert env.is_terminal()
        assert list(env.get_tricks_won()) == tricks
        assert list(env.get_points()) == points


def test_solved_boards_equal_the_colver_library(colver, compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)
    for _, hands, *_ in deals(2, DEALS):
        ours = solve_board(CONTREE, hands).points
        for leader in range(4):
            theirs = best_points(colver, hands, leader)
            assert [max(0, ours[suit][leader]) for suit in range(4)] == theirs, hands


def base_difference(outcome: str, is_capot_bid: bool, capot: int, side: int, contra: int) -> int:
    """Our base less theirs, for declarer or defender, by these tables."""
    if is_capot_bid:
        return 0 if outcome == "made" else 90
    if outcome == "lost":
        return 90 if capot == 1 - side else 0
    return -90 if contra and capot == side else 0


def test_settled_scores_equal_the_colver_library(colver):
    table = table_of(CONTREE)
    seen: Counter[tuple[Any, ...]] = Counter()
    for rng, hands, leader, suit in deals(3, 3 * DEALS):
        number, side, contra = rng.choice(NUMBERS), rng.randrange(2), rng.randrange(3)
        env = table_at_first_lead(colver, hands, leader, suit, number, side, contra)
        while not env.is_terminal():
            env.step(rng.choice(env.legal_actions()))
        tricks = env.get_tricks_won()
        capot = tricks.index(8) if 8 in tricks else -1
        taken = env.get_points()
        points = tuple(taken[at] - (90 if at == capot else 0) for at in (0, 1))
        pair = BELOTE_MASK[suit]
        belotes = tuple(20 * any(hand & pair == pair for hand in hands[at::2]) for at in (0, 1))
        totals = totals_of(table, suit, points, belotes, capot, side)
        parts = Parts((0, 0), belotes, number, number == CAPOT)
        settled = settle(table, suit, side, contra, totals, capot, parts)
        more = base_difference(settled.outcome, number == CAPOT, capot, side, contra)
        winner = side if settled.outcome == "made" else 1 - side
        theirs = [int(points) for points in env.rewards()]
        theirs[winner] += more
        assert list(settled.score) == theirs, (hands, number, side, contra)
        seen[settled.outcome, number == CAPOT, capot == side, bool(contra)] += 1
    assert min(seen.values()) > 5
    assert len(seen) == 10
