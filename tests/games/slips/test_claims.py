"""Slips are refused only for what the cards rule out."""

import random

import pytest

from games.belot import PRESETS, Deal, seeded_pack, variant_from_json
from games.belot.announcing import belotes_counted, melds_counted, winner_of_trick
from games.belot.cards import mask_of
from games.belot.claims import meld_kind
from games.belot.declarations import value_of
from games.belot.heuristics.bots import play_out, random_bot, thumb_bot
from games.belot.position import AUCTION
from games.belot.roem import combinations_in
from games.slips.claims import check_cards, hands_of, points_of_tricks
from games.slips.said import ImpossibleSlipError
from tests.games.slips.packs import HANDS, PACK, pack_of

FOUR_HANDED = [name for name, variant in PRESETS.items() if variant.players == 4]


def slip(ns, contract="H", declarer="N", **more):
    total = {"NT": 130, "AT": 258}.get(contract, 162)
    return {
        "contract": contract,
        "declarer": declarer,
        "points": {"NS": ns, "EW": total - ns},
        **more,
    }


def claims_with_sums(*claims):
    sums = {"NS": 0, "EW": 0}
    for side, _kind, value in claims:
        sums[side] += value
    return {
        "announced": sums,
        "claims": [{"side": s, "kind": k, "value": v} for s, k, v in claims],
    }


def check(given, rules="bulgarian", pack=PACK):
    check_cards(variant_from_json(rules), "N", pack, given)


def code(given, rules="bulgarian", pack=PACK):
    with pytest.raises(ImpossibleSlipError) as caught:
        check(given, rules, pack)
    return caught.value.code


def test_hands_of_a_pack_are_dealt_by_the_variant():
    hands = hands_of(PRESETS["bulgarian"], "N", PACK, "N")
    assert hands == HANDS


def test_taker_holds_the_turned_up_card():
    pack = seeded_pack(PRESETS["french"], b"x" * 16, 1)
    turned = pack.split()[20]
    for taker in "NWSE":
        assert turned in hands_of(PRESETS["french"], "N", pack, taker)[taker].split()


@pytest.mark.parametrize(
    "claims",
    [
        [("NS", "quinte", 100)],
        [("NS", "quarte", 50)],
        [("NS", "tierce", 20)],
        [("EW", "belote", 20)],
        [("NS", "quinte", 100), ("EW", "belote", 20)],
    ],
)
def test_claims_held_by_the_hands_are_accepted(claims):
    check(slip(80, **claims_with_sums(*claims)))


@pytest.mark.parametrize(
    "claim",
    [
        ("EW", "quinte", 100),
        ("EW", "carre", 200),
        ("NS", "carre", 200),
        ("NS", "carre", 100),
        ("NS", "belote", 20),
        ("NS", "tierce", 50),
        ("NS", "quinte", 20),
    ],
)
def test_claim_not_held_by_the_side_is_rejected(claim):
    assert code(slip(80, **claims_with_sums(claim))) == "claim_not_held"


def test_rejection_message_names_only_the_claimed_cards():
    with pytest.raises(ImpossibleSlipError) as caught:
        check(slip(80, **claims_with_sums(("NS", "belote", 20))))
    message = caught.value.message
    assert message == (
        "On this board nobody of North–South had the king and queen of trumps (hearts)."
    )
    assert caught.value.field == "claims[0]"


def test_belote_claim_requires_the_trump_suit():
    assert code(slip(80, "D", **claims_with_sums(("EW", "belote", 20)))) == "claim_not_held"
    check(slip(80, "S", **claims_with_sums(("NS", "belote", 20))))


def test_all_trumps_allow_one_belote_per_suit():
    both = [("NS", "belote", 20), ("EW", "belote", 20), ("EW", "belote", 20)]
    check(slip(100, "AT", **claims_with_sums(*both)))
    assert (
        code(slip(100, "AT", **claims_with_sums(*both, ("EW", "belote", 20))))
        == "claims_not_together"
    )


def test_claims_must_sum_to_the_announced_points():
    given = slip(80, **claims_with_sums(("NS", "tierce", 20)))
    given["announced"] = {"NS": 50, "EW": 0}
    assert code(given) == "claims_sum"
    given["announced"] = {"NS": 20, "EW": 20}
    assert code(given) == "claims_sum"


