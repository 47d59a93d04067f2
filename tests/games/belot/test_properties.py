import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.belot import (
    PRESETS,
    Deal,
    RuleError,
    Variant,
    explain,
    from_text,
    possible_points,
    score,
    summary_of,
    to_text,
    variant_from_json,
    variant_to_json,
)
from games.belot.cards import NO_TRUMPS
from games.belot.position import PLAY, SETTING_ASIDE
from games.belot.records.shape import RECORD_KEYS, SUMMARY_KEYS
from games.belot.scoring import counted_points, round_total, total_points
from tests.games.belot import naive
from tests.games.belot.dealing_tricks import any_deal, play_on
from tests.games.belot.rotation import rotate_seats
from tests.games.belot.strategies import seeds, variants
from tests.randomness import examples

AWARDS = (
    "factors",
    "capot_points",
    "capot_for",
    "made_award",
    "lost_base",
    "lost_base_capot",
    "lost_declarations",
    "factors_on",
    "belote_multiplied",
    "belote_when_lost",
    "rounding",
)
"""Switches that let a deal write more or less than its total."""

usual = examples(60)


def a_deal(variant: Variant, seed: int, whole: bool = True) -> Deal:
    rng = random.Random(seed)
    deal = any_deal(variant, rng)
    return play_on(deal, rng, 99 if whole else rng.randrange(40))


@usual
@given(variants, seeds)
def test_complete_deal_conserves_points(variant, seed):
    deal = a_deal(variant, seed)
    if deal.status != "complete":
        return
    points = deal.result()["points"]
    possible = possible_points(variant, deal.contract)
    assert possible.allow(points)
    assert sum(deal.side_tricks) == deal.table.tricks
    if not deal.table.cards_out:
        counted = counted_points(deal.table, deal.standing.bid, tuple(points.values()))
        factor = deal.table.times[deal.standing.bid]
        assert factor * sum(counted) == total_points(deal.table, deal.standing.bid)


@usual
@given(variants, seeds)
def test_legal_moves_equal_the_naive_rules_and_are_never_empty(variant, seed):
    rng = random.Random(seed)
    deal = any_deal(variant, rng)
    while deal.turn:
        assert deal.legal
        if deal.phase == PLAY:
            assert set(deal.legal) == naive.legal_cards_now(deal)
        before = len(deal.calls) + len(deal.played) + len(deal.set_aside_cards)
        play_on_by_one(deal, rng)
        if len(deal.calls) + len(deal.played) + len(deal.set_aside_cards) == before:
            break


def play_on_by_one(deal: Deal, rng: random.Random) -> None:
    if deal.phase == SETTING_ASIDE:
        deal.set_aside(" ".join(rng.sample(deal.legal, 2)))
        return
    with suppress(RuleError):  # given hands fix who can take the turn-up
        deal.apply(rng.choice(deal.legal))


@usual
@given(variants, seeds)
def test_illegal_move_is_rejected_and_changes_nothing(variant, seed):
    deal = a_deal(variant, seed, whole=False)
    before, result = deal.record(), deal.result()
    for code in ("C7", "SA", "HJ", "P", "H", "AT", "X", "TAKE", "nothing"):
        if code in deal.legal:
            continue
        with pytest.raises(RuleError) as caught:
            deal.apply(code)
        if deal.phase != SETTING_ASIDE:
            assert caught.value.legal in (deal.legal, [])
    assert (deal.record(), deal.result()) == (before, result)


@usual
@given(variants, seeds)
def test_a_record_replays_to_the_same_deal(variant, seed):
    deal = a_deal(variant, seed, whole=seed % 2 == 0)
    record = json.loads(json.dumps(deal.record()))
    again = Deal.from_record(record)
    assert again.record() == deal.record()
    assert again.result() == deal.result() == score(record)


@usual
@given(variants, seeds)
def test_text_notation_round_trips_random_deals(variant, seed):
    record = a_deal(variant, seed, whole=seed % 2 == 0).record()
    assert from_text(to_text(record)) == record


@usual
@given(variants, seeds)
def test_undo_and_replay_restore_every_state(variant, seed):
    deal = a_deal(variant, seed, whole=seed % 2 == 0)
    seen = []
    copy = deal.copy()
    while copy.calls:
        seen.append((copy.record(), copy.result(), copy.hands))
        copy.undo()
    fresh = Deal.from_record({key: value for key, value in deal.record().items() if key in START})
    assert (copy.record(), copy.result(), copy.hands) == (
        fresh.record(),
        fresh.result(),
        fresh.hands,
    )
    for record, result, hands in seen:
        again = Deal.from_record(record)
        assert (again.result(), again.hands) == (result, hands)
    assert deal.result() == score(deal.record())


START = ("variant", "dealer", "pack", "hands", "turn_up")


