import json
from math import sqrt

import pytest

from games.belot import PRESETS, Deal, RuleError, table_of, variant_from_json
from games.belot.cards import CONTRACTS
from games.belot.chance import Draws
from games.belot.kernel.tally import HANGING, LOST, MADE, NO_REACH, PASSED_OUT, Ending, Tally
from games.belot.simulation.question import FixedContract, Question
from games.belot.simulation.simulate import outcome_of, simulate, start_deal
from tests.games.belot.builders import hand_mask

FOUR_HANDED = [name for name, variant in PRESETS.items() if variant.players == 4]


def question(preset="bulgarian", **more):
    return Question(PRESETS[preset], **more)


@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_simulation_sum_does_not_depend_on_batch_sizes(preset):
    asked = question(preset)
    whole = simulate(asked, 5, 0, 30)
    assert whole.deals == 30
    assert simulate(asked, 5, 0, 7) + simulate(asked, 5, 7, 23) == whole
    assert simulate(asked, 6, 0, 30) != whole


def test_tally_round_trips_through_json():
    tally = simulate(question(levels=("random", "thumb")), 1, 0, 40)
    assert Tally.from_json(json.loads(json.dumps(tally.to_json()))) == tally
    assert Tally() + tally == tally


def test_mean_deviation_and_error_are_computed_from_counts():
    tally = Tally({10: 2, -4: 1, 0: 1}, {})
    assert (tally.deals, tally.total, tally.squares, tally.mean) == (4, 16, 216, 4.0)
    assert tally.deviation == pytest.approx(sqrt((36 + 36 + 64 + 16) / 3))
    assert tally.error == pytest.approx(tally.deviation / 2)
    assert (Tally().mean, Tally().deviation, Tally().error) == (0, 0, 0)


def test_endings_are_counted_by_kind_and_contract():
    endings = {
        Ending(MADE, 2, 0).code: 3,
        Ending(LOST, 2, 0, 1).code: 2,
        Ending(HANGING, 5, 1).code: 1,
        Ending(MADE, 5, 1, 0, True).code: 1,
        Ending(PASSED_OUT).code: 4,
    }
    tally = Tally({0: 11}, endings)
    assert [tally.count(kind) for kind in (MADE, LOST, HANGING, PASSED_OUT)] == [4, 2, 1, 4]
    assert tally.capots == 1
    assert tally.contracts == {("H", "NS"): (5, 3), ("AT", "EW"): (2, 1)}


def test_ending_round_trips_through_its_code():
    ending = Ending(LOST, 4, 1, 3, True)
    assert Ending.of(ending.code) == ending


def test_simulated_dealer_rotates_unless_fixed():
    deals = [start_deal(question(), number, Draws(1, number)) for number in range(6)]
    assert [deal.dealer for deal in deals] == ["N", "W", "S", "E", "N", "W"]
    assert start_deal(question(dealer=2), 5, Draws(1, 5)).dealer == "S"


@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_simulated_deals_give_known_cards_to_their_seats(preset):
    known = (hand_mask("HJ H9 HA"), 0, hand_mask("C7 C8 C9 CT CJ"), hand_mask("SA"))
    first = set()
    for number in range(40):
        deal = start_deal(question(preset, known=known), number, Draws(3, number))
        for seat in range(4):
            assert deal.hand_in_view(seat) | deal.start[seat] | known[seat] == deal.start[seat]
        first.add(deal.received[0][0])
    assert len(first) > 8


@pytest.mark.parametrize("preset", FOUR_HANDED)
@pytest.mark.parametrize("declarer", range(4))
def test_fixed_contract_is_played_without_an_auction(preset, declarer):
    variant = PRESETS[preset]
    for code in variant.contracts.split():
        number = CONTRACTS.index(code)
        for contra in range(table_of(variant).levels_of(number) + 1):
            fixed = FixedContract(number, declarer, contra)
            known = tuple(0xFF << 8 * seat for seat in range(4))
            deal = start_deal(question(preset, contract=fixed, known=known), 3, Draws(1, 3))
            assert (deal.contract, deal.declarer, deal.standing.contra) == (
                code,
                deal.table.seats[declarer],
                contra,
            )
            assert deal.status == "play"
            if variant.auction == "turn_up":
                assert deal.start[declarer] >> deal.turned & 1
            else:
                assert deal.start == known


@pytest.mark.parametrize(("caller", "dealer"), [("eldest", 1), ("dealer", 2)])
def test_fixed_declarer_sets_the_dealer_where_eldest_declares(caller, dealer):
    rules = variant_from_json({"preset": "bela", "auction": "eldest", "first_call": caller})
    fixed = FixedContract(3, 2)
    deal = start_deal(Question(rules, contract=fixed), 7, Draws(1, 7))
    assert (deal.dealer_seat, deal.declarer, deal.contract) == (dealer, "S", "S")
    with pytest.raises(RuleError) as error:
        Question(rules, contract=fixed, dealer=0)
    assert (error.value.rule, error.value.at) == ("declarer_calls_first", "contract.declarer")


def test_fixed_pack_is_dealt_every_time():
    pack = tuple(reversed(range(32)))
    asked = question(pack=pack, dealer=0)
    assert {start_deal(asked, n, Draws(1, n)).start for n in range(3)} == {
        Deal.from_cards(PRESETS["bulgarian"], 0, pack).start
    }


