import random

import pytest

from games.belot import PRESETS, Deal, RuleError, score, switch_value
from tests.games.belot.other_games.games_in_words import GAMES
from tests.games.belot.other_games.naive_deal import NaiveDeal
from tests.games.belot.other_games.naive_writing import match_sheet, settle
from tests.games.belot.other_games.random_deals import (
    call_universe,
    choose_call,
    choose_card,
    random_belotes,
    random_claims,
    random_melds,
    random_pack,
)
from tests.games.belot.other_games.random_slips import random_case
from tests.games.belot.other_games.switches_of_the_text import RULES, SWITCHES_OF

DEALS = 25
MANY_DEALS = 2_000
MANY_MATCHES = 60
SLIPS = 400
NOT_COMPARED = ("preset", "carre_points")
"""Their points have several equivalent notations."""
WRITTEN = ["capot", "totals", "outcome", "score", "hanging"]
SAME = "contract declarer contra tricks points last_trick declarations belote".split() + WRITTEN


def check_refused(move, wrong, legal):
    """Check that the engine refuses a move and names the legal ones."""
    with pytest.raises(RuleError) as caught:
        move(wrong)
    assert sorted(caught.value.legal) == sorted(legal)


def follow_auction(rng, deal, naive, universe):
    while naive.status == "auction":
        assert (deal.status, deal.turn) == ("auction", naive.turn)
        legal = deal.legal
        if rng.random() < 0.3:
            assert set(legal) == {call for call in universe if naive.auction.can_call(call)}
        else:
            assert all(naive.auction.can_call(call) for call in legal)
        wrong = rng.choice(universe)
        if not naive.auction.can_call(wrong):
            check_refused(deal.call, wrong, legal)
        call = choose_call(rng, legal)
        deal.call(call)
        naive.call(call)


def follow_exchange(rng, deal, naive):
    if naive.game.get("seven for the turn-up"):
        for seat in rng.sample(naive.seats, len(naive.seats)):
            if not naive.can_exchange(seat):
                with pytest.raises(RuleError):
                    deal.exchange(seat)
            elif rng.random() < 0.7:
                deal.exchange(seat)
                naive.exchange(seat)


def follow_play(rng, deal, naive):
    style = rng.choice(["random", "NS", "EW"])
    while naive.status == "play":
        legal = naive.legal_cards()
        assert (deal.status, deal.turn, sorted(deal.legal)) == ("play", naive.turn, legal)
        wrong = rng.choice([card for hand in naive.hands.values() for card in hand])
        if wrong not in legal:
            check_refused(deal.play, wrong, legal)
        card = choose_card(rng, legal, naive.turn, naive.auction.contract, style)
        deal.play(card)
        naive.play(card)
    assert (deal.status, deal.turn) == ("complete", None)


def with_announcements(rng, record, naive):
    """Record with announcements, and the naive result."""
    declarations, belotes = random_melds(rng, naive), random_belotes(rng, naive)
    claims, record = random_claims(rng, naive), dict(record)
    if naive.game["announced"] == "roem":
        belotes = []
    if declarations:
        record["declarations"] = [
            {"seat": seat, "cards": " ".join(cards)} for seat, cards in declarations
        ]
    if belotes:
        record["belotes"] = [{"seat": seat, "suit": suit} for seat, suit in belotes]
    if claims is not None:
        record["melds"] = claims
        refuse_claim(rng, record, naive)
    return record, naive.result(declarations, belotes, claims)


def refuse_claim(rng, record, naive):
    number = rng.randrange(1, 9)
    wrong = [[number, naive.roem()[number - 1] + 20]]
    assert score(record | {"melds": wrong})["error"]["at"].startswith("melds")


