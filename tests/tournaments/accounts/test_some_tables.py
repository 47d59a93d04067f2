"""A link for some tables hides all others and refuses writes there."""

from typing import Any

import pytest

from tests.builders import make_drawn, plays_of
from tests.shared_rows import built_once
from tests.tournaments.accounts.desks import HelperBrowser
from tests.tournaments.manage import address, client_of
from tournaments.accounts.services.helpers import create_link
from tournaments.errors import RuleViolationError
from tournaments.models import HelperLink, Play, ScorerEntry, ScorerPresence, Tournament
from tournaments.models.helpers import format_ranges, parse_table_numbers

pytestmark = pytest.mark.django_db


@built_once
def village() -> Tournament:
    return make_drawn(
        8, kind="round_robin", params={"entrants": 8}, cards="open", scoring="game_points",
        game={"deals": 12},
    )  # fmt: skip


@pytest.fixture
def petya(village) -> HelperBrowser:
    link = create_link(tournament=village, kind="enter", name="Petya", tables="1-2")
    return HelperBrowser(link, "Петя")


def at_table(tournament: Tournament, number: int) -> Play:
    return next(play for play in plays_of(tournament) if play.sitting.table.number == number)


@pytest.mark.parametrize(
    ("text", "numbers", "kept"),
    [
        ("1-6", {1, 2, 3, 4, 5, 6}, "1–6"),
        ("1 – 3, 9", {1, 2, 3, 9}, "1–3, 9"),
        ("4", {4}, "4"),
        ("2,1 3", {1, 2, 3}, "1–3"),
        ("1–3, 9", {1, 2, 3, 9}, "1–3, 9"),
        ("", set(), ""),
    ],
)
def test_table_numbers_are_parsed_and_formatted_as_ranges(text, numbers, kept):
    assert (parse_table_numbers(text), format_ranges(sorted(numbers))) == (numbers, kept)


@pytest.mark.parametrize("text", ["6-1", "0", "1000", "A", "1-", "-3", "²"])
def test_text_without_valid_tables_is_rejected(village, text):
    with pytest.raises(RuleViolationError) as refused:
        create_link(tournament=village, kind="enter", tables=text)
    assert (refused.value.code, refused.value.field) == ("bad_tables", "tables")
    assert not HelperLink.objects.exists()


def test_only_enter_links_may_be_limited_to_tables(village):
    answer = client_of(village).post(
        address("helpers", village), {"kind": "clock", "lasts": "evening", "tables": "1"}
    )
    assert "Only links that enter results can be for some tables." in answer.content.decode()
    assert not HelperLink.objects.exists()


def test_link_card_and_print_name_the_allowed_tables(village):
    director = client_of(village)
    sent = {"kind": "enter", "name": "Калоян", "lasts": "evening", "tables": "1-2,4"}
    director.post(address("helpers", village), sent)
    for page in ("helpers", "helpers_print"):
        shown = director.get(address(page, village)).content.decode()
        assert "enter results of these tables only: 1–2, 4" in shown
        assert "enter at other tables" in shown
    assert HelperLink.objects.get().tables == "1–2, 4"


@pytest.mark.parametrize(
    ("part", "more"),
    [
        ("step", {"typed": {"figures": {"NS": "110", "EW": "90"}}}),
        ("step", {"typed": {}}),
        ("step", {"version": 1}),
        ("place", {"typed": {"NS": "1"}}),
    ],
)
def test_writes_for_another_table_are_rejected(village, petya, part, more):
    other = at_table(village, 3)
    answer = petya.send(part, other, **more)
    assert (answer.status_code, answer.json()["code"]) == (400, "not_your_table")
    other.refresh_from_db()
    assert (other.current, other.state) == (None, "empty")
    assert not ScorerEntry.objects.exists()
    assert not ScorerPresence.objects.exists()


def test_results_of_own_tables_can_be_entered_and_undone(village, petya):
    mine = at_table(village, 2)
    assert petya.send("place", mine, typed={"NS": "1"}).status_code == 200
    assert petya.type(mine, 110, 90).status_code == 200
    mine.refresh_from_db()
    assert (mine.current.ns_score, mine.current.ew_score) == (110, 90)
    assert petya.send("undo").status_code == 200
    mine.refresh_from_db()
    assert mine.current is None


def test_undo_of_a_step_now_at_another_table_is_rejected(village, petya):
    mine, other = at_table(village, 2), at_table(village, 3)
    petya.type(mine, 110, 90)
    village.helper_links.update(tables="1")
    answer = petya.send("undo")
    assert (answer.status_code, answer.json()["code"]) == (400, "not_your_table")
    mine.refresh_from_db()
    assert (mine.current.ns_score, other.current) == (110, None)


def tables_shown(helper: HelperBrowser) -> list[int]:
    rows: list[dict[str, Any]] = helper.get("scorer_rows").json()["rows"]
    return [row["table"] for row in rows]


def test_rows_and_last_entries_show_only_the_allowed_tables(village, petya):
    everywhere = HelperBrowser(create_link(tournament=village, kind="enter"), "Ana")
    everywhere.type(at_table(village, 3), 99, 100)
    everywhere.type(at_table(village, 1), 110, 90)
    assert (tables_shown(petya), tables_shown(everywhere)) == ([1, 2], [1, 2, 3, 4])
    assert [each["table"] for each in petya.get("scorer_rows").json()["last"]] == [1]
    page = petya.get("scorer").content.decode()
    assert "Your tables: 1–2" in page
    told = petya.get("scorer_rows").content.decode()
    assert '"110"' in told
    assert '"99"' not in told


def test_sheet_without_script_stores_only_the_allowed_tables(village, petya):
    mine, other = at_table(village, 1), at_table(village, 3)
    sent = {f"{side}-{play.pk}": "101" for side in ("NS", "EW") for play in (mine, other)}
    petya.client.post(address("scorer", village), sent)
    for play in (mine, other):
        play.refresh_from_db()
    assert (mine.current is not None, other.current) == (True, None)


def test_filters_by_table_and_board_keep_the_allowed_tables():
    tournament = make_drawn(8)
    link = create_link(tournament=tournament, kind="enter", tables="2")
    helper = HelperBrowser(link, "Петя")
    for query in ("", "?table=1", "?table=2"):
        rows = helper.client.get(address("scorer_rows", tournament) + query).json()["rows"]
        assert {row["table"] for row in rows} == {2}
        assert helper.client.get(address("scorer", tournament) + query).status_code == 200
    board = at_table(tournament, 2).board.number
    rows = helper.client.get(address("scorer_rows", tournament) + f"?board={board}").json()["rows"]
    assert {row["table"] for row in rows} <= {2}


def test_director_is_not_limited_by_a_helper_link(village, petya):
    director = client_of(village)
    petya.client.force_login(village.club.memberships.first().user)
    for client in (director, petya.client):
        rows = client.get(address("scorer_rows", village)).json()["rows"]
        assert [row["table"] for row in rows] == [1, 2, 3, 4]
