import pytest

from games.analysis.versions import analysis_version
from games.models import Analysis
from tests.builders import make_drawn, plays_of, slip
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.models import LogEntry
from tournaments.results.services.results import correct_result
from tournaments.rulings.selectors.suspicious_results import (
    count_suspicious_results,
    suspicious_results,
)
from tournaments.scoring.suspicious import Suspicion

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament():
    tournament = make_drawn(12, boards_per_round=1)
    slips = [slip(98), slip(98), slip(108), slip(108), slip(98), slip(62, declarer="E")]
    for play, each in zip(plays_of(tournament, sitting__round__number=1), slips, strict=True):
        correct_result(play_id=play.pk, slip=each, reason="test", actor=None)
    swapped = plays_of(tournament, sitting__round__number=1)[5]
    far = slip(20, declarer="S", contra=2)
    correct_result(play_id=swapped.pk, slip=far, reason="test", actor=None)
    return tournament


def test_result_far_from_the_field_is_listed_with_a_link(tournament):
    [found] = suspicious_results(tournament)
    assert found.doubt.suspicion is Suspicion.FAR_FROM_FIELD
    assert (found.doubt.result.table, found.doubt.found) == (6, -64)
    client = client_of(tournament)
    page = client.get(address("doubts", tournament)).content.decode()
    assert address("play", tournament, found.play) in page
    assert "Far from the others: −64" in page
    assert (
        "1 result looks unusual" in client.get(address("tournament", tournament)).content.decode()
    )


def test_note_dismisses_suspicion_until_the_result_changes(tournament):
    [found] = suspicious_results(tournament)
    client = client_of(tournament)
    sent = {"play": found.play, "result": found.result, "suspicion": "far_from_field", "note": ""}
    assert messages_of(client.post(address("doubts", tournament), sent)) == [
        "Write a word about what you found."
    ]
    client.post(address("doubts", tournament), {**sent, "note": "it is\x00 right"})
    assert suspicious_results(tournament) == []
    assert count_suspicious_results(tournament) == 0
    line = LogEntry.objects.get(action="doubt_dismissed")
    assert line.details["note"] == "it is right"
    far = slip(24, declarer="S", contra=2)
    correct_result(play_id=found.play, slip=far, reason="again", actor=None)
    assert len(suspicious_results(tournament)) == 1


@pytest.mark.sql
def test_the_same_entry_on_two_boards_is_listed():
    tournament = make_drawn(8, boards_per_round=2)
    for play in plays_of(tournament, sitting__round__number=1, sitting__table__number=1):
        correct_result(play_id=play.pk, slip=slip(98), reason="test", actor=None)
    assert [each.doubt.suspicion for each in suspicious_results(tournament)] == [
        Suspicion.ENTERED_TWICE, Suspicion.ENTERED_TWICE,
    ]  # fmt: skip


def test_result_far_from_par_is_listed_after_analysis():
    tournament = make_drawn(8, boards_per_round=1)
    first, *others = plays_of(tournament, sitting__round__number=1)
    for play in others:
        correct_result(play_id=play.pk, slip=slip(98), reason="test", actor=None)
    par = {
        "contract": "AT", "seat": "EW", "contra": 1, "outcome": "made", "score": [0, 52],
        "contracts": [], "by_taker": False,
    }  # fmt: skip
    Analysis.objects.create(
        deal=first.board.deal, version=analysis_version(tournament.variant), par=par, is_whole=True
    )
    assert suspicious_results(tournament) == []  # one table has not played the board
    correct_result(play_id=first.pk, slip=slip(20, contra=1), reason="test", actor=None)
    far = [
        (each.doubt.suspicion, each.doubt.found, each.doubt.usual)
        for each in suspicious_results(tournament)
    ]
    assert far == [(Suspicion.FAR_FROM_PAR, 4, -52)] * 3
    page = client_of(tournament).get(address("doubts", tournament)).content.decode()
    assert "Far from the best play: +4, where −52 is par." in page


@pytest.mark.parametrize("teams", [4, 16])
def test_suspicious_results_use_at_most_nine_queries(django_assert_max_num_queries, teams):
    tournament = make_drawn(teams, boards_per_round=1)
    for play in plays_of(tournament, sitting__round__number=1):
        correct_result(play_id=play.pk, slip=slip(98), reason="test", actor=None)
    with django_assert_max_num_queries(9):
        suspicious_results(tournament)


def test_lead_out_of_turn_is_listed_until_dismissed():
    tournament = make_drawn(8, boards_per_round=2)
    first, second = plays_of(tournament, sitting__round__number=1, sitting__table__number=1)
    assert (first.board.deal.dealer, second.board.deal.dealer) == ("N", "W")
    right = slip(98, lead="W")
    correct_result(play_id=first.pk, slip=right, reason="test", actor=None)
    assert suspicious_results(tournament) == []
    correct_result(play_id=first.pk, slip=slip(98, lead="E"), reason="test", actor=None)
    correct_result(play_id=second.pk, slip=slip(92, lead="S"), reason="test", actor=None)
    [found] = suspicious_results(tournament)
    assert (found.play, found.doubt.suspicion) == (first.pk, Suspicion.WRONG_LEAD)
    assert (found.doubt.found, found.doubt.usual) == ("E", "W")
    client = client_of(tournament)
    page = client.get(address("doubts", tournament)).content.decode()
    assert "Led from East, where West leads." in page
    sent = {"play": found.play, "result": found.result, "suspicion": "wrong_lead"}
    client.post(address("doubts", tournament), {**sent, "note": "asked: it was West"})
    assert suspicious_results(tournament) == []


def test_duplicate_entry_is_found_despite_different_leads():
    tournament = make_drawn(8, boards_per_round=2)
    plays = plays_of(tournament, sitting__round__number=1, sitting__table__number=1)
    for play, more in zip(plays, [{}, {"lead": "S"}], strict=True):
        correct_result(play_id=play.pk, slip=slip(98, **more), reason="test", actor=None)
    assert {each.doubt.suspicion for each in suspicious_results(tournament)} == {
        Suspicion.ENTERED_TWICE
    }