def test_same_run_claimed_twice_is_rejected():
    assert code(slip(80, **claims_with_sums(("NS", "tierce", 20), ("NS", "quarte", 50)))) == (
        "claims_not_together"
    )


def test_sequences_of_both_sides_are_rejected_together():
    hands = {**HANDS, "W": "C7 C8 C9 D7 D8 D9 HJ S7"}
    pack = pack_of(hands)
    both = claims_with_sums(("NS", "quinte", 100), ("EW", "tierce", 20))
    assert code(slip(80, **both), pack=pack) == "one_side_counts"


def test_opposing_sequence_and_carre_count_in_separate_contests():
    hands = {
        **HANDS,
        "W": "SA CA DA HA D7 D8 D9 HJ",
        "S": "C9 H8 H9 S8 S7 HT C7 C8",
        "E": "HK HQ DK CT DT CK CQ DQ",
    }
    both = claims_with_sums(("NS", "quinte", 100), ("EW", "carre", 100))
    check(slip(80, **both), pack=pack_of(hands))
    assert code(slip(80, **both), rules="bela", pack=pack_of_bela(hands)) == "one_side_counts"


def pack_of_bela(hands):
    rows = {seat: cards.split() for seat, cards in hands.items()}
    return " ".join(
        card
        for first, last in ((0, 2), (2, 5), (5, 8))
        for seat in "WSEN"
        for card in rows[seat][first:last]
    )


EIGHT = {
    "N": "S7 S8 S9 ST SJ SQ SK SA",
    "W": "C7 C8 C9 D7 D8 D9 HJ H7",
    "S": "HA H8 H9 CJ DJ CA DA DK",
    "E": "HK HQ HT CT DT CK CQ DQ",
}


def test_run_of_eight_counts_as_two_runs_by_the_switch():
    two = claims_with_sums(("NS", "quinte", 100), ("NS", "tierce", 20))
    check(slip(80, **two), rules="belote", pack=pack_of(EIGHT))
    assert code(slip(80, **two), pack=pack_of(EIGHT)) == "claims_not_together"


def test_runs_separated_by_a_card_count_as_two():
    check(
        slip(80, **claims_with_sums(("NS", "quarte", 50), ("NS", "tierce", 20))),
        pack=pack_of(EIGHT),
    )


CARRE = {
    "N": "SJ HJ CJ DJ S9 ST SQ H7",
    "W": "C7 C8 C9 D7 D8 D9 SK S7",
    "S": "HA H8 H9 SA S8 CA DA DK",
    "E": "HK HQ HT CT DT CK CQ DQ",
}


def test_card_in_two_claims_requires_the_switch():
    two = claims_with_sums(("NS", "carre", 200), ("NS", "quarte", 50))
    assert code(slip(80, **two), pack=pack_of(CARRE)) == "claims_not_together"
    check(slip(80, **two), {"preset": "bulgarian", "card_in_two": True}, pack_of(CARRE))


@pytest.mark.parametrize("ns", [0, 20, 50, 100])
def test_announced_points_possible_for_the_hands_are_accepted(ns):
    check(slip(80, announced={"NS": ns, "EW": 20}))


@pytest.mark.parametrize("ns", [10, 40, 70, 120, 200])
def test_announced_points_impossible_for_the_hands_are_rejected(ns):
    assert code(slip(80, announced={"NS": ns, "EW": 0})) == "announced_impossible"


def test_four_aces_claim_in_no_trumps_must_be_held():
    hands = {**EIGHT, "N": "SA HA CA DA S7 S8 S9 ST", "S": "SJ SQ SK H8 H9 CJ DJ DK"}
    rules = {"preset": "belote", "no_trumps_four_aces": 200}
    check(slip(60, "NT", **claims_with_sums(("NS", "carre", 200))), rules, pack_of(hands))
    assert code(
        slip(60, "NT", **claims_with_sums(("EW", "carre", 200))), rules, pack_of(hands)
    ) == ("claim_not_held")


