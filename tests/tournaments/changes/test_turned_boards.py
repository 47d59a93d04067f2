from fractions import Fraction

import pytest
from rest_framework.test import APIClient

from tests.builders import (
    director_of,
    enter_slips,
    fill_rounds,
    make_drawn,
    plays_of,
    rebuild,
    slip,
)
from tests.tournaments.changes.field import standings
from tests.tournaments.changes.tables import sides_at, sitting_at
from tests.tournaments.formats import make_field
from tests.tournaments.manage import address, client_of
from tests.tournaments.pages import post_untouched
from tournaments.archive.verification import check_document
from tournaments.archive.writer import document_of
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.repairs import exchange_sides
from tournaments.entries.selectors.team_lines import teams_of
from tournaments.errors import RuleViolationError
from tournaments.models import Change, LogEntry, Play, Tournament
from tournaments.public.selectors.careers import rounds_of
from tournaments.results.pages import side_labels
from tournaments.results.selectors.compared import compute_results
from tournaments.results.selectors.exports import results_of
from tournaments.results.services.results import correct_result
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.services import change_scoring

pytestmark = pytest.mark.django_db


def evening(**values):
    params = {"entrants": 4, "rounds": 1}
    tournament = make_drawn(4, boards_per_round=3, params=params, **values)
    plays = plays_of(tournament)
    points = [120 if play.sitting.table.number == 1 else 90 for play in plays]
    enter_slips(tournament, plays, [slip(each) for each in points])
    return rebuild(tournament)


def turn(tournament: Tournament, *boards: int) -> Change:
    return exchange_sides(sitting=sitting_at(tournament, 1, 1), boards=boards, reason="They said")


def who_played(tournament: Tournament, board: int) -> tuple[int | None, int | None]:
    [row] = [row for row in results_of(tournament) if (row["table"], row["board"]) == (1, board)]
    return row["ns_number"], row["ew_number"]  # type: ignore[return-value]


def figures(tournament: Tournament) -> dict[int, str]:
    rows = rebuild(tournament).standing_rows.select_related("team")
    return {row.team.number: row.figure for row in rows}  # type: ignore[misc]


@pytest.mark.parametrize("boards", [(1,), (2,), (3,), (1, 2), (1, 3), (2, 3)])
def test_turning_boards_counts_only_them_for_other_side(boards):
    tournament = evening()
    (ns,), (ew,) = ([team.number for team in side] for side in seated(tournament))
    turn(tournament, *boards)
    for board in (1, 2, 3):
        assert who_played(tournament, board) == ((ew, ns) if board in boards else (ns, ew))
    share = 100 * (3 - len(boards))
    after = figures(tournament)
    assert (after[ns], after[ew]) == (exact(share), exact(300 - share))


