import random

import pytest

from games.belot import compiling
from games.belot.cards import CONTRACTS, FULL_PACK, card_list, mask_of
from games.belot.chance import Draws
from games.belot.claims import best_announcement
from games.belot.compiling import INTERPRETED
from games.belot.declarations import value_of
from games.belot.heuristics.bots import play_out
from games.belot.kernel.deals import OUTCOME_SIZE, PACK_BUFFER_SIZE, play_deals
from games.belot.kernel.rules import (
    BELOTES,
    BID,
    CONTRA,
    DECLARED,
    HANGS,
    MOVES,
    SCORES,
    STARTS,
    STATE_SIZE,
    TOTALS,
    TRACE,
    TRICKS,
    rules_of,
)
from games.belot.position import PASSED_OUT
from games.belot.result import count_of, settlement_of
from games.belot.simulation.question import FixedContract, Question
from games.belot.simulation.simulate import (
    bots_of,
    interpreted_outcomes,
    kernel_outcomes,
    outcome_of,
    question_row,
    simulate,
    start_deal,
)
from games.belot.suit_tables import (
    carre_worths,
    carres_to_announce,
    premium,
    run_of_eight_bonus,
    runs_to_announce,
)
from games.belot.table import table_of
from tests.games.belot.kernel_rules import FOUR_HANDED, house_rules, rule_params, usual_rules

LEVELS = [("random", "random"), ("thumb", "thumb"), ("thumb", "random")]
RULES = house_rules()


class Kernel:
    def __init__(self, question, here):
        self.here = here
        self.run = here.of(play_deals)
        self.rules = here.ints(rules_of(question.variant))
        self.asked = here.ints(question_row(question))
        self.room = [here.ints([0] * size) for size in (STATE_SIZE, PACK_BUFFER_SIZE, 4)]

    def play(self, seed, number):
        found = self.here.ints([0] * OUTCOME_SIZE)
        self.run(self.rules, self.asked, seed, number, found, *self.room)
        self.outcome = tuple(self.here.plain(found))
        return self.here.plain(self.room[0])


def compare(question, here, seed, numbers):
    """Count equal decisions of kernel and engine; fail at the first difference."""
    kernel, bots, decisions = Kernel(question, here), bots_of(question), 0
    for number in numbers:
        state = kernel.play(seed, number)
        draws = Draws(seed, number)
        deal = play_out(start_deal(question, number, draws), bots, draws)
        moves = state[TRACE : TRACE + state[MOVES]]
        made = [*([] if question.contract else deal.calls), *deal.played]
        assert moves == made, (question, number)
        decisions += len(made)
        assert kernel.outcome == outcome_of(deal), (question, number)
        if deal.phase == PASSED_OUT:
            assert state[BID] == -1
            continue
        same_result(state, deal)
    return decisions


def same_result(state, deal):
    count = count_of(deal)
    settled = settlement_of(deal, count)
    assert state[BID : CONTRA + 1] == list(deal.standing[:3])
    assert state[STARTS : STARTS + 4] == list(deal.start)
    assert state[TRICKS : TRICKS + 2] == list(deal.side_tricks)
    assert state[TOTALS : TOTALS + 2] == list(settled.totals)
    assert state[SCORES : SCORES + 2] == list(settled.score)
    assert state[HANGS] == settled.hanging
    if not deal.variant.trick_needed:
        aces = deal.variant.no_trumps_four_aces or deal.variant.no_trumps_declarations
        assert state[DECLARED : DECLARED + 2] == count.declarations or aces
        assert [20 * n for n in state[BELOTES : BELOTES + 2]] == count.belote


@pytest.mark.parametrize("levels", LEVELS, ids="-".join)
@pytest.mark.parametrize("name", FOUR_HANDED)
def test_interpreted_decisions_match_the_bots(name, levels):
    assert compare(Question(RULES[name], levels=levels), INTERPRETED, 1, range(15)) > 400


def test_compiled_decisions_match_the_bots(compiled, every_example, some):
    """By default each preset, a third of the house rules, each switch value."""
    usual = RULES.keys() if every_example else usual_rules(RULES)
    variants = [variant for name, variant in RULES.items() if name in usual]
    decisions = 0
    for index, variant in enumerate(variants):
        for levels in some(LEVELS, index):
            question = Question(variant, levels=levels)
            decisions += compare(question, compiled, index, range(1))
    assert decisions > 3_000


@pytest.mark.slow
def test_one_million_compiled_decisions_match_the_bots(compiled):
    decisions, number = 0, 0
    while decisions < 1_000_000:
        for index, variant in enumerate(RULES.values()):
            question = Question(variant, levels=LEVELS[(index + number) % 3])
            decisions += compare(question, compiled, index, range(number, number + 4))
        number += 4
    print(f"{decisions} decisions alike over {len(RULES)} rules")  # noqa: T201


