import json

import pytest
from django.test import Client

from tests.builders import director_of, fill_rounds, make_drawn, plays_of, rebuild, slip
from tests.shared_rows import built_once
from tests.tournaments.formats import make_field
from tests.tournaments.manage import address, client_of, messages_of, stranger
from tournaments.changes.services.repairs import record_other_set
from tournaments.errors import RuleViolationError
from tournaments.models import FouledBoard, LogEntry, PlayScore, StandingRow, Tournament
from tournaments.public.selectors.why import why_board
from tournaments.results.services.results import correct_result
from tournaments.rulings.services.fouled import split_board
from tournaments.standings.previews import preview
from tournaments.state.fouled import cards_of, fouled_boards
from tournaments.state.official import set_deadline

pytestmark = pytest.mark.django_db

POINTS = (120, 110, 98, 90, 50)


@built_once
def tournament() -> Tournament:
    tournament = make_drawn(10, boards_per_round=1)
    fill_rounds(tournament, 1)
    for play, points in zip(plays_of(tournament, board__number=1), POINTS, strict=True):
        correct_result(play_id=play.pk, slip=slip(points), reason="x", actor=None)
    return rebuild(tournament)


@pytest.fixture
def plays(tournament) -> list:
    return plays_of(tournament, board__number=1)


def board_of(tournament):
    return tournament.boards.get(number=1)


def split(tournament, plays, **values) -> FouledBoard:
    groups = {play.pk: 1 for play in plays}
    values = {"reason": "a card in the wrong pocket", **values}
    return split_board(board=board_of(tournament), groups=groups, **values)


def figures(plays) -> list[str]:
    return [PlayScore.objects.get(play=play).ns_figure for play in plays]


def test_results_are_compared_within_their_group(tournament, plays):
    before = figures(plays)
    assert before == ["100", "75", "50", "25", "0"]
    split(tournament, plays[:2])
    tournament = rebuild(tournament)
    # While the movement continues, groups are factored to the field's five results.
    assert figures(plays) == ["325/4", "75/4", "275/3", "50", "25/3"]
    assert {score.compared for score in PlayScore.objects.filter(play__in=plays[:2])} == {2}


def test_small_group_has_fixed_percentages_at_the_end():
    tournament = make_drawn(10, boards_per_round=1, params={"entrants": 10, "rounds": 1})
    plays = plays_of(tournament)
    for play, points in zip(plays, POINTS, strict=True):
        correct_result(play_id=play.pk, slip=slip(points), reason="x", actor=None)
    split(tournament, plays[:2])
    rebuild(tournament)
    assert figures(plays)[:2] == ["65", "55"]
    split(tournament, plays[:1])
    rebuild(tournament)
    score = PlayScore.objects.get(play=plays[0])
    assert (score.ns_figure, score.ew_figure, score.compared) == ("60", "60", 1)


def test_newest_fouled_board_version_counts_and_all_are_kept(tournament, plays):
    split(tournament, plays[:2])
    split(tournament, plays[1:2], reason="only that table")
    assert cards_of(tournament) == {(1, plays[1].pk): 1}
    split(tournament, [], reason="no, all had the same")
    rebuild(tournament)
    assert cards_of(tournament) == {}
    assert fouled_boards(tournament) == []
    assert figures(plays) == ["100", "75", "50", "25", "0"]
    rows = FouledBoard.objects.order_by("version").values_list("version", "reason")
    assert list(rows) == [
        (1, "a card in the wrong pocket"), (2, "only that table"), (3, "no, all had the same"),
    ]  # fmt: skip
    actions = LogEntry.objects.filter(action__startswith="board_").order_by("pk")
    assert [line.action for line in actions] == ["board_split", "board_split", "board_joined"]


def test_table_playing_another_board_set_is_not_compared():
    tournament = make_drawn(8, boards_per_round=1)
    play = plays_of(tournament, board__number=1)[0]
    split(tournament, [play])
    record_other_set(sitting=play.sitting, board_set=5, reason="x")
    assert cards_of(tournament) == {(1, play.pk): 1}
    play.refresh_from_db()
    fill_rounds(tournament, 1)
    rebuild(tournament)
    assert PlayScore.objects.get(play=play).compared == 1
    others = PlayScore.objects.exclude(play=play)
    assert {score.compared for score in others} == {3}


@pytest.mark.parametrize(
    ("values", "code"),
    [({"reason": " "}, "reason_needed"), ({"seen": 3}, "changed_since")],
)
def test_invalid_fouled_board_ruling_is_rejected(tournament, plays, values, code):
    with pytest.raises(RuleViolationError) as caught:
        split(tournament, plays[:1], **values)
    assert caught.value.code == code
    assert not FouledBoard.objects.exists()


def test_unknown_play_or_group_is_rejected_at_its_field(tournament, plays):
    board = board_of(tournament)
    elsewhere = plays_of(tournament, board__number=2)[0]
    for groups, code in (({elsewhere.pk: 1}, "no_such_play"), ({plays[0].pk: 5}, "no_such_group")):
        with pytest.raises(RuleViolationError) as caught:
            split_board(board=board, groups=groups, reason="x")
        assert (caught.value.code, caught.value.field) == (code, f"groups.{next(iter(groups))}")
    with pytest.raises(RuleViolationError) as caught:
        split_board(board=board, groups={}, reason="x")
    assert caught.value.code == "unchanged"


def test_fouled_board_in_open_play_is_rejected():
    tournament = make_drawn(4, kind="round_robin", params={"entrants": 4}, cards="open",
                            game={"deals": 12}, scoring="game_points")  # fmt: skip
    with pytest.raises(RuleViolationError, match="cards of its own"):
        split(tournament, plays_of(tournament)[:1])


