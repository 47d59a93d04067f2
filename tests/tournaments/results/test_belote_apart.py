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


def test_the_belote_stays_with_the_side_that_has_it(play):
    result = enter(play, slip=told(belote=BELOTE))
    assert result.outcome["belote"] == result.slip["belote"] == BELOTE
    assert (result.ns_score, result.ew_score) == (16, 2)


def test_a_figure_alone_is_refused_in_words(play):
    found = refused(enter, play, slip=told())
    assert (found.code, found.field) == ("belote_needed", "belote")


@pytest.mark.parametrize("more", [{}, {"announced": NONE}, {"contract": "NT", "points": 70}])
def test_nothing_announced_needs_no_word(play, more):
    points = more.get("points", 98)
    given = slip(points, more.get("contract", "H"), "W")
    assert enter(play, slip=given).slip["belote"] == NONE


def test_claims_tell_it_so_two_ways_of_entry_agree(play):
    claims = [{"side": "EW", "kind": "belote", "value": 20}]
    enter(play, slip=told(claims=claims))
    enter(play, side="EW", slip=told(belote=BELOTE))
    play.refresh_from_db()
    assert play.state == "confirmed"


def test_two_sides_that_say_it_differently_are_in_dispute(play):
    said = {"announced": {"NS": 20, "EW": 0}, "declarer": "W"}
    enter(play, slip=told(**said, belote=NONE))
    enter(play, side="EW", slip=told(belote=BELOTE))
    play.refresh_from_db()
    assert play.state == "disputed"


def test_claims_that_say_otherwise_are_refused(play):
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
def test_what_the_cards_forbid_is_refused(play, announced, belote):
    found = refused(enter, play, slip=told(announced=announced, belote=belote))
    assert found.code == "not_these_cards"


def test_the_desk_asks_for_two_figures(client, play):
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


def test_the_desk_asks_for_one_where_nothing_tells_them_apart(client):
    play = plays_of(make_drawn(4))[0]
    client.force_login(director_of(play.sitting.round.tournament))
    page = client.get(reverse("manage_play", args=[play.sitting.round.tournament.code, play.pk]))
    assert "belote_ns" not in page.context["form"].fields
    assert "Declarations and belote, North–South" in page.text


def test_a_phone_without_scripts_sends_it(client, play):
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


def test_a_line_says_it_with_a_letter(play):
    look = judge_typed(play, {"line": "H W 98 -B"})
    assert look.slip["belote"] == BELOTE
    assert look.entry.score == (16, 2)
    assert not look.doubt


def test_what_stands_is_written_as_the_line_that_says_it(play):
    said = {"announced": {"NS": 50, "EW": 20}, "belote": BELOTE, "declarer": "W"}
    stored = correct_result(
        play_id=play.pk, slip=told(**said), reason="paper", actor=make_user(), override=True
    )
    assert stored_line(stored) == "H W 98 +50 −B"
    assert judge_typed(play, {"line": stored_line(stored)}).slip["announced"] == said["announced"]


def test_phones_and_files_are_told(play):
    enter(play, slip=told(belote=BELOTE))
    board = phone_of(play.sitting.table).rounds[0].boards[0]
    rows = list(results_of(play.sitting.round.tournament))
    row = next(row for row in rows if row["board"] == play.board.number and row["ns_points"])
    assert (row["ew_announced"], row["ew_belote"], row["ns_belote"]) == (20, 20, 0)
    assert list(row) == list(RESULT_COLUMNS)
    assert board.entries[0].belote == BELOTE


def test_paper_has_a_column_of_its_own(client, play):
    tournament = play.sitting.round.tournament
    client.force_login(director_of(tournament))
    page = client.get(reverse("manage_print_sheets", args=[tournament.code, "slips"])).text
    assert page.count('<th scope="col">Belote</th>') > 0
    assert "Declarations, belote" not in page
    assert Result.objects.count() == 0


def test_what_lies_in_tricks_is_one_figure_of_a_side(client):
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