@pytest.mark.sample
@pytest.mark.parametrize("name", FOUR_HANDED)
def test_fixed_cards_and_contracts_match_the_interpreted_engine(name, compiled):
    variant = RULES[name]
    rng = random.Random(name)
    for contract in variant.contracts.split():
        for declarer in range(4):
            number = CONTRACTS.index(contract)
            contra = rng.randint(0, table_of(variant).levels_of(number))
            rank = rng.randrange(table_of(variant).scale.ranks) if variant.bids_numbers else 0
            fixed = FixedContract(number, declarer, contra, rank)
            cards = rng.sample(range(32), 14)
            known = (mask_of(cards[:8]), 0, mask_of(cards[8:13]), mask_of(cards[13:]))
            compare(Question(variant, None, known, 2, fixed), compiled, 1, range(3))
            pack = tuple(rng.sample(range(32), 32))
            compare(Question(variant, pack, dealer=declarer), compiled, 1, range(2))
    few = (0, mask_of([7, 15, 23]), 0, mask_of([0, 1, 2, 3, 4]))
    compare(Question(variant, None, few), compiled, 1, range(10))


@pytest.mark.sample
@pytest.mark.parametrize("name", rule_params(RULES))
def test_kernel_announcements_match_the_engine(name, every_example):
    variant = RULES[name]
    rng = random.Random(name)
    in_two = int(variant.card_in_two)
    in_suits, in_none, in_all = carre_worths(variant)
    eight = run_of_eight_bonus(variant)
    for _ in range(200 if every_example else 70):
        hand = hand_full_of_runs(rng)
        for contract, worths in enumerate([*[in_suits] * 4, in_none, in_all]):
            melds = best_announcement(hand, 0, contract, variant)
            carres = mask_of(meld.top for meld in melds if meld.is_carre)
            runs = mask_of(c for m in melds if not m.is_carre for c in card_list(m.cards))
            assert carres_to_announce(hand, worths, in_two, eight) == carres
            assert runs_to_announce(hand, worths, in_two, eight) == runs
            worth = sum(value_of(meld, variant, contract) for meld in melds)
            assert premium(hand, worths, in_two, eight) == worth


def hand_full_of_runs(rng):
    kind = rng.randrange(4)
    hand = 0
    if kind & 1:
        hand |= 0x01010101 << rng.randrange(8)
    if kind & 2:
        hand |= (0b11111 << rng.randrange(4)) << 8 * rng.randrange(4)
    if rng.random() < 0.05:
        return 0xFF << 8 * rng.randrange(4)
    rest = card_list(FULL_PACK & ~hand)
    return hand | mask_of(rng.sample(rest, max(0, 8 - hand.bit_count())))


def pack_of_whole_suits(order):
    """Pack that deals each seat a whole suit in packets of 3, 2 and 3."""
    left = {seat: [8 * suit + rank for rank in range(8)] for seat, suit in enumerate(order)}
    return tuple(left[seat].pop(0) for size in (3, 2, 3) for seat in range(4) for _ in range(size))


@pytest.mark.sample
@pytest.mark.parametrize("name", rule_params(RULES))
def test_extreme_hands_match_the_interpreted_engine(name, compiled, every_example):
    deals = range(2 if every_example else 1)
    rng = random.Random(name)
    variant = RULES[name]
    by_rank = tuple(8 * (i % 4) + i // 4 for i in range(32))
    for pack in (
        pack_of_whole_suits((1, 2, 3, 0)),
        pack_of_whole_suits((0, 1, 2, 3)),
        by_rank,
        by_rank[::-1],
    ):
        for levels in LEVELS[:2]:
            question = Question(variant, pack, dealer=rng.randrange(4), levels=levels)
            compare(question, compiled, 3, deals)


def test_kernel_outcomes_match_the_engine():
    question = Question(RULES["bulgarian"], levels=("thumb", "random"))
    kept = list(interpreted_outcomes(question, 9, 5, 20))
    assert list(kernel_outcomes(question, 9, 5, 20, INTERPRETED)) == kept
    assert not compiling.space().compiled
    assert simulate(question, 9, 5, 20).total == sum(each.net for each in kept)


def test_deal_of_a_seed_never_changes():
    """Written out by hand: the deal of a seed must never change."""
    draws = Draws(2026, 1)
    deal = start_deal(Question(RULES["bulgarian"]), 1, draws)
    assert deal.dealer == "W"
    assert deal.source()["pack"] == PACK_OF_2026_1


PACK_OF_2026_1 = (
    "CA DT H7 HT SK CK DA DJ ST D7 S7 H8 CT C9 HQ D8 "
    "SQ D9 DK S9 HA C8 HK SJ C7 SA DQ S8 CQ CJ HJ H9"
)
