import random
from collections import Counter
from functools import cache

import pytest

from games.belot import CARDS, PRESETS, Deal, play_out, random_bot
from games.belot.announcing import roem_counted
from games.belot.cards import CARD_OF, card_list
from games.belot.scoring import settle, totals_of
from games.belot.sheet import parts_of
from games.belot.solving import Board, BoardTable, best_cards, card_values, par, solve_board
from games.belot.solving.double_dummy.roem import worth_of
from games.belot.solving.shares import settled_shares, shares_of
from games.belot.solving.solver import fewest_roem
from games.belot.table import table_of
from games.belot.tricks import CARD_TABLES, duties_of
from tests.games.belot.brute_force import legal_in_trick, remaining_points, roem_in, winner_of
from tests.games.belot.solving.cases import close_ending

RULES = [PRESETS["klaverjas_rotterdam"], PRESETS["klaverjas_amsterdam"]]


def sheet_value(variant, hands, contract, leader, declarer, state, before):
    """North-South less East-West as the engine writes them, by exhaustive search.

    `before` are both sides' points and combinations so far.
    """
    table, duties, worth = table_of(variant), duties_of(variant), worth_of(variant)
    points = CARD_TABLES[contract].points

    @cache
    def value(hands, leader, trick, state, own, roem):
        if not any(hands) and not trick:
            capot = {1: 0, 2: 1}.get(state, -1)
            totals = totals_of(table, contract, own, roem, capot, declarer)
            parts = parts_of(table, contract, roem, (0, 0))
            score = settle(table, contract, declarer, 0, totals, capot, parts).score
            return score[0] - score[1]
        if len(trick) == 4:
            winner = (leader + winner_of(list(trick), contract)) % 4
            gain = sum(points[card] for card in trick) + (10 if not any(hands) else 0)
            found = roem_in(trick, contract, worth)
            more = (gain, 0) if winner % 2 == 0 else (0, gain)
            brought = (found, 0) if winner % 2 == 0 else (0, found)
            own, roem = add(own, more), add(roem, brought)
            return value(hands, winner, (), state | 1 << winner % 2, own, roem)
        seat = (leader + len(trick)) % 4
        results = []
        for card in card_list(legal_in_trick(hands[seat], list(trick), leader, contract, duties)):
            after = tuple(h ^ 1 << card if s == seat else h for s, h in enumerate(hands))
            results.append(value(after, leader, (*trick, card), state, own, roem))
        return (min if seat % 2 else max)(results)

    return value(tuple(hands), leader, (), state, *before)


def add(one, other):
    return (one[0] + other[0], one[1] + other[1])


def sheet_by_search(variant, hands, contract, leader, declarer, state, before):
    """The same from two searches: points, and fewest combinations when lost."""
    (north_south, _), roem = before
    duties, total = duties_of(variant), 162
    sofar = north_south + (roem[0] - roem[1]) // 2
    values = card_values(duties, contract, hands, leader, [], state, sofar, worth=worth_of(variant))
    figure = (min if leader % 2 else max)(values.values())
    own = sofar if declarer == 0 else total - sofar - left_points(hands, contract)
    need = total // 2 + 1 - own
    flipped = state if declarer == 0 else (state & 1) << 1 | state >> 1
    worth = worth_of(variant, 0)
    more = fewest_roem(duties, contract, hands, leader, declarer, need, worth, flipped)
    shares = shares_of(figure, total, declarer, sum(roem) + more)
    score = settled_shares(table_of(variant), contract, declarer, 0, shares).score
    return score[0] - score[1]


def left_points(hands, contract):
    points = CARD_TABLES[contract].points
    return 10 + sum(points[card] for hand in hands for card in card_list(hand))


