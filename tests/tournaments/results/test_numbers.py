import re

import pytest
from django.urls import reverse

from games.belot import Deal
from tests.builders import director_of, enter, make_drawn, phone_of, plays_of, slip
from tests.games.slips.packs import PACK
from tests.tournaments.numbers import CONTREE, TENS
from tests.tournaments.results.helpers import refused
from tournaments.events.entry import Author
from tournaments.models import LogEntry, Result
from tournaments.results.selectors.exports import results_of
from tournaments.results.services.records import record_deal
from tournaments.scorer.selectors.comparison import judge_typed
from tournaments.scorer.selectors.grid import stored_line

pytestmark = pytest.mark.django_db


@pytest.fixture
def rules():
    return CONTREE


@pytest.fixture
def play(rules):
    return plays_of(make_drawn(4, variant=rules), sitting__round__number=1)[0]


def told(points=98, **more):
    return slip(points, **more)


@pytest.fixture
def reader(client, play):
    client.force_login(director_of(play.sitting.round.tournament))
    code = play.sitting.round.tournament.code
    return lambda name, *more: client.get(reverse(name, args=[code, *more])).text


def test_made_bid_scores_points_plus_bid(play):
    result = enter(play, slip=told(bid=90))
    assert (result.ns_score, result.ew_score) == (190, 60)
    assert (result.bid, result.outcome["capot_bid"]) == ("90", False)


def test_unreached_bid_is_lost(play):
    assert enter(play, slip=told(bid=100)).outcome["outcome"] == "lost"


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({}, "bid_needed"),
        ({"bid": 85}, "bid_not_possible"),
        ({"bid": 170}, "bid_not_possible"),
        ({"bid": 70}, "bid_not_possible"),
        ({"bid": 10**9}, "too_many"),
        ({"bid": "90"}, "wrong_type"),
        ({"bid": 120, "capot_bid": True}, "capot_bid_value"),
        ({"bid": 90, "contra": 3}, "contra_out_of_range"),
        ({"bid": 90, "announced": {"NS": 50, "EW": 0}}, "only_belotes"),
    ],
)
def test_invalid_bid_is_rejected(play, more, code):
    assert refused(enter, play, slip=told(**more)).code == code


@pytest.fixture
def solo(play):
    play.board.deal.dealer, play.board.deal.pack = "N", PACK
    play.board.deal.save()
    return play


SOLO = CONTREE | {"solo_value": 500}
ALONE = {"bid": 500, "capot_bid": True, "capot": "NS"}


@pytest.mark.parametrize("rules", [SOLO])
def test_solo_capot_slip_is_scored_logged_and_shown(solo, reader):
    made = enter(solo, slip=slip(162, "S", "N", **ALONE, alone=True))
    assert (made.bid, made.ns_score, made.ew_score) == ("500 capot alone", 750, 0)
    assert stored_line(made) == "**S N 162 KK"
    assert judge_typed(solo, {"line": stored_line(made)}).slip == {
        key: value for key, value in made.slip.items() if key != "claims"
    }
    entry = phone_of(solo.sitting.table).rounds[0].boards[0].entries[0]
    assert (entry.bid, entry.capot_bid, entry.alone) == (500, True, True)
    assert LogEntry.objects.latest("pk").details["after"]["solo_bid"] is True
    for page in (reader("manage_log"), reader("manage_play", solo.pk)):
        assert "500 capot alone in spades" in page


@pytest.mark.parametrize("rules", [SOLO])
def test_solo_capot_not_taken_alone_is_lost(solo):
    lost = enter(solo, slip=slip(162, "S", "N", **ALONE, alone=False))
    assert (lost.ns_score, lost.ew_score) == (0, 750)
    assert "alone" not in lost.slip
    assert stored_line(lost) == "**S N 162 K"
    enter(solo, side="EW", slip=slip(162, "S", "N", **ALONE))
    solo.refresh_from_db()
    assert solo.state == "confirmed"


@pytest.mark.parametrize("rules", [SOLO])
def test_different_solo_capot_entries_make_a_dispute(solo):
    enter(solo, slip=slip(162, "S", "N", **ALONE, alone=True))
    enter(solo, side="EW", slip=slip(162, "S", "N", **ALONE))
    solo.refresh_from_db()
    assert solo.state == "disputed"


@pytest.mark.parametrize("rules", [SOLO])
@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"declarer": "E"}, "alone_needs_capot", "alone"),
        ({"bid": 250}, "alone_not_bid", "alone"),
        ({"declarer": "S"}, "not_these_cards", ""),
    ],
)
def test_impossible_solo_capot_is_rejected(solo, more, code, field):
    said = refused(enter, solo, slip=slip(162, "S", "N", **ALONE, alone=True) | more)
    assert (said.code, said.field) == (code, field)


def test_solo_capot_is_absent_when_rules_do_not_allow_it(solo, reader):
    assert refused(enter, solo, slip=told(162, **ALONE)).code == "capot_bid_value"
    assert 'name="alone"' not in reader("manage_play", solo.pk)
    assert "capot alone" not in reader("manage_play", solo.pk)


