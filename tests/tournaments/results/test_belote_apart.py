import re

import pytest
from django.urls import reverse

from tests.builders import (
    director_of,
    enter,
    make_drawn,
    make_user,
    phone_of,
    plays_of,
    slip,
)
from tests.games.slips.packs import PACK
from tests.shared_rows import built_once
from tests.tournaments.results.helpers import refused
from tournaments.models import Result
from tournaments.results.selectors.exports import RESULT_COLUMNS, results_of
from tournaments.results.services.results import correct_result
from tournaments.scorer.selectors.comparison import judge_typed
from tournaments.scorer.selectors.grid import stored_line

pytestmark = pytest.mark.django_db
KEPT = {"preset": "bulgarian", "belote_when_lost": "kept"}
NONE = {"NS": 0, "EW": 0}
BELOTE = {"NS": 0, "EW": 20}


@built_once
def play():
    """East holds the belote of hearts: a lost contract leaves it with them."""
    found = plays_of(make_drawn(4, variant=KEPT), sitting__round__number=1)[0]
    found.board.deal.dealer, found.board.deal.pack = "N", PACK
    found.board.deal.save()
    return found


def told(points=98, announced=BELOTE, belote=None, declarer="W", **more):
    said = {"announced": announced} | ({} if belote is None else {"belote": belote})
    return slip(points, declarer=declarer, **said, **more)


def test_belote_counts_for_its_holder_after_a_lost_contract(play):
    result = enter(play, slip=told(belote=BELOTE))
    assert result.outcome["belote"] == result.slip["belote"] == BELOTE
    assert (result.ns_score, result.ew_score) == (16, 2)


def test_declarations_without_belote_figure_are_rejected(play):
    found = refused(enter, play, slip=told())
    assert (found.code, found.field) == ("belote_needed", "belote")


@pytest.mark.parametrize("more", [{}, {"announced": NONE}, {"contract": "NT", "points": 70}])
def test_slip_without_declarations_needs_no_belote_figure(play, more):
    points = more.get("points", 98)
    given = slip(points, more.get("contract", "H"), "W")
    assert enter(play, slip=given).slip["belote"] == NONE


def test_belote_claim_agrees_with_belote_figure(play):
    claims = [{"side": "EW", "kind": "belote", "value": 20}]
    enter(play, slip=told(claims=claims))
    enter(play, side="EW", slip=told(belote=BELOTE))
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_different_belote_figures_make_a_dispute(play):
    said = {"announced": {"NS": 20, "EW": 0}, "declarer": "W"}
    enter(play, slip=told(**said, belote=NONE))
    enter(play, side="EW", slip=told(belote=BELOTE))
    play.refresh_from_db()
    assert play.state == "disputed"


def test_claims_contradicting_the_belote_figure_are_rejected(play):
    claims = [{"side": "EW", "kind": "belote", "value": 20}]
    found = refused(enter, play, slip=told(claims=claims, belote=NONE))
    assert (found.code, found.field) == ("belote_sum", "belote")


@pytest.mark.parametrize(
    ("announced", "belote"),
    [
        ({"NS": 20, "EW": 0}, {"NS": 20, "EW": 0}),  # East holds it
        ({"NS": 0, "EW": 60}, NONE),  # two tierces and a belote
    ],
)
def test_belote_impossible_with_the_cards_is_rejected(play, announced, belote):
    found = refused(enter, play, slip=told(announced=announced, belote=belote))
    assert found.code == "not_these_cards"


def test_director_form_has_separate_belote_fields(client, play):
    client.force_login(director_of(play.sitting.round.tournament))
    address = reverse("manage_play", args=[play.sitting.round.tournament.code, play.pk])
    page = client.get(address).text
    assert "Declarations without belote, East–West" in page
    assert "Belote, East–West" in page
    sent = {
        "kind": "played", "contract": "H", "declarer": "W", "contra": "0", "side": "NS",
        "points": "98", "belote_ew": "20", "seen": re.search(r'name="seen" value="(.*?)"', page)[1],
    }  # fmt: skip
    assert client.post(address, {**sent, "belote_ew": "30"}).status_code == 200
    client.post(address, sent)
    play.refresh_from_db()
    assert play.current.slip["announced"] == play.current.slip["belote"] == BELOTE
    again = client.get(address).context["form"]
    assert [again[name].value() for name in ("announced_ew", "belote_ew")] == [0, 20]


