import random
from hashlib import sha256
from pathlib import Path

import pytest

from games.belot import RuleError, variant_from_json
from games.belot.compiling import ENGINE, INTERPRETED, Compiled, Ints, entry
from games.belot.kernel.rules import (
    BELOTES,
    BID,
    BIDDER,
    CAPOT_BID,
    CONTRA,
    DEALER,
    DECLARED,
    HANGS,
    LAST,
    NUMBER,
    OUTCOME,
    POINTS,
    RUNS,
    SCORES,
    STATE_SIZE,
    TOTALS,
    TRICKS,
    rules_of,
)
from games.belot.kernel.scoring import settle as kernel_settle
from games.belot.kernel.tally import OUTCOMES
from games.belot.scoring import settle, totals_of
from games.belot.sheet import parts_of
from games.belot.simulation import Question
from games.belot.simulation.simulate import interpreted_outcomes, kernel_outcomes
from games.belot.table import table_of
from tests.games.belot.formula.drawing import any_end, any_rules
from tests.games.slips.random_slips import random_variant


def by_engine(variant, end):
    table = table_of(variant)
    contract, side, needed = end["contract"], end["bidder"] & 1, variant.trick_needed
    counts = [end["tricks"][at] > 0 or not needed for at in range(2)]
    keeps = [end["tricks"][at] > 0 or needed != "all" for at in range(2)]
    declared = tuple(end["declared"][at] * counts[at] for at in range(2))
    belote = tuple(20 * end["belotes"][at] * keeps[at] for at in range(2))
    premiums = tuple(map(int.__add__, declared, belote))
    capot = end["tricks"].index(8) if 8 in end["tricks"] else -1
    totals = totals_of(table, contract, end["points"], premiums, capot, side)
    parts = parts_of(table, contract, declared, belote, end["bid"], end["capot_bid"])
    return settle(table, contract, side, end["contra"], totals, capot, parts)


def state_of(end):
    deal = [0] * STATE_SIZE
    deal[BID], deal[BIDDER], deal[CONTRA] = end["contract"], end["bidder"], end["contra"]
    deal[DEALER] = 0
    for side in range(2):
        deal[POINTS + side] = end["points"][side]
        deal[TRICKS + side] = end["tricks"][side]
        deal[DECLARED + side] = end["declared"][side]
        deal[BELOTES + side] = end["belotes"][side]
    for seat in range(4):
        deal[RUNS + seat] = 0
    deal[LAST] = 0 if end["tricks"][0] else 1
    deal[NUMBER], deal[CAPOT_BID] = end["bid"], int(end["capot_bid"])
    return deal


@entry
def settle_once(rules: Ints, deal: Ints) -> None:
    """Entry point to compile the kernel's `settle`."""
    kernel_settle(rules, deal)


class CachedEntry(Compiled):
    """Cache this module's entry by a source digest: compiling takes seconds."""

    def _name(self, function):
        name = super()._name(function)
        if name.startswith(ENGINE):
            return name
        return f"{ENGINE}{name}.{sha256(Path(__file__).read_bytes()).hexdigest()[:16]}"


@pytest.fixture(scope="module")
def compiled(kernel_cache):
    pytest.importorskip("numba")
    return CachedEntry(kernel_cache)


def compare(here, seed, rule_sets, ends):
    rng = random.Random(seed)
    outcomes = set()
    for _ in range(rule_sets):
        variant = any_rules(rng)
        rules = here.ints(rules_of(variant))
        for _ in range(ends):
            end = any_end(rng, variant)
            wanted = by_engine(variant, end)
            deal = here.ints(state_of(end))
            here.of(settle_once)(rules, deal)
            found = here.plain(deal)
            assert (
                tuple(found[TOTALS : TOTALS + 2]),
                OUTCOMES[found[OUTCOME]],
                tuple(found[SCORES : SCORES + 2]),
                found[HANGS],
            ) == wanted[:4], (variant, end)
            outcomes.add((wanted.outcome, bool(end["contra"])))
    return outcomes


def test_interpreted_settlement_matches_the_engine(every_example):
    assert len(compare(INTERPRETED, 1, 200 if every_example else 70, 60)) == 6


def test_compiled_settlement_matches_the_engine(compiled, every_example):
    assert len(compare(compiled, 2, 200 if every_example else 70, 60)) == 6


def test_compiled_deals_of_random_rules_match_interpreted(compiled, every_example):
    rng = random.Random(20261125)
    tried = 0
    while tried < (200 if every_example else 50):
        rules = random_variant(rng, rng.choice(["bulgarian", "belote", "belot", "french", "bela"]))
        try:
            question = Question(variant_from_json(rules), levels=("random", "random"))
        except RuleError:
            continue
        found = list(kernel_outcomes(question, 7, 0, 6, compiled))
        assert found == list(interpreted_outcomes(question, 7, 0, 6)), rules
        tried += 1


@pytest.mark.parametrize("levels", [("thumb", "thumb"), ("thumb", "random")])
def test_bot_deals_under_house_rules_match_interpreted(levels):
    rules = {"preset": "bulgarian", "lost_base": 16, "belote_when_lost": "kept", "goal_floor": 82}
    question = Question(variant_from_json(rules), levels=levels)
    found = list(kernel_outcomes(question, 3, 0, 20, INTERPRETED))
    assert found == list(interpreted_outcomes(question, 3, 0, 20))