def endings(seed, size, count):
    """Endings with points near half, so that contracts are made and lost."""
    rng = random.Random(seed)
    for _ in range(count):
        hands, contract = close_ending(rng, size), rng.randrange(4)
        gone = 162 - left_points(hands, contract)
        lead = rng.randrange(gone // 2, gone + 1) if rng.random() < 0.3 else gone // 2
        state = rng.choice([1, 2, 3, 3, 3])
        points = {1: (gone, 0), 2: (0, gone), 3: (lead, gone - lead)}[state]
        roem = [rng.choice([0, 0, 20, 50]) for _ in range(2)]
        before = points, tuple(r if state >> side & 1 else 0 for side, r in enumerate(roem))
        yield hands, contract, rng.randrange(4), rng.randrange(2), state, before


def compare(variant, size, count):
    met = Counter()
    for case in endings(f"{variant.preset} {size}", size, count):
        expected = sheet_value(variant, *case)
        assert sheet_by_search(variant, *case) == expected, case
        declarer, roem = case[3], case[5][1]
        own = -expected if declarer else expected
        met["made" if own > 0 else "lost"] += 1
        met["lost with more"] += own < -162 - sum(roem)
    return met


@pytest.mark.sample
@pytest.mark.parametrize("variant", RULES, ids=lambda rules: rules.preset)
@pytest.mark.parametrize(("size", "count"), [(1, 30), (2, 150), (3, 60), (4, 5)])
def test_solved_match_points_equal_brute_force(variant, size, count, fast):
    met = compare(variant, size, count)
    assert min(met["made"], met["lost"], met["lost with more"]) > count // 50


@pytest.mark.slow
@pytest.mark.parametrize("variant", RULES, ids=lambda rules: rules.preset)
@pytest.mark.parametrize(("size", "count"), [(2, 3000), (3, 1500), (4, 150)])
def test_five_thousand_solved_endings_equal_brute_force(variant, size, count, fast):
    compare(variant, size, count)


def random_hands(seed):
    pack = random.Random(seed).sample(range(32), 32)
    return [sum(1 << card for card in pack[8 * seat : 8 * seat + 8]) for seat in range(4)]


@pytest.mark.parametrize("variant", RULES, ids=lambda rules: rules.preset)
def test_each_contract_is_made_by_one_side_and_lost_by_the_other(variant, fast, every_example):
    for seed in range(6 if every_example else 2):
        hands = random_hands(seed)
        table = solve_board(variant, hands, 1)
        board = Board(variant, hands, 0, table)
        for contract in range(4):
            figure = table.points[contract][1]
            for side in (0, 1):
                making = board.making(contract, side, 0)
                own = figure if side == 0 else 162 - figure
                sign = 1 if side == 0 else -1
                if own > 81:
                    assert (making.outcome, sign * making.net) == ("made", 2 * own - 162)
                    assert table.lost[contract][side] == 0
                else:
                    assert making.outcome == "lost"
                    assert -sign * making.net == 162 + table.lost[contract][side]


def test_par_is_the_best_contract_of_the_side_that_makes_one():
    table = BoardTable({0: (100,) * 4, 1: (120,) * 4, 2: (70,) * 4, 3: (40,) * 4})
    found = par(RULES[0], random_hands(1), 0, table)
    assert (found.net, [(m.contract, m.side) for m in found.makings]) == (78, [("D", "NS")])


def test_par_without_a_making_side_is_the_dealers_cheapest_loss():
    """Rotterdam: the dealer calls first, and must name when all have passed."""
    lost = {0: (60, 0), 1: (20, 0), 2: (40, 0), 3: (90, 0)}
    table = BoardTable(dict.fromkeys(range(4), (60,) * 4), lost)
    found = par(RULES[0], random_hands(1), 0, table)
    assert found.net == -182
    assert {(m.contract, m.side, m.outcome) for m in found.makings} == {("D", "NS", "lost")}


def test_par_prefers_a_lost_contract_to_the_opponents_capot():
    table = BoardTable(dict.fromkeys(range(4), (-60,) * 4), dict.fromkeys(range(4), (0, 0)))
    assert Board(RULES[0], random_hands(1), 0, table).making(0, 1, 0).net == -282
    found = par(RULES[0], random_hands(1), 0, table)
    assert (found.net, {m.side for m in found.makings}) == (-162, {"NS"})


@pytest.mark.parametrize("variant", RULES, ids=lambda rules: rules.preset)
def test_best_cards_include_roem_already_won_and_still_to_come(variant, fast):
    deal = play_out(Deal(variant, seed=11), random_bot, random.Random(11))
    for _ in range(11):
        deal.undo()
    for _ in range(8):
        found = best_cards(deal)
        table = deal.unfinished_trick()
        hands = [deal.hand_in_view(seat) for seat in range(4)]
        for seat, card in table:
            hands[seat] |= 1 << card
        leader = table[0][0] if table else deal.turn_seat
        state = sum(1 << side for side in (0, 1) if deal.side_tricks[side])
        declarer = deal.table.side_of[deal.standing.bidder]
        worth = worth_of(variant, declarer)
        contract = deal.standing.bid
        trick = [card for _, card in table]
        expected = remaining_points(
            hands, contract, duties_of(variant), leader, trick, state, worth
        )
        won = roem_counted(deal)
        before = deal.side_points[0] + (won[0] - won[1]) // 2
        ours = deal.turn_seat % 2 == 0
        assert found == {
            CARDS[card]: before + more if ours else 162 - before - more
            for card, more in expected.items()
        }
        deal.push(CARD_OF[max(found, key=lambda code: (found[code], code))])
