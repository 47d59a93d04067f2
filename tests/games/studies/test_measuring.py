from collections import Counter
from fractions import Fraction
from math import isclose

import pytest

from games.belot import CARDS, PRESETS, SUITS, Deal
from games.belot.simulation import find_deals, wishes_of
from games.belot.solving import par, what_makes
from games.studies.measuring import boards_of, sums_of
from games.studies.patterns import honours_of, lengths_of, shape_of
from games.studies.sums import Sums, combine_sums, mean_error, ratio_error
from tests.games.studies.conftest import made_up_leads, made_up_table

BULGARIAN = PRESETS["bulgarian"]
SEATS = "NWSE"


def measured(first=0, count=8, seed=3, variant=BULGARIAN):
    return combine_sums(sums_of(board) for board in boards_of(variant, seed, first, count))


def deals_of(count, seed=3):
    """The same boards dealt by the engine: dealer, hands as texts and masks, the deal."""
    found = [
        each for each in find_deals(BULGARIAN, wishes_of((), BULGARIAN), seed, count) if each.pack
    ]
    for each in found:
        deal = Deal("bulgarian", each.dealer, pack=each.pack)
        deal.call("H")
        for _passes in range(3):
            deal.call("P")
        hands = [deal.hands[seat] for seat in SEATS]
        masks = [sum(1 << CARDS.index(card) for card in hand) for hand in hands]
        yield SEATS.index(each.dealer), hands, masks, each


@pytest.mark.usefixtures("quick")
def test_par_and_made_contracts_equal_the_solver_per_board():
    sums, nets, makes = measured(), Counter(), Counter()
    for dealer, _hands, masks, _found in deals_of(8):
        table = made_up_table(BULGARIAN, masks)
        first = (dealer + 1) % 4
        sign = 1 if first in (0, 2) else -1
        nets[sign * par(BULGARIAN, masks, dealer, table).net] += 1
        for each in what_makes(table, BULGARIAN, masks, dealer):
            if each.outcome == "made":
                makes[each.contract, each.side == ("EW" if first % 2 else "NS")] += 1
    assert {int(net): row for net, row in sums.rows("par").items()} == {
        net: (count,) for net, count in nets.items()
    }
    for contract in BULGARIAN.contracts.split():
        told = sums.values("makes", contract)
        assert (told["by_first"], told["by_other"]) == (
            makes[contract, True],
            makes[contract, False],
        )
        assert told["boards"] == 8
        assert told["by_first"] + told["by_other"] + told["by_nobody"] >= 8


@pytest.mark.usefixtures("quick")
def test_hand_pattern_sums_equal_an_independent_count():
    sums = measured()
    row = dict.fromkeys(sums.values("hands", "suit.count.3"), 0)
    for dealer, hands, masks, _found in deals_of(8):
        table, leader = made_up_table(BULGARIAN, masks), (dealer + 1) % 4
        n = y = m = 0
        for place, suit in enumerate(SUITS):
            for seat, hand in enumerate(hands):
                if sum(card[0] == suit for card in hand) != 3:
                    continue
                north_south = table.points[place][leader]
                n, y = n + 1, y + (north_south if seat % 2 == 0 else 162 - north_south)
                side = "EW" if seat % 2 else "NS"
                m += any(
                    each.outcome == "made"
                    for each in what_makes(table, BULGARIAN, masks, dealer)
                    if (each.contract, each.side) == (suit, side)
                )
        row["boards"] += n > 0
        for name, value in (("hands", n), ("points", y), ("made", m)):
            row[name] += value
            row[f"{name}_squared"] += value * value
        row["hands_points"] += n * y
        row["hands_made"] += n * m
    assert sums.values("hands", "suit.count.3") == row
    assert row["hands"] > 8


@pytest.mark.usefixtures("quick")
def test_point_results_are_counted_for_the_side_on_lead():
    sums = measured()
    told = Counter()
    for _dealer, _hands, masks, _found in deals_of(8):
        for place, row in made_up_table(BULGARIAN, masks).points.items():
            total = (162, 162, 162, 162, 130, 258)[place]
            for leader, points in enumerate(row):
                told[
                    BULGARIAN.contracts.split()[place], total - points if leader % 2 else points
                ] += 1
    assert {tuple(key.split(".")): row[0] for key, row in sums.rows("points").items()} == {
        (contract, str(points)): count for (contract, points), count in told.items()
    }
    assert sum(told.values()) == 24 * 8


