import pytest
from django.http import QueryDict
from django.urls import reverse

from games.belot import variant_from_json
from games.calculator.forms import SlipForm
from games.slips.bids import bid_text
from games.slips.scoring import score_slip
from tests.tournaments.numbers import CONTREE, TENS

FFB = variant_from_json(CONTREE)


def form_of(query, variant=FFB):
    form = SlipForm(QueryDict(query), variant)
    assert form.is_valid(), form.errors
    return form


@pytest.mark.parametrize(
    ("query", "bid", "score"),
    [
        ("contract=H&by=NS&bid=110&p_NS=113", 110, (220, 50)),
        ("contract=H&by=NS&bid=90&p_NS=89", 90, (0, 250)),
        ("contract=H&by=NS&bid=120&contra=1&p_NS=100", 120, (0, 560)),
        ("contract=H&by=NS&bid=capot&capot=NS&d_NS=belote", 250, (520, 0)),
    ],
)
def test_numeric_bid_is_scored_as_the_federation_prints(query, bid, score):
    form = form_of(query)
    assert form.slip["bid"] == bid
    assert tuple(score_slip(FFB, form.slip)["score"].values()) == score
    again = form_of("&".join(f"{key}={value}" for key, value in form.query()))
    assert again.slip == form.slip


def test_unknown_bid_falls_back_to_the_lowest():
    assert form_of("contract=H&by=NS&bid=85&p_NS=113").slip["bid"] == 80


def test_bid_in_tens_is_offered_as_spoken_and_may_be_capot():
    form = form_of("contract=H&by=NS&bid=260&capot_bid=1&capot=NS", variant_from_json(TENS))
    assert form.slip["capot_bid"] is True
    assert {"value": "260", "words": "26", "is_chosen": True} in form.bids()


def test_only_belote_is_offered_without_other_announcements():
    assert [premium.kind for premium in form_of("contract=H").premiums] == ["belote"]


SOLO = variant_from_json(CONTREE | {"solo_value": 500})


@pytest.mark.parametrize(
    ("more", "told", "score"),
    [("&alone=1", True, (750, 0)), ("", None, (0, 750)), ("&contra=1&alone=1", True, (1500, 0))],
)
def test_solo_capot_bid_needs_the_alone_mark_to_be_made(more, told, score):
    form = form_of(f"contract=H&by=NS&bid=solo&capot=NS{more}", SOLO)
    assert (form.slip["bid"], form.slip.get("alone")) == (500, told)
    assert tuple(score_slip(SOLO, form.slip)["score"].values()) == score
    assert (
        form_of("&".join(f"{key}={value}" for key, value in form.query()), SOLO).slip == form.slip
    )
    assert {"value": "solo", "words": "capot alone", "is_chosen": True} in form.bids()


@pytest.mark.parametrize("variant", [FFB, SOLO])
def test_alone_mark_is_ignored_without_a_solo_bid(variant):
    form = form_of("contract=H&by=NS&bid=capot&capot=NS&alone=1", variant)
    assert "alone" not in form.slip
    assert form.can_be_alone == (variant == SOLO)
    assert form_of("contract=H&by=NS&bid=solo&p_NS=98", FFB).slip["bid"] == 80


def test_solo_bid_without_capot_shows_a_hint(client):
    asked = {"rules": "contree_ffb", "contract": "H", "by": "NS", "p_NS": "150", "alone": "1"}
    solo = {"s_solo_value": "500", "bid": "solo"}
    shown = client.get(reverse("calculator"), asked | solo).text
    assert "enter that this side took them all" in shown
    assert 'name="alone"' in shown
    assert 'name="alone"' not in client.get(reverse("calculator"), asked).text


def test_bid_text_is_the_short_form_of_a_bid():
    assert bid_text({}) == bid_text({"bid": 0}) == ""
    assert bid_text({"bid": 120}) == "120"
    assert bid_text({"bid": 250, "capot_bid": True}) == "250 capot"
    assert bid_text({"bid": 500, "capot_bid": True, "solo_bid": True}) == "500 capot alone"
    assert bid_text({"bid": 260, "capot_bid": True, "bid_unit": 10}) == "26 capot"
    assert bid_text({"bid": 260, "capot_bid": False, "bid_unit": 10}) == "26"
