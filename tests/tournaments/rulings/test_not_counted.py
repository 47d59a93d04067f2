import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, enter_slips, make_drawn, plays_of, rebuild, slip
from tests.tournaments.manage import address, client_of
from tournaments.archive.verification import check_document
from tournaments.archive.writer import document_of
from tournaments.models import LogEntry, Play, PlayScore, Result, StandingRow, Tournament
from tournaments.results.services.results import correct_result
from tournaments.rulings.services.rulings import rule_result
from tournaments.setup.selectors.unfinished_items import unfinished_items
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.state.visibility import finished_boards

pytestmark = pytest.mark.django_db
METHODS = [
    "matchpoints", "ascherman", "butler", "cross_imps", "average_difference", "total_points",
]  # fmt: skip


def evening(**values):
    params = {"entrants": 4, "rounds": 1}
    tournament = make_drawn(4, boards_per_round=4, params=params, **values)
    missing = plays_of(tournament, sitting__table__number=1, board__number=4)[0]
    plays = [play for play in plays_of(tournament) if play != missing]
    points = [120 if play.sitting.table.number == 1 else 90 for play in plays]
    enter_slips(tournament, plays, [slip(each) for each in points])
    return tournament, missing


def take_away(play: Play, **values):
    return rule_result(play_id=play.pk, kind=Result.Kind.NOT_COUNTED, reason="no time", **values)


def totals(tournament: Tournament) -> dict[int, str]:
    rows = StandingRow.objects.filter(tournament=rebuild(tournament))
    return {row.team.number: row.figure for row in rows.select_related("team")}


def test_not_counted_play_scores_nothing_for_either_side():
    tournament, play = evening()
    take_away(play)
    scores = totals(tournament)
    sides = {seat.side: seat.team.number for seat in play.sitting.seats.all()}
    assert (scores[sides["NS"]], scores[sides["EW"]]) == ("100", "0")
    assert not PlayScore.objects.filter(play=play).exists()


@pytest.mark.parametrize("method", METHODS)
def test_totals_are_equal_without_a_not_counted_play(method):
    tournament, play = evening(scoring=method)
    late = rule_result(play_id=play.pk, kind=Result.Kind.LATE, reason="x")
    absent = totals(tournament)
    take_away(play)
    assert totals(tournament) == absent
    # Once played it counts again; cancelled again, it does not.
    correct_result(play_id=play.pk, slip=slip(50), reason="it was played", actor=None)
    assert totals(tournament) != absent
    take_away(play)
    assert totals(tournament) == absent
    assert late.version == 1


@pytest.mark.parametrize("games", [{"cards": "open", "scoring": "game_points"}])
def test_open_play_game_can_be_not_counted(games):
    tournament = make_drawn(
        4, kind="round_robin", params={"entrants": 4}, game={"deals": 12}, **games
    )
    play = plays_of(tournament)[0]
    take_away(play)
    assert Play.objects.get(pk=play.pk).current.kind == Result.Kind.NOT_COUNTED
    assert rebuild(tournament).state == Tournament.State.PLAYING


def test_not_counted_play_allows_finish_and_shows_cards():
    tournament, play = evening()
    take_away(play)
    assert finished_boards(tournament).filter(number=4).exists()
    assert unfinished_items(tournament).is_ready
    finished = rebuild(finish_tournament(tournament=tournament))
    assert finished.state == Tournament.State.FINISHED
    page = Client().get(reverse("tournament_board", args=[tournament.code, 4])).content.decode()
    assert "dealt," in page


def test_late_board_still_delays_the_finish():
    tournament, play = evening()
    rule_result(play_id=play.pk, kind=Result.Kind.LATE, reason="x")
    assert not unfinished_items(tournament).may_finish


def test_archive_with_a_not_counted_play_is_sound():
    tournament, play = evening()
    take_away(play)
    finish_tournament(tournament=tournament)
    report = check_document(document_of(rebuild(tournament)))
    assert report.is_sound, report


def test_page_and_api_store_not_counted_rulings():
    tournament, play = evening()
    sent = {"ruling": "not_counted", "ruling_reason": "no time", "is_public": "on"}
    client = client_of(tournament)
    assert client.post(address("ruling", tournament, play.pk), sent).status_code == 302
    stored = Play.objects.get(pk=play.pk).current
    assert (stored.kind, stored.slip) == ("not_counted", {"not_counted": True, "public": True})
    for path in (address("rulings", tournament), address("log", tournament)):
        assert "not counted" in client.get(path).content.decode()
    other = plays_of(tournament, board__number=3)[0]
    answer = client.post(
        reverse("api_rulings", args=[tournament.code]),
        {"play": other.pk, "kind": "not_counted", "reason": "no time"},
        content_type="application/json",
    )
    assert answer.status_code == 201, answer.content
    assert LogEntry.objects.filter(action="result_ruled").count() == 2
    assert director_of(tournament).pk == Play.objects.get(pk=other.pk).current.user_id


def test_correction_restores_a_not_counted_result():
    _tournament, play = evening()
    correct_result(play_id=play.pk, slip=slip(98), reason="", actor=None)
    take_away(play)
    correct_result(play_id=play.pk, slip=slip(98), reason="it was played", actor=None)
    assert Play.objects.get(pk=play.pk).current.ns_score == 10
