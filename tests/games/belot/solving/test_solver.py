"""Double dummy equals exhaustive search under all rules and rotations."""

import random
from math import ceil

import pytest

from games.belot import CARDS, PRESETS, Deal, variant_from_json
from games.belot.cards import CARD_OF, card_list
from games.belot.solving import BoardTable, best_cards, card_values, solve_board, solve_deal
from games.belot.table import table_of
from games.belot.tricks import CARD_TABLES, CONTRACT_TABLES, duties_of
from tests.games.belot.brute_force import ending, remaining_points, started_trick
from tests.selection import ONE_IN

FOUR_HANDED = [name for name, variant in PRESETS.items() if variant.players == 4]
BULGARIAN = PRESETS["bulgarian"]


@pytest.fixture
def fast(compiled, monkeypatch):
    monkeypatch.setattr("games.belot.solving.solver.space", lambda: compiled)


HOUSES = {
    f"{name}, not under": {"preset": name, "overtrump": "not_under"}
    for name in ("bulgarian", "belot")
}


def compare_endings(preset: str, size: int, count: int) -> None:
    duties = duties_of(variant_from_json(HOUSES.get(preset, preset)))
    rng = random.Random(f"{preset} {size}")
    for _ in range(count):
        hands, state = ending(rng, size)
        contract = rng.randrange(len(CARD_TABLES))
        leader = rng.randrange(4)
        trick = started_trick(rng, hands, contract, duties, leader)
        expected = remaining_points(hands, contract, duties, leader, trick, state)
        assert card_values(duties, contract, hands, leader, trick, state) == expected


@pytest.mark.sample
@pytest.mark.parametrize(("size", "count"), [(1, 30), (2, 190), (3, 80), (4, 4)])
@pytest.mark.parametrize("preset", [*FOUR_HANDED, *HOUSES])
def test_card_values_of_an_ending_equal_brute_force(preset, size, count, every_example):
    compare_endings(preset, size, count if every_example else ceil(count / ONE_IN))


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [(2, 2000), (3, 1800), (4, 250), (5, 8)])
@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_twenty_thousand_card_values_equal_brute_force(preset, size, count, fast):
    compare_endings(preset, size, count)


def random_hands(seed: int) -> list[int]:
    pack = list(range(32))
    random.Random(seed).shuffle(pack)
    return [sum(1 << card for card in pack[8 * seat : 8 * seat + 8]) for seat in range(4)]


@pytest.mark.parametrize("seed", range(4))
def test_best_cards_value_the_card_for_the_side_in_turn(seed):
    deal = Deal("bulgarian", seed=seed)
    rng = random.Random(seed)
    for call in ("H" if seed % 2 else "AT", "P", "P", "P"):
        deal.call(call)
    while len(deal.played) < 20 + seed:
        deal.push(rng.choice(card_list(deal.legal_mask())))
    contract = deal.standing.bid
    table = deal.unfinished_trick()
    hands = [deal.hand_in_view(seat) for seat in range(4)]
    for seat, card in table:
        hands[seat] |= 1 << card
    leader = table[0][0] if table else deal.turn_seat
    state = sum(1 << side for side in (0, 1) if deal.side_tricks[side])
    trick = [card for _, card in table]
    expected = remaining_points(hands, contract, duties_of(BULGARIAN), leader, trick, state)
    total = CONTRACT_TABLES[contract].total
    ours = deal.turn in "NS"
    assert best_cards(deal) == {
        CARDS[card]: deal.side_points[0] + points if ours else total - deal.side_points[0] - points
        for card, points in expected.items()
    }


def test_best_cards_are_empty_before_play():
    assert best_cards(Deal("bulgarian", seed=1)) == {}


def test_best_cards_reject_two_and_three_player_variants():
    with pytest.raises(ValueError, match="four players"):
        best_cards(Deal("bela3", seed=1))


def test_compiled_and_interpreted_solver_agree_on_whole_deals(fast, monkeypatch):
    cases = [(seed, contract) for seed in (1, 2) for contract in (0, 4, 5)]
    quick = [solve_deal(BULGARIAN, random_hands(seed), bid, seed) for seed, bid in cases]
    monkeypatch.undo()
    assert [solve_deal(BULGARIAN, random_hands(seed), bid, seed) for seed, bid in cases] == quick


@pytest.mark.slow
@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_compiled_and_interpreted_solver_agree_on_whole_boards(preset, fast, monkeypatch):
    quick = solve_board(PRESETS[preset], random_hands(7))
    monkeypatch.undo()
    assert solve_board(PRESETS[preset], random_hands(7)) == quick


@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_rotating_the_seats_rotates_the_solved_board(preset, fast):
    hands = random_hands(11)
    plain = solve_board(PRESETS[preset], hands).points
    turned = solve_board(PRESETS[preset], [*hands[3:], *hands[:3]]).points
    for contract, row in plain.items():
        total = table_of(PRESETS[preset]).contracts[contract].total
        assert turned[contract] == tuple(total - row[seat - 1] for seat in range(4))


@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_permuting_the_suits_permutes_their_contracts(preset, fast):
    hands = random_hands(12)
    order = [2, 0, 3, 1]
    moved = [
        sum(1 << (8 * order[card >> 3] + (card & 7)) for card in card_list(hand)) for hand in hands
    ]
    plain = solve_board(PRESETS[preset], hands).points
    renamed = solve_board(PRESETS[preset], moved).points
    assert plain.keys() == renamed.keys()
    for contract, row in plain.items():
        assert renamed[order[contract] if contract < 4 else contract] == row


def test_a_board_has_a_row_for_each_contract_of_the_variant(fast):
    suits_only = solve_board(PRESETS["french"], random_hands(1))
    assert list(suits_only.points) == [0, 1, 2, 3]
    whole = solve_board(BULGARIAN, random_hands(1))
    assert list(whole.points) == [0, 1, 2, 3, 4, 5]
    assert whole.points[3][2] == solve_deal(BULGARIAN, random_hands(1), 3, 2)


def test_board_table_round_trips_through_json():
    table = BoardTable({0: (162, -90, 252, 81), 5: (1, 2, 3, 4)})
    assert table.to_json() == {"C": [162, -90, 252, 81], "AT": [1, 2, 3, 4]}
    assert BoardTable.from_json(table.to_json()) == table


def test_board_table_derives_capots_from_points():
    table = BoardTable({0: (162, -90, 252, 0)})
    assert [table.capot(0, leader) for leader in range(4)] == [-1, 1, 0, -1]
    assert [table.sides(0, leader) for leader in range(4)] == [
        (162, 0),
        (0, 162),
        (162, 0),
        (0, 162),
    ]


def test_top_cards_in_every_suit_solve_to_a_capot():
    hands = [0xFF000000, 0xFF0000, 0xFF00, 0xFF]
    assert solve_deal(BULGARIAN, hands, 3, 0) == 162 + 90
    assert solve_deal(BULGARIAN, hands, 2, 0) == -90


def test_value_of_an_only_legal_card_is_the_deal_value():
    hands = [1 << CARD_OF[code] for code in ("SA", "S7", "ST", "H7")]
    found = card_values(duties_of(BULGARIAN), 4, hands, 0, [], 3, points=50)
    assert found == {CARD_OF["SA"]: 50 + 11 + 10 + 10}