def test_claim_of_a_side_without_a_trick_is_rejected_by_the_rule():
    tierce = slip(162, "S", capot="NS", **claims_with_sums(("EW", "tierce", 20)))
    check(tierce)
    assert code(tierce, "belot") == "trick_needed"


def test_capot_against_the_jack_of_trumps_is_rejected():
    assert code(slip(162, "H", capot="NS")) == "capot_impossible"
    check(slip(162, "C", capot="NS"))
    check(slip(258, "AT", capot="NS"))


def test_points_impossible_for_the_hands_are_rejected():
    assert code(slip(161)) == "points_impossible"
    assert code(slip(1, "NT")) == "points_impossible"
    check(slip(98))


def test_points_of_tricks_are_sums_of_whole_tricks():
    possible = points_of_tricks(PRESETS["bulgarian"], "H", tuple(HANDS.values()))
    assert possible >> 162 == 1
    assert possible & 1
    assert not possible >> 161 & 1


def test_passed_out_deals_and_smaller_games_are_not_checked():
    check({"passed_out": True})
    check_cards(PRESETS["bela2"], "N", "no pack", {"contract": "H"})


def bidding_bot(view, rng):
    """Thumb bot that bids at random, so that all contracts and contras occur."""
    if view.phase != AUCTION:
        return thumb_bot(view, rng)
    choice = random_bot(view, rng)
    if view.standing.bid >= 0 and rng.random() < 0.6 and view.legal & 1 << 32:
        return type(choice)("P")
    return choice


def counted_claims(deal):
    sides = deal.table.sides
    contract = deal.standing.bid
    found = claims_in_tricks(deal) if deal.variant.declarations == "trick" else []
    for meld in melds_counted(deal):
        value = value_of(meld, deal.variant, contract)
        side = sides[deal.table.side_of[meld.seat]]
        kind = meld_kind(meld, deal.variant)
        parts = [("quinte", 100), ("tierce", 20)] if value == 120 else [(kind, value)]
        found += [(side, *part) for part in parts]
    found += [(sides[deal.table.side_of[b.seat]], "belote", 20) for b in belotes_counted(deal)]
    return found


def claims_in_tricks(deal):
    found = []
    for number in range(8):
        trick = mask_of(deal.played[4 * number : 4 * number + 4])
        side = deal.table.sides[deal.table.side_of[winner_of_trick(deal, number)]]
        lying = combinations_in(deal.table, deal.standing.bid, trick)
        found += [(side, each.kind, each.value) for each in lying]
    return found


@pytest.mark.sample
@pytest.mark.parametrize("preset", FOUR_HANDED)
def test_slips_of_played_deals_are_never_rejected(preset):
    """Slips of complete deals always pass."""
    variant = variant_from_json(preset)
    rng = random.Random(preset)
    announced = 0
    for number in range(80):
        deal = Deal(
            variant=variant, dealer=rng.choice("NWSE"), pack=seeded_pack(variant, b"7" * 16, number)
        )
        play_out(deal, bidding_bot if number % 2 else random_bot, rng)
        result = deal.result()
        if result["status"] != "complete" or result["outcome"] == "run_of_eight":
            continue
        claims = claims_with_sums(*counted_claims(deal))
        given = {
            "contract": result["contract"],
            "declarer": result["declarer"],
            "contra": result["contra"],
            "points": result["points"],
            **claims,
        }
        if 0 in result["points"].values():
            given["capot"] = result["capot"]
        pack = deal.record()["pack"]
        check_cards(PRESETS[preset], deal.dealer, pack, given)
        check_cards(PRESETS[preset], deal.dealer, pack, {**given, "claims": None})
        announced += bool(claims["claims"])
    assert announced >= (20 if variant.declarations == "hand" else 8)


def test_solo_capot_against_the_partners_trump_jack_is_rejected():
    rules = {
        "preset": "contree_ffb",
        "solo_value": 500,
        "packets": "3+2+3",
        "direction": "counter_clockwise",
    }
    taken = {"bid": 500, "capot_bid": True, "capot": "NS"}
    check(slip(162, "S", "N", **taken, alone=True), rules)
    check(slip(162, "S", "S", **taken), rules)
    assert code(slip(162, "S", "S", **taken, alone=True), rules) == "alone_impossible"