def test_passed_out_deal_has_outcome_zero():
    deal = Deal(seed=1)
    for _ in range(4):
        deal.call("P")
    assert outcome_of(deal) == (0, Ending(PASSED_OUT).code, NO_REACH)


def test_fixed_contract_sets_the_numeric_bid():
    rules = PRESETS["contree_ffb"]
    for code, number, promise in (("110H", 110, 0), ("80S", 80, 0), ("*C", 250, 1)):
        asked = Question.from_json(
            {"variant": "contree_ffb", "contract": {"contract": code, "declarer": "S"}}
        )
        deal = start_deal(asked, 3, Draws(1, 3))
        standing = deal.standing
        assert (deal.status, standing.number, standing.promise) == ("play", number, promise)
        assert asked.to_json()["contract"] == {"contract": code, "declarer": "S", "contra": 0}
        assert Question.from_json(asked.to_json()) == asked
    lowest = {"variant": "contree_ffb", "contract": {"contract": "H", "declarer": "S"}}
    assert Question.from_json(lowest).to_json()["contract"]["contract"] == "80H"
    assert Question(rules, contract=FixedContract(2, 2)) == Question.from_json(lowest)


def test_higher_fixed_bid_is_made_less_often():
    def made(code):
        contract = {"contract": code, "declarer": "S"}
        asked = Question.from_json({"variant": "contree_ffb", "contract": contract})
        return simulate(asked, 4, 0, 60).count(MADE)

    assert made("80H") > made("110H") > made("*H")


ASKED = {
    "variant": {"preset": "bulgarian", "contra_levels": 3},
    "deals": {"known": {"N": "HJ H9", "E": "SA"}},
    "dealer": "W",
    "contract": {"contract": "H", "declarer": "N", "contra": 2},
    "levels": {"NS": "thumb", "EW": "random"},
}


def test_question_round_trips_through_json():
    asked = Question.from_json(ASKED)
    cards = {seat: set(text.split()) for seat, text in asked.to_json()["deals"]["known"].items()}
    assert cards == {"N": {"HJ", "H9"}, "E": {"SA"}}
    assert Question.from_json(json.loads(json.dumps(asked.to_json()))) == asked
    assert (asked.dealer, asked.contract, asked.levels) == (
        1,
        FixedContract(2, 0, 2),
        ("thumb", "random"),
    )
    assert Question.from_json({}) == question()
    packed = question(pack=tuple(range(32)))
    assert Question.from_json(packed.to_json()) == packed


@pytest.mark.parametrize(
    ("asked", "rule", "at"),
    [
        ([], "not_an_object", ""),
        ({"variant": "bela3"}, "four_players_only", "variant"),
        ({"bots": 1}, "unknown_key", "bots"),
        ({"deals": {"pack": "C7", "known": {}}}, "pack_or_hands", "deals.pack"),
        ({"deals": {"pack": "C7"}}, "wrong_count", "pack"),
        ({"deals": {"pack": 7}}, "wrong_type", "deals.pack"),
        ({"deals": 3}, "wrong_type", "deals"),
        ({"deals": {"known": {"X": "C7"}}}, "unknown_seat", "deals.known.X"),
        ({"deals": {"known": {"N": "C7 C7"}}}, "card_twice", "deals.known.N"),
        ({"deals": {"known": {"N": "C7", "S": "C7"}}}, "card_twice", "deals.known.S"),
        (
            {"variant": "french", "deals": {"known": {"N": "C7 C8 C9 CT CJ CQ"}}},
            "too_many_known",
            "deals.known.N",
        ),
        ({"dealer": 1}, "unknown_seat", "dealer"),
        ({"contract": {"contract": "X", "declarer": "N"}}, "unknown_contract", "contract.contract"),
        ({"contract": {"contract": "H"}}, "unknown_seat", "contract.declarer"),
        (
            {"contract": {"contract": "H", "declarer": "N", "contra": 3}},
            "contra_out_of_range",
            "contract.contra",
        ),
        (
            {"contract": {"contract": "H", "declarer": "N", "contra": True}},
            "wrong_type",
            "contract.contra",
        ),
        (
            {"variant": "french", "contract": {"contract": "NT", "declarer": "N"}},
            "unknown_contract",
            "contract.contract",
        ),
        (
            {"variant": "contree_ffb", "contract": {"contract": "85H", "declarer": "N"}},
            "number_not_bid",
            "contract.contract",
        ),
        (
            {"variant": "contree_ffb", "contract": {"contract": "90NT", "declarer": "N"}},
            "unknown_contract",
            "contract.contract",
        ),
        (
            {"variant": "bulgarian", "contract": {"contract": "90H", "declarer": "N"}},
            "unknown_contract",
            "contract.contract",
        ),
        (
            {"variant": "contree_ffb", "contract": {"contract": ["H"], "declarer": "N"}},
            "unknown_contract",
            "contract.contract",
        ),
        ({"levels": {"N": "thumb"}}, "unknown_key", "levels.N"),
    ],
)
def test_invalid_question_is_rejected_with_rule_and_position(asked, rule, at):
    with pytest.raises(RuleError) as raised:
        Question.from_json(asked)
    assert (raised.value.rule, raised.value.at) == (rule, at)
    assert str(raised.value)


def test_unknown_bot_level_is_rejected_with_its_side():
    with pytest.raises(RuleError) as raised:
        simulate(question(levels=("thumb", "genius")), 1, 0, 1)
    assert (raised.value.rule, raised.value.at) == ("unknown_level", "levels.EW")