@pytest.mark.parametrize("rules", [SOLO])
@pytest.mark.parametrize(("mark", "score"), [({"alone": "on"}, 750), ({}, 0)])
def test_forms_store_solo_bid_and_alone_mark(client, solo, mark, score):
    address = reverse("table_slip", args=[solo.sitting.table.token])
    sent = {
        "play": solo.pk, "side": "NS", "kind": "played", "contract": "S", "declarer": "N",
        "contra": "0", "points": "162", "capot": "NS", "bid": "solo", **mark,
    }  # fmt: skip
    client.post(address, sent)
    solo.refresh_from_db()
    assert (solo.current.slip["bid"], solo.current.ns_score) == (500, score)
    client.force_login(director_of(solo.sitting.round.tournament))
    page = reverse("manage_play", args=[solo.sitting.round.tournament.code, solo.pk])
    shown = client.get(page)
    form = shown.context["form"]
    assert (form["bid"].value(), form["alone"].value()) == ("solo", bool(mark))
    again = {
        "kind": "played", "contract": "S", "declarer": "N", "contra": "1", "side": "NS",
        "points": "162", "capot": "NS", "bid": "solo", "reason": "they say so", **mark,
        "seen": re.search(r'name="seen" value="(.*?)"', shown.text)[1],
    }  # fmt: skip
    client.post(page, again)
    solo.refresh_from_db()
    assert solo.current.ns_score == 2 * score


@pytest.mark.parametrize("rules", [SOLO])
def test_record_of_a_solo_capot_bid_stores_its_outcome(play):
    dealt = play.board.dealt
    deal = Deal(dealt.variant, dealt.dealer, pack=dealt.pack)
    for call in ("**H", "P", "P", "P"):
        deal.call(call)
    while deal.status == "play":
        deal.play(deal.legal[0])
    author = Author(source=Result.Source.DIRECTOR, user=director_of(play.board.tournament))
    result = record_deal(play_id=play.pk, record=deal.record(), author=author)
    assert (result.bid, result.outcome["outcome"]) == ("500 capot alone", "lost")
    assert stored_line(result).startswith("**H ")


def test_bid_is_rejected_without_number_bidding():
    play = plays_of(make_drawn(4), sitting__round__number=1)[0]
    assert refused(enter, play, slip=told(bid=90)).code == "bid_not_counted"


def test_different_bids_make_a_dispute(play):
    enter(play, slip=told(bid=90))
    enter(play, side="EW", slip=told(bid=80))
    play.refresh_from_db()
    assert play.state == "disputed"


def test_phone_result_rows_and_log_include_the_bid(play, reader):
    enter(play, slip=told(bid=90))
    entry = phone_of(play.sitting.table).rounds[0].boards[0].entries[0]
    assert (entry.bid, entry.capot_bid) == (90, False)
    row = next(row for row in results_of(play.sitting.round.tournament) if row["ns_points"])
    assert (row["bid"], row["capot_bid"]) == (90, False)
    assert LogEntry.objects.latest("pk").details["after"]["bid"] == 90
    assert "90 in hearts" in reader("manage_log")
    assert "90 in hearts" in reader("manage_play", play.pk)


def test_director_form_requires_a_valid_bid(client, play, reader):
    address = reverse("manage_play", args=[play.sitting.round.tournament.code, play.pk])
    shown = reader("manage_play", play.pk)
    assert "Declarations" not in re.sub(r"<script.*?</script>", "", shown, flags=re.DOTALL)
    sent = {
        "kind": "played", "contract": "H", "declarer": "S", "contra": "1", "side": "NS",
        "points": "131", "bid": "", "seen": re.search(r'name="seen" value="(.*?)"', shown)[1],
    }  # fmt: skip
    assert "Choose the number that was bid." in client.post(address, sent).text
    assert "Select a valid choice" in client.post(address, {**sent, "bid": "85"}).text
    client.post(address, {**sent, "bid": "120"})
    play.refresh_from_db()
    assert (play.current.slip["bid"], play.current.ns_score) == (120, 560)
    assert client.get(address).context["form"]["bid"].value() == "120"


def test_slip_form_accepts_capot_as_the_bid(client, play):
    play.board.deal.dealer, play.board.deal.pack = "N", PACK
    play.board.deal.save()
    address = reverse("table_slip", args=[play.sitting.table.token])
    sent = {
        "play": play.pk, "side": "NS", "kind": "played", "contract": "S", "declarer": "N",
        "contra": "0", "points": "162", "capot": "NS", "bid": "capot", "belote_ns": "20",
    }  # fmt: skip
    client.post(address, sent)
    play.refresh_from_db()
    assert (play.current.slip["bid"], play.current.slip["capot_bid"]) == (250, True)
    assert play.current.ns_score == 520
    assert stored_line(play.current) == "*S N 162 +20 K"


def test_typed_line_starts_with_the_bid(play):
    look = judge_typed(play, {"line": "120H X S 131"})
    assert (look.slip["bid"], look.entry.score) == (120, (560, 0))
    assert "number" in judge_typed(play, {"line": "H S 98"}).doubt


@pytest.mark.parametrize("rules", [TENS])
def test_capot_bid_above_250_is_written_in_tens_and_parses(play):
    result = enter(play, slip=told(162, capot="NS", bid=260, capot_bid=True))
    assert stored_line(result) == "26H* S 162 K"
    assert judge_typed(play, {"line": "26H* S 162 K"}).slip["bid"] == 260


def test_printed_slips_have_a_circle_for_each_bid(reader):
    shown = reader("manage_print_sheets", "slips")
    for words in ("80", "160", "capot"):
        assert f'<span class="circle circle-word">{words}</span>' in shown
    assert "Declarations" not in shown