def compare(name, seed, universe, dealer=None):
    rng = random.Random(f"{name} {seed}")
    pack = random_pack(rng)
    dealer = dealer or rng.choice(GAMES[name]["seats"])
    deal = Deal(RULES[name], dealer, pack=" ".join(pack))
    naive = NaiveDeal(name, dealer, pack)
    follow_auction(rng, deal, naive, universe)
    if naive.status == "passed_out":
        assert deal.status == "passed_out"
        return deal.record(), None
    assert {seat: sorted(hand) for seat, hand in deal.hands.items()} == {
        seat: sorted(hand) for seat, hand in naive.hands.items()
    }
    follow_exchange(rng, deal, naive)
    follow_play(rng, deal, naive)
    record, opinion = with_announcements(rng, deal.record(), naive)
    result = score(record)
    assert "error" not in result, (record, result)
    differing = {key: (result[key], opinion[key]) for key in SAME if result[key] != opinion[key]}
    assert not differing, (differing, record)
    if opinion["number"] or opinion["capot_bid"]:
        assert result["capot_bid"] == opinion["capot_bid"]
    return record, opinion


def compare_match(name, seed, universe):
    game = GAMES[name]
    seats, records, opinions, is_over = game["seats"], [], [], False
    while not is_over and len(records) < 60:
        number = len(records)
        dealer = seats[(seed + number) % len(seats)]
        record, opinion = compare(name, f"{seed} deal {number}", universe, dealer)
        records.append(record)
        opinions.append(opinion)
        rows, sums, is_over, winner = match_sheet(game["match"], opinions)
    result = score({"variant": RULES[name], "deals": records})
    assert "error" not in result, result
    sides = result["score"]
    assert [(row["score"], row["hanging"]) for row in result["sheet"]] == [
        (dict.fromkeys(sides, 0) | row, waiting) for row, waiting in rows
    ]
    assert (result["score"], result["winner"]) == (dict.fromkeys(sides, 0) | sums, winner)
    if is_over:
        dealer = seats[(seed + len(records)) % len(seats)]
        late = {"variant": RULES[name], "dealer": dealer, "pack": records[0]["pack"]}
        error = score({"variant": RULES[name], "deals": [*records, late]})["error"]
        assert (error["rule"], error["at"]) == ("match_over", f"deals[{len(records)}]")
    return winner


@pytest.mark.parametrize("name", [name for name in SWITCHES_OF if name in PRESETS])
def test_preset_has_the_values_of_the_rules_text(name):
    named = {key: value for key, value in SWITCHES_OF[name].items() if key not in NOT_COMPARED}
    assert {key: switch_value(PRESETS[name], key) for key in named} == named


@pytest.mark.sample
@pytest.mark.parametrize("name", RULES)
def test_engine_matches_naive_rules(name):
    universe = call_universe(GAMES[name])
    for seed in range(DEALS):
        compare(name, seed, universe)


def compare_slip(name, seed):
    slip, deal = random_case(random.Random(f"{name} {seed}"), name)
    settle(GAMES[name], deal)
    result = score(slip | {"variant": RULES[name]})
    assert "error" not in result, (slip, result)
    differing = {key: (result[key], deal[key]) for key in WRITTEN if result[key] != deal[key]}
    assert not differing, (differing, slip)


@pytest.mark.parametrize("name", RULES)
def test_slip_scores_match_naive_rules(name):
    for seed in range(SLIPS):
        compare_slip(name, seed)


@pytest.mark.parametrize("name", RULES)
def test_match_sums_and_end_match_naive_rules(name):
    compare_match(name, 1, call_universe(GAMES[name]))


def test_match_of_deals_with_equal_sums_has_no_winner():
    name = "klaverjas_rotterdam"
    assert compare_match(name, 36, call_universe(GAMES[name])) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_engine_matches_naive_rules_on_many_deals(name):
    universe = call_universe(GAMES[name])
    for seed in range(DEALS, MANY_DEALS):
        compare(name, seed, universe)
    for seed in range(2, MANY_MATCHES):
        compare_match(name, seed, universe)