def test_director_form_has_one_field_if_belote_is_not_separate(client):
    play = plays_of(make_drawn(4))[0]
    client.force_login(director_of(play.sitting.round.tournament))
    page = client.get(reverse("manage_play", args=[play.sitting.round.tournament.code, play.pk]))
    assert "belote_ns" not in page.context["form"].fields
    assert "Declarations and belote, North–South" in page.text


def test_scriptless_slip_form_stores_belote(client, play):
    address = reverse("table_slip", args=[play.sitting.table.token])
    sent = {
        "play": play.pk, "side": "NS", "kind": "played", "contract": "H", "declarer": "W",
        "contra": "0", "points": "98", "belote_ew": "20",
    }  # fmt: skip
    fields = re.findall(r'name="(\w+)"', client.get(address).text)
    client.post(address, sent)
    play.refresh_from_db()
    assert play.current.slip["belote"] == BELOTE
    assert fields.index("points") < fields.index("announced_ns") < fields.index("belote_ns")
    assert fields.index("belote_ew") < fields.index("capot")


def test_typed_line_marks_belote_with_b(play):
    look = judge_typed(play, {"line": "H W 98 -B"})
    assert look.slip["belote"] == BELOTE
    assert look.entry.score == (16, 2)
    assert not look.doubt


def test_stored_line_of_belote_result_parses_to_the_same_slip(play):
    said = {"announced": {"NS": 50, "EW": 20}, "belote": BELOTE, "declarer": "W"}
    stored = correct_result(
        play_id=play.pk, slip=told(**said), reason="paper", actor=make_user(), override=True
    )
    assert stored_line(stored) == "H W 98 +50 −B"
    assert judge_typed(play, {"line": stored_line(stored)}).slip["announced"] == said["announced"]


def test_phone_state_and_result_rows_include_belote(play):
    enter(play, slip=told(belote=BELOTE))
    board = phone_of(play.sitting.table).rounds[0].boards[0]
    rows = list(results_of(play.sitting.round.tournament))
    row = next(row for row in rows if row["board"] == play.board.number and row["ns_points"])
    assert (row["ew_announced"], row["ew_belote"], row["ns_belote"]) == (20, 20, 0)
    assert list(row) == list(RESULT_COLUMNS)
    assert board.entries[0].belote == BELOTE


def test_printed_slips_have_a_belote_column(client, play):
    tournament = play.sitting.round.tournament
    client.force_login(director_of(tournament))
    page = client.get(reverse("manage_print_sheets", args=[tournament.code, "slips"])).text
    assert page.count('<th scope="col">Belote</th>') > 0
    assert "Declarations, belote" not in page
    assert Result.objects.count() == 0


def test_combinations_in_tricks_are_one_figure_per_side(client):
    rules = {"preset": "bulgarian", "contracts": "C D H S", "declarations": "trick"}
    play = plays_of(make_drawn(4, variant=rules), sitting__round__number=1)[0]
    tournament = play.sitting.round.tournament
    client.force_login(director_of(tournament))
    page = client.get(reverse("manage_play", args=[tournament.code, play.pk])).text
    assert "Combinations in tricks, North–South" in page
    assert "elote, North" not in page
    paper = client.get(reverse("manage_print_sheets", args=[tournament.code, "slips"])).text
    assert '<th scope="col">Combinations in tricks</th>' in paper
    said = {"announced": {"NS": 40, "EW": 20}}
    result = enter(play, slip=slip(98, **said))
    assert result.slip["announced"] == said["announced"]
    assert refused(enter, play, side="EW", slip=slip(98, announced={"NS": 30, "EW": 0})).code
