from collections import Counter

import pytest

from games.belot import PRESETS
from games.belot.chance import Draws
from games.belot.heuristics.bots import play_out
from games.belot.kernel.tally import Reach, Tally
from games.belot.numbers import number_at, promise_at
from games.belot.result import count_of, has_bidder_taken_all, settlement_of
from games.belot.scoring import settle
from games.belot.sheet import Parts
from games.belot.simulation.bids import bids_told
from games.belot.simulation.question import FixedContract, Question
from games.belot.simulation.simulate import bots_of, simulate, start_deal
from tests.games.belot.auction_of_numbers.rules import numeric_rules

RULES = {
    "contree_ffb": PRESETS["contree_ffb"],
    "contree_cannes": PRESETS["contree_cannes"],
    "coinche_ffb": PRESETS["coinche_ffb"],
    "with a floor": numeric_rules(goal="bid_and_more", goal_floor=82),
    "alone": numeric_rules(solo_value=500),
    "in tens": numeric_rules(
        bids="8-80 by 1 in tens", capot_bid="with_number", goal="bid_and_more"
    ),
    "any number": numeric_rules(goal="more"),
}


def bid_label(scale, rank):
    """Label in the table of made bids; None for a marked number above the lowest."""
    promise = promise_at(scale.row, 0, rank)
    if not promise:
        return str(number_at(scale.row, 0, rank))
    return "*" * promise if promise == 2 or scale.marks == 1 or rank == scale.steps else None


def bids_by_settling(deal):
    """Bids that the played cards make, each settled by the engine."""
    table, scale = deal.table, deal.table.scale
    count = count_of(deal)
    side = table.side_of[deal.standing.bidder]
    totals = settlement_of(deal, count).totals
    alone = has_bidder_taken_all(deal)
    for rank in range(scale.ranks):
        bid = scale.unit * number_at(scale.row, 0, rank)
        promise = promise_at(scale.row, 0, rank)
        parts = Parts(bid=bid, capot_bid=promise > 0, is_alone=promise < 2 or alone)
        settled = settle(table, deal.standing.bid, side, 0, totals, count.capot, parts)
        if settled.outcome == "made":
            yield bid_label(scale, rank)


@pytest.mark.parametrize("name", RULES)
def test_bid_counts_match_settling_each_bid(name):
    fixed = FixedContract(2, 2)
    known = (0, 0, 0b11111010 << 16 | 0b10 << 8, 0)
    asked = Question(RULES[name], None, known, None, fixed, ("random", "thumb"))
    bots, wanted = bots_of(asked), Counter()
    for number in range(40):
        draws = Draws(8, number)
        wanted.update(bids_by_settling(play_out(start_deal(asked, number, draws), bots, draws)))
    told = bids_told(asked.variant, simulate(asked, 8, 0, 40))
    (line,) = told.lines
    assert (line.contract, line.side, line.deals) == ("H", "NS", 40)
    found = dict(zip(told.bids, line.counts, strict=True))
    assert {bid: n for bid, n in found.items() if n} == {
        bid: n for bid, n in wanted.items() if bid is not None
    }
    assert told.counts == line.counts


@pytest.mark.parametrize("name", RULES)
def test_made_contracts_are_counted_at_their_bid(name):
    asked = Question(RULES[name])
    tally = simulate(asked, 3, 0, 60)
    told = bids_told(asked.variant, tally)
    assert told.deals == sum(played for played, _made in tally.contracts.values())
    for line in told.lines:
        played, made = tally.contracts[line.contract, line.side]
        assert line.deals == played
        assert made <= line.counts[0]
        steps = line.counts[: told.bids.index("*")]
        assert list(steps) == sorted(steps, reverse=True)


def test_reach_round_trips_through_its_code():
    for reach in (Reach(5, 1, 0, True, 0), Reach(2, 0, 252, False, 2), Reach(0, 1, 162, False, 1)):
        assert Reach.of(reach.code) == reach


def test_bid_columns_run_to_the_highest_made_with_capot_last():
    tally = Tally({}, {}, {Reach(2, 0, 131).code: 3, Reach(2, 0, 79).code: 2})
    told = bids_told(PRESETS["coinche_ffb"], tally)
    assert told.bids == (*[str(number) for number in range(80, 161, 10)], "*")
    assert told.counts == (3, 3, 3, 3, 3, 3, 0, 0, 0, 0)
    high = Tally({}, {}, {Reach(4, 1, 345, False, 1).code: 1, Reach(4, 1, 200, True, 0).code: 1})
    told = bids_told(PRESETS["coinche_ffb"], tally + high)
    assert told.bids[-3:] == ("330", "340", "*")
    assert [(line.contract, line.side, line.deals) for line in told.lines] == [
        ("H", "NS", 5),
        ("NT", "EW", 2),
    ]
    assert told.lines[1].counts == (1,) * 28
    assert told.counts[:7] == (4, 4, 4, 4, 4, 4, 1)


@pytest.mark.parametrize("preset", ["bulgarian", "klaverjas_rotterdam"])
def test_variant_without_numeric_bids_counts_no_reached_bids(preset):
    tally = simulate(Question(PRESETS[preset]), 1, 0, 20)
    assert tally.reached == {}
    assert "reached" not in tally.to_json()
    assert bids_told(PRESETS[preset], tally) is None


def test_tally_json_without_reached_bids_is_read():
    tally = Tally.from_json({"nets": {"4": 2}, "endings": {"0": 2}})
    assert (tally.nets, tally.reached) == ({4: 2}, {})