def test_fouled_board_after_official_requires_late_flag(tournament, plays):
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.refresh_from_db()
    set_deadline(tournament, 0)
    with pytest.raises(RuleViolationError) as caught:
        split(tournament, plays[:1])
    assert caught.value.code == "official"
    assert split(tournament, plays[:1], late=True).version == 1


def test_fouled_board_preview_stores_nothing(tournament, plays):
    looked = preview(tournament, lambda: split(tournament, plays[:2]))
    assert looked.moves
    assert not FouledBoard.objects.exists()


def values_of(plays, chosen, **more) -> dict:
    own = {f"play_{play.pk}": int(play in chosen) for play in plays}
    return {"seen": "0", "reason": "wrong pocket", "is_public": "on", **own, **more}


def test_fouled_board_page_previews_and_stores_the_ruling(tournament, plays):
    client = client_of(tournament)
    page = address("cards", tournament, 1)
    assert "A table had other cards" in client.get(
        address("play", tournament, plays[0].pk)
    ).content.decode()  # fmt: skip
    looked = client.post(page, values_of(plays, plays[:2], do="look"))
    assert "What it changes" in looked.content.decode()
    assert not FouledBoard.objects.exists()
    answer = client.post(page, values_of(plays, plays[:2]))
    assert answer.status_code == 302
    assert messages_of(answer) == ["The ruling is stored. The standings follow."]
    assert FouledBoard.objects.get().groups == {str(play.pk): 1 for play in plays[:2]}
    listed = client.get(address("rulings", tournament)).content.decode()
    assert "Boards with other cards at some tables" in listed
    assert "round 1, table 1; round 1, table 2" in listed
    again = client.post(page, values_of(plays, plays[:1]))
    assert again.status_code == 409
    assert " changed this at" in again.content.decode()
    (row,) = again.context["meanwhile"].differences
    assert (row.label, row.now, row.mine) == ("Cards of table 2 in round 1", "A", "as dealt")
    assert stranger().get(page).status_code == 404


def test_public_board_page_shows_groups_and_public_reason(tournament, plays, client):
    split(tournament, plays[3:])
    rebuild(tournament)
    page = client.get(f"/en/t/{tournament.code}/board/1/").content.decode()
    assert "Not all tables had the same cards" in page
    assert "Reason: a card in the wrong pocket" in page
    assert page.count("other cards, A") == 2
    split(tournament, plays[3:4], is_public=False)
    rebuild(tournament)
    page = client.get(f"/en/t/{tournament.code}/board/1/").content.decode()
    assert "Reason:" not in page
    assert page.count("other cards, A") == 1
    lines = client.get(f"/en/t/{tournament.code}/board/1.csv").content.decode().splitlines()
    assert [line.rsplit(",", 1)[1] for line in lines[1:]] == ["", "", "", "", "A"]


def test_why_board_counts_only_tables_with_the_same_cards(tournament, plays, client):
    split(tournament, plays[3:])
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    rebuild(tournament)
    why = why_board(tournament, plays[4].pk, "ns")
    assert (why.reason.others, why.reason.more, why.reason.is_fouled) == (1, 1, True)
    address = f"/en/t/{tournament.code}/why/{plays[4].pk}/ns/"
    page = client.get(address).content.decode()
    assert "only those that had the same are compared" in page


def test_fouled_team_match_gives_both_teams_average_plus(client):
    tournament = make_field(2, "head_to_head", {"teams": 2}, unit="team", scoring="imps",
                            boards_per_round=1)  # fmt: skip
    fill_rounds(tournament, 1)
    plays = plays_of(tournament)
    split_board(board=board_of(tournament), groups={plays[1].pk: 1}, reason="x")
    rebuild(tournament)
    rows = StandingRow.objects.filter(tournament=tournament)
    assert {row.team.number: row.figure for row in rows} == {1: "2", 2: "2"}
    page = client.get(f"/en/t/{tournament.code}/why/{plays[0].pk}/ns/").content.decode()
    assert "both teams have average plus" in page


def send(client: Client, tournament, body) -> tuple[int, dict]:
    address = f"/api/v1/tournaments/{tournament.code}/boards/1/cards/"
    answer = client.post(address, json.dumps(body), content_type="application/json")
    return answer.status_code, answer.json()


def test_api_stores_fouled_board_groups(tournament, plays, client):
    body = {"groups": {str(plays[0].pk): 2}, "reason": "x"}
    assert send(client, tournament, body)[0] in (401, 403)
    director = Client()
    director.force_login(director_of(tournament))
    status, made = send(director, tournament, {**body, "seen": 0})
    assert (status, made["version"], made["groups"]) == (201, 1, {str(plays[0].pk): 2})
    rows = client.get(f"/api/v1/tournaments/{tournament.code}/boards/1/").json()["results"]
    assert sorted(row["group"] for row in rows) == [0, 0, 0, 0, 2]
    for wrong in ({"groups": {"x": 1}}, {"groups": {"1" * 30: 1}}, {"groups": {"0": 1}},
                  {"groups": {str(plays[0].pk): -1}}, {"groups": []}, {"seen": -1}):  # fmt: skip
        assert send(director, tournament, {**body, **wrong})[0] == 400, wrong
    assert send(director, tournament, {**body, "seen": 0}) == (201, made)
    status, other = send(director, tournament, {**body, "groups": {}, "seen": 0})
    assert (status, other["details"]["seen"]) == (409, "1")
    assert send(director, tournament, {"groups": {}, "reason": "y"})[0] == 201
    assert FouledBoard.objects.count() == 2