@usual
@given(variants, seeds)
def test_rotating_seats_rotates_the_result(variant, seed):
    deal = a_deal(variant, seed)
    seats, sides = deal.table.seats, deal.table.sides
    side_of = deal.table.side_of
    result = deal.result()
    for steps in range(1, len(seats)):
        moved = score(rotate_seats(deal.record(), steps))
        new_side = {
            sides[side_of[i]]: sides[side_of[(i + steps) % len(seats)]] for i in range(len(seats))
        }
        for key, value in result.items():
            if isinstance(value, dict):
                assert moved[key] == {new_side[side]: number for side, number in value.items()}
            elif key in ("status", "contract", "contra", "outcome", "hanging", "legal"):
                assert moved[key] == value


@usual
@given(variants, seeds)
def test_slip_from_a_record_scores_the_same(variant, seed):
    deal = a_deal(variant, seed)
    result = deal.result()
    if deal.status == "auction":
        return
    if result["outcome"] == "run_of_eight":
        with pytest.raises(RuleError) as error:
            summary_of(deal.record())
        assert error.value.rule == "no_slip"
        return
    slip = score(summary_of(deal.record()))
    for key in ("status", "contract", "declarer", "points", "capot", "totals", "outcome"):
        assert slip[key] == result[key]
    assert slip.get("solo_bid") == result.get("solo_bid")
    assert (slip["score"], slip["hanging"]) == (result["score"], result["hanging"])


@usual
@given(variants, seeds)
def test_match_points_and_hanging_equal_the_rounded_total(variant, seed):
    deal = a_deal(variant, seed)
    result = deal.result()
    two_sides = len(deal.table.sides) == 2 and not deal.table.cards_out
    if deal.status != "complete" or not two_sides or result["outcome"] == "run_of_eight":
        return
    if any(getattr(variant, key) != getattr(PRESETS["bulgarian"], key) for key in AWARDS):
        return
    whole = sum(result["totals"].values())
    premium = 0
    if result["capot"] and not variant.capot_multiplied:
        doubled = variant.capot_doubled_in_no_trumps and deal.standing.bid == NO_TRUMPS
        premium = 180 if doubled else 90
    contra = deal.standing.contra
    if variant.sheet == "match_points":
        expected = (
            round_total(whole - premium, deal.table.limits[deal.standing.bid], False) << contra
        ) + premium // 10
    else:
        expected = (whole - premium << contra) + premium
    written = sum(result["score"].values()) + result["hanging"]
    assert written in (expected, expected - variant.kirtik, expected - 2 * variant.kirtik)


@usual
@given(variants, seeds)
def test_explanation_ends_with_the_score(variant, seed):
    deal = a_deal(variant, seed)
    if deal.status == "auction":
        return
    steps = explain(deal.record())
    assert dict(steps[-1].numbers) == deal.result()["score"]
    assert all(step.text and step.source for step in steps)


@usual
@given(variants)
def test_variant_round_trips_through_json(variant):
    assert variant_from_json(json.loads(json.dumps(variant_to_json(variant)))) == variant


@usual
@given(variants, seeds)
def test_truncated_record_is_a_deal_in_progress(variant, seed):
    whole = a_deal(variant, seed)
    if not whole.played:
        return
    record = whole.record()
    cards = record["play"].split()
    kept = random.Random(seed).randrange(len(cards))
    record["play"] = " ".join(cards[:kept])
    record.pop("declarations", None)
    record.pop("belotes", None)
    result = score(record)
    assert result["status"] == "play"
    assert cards[kept] in result["legal"]


@usual
@given(variants, seeds)
def test_changed_card_is_never_rejected_before_its_position(variant, seed):
    whole = a_deal(variant, seed)
    if not whole.played:
        return
    rng = random.Random(seed)
    record = whole.record()
    cards = record["play"].split()
    place = rng.randrange(len(cards))
    cards[place] = rng.choice(["C7", "D9", "HJ", "SA", "XX"])
    error = score({**record, "play": " ".join(cards)}).get("error")
    if error and error["at"].startswith("play"):
        assert int(error["at"][5:-1]) >= place


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 300)
    | st.sampled_from(["", "N", "H", "C7 C8", "é"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["seat", "cards", "NS", "N", "x"]), inner, max_size=3)
    ),
    max_leaves=5,
)
KEYS = [*RECORD_KEYS, *SUMMARY_KEYS, "passed_out", "deals", "foo"]


@examples(400)
@given(variants, seeds, st.dictionaries(st.sampled_from(KEYS), JSON, min_size=1, max_size=2))
def test_damaged_record_returns_an_error_without_raising(variant, seed, damage):
    record = a_deal(variant, seed, whole=False).record()
    for damaged in (record | damage, {**damage, "variant": record["variant"]}, damage):
        answer = score(damaged)
        assert json.loads(json.dumps(answer)) == answer
        assert score({"variant": record["variant"], "deals": [damaged]})


def test_cancel_limit_zero_and_off_are_unequal_variants():
    off = variant_from_json({"preset": "bela", "dealer_may_cancel": False})
    nothing = variant_from_json({"preset": "bela", "dealer_may_cancel": 0})
    assert off != nothing
    assert variant_to_json(nothing) == {"preset": "bela", "dealer_may_cancel": 0}