def exact(hundreds: int) -> str:
    return str(hundreds // 3) if hundreds % 3 == 0 else f"{hundreds}/3"


def seated(tournament: Tournament):
    play = plays_of(tournament, sitting__table__number=1, board__number=1)[0]
    return [teams for _side, teams in side_labels(play)]


def test_undo_of_turned_board_restores_standings_and_layout():
    tournament = evening()
    before, layout = standings(tournament), layout_of(tournament)
    change = turn(tournament, 2)
    assert standings(tournament) != before
    undo_change(change=change)
    assert standings(tournament) == before
    assert layout_of(tournament) == layout


def test_turning_all_boards_exchanges_sides():
    tournament = evening()
    ns, ew = sides_at(tournament, 1, 1)
    turn(tournament, 1, 2, 3)
    assert sides_at(tournament, 1, 1) == (ew, ns)
    assert not Play.objects.filter(is_turned=True).exists()


def test_turning_board_twice_restores_standings():
    tournament = evening()
    before = standings(tournament)
    turn(tournament, 2)
    turn(tournament, 2)
    assert standings(tournament) == before


def test_turning_table_after_board_turns_each_board_again():
    tournament = evening()
    (ns,), (ew,) = ([team.number for team in side] for side in seated(tournament))
    turn(tournament, 2)
    turn(tournament)
    assert [who_played(tournament, board) for board in (1, 2, 3)] == [(ew, ns), (ns, ew), (ew, ns)]


def test_later_result_of_turned_board_counts_for_other_side():
    params = {"entrants": 4, "rounds": 1}
    tournament = make_drawn(4, boards_per_round=3, params=params)
    turn(tournament, 2)
    for play in plays_of(tournament):
        points = 120 if play.sitting.table.number == 1 else 90
        correct_result(play_id=play.pk, slip=slip(points), reason="", actor=None)
    late = figures(tournament)
    other = evening(club=tournament.club)
    turn(other, 2)
    assert late == figures(other)


@pytest.mark.parametrize(
    "scoring", ["matchpoints", "ascherman", "butler", "cross_imps", "total_points"]
)
def test_partial_turns_are_equivalent_in_every_scoring(scoring):
    """Turn boards 1 and 2, or the table and then board 3 back: results are equal."""
    one = evening(scoring=scoring)
    other = evening(scoring=scoring, club=one.club)
    turn(one, 1, 2)
    turn(other)
    turn(other, 3)
    assert figures(one) == figures(other)


@pytest.mark.parametrize("scoring", ["butler", "total_points"])
def test_turned_board_changes_individual_standings(scoring):
    values = {"unit": "player", "boards_per_round": 3, "scoring": scoring}
    field = make_field(8, "melee", {"players": 8, "rounds": 1, "seed": 5}, **values)
    fill_rounds(field, 1)
    before = standings(rebuild(field))
    number = min(play.board.number for play in sitting_at(field, 1, 1).plays.all())
    change = exchange_sides(sitting=sitting_at(field, 1, 1), boards=[number], reason="x")
    assert standings(rebuild(field)) != before
    undo_change(change=change)
    assert standings(rebuild(field)) == before


def test_turned_board_can_be_undone_after_the_end():
    tournament = evening()
    before = figures(tournament)
    change = turn(tournament, 2)
    finish_tournament(tournament=tournament)
    undo_change(change=change)
    assert figures(tournament) == before


def test_pages_and_files_show_the_actual_holders_of_cards():
    tournament = evening()
    (ns,), (ew,) = seated(tournament)
    turn(tournament, 2)
    finish_tournament(tournament=tournament)
    tournament.refresh_from_db()
    [row] = [row for row in compute_results(tournament) if (row.table, row.board) == (1, 2)]
    assert (row.ns_team.ids, row.ew_team.ids) == ((ew.pk,), (ns.pk,))
    play = plays_of(tournament, sitting__table__number=1, board__number=2)[0]
    assert [team for _side, team in side_labels(play)] == [[ew], [ns]]
    lines = rounds_of(tournament, row.ns_team, teams_of(tournament))[0].boards
    assert [line.side for line in lines] == ["EW", "NS", "EW"]
    report = check_document(document_of(rebuild(tournament)))
    assert report.is_sound, report


@pytest.mark.parametrize(
    ("boards", "code"), [([9], "no_such_play"), ([2, 9], "no_such_play"), ([0], "min_value")]
)
def test_api_rejects_invalid_boards_to_turn(boards, code):
    tournament = evening()
    answer = api_of(tournament).post(
        f"/api/v1/tournaments/{tournament.code}/changes/sides/",
        {"round": 1, "table": 1, "boards": boards, "reason": "x"},
        format="json",
    )
    assert answer.status_code == 400
    assert answer.json()["errors"][0]["code"] == code
    assert not Change.objects.exists()


def api_of(tournament: Tournament) -> APIClient:
    client = APIClient()
    client.force_authenticate(director_of(tournament))
    return client


def test_api_previews_turns_and_undoes_one_board():
    tournament = evening()
    before, client = figures(tournament), api_of(tournament)
    path = f"/api/v1/tournaments/{tournament.code}/changes/"
    values = {"round": 1, "table": 1, "boards": [2], "reason": "The table said so"}
    looked = client.post(f"{path}sides/", {**values, "preview": True}, format="json")
    assert looked.status_code == 200
    assert looked.json()["standings"]
    made = client.post(f"{path}sides/", values, format="json")
    assert (made.status_code, made.json()["action"]) == (201, "boards_turned")
    assert figures(tournament) != before
    assert client.post(f"{path}{made.json()['id']}/undo/").status_code == 201
    assert figures(tournament) == before


def test_director_turns_selected_boards_on_page():
    tournament = evening()
    sitting, client = sitting_at(tournament, 1, 1), client_of(tournament)
    path = address("repair_what", tournament, sitting.pk, "sides")
    page = client.get(path).content.decode()
    assert page.count('name="boards"') == 3
    sent = post_untouched(client, path, "reason", boards="2", do="do", reason="They said")
    assert sent.status_code == 302
    assert list(Play.objects.filter(is_turned=True).values_list("board__number", flat=True)) == [2]
    line = LogEntry.objects.get(action="boards_turned")
    assert (line.details["table"], line.details["boards"]) == (1, "2")
    assert "Boards 2 played the other way round (They said)" in (
        client.get(address("log", tournament)).content.decode()
    )


@pytest.mark.parametrize("boards", [(), (2,)])
def test_turning_with_two_winner_lists_is_rejected(boards):
    tournament = make_drawn(
        8, kind="mitchell", params={"tables": 4, "rounds": 3}, boards_per_round=3
    )
    assert tournament.winners == 2
    with pytest.raises(RuleViolationError) as caught:
        turn(tournament, *boards)
    assert caught.value.code == "two_lists"
    assert len(caught.value.details["plays"]) == (len(boards) or 3)


def test_two_list_rejection_page_links_to_rulings():
    tournament = make_drawn(
        8, kind="mitchell", params={"tables": 4, "rounds": 3}, boards_per_round=3
    )
    sitting = sitting_at(tournament, 1, 1)
    path = address("repair_what", tournament, sitting.pk, "sides")
    page = client_of(tournament).get(path).content.decode()
    for play in sitting.plays.all():
        assert address("ruling", tournament, play.pk) in page


@pytest.mark.parametrize("scoring", ["imps", "board_a_match"])
def test_single_boards_of_team_match_cannot_be_turned(scoring):
    values = {"unit": "team", "scoring": scoring, "boards_per_round": 3}
    field = make_field(4, "head_to_head", {"teams": 4}, **values)
    with pytest.raises(RuleViolationError) as caught:
        turn(field, 2)
    assert caught.value.code == "one_hand_twice"
    assert turn(field).action == "sides_exchanged"


def test_turned_board_changes_pair_match_and_can_be_undone():
    tournament = evening(scoring="cross_imps")
    change_scoring(
        tournament=tournament, scoring="cross_imps", match_scale={"vp": "wbf-imps-15"},
        tie_breaks=["none"], reason="x",
    )  # fmt: skip
    before = figures(tournament)
    change = turn(tournament, 2)
    after = figures(tournament)
    assert after != before
    assert sum(map(Fraction, after.values())) == sum(map(Fraction, before.values()))
    undo_change(change=change)
    assert figures(tournament) == before