@pytest.mark.usefixtures("quick")
def test_gain_of_own_lead_is_relative_to_the_other_sides_lead():
    row = measured().values("leaders", "AT.count.1")
    own = row["by_declarer"] + row["by_partner"]
    assert row["gain"] == own - row["by_left"] - row["by_right"]
    assert row["hands"] == measured().values("hands", "AT.count.1")["hands"]


@pytest.mark.usefixtures("quick")
def test_boards_measure_the_lead_of_each_contract_in_turn():
    sums = measured(0, 24)
    by_kind = Counter()
    for key in sums.rows("openings"):
        by_kind[key.split(".")[0]] += sums.values("openings", key)["boards"]
    assert by_kind == {"suit": 16, "NT": 4, "AT": 4}
    spreads = {key.rsplit(".", 1)[1] for key in sums.rows("spreads")}
    assert spreads == {"21"}
    row = sums.values("openings", "NT.for")
    assert (row["alike"], row["best_cards"], row["spread"]) == (
        0,
        row["boards"],
        21 * row["boards"],
    )
    # The best of 90, 87 … 69 is 10.5 above their mean.
    assert Fraction(row["over_mean"], 840 * row["boards"]) == Fraction(21, 2)


@pytest.mark.usefixtures("quick")
def test_lead_costs_are_counted_by_rank_and_trump():
    held, cost, best = Counter(), Counter(), Counter()
    for number, (dealer, hands, _masks, found) in enumerate(deals_of(8)):
        trump = "CDHS"[number // 4]
        deal = Deal("bulgarian", found.dealer, pack=found.pack)
        for call in (trump, "P", "P", "P"):
            deal.call(call)
        values = made_up_leads(deal)
        assert set(values) == set(hands[(dealer + 1) % 4])
        for card, points in values.items():
            kind = ("t" if card[0] == trump else "p") + card[1]
            held[kind] += 1
            cost[kind] += 90 - points
            best[kind] += points == 90
    told = Counter(), Counter(), Counter()
    for key, _row in measured().rows("cards").items():
        row, card = measured().values("cards", key), key.rsplit(".", 1)[1]
        for counter, name in zip(told, ("cards", "cost", "best"), strict=True):
            counter[card] += row[name]
    assert told == (held, cost, best)


@pytest.mark.usefixtures("quick")
def test_sums_do_not_depend_on_batch_sizes_or_order():
    whole = measured(0, 9)
    parts = [measured(0, 2), measured(2, 5), measured(7, 2)]
    assert combine_sums(parts) == combine_sums(parts[::-1]) == whole
    assert parts[1] + parts[0] + parts[2] == whole
    assert Sums.from_json(whole.to_json()) == whole
    assert combine_sums(parts).to_json() == whole.to_json()


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("preset", ["bela", "contree_ffb", "coinche_ffb", "bazar_blot"])
def test_other_presets_are_measured_in_their_own_contracts(preset):
    sums = measured(0, 2, variant=PRESETS[preset])
    assert sums.boards == 2
    assert set(sums.rows("makes")) == set(PRESETS[preset].contracts.split())


def test_hand_patterns_name_shape_and_honours():
    hand = sum(1 << CARDS.index(card) for card in "HJ H9 H7 SA ST D8 D9 CJ".split())
    lengths = lengths_of(hand)
    assert shape_of(lengths, "H") == "3-2-2-1"
    assert shape_of(lengths, "C") == "1-3-2-2"
    assert shape_of(lengths, "AT") == "3-2-2-1"
    assert honours_of(hand, lengths, "H") == "3J9"
    assert honours_of(hand, lengths, "S") == "2A"
    assert honours_of(hand, lengths, "NT") == "1A1T"
    assert honours_of(hand, lengths, "AT") == "2J1N"


def test_standard_errors_are_computed_per_board():
    # one value a board: the plain standard error of a mean
    values = [1, 4, 4, 7]
    plain = mean_error(4, sum(values), sum(value * value for value in values))
    assert isclose(plain, (18 / 3 / 4) ** 0.5)
    ratio = ratio_error(4, 4, 4, 16, sum(value * value for value in values), 16)
    assert isclose(ratio, plain)
    # the same values twice on each board add no information
    doubled = ratio_error(4, 8, 16, 32, sum(4 * value * value for value in values), 64)
    assert isclose(doubled, plain)
    assert ratio_error(1, 1, 1, 5, 25, 5) == 0.0
    assert mean_error(1, 5, 25) == 0.0
