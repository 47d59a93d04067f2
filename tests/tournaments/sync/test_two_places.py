"""Hall and server exchange entries without loss or duplicates."""

import pytest

from tests.builders import enter, enter_and_confirm, make_drawn, rebuild, slip
from tests.shared_rows import built_once
from tests.tournaments.sync.places import (
    SyncPair,
    counted_results,
    over_json,
    paired_ends,
    play_at,
    plays_in,
    scores,
    seats,
)
from tournaments.cash.services.fees import FeeKindRequest, remove_fees, set_fees, set_kinds
from tournaments.cash.services.ledger import open_till
from tournaments.cash.services.prizes import announce_prizes, plan_prizes
from tournaments.changes.services.repairs import exchange_sides
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round
from tournaments.draws.services.draws import publish_draw, undo_draw
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Play, Result, SyncConflict, SyncedFact
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.rulings.services.rulings import adjust
from tournaments.sync.protocol import answer_message, write_message
from tournaments.sync.services.conflicts import accept_result, reject_result, select_result
from tournaments.sync.services.pairing import end_link
from tournaments.sync.services.transfers import cancel_move, request_move, resolve_split, take_over

pytestmark = pytest.mark.django_db
PRIZES = {
    "way": "share", "percent": 50, "fixed": 0, "step": 1, "shares": [100], "nth": 0, "each": None,
}  # fmt: skip


@built_once
def places() -> SyncPair:
    return paired_ends()


def test_paired_hall_has_the_full_tournament_and_leads(places):
    assert seats(places.at_hall) == seats(places.at_server)
    assert places.at_server.led_elsewhere
    assert not places.at_hall.led_elsewhere
    assert places.at_hall.seed == places.at_server.seed


def test_hall_entries_are_synced_to_the_server(places):
    where = plays_in(places.at_hall)[0]
    result = enter_and_confirm(play_at(places.at_hall, *where), who="Ана")
    places.exchange_all()
    play = play_at(places.at_server, *where)
    assert (play.state, play.current.net) == (Play.State.CONFIRMED, result.net)
    assert scores(places.at_server) == scores(places.at_hall)
    assert rebuild(places.at_server).standings_version > 0


def test_server_entries_are_synced_to_the_hall(places):
    where = plays_in(places.at_server)[1]
    enter(play_at(places.at_server, *where))
    places.exchange_all()
    assert play_at(places.at_hall, *where).state == Play.State.ENTERED
    play = play_at(places.at_hall, *where)
    confirm_result(
        table=play.sitting.table, play_id=play.pk, version=play.current.version, side="EW",
        agrees=True,
    )  # fmt: skip
    places.exchange_all()
    assert play_at(places.at_server, *where).state == Play.State.CONFIRMED


@pytest.mark.sql
def test_repeated_sync_message_is_applied_once(places):
    enter_and_confirm(play_at(places.at_hall, *plays_in(places.at_hall)[0]))
    letter = over_json(write_message(places.hall.pk))
    first = over_json(answer_message(places.server.pk, letter))
    stored = scores(places.at_server), LogEntry.objects.count(), SyncedFact.objects.count()
    again = over_json(answer_message(places.server.pk, letter))
    assert sorted(again["have"]) == sorted(first["have"])
    assert (
        scores(places.at_server),
        LogEntry.objects.count(),
        SyncedFact.objects.count(),
    ) == stored


def test_lost_sync_response_loses_no_results(places):
    here, there = plays_in(places.at_hall)[:2]
    enter(play_at(places.at_hall, *here))
    enter(play_at(places.at_server, *there))
    places.exchange(lose_answer=True)
    places.exchange(lose_letter=True)
    places.exchange_all()
    assert scores(places.at_hall) == scores(places.at_server)
    assert len(scores(places.at_hall)) == 2


@pytest.mark.sql
def test_result_conflict_is_shown_at_both_ends_until_resolved(places):
    where = plays_in(places.at_hall)[0]
    enter_and_confirm(play_at(places.at_hall, *where), slip=slip(98))
    enter_and_confirm(play_at(places.at_server, *where), slip=slip(110))
    places.exchange_all()
    for line in (places.hall, places.server):
        [difference] = line.differences.filter(decided_at=None)
        assert difference.kind == SyncConflict.Kind.RESULT
    assert play_at(places.at_hall, *where).state == Play.State.DISPUTED
    assert counted_results(places.at_hall) == counted_results(places.at_server)
    assert len(scores(places.at_server)) == 2
    [difference] = places.server.differences.all()
    wanted = Result.objects.get(play=difference.play, version=1)
    select_result(difference=difference, result=wanted)
    places.exchange_all()
    for line in (places.hall, places.server):
        assert not line.differences.filter(decided_at=None).exists()
    play = play_at(places.at_hall, *where)
    assert (play.state, play.current.net) == (Play.State.CONFIRMED, wanted.net)
    assert len(scores(places.at_hall)) == 2


def test_same_result_at_both_ends_is_no_conflict(places):
    where = plays_in(places.at_hall)[0]
    enter_and_confirm(play_at(places.at_hall, *where), slip=slip(98))
    enter(play_at(places.at_server, *where), slip=slip(98))
    places.exchange_all()
    assert not SyncConflict.objects.exists()
    assert play_at(places.at_server, *where).state == Play.State.CONFIRMED


def test_correction_of_a_synced_result_is_no_conflict(places):
    where = plays_in(places.at_hall)[0]
    enter_and_confirm(play_at(places.at_hall, *where), slip=slip(98))
    places.exchange_all()
    play = play_at(places.at_server, *where)
    correct_result(play_id=play.pk, slip=slip(74), reason="Misread", actor=None)
    places.exchange_all()
    assert not SyncConflict.objects.exists()
    assert counted_results(places.at_hall)[where] == counted_results(places.at_server)[where]
    assert play_at(places.at_hall, *where).current.reason == "Misread"


def test_rounds_and_clock_follow_the_leader():
    places = paired_ends(make_drawn(6, publish=False))
    publish_draw(tournament=places.at_hall)
    start_round(tournament=places.at_hall, number=1)
    places.exchange_all()
    assert seats(places.at_server) == seats(places.at_hall)
    assert places.at_server.state == places.at_hall.state == "playing"


def test_entrants_and_draws_from_the_hall_are_synced():
    from tests.builders import enter_teams, make_tournament
    from tournaments.draws.services.draws import draw_tournament

    tournament = make_tournament()
    enter_teams(tournament, 5)
    places = paired_ends(tournament)
    add_team(tournament=places.at_hall, players=("Нова Двойка", "Втори Играч"))
    draw_tournament(tournament=places.at_hall, kind="barometer", params={"entrants": 6})
    publish_draw(tournament=places.at_hall)
    enter(play_at(places.at_hall, *plays_in(places.at_hall)[0]))
    places.exchange_all()
    assert seats(places.at_server) == seats(places.at_hall)
    assert scores(places.at_server) == scores(places.at_hall)
    assert places.at_server.club.players.filter(name="Нова Двойка").exists()


def test_only_the_leader_can_start_rounds(places):
    with pytest.raises(RuleViolationError) as refused:
        start_round(tournament=places.at_server, number=1)
    assert refused.value.code == "led_elsewhere"
    start_round(tournament=places.at_hall, number=1)


@pytest.mark.parametrize(
    "act",
    [
        lambda tournament: set_fees(
            tournament=tournament, kinds=[FeeKindRequest(500, code="member")]
        ),
        lambda tournament: remove_fees(tournament=tournament),
        lambda tournament: set_kinds(team=tournament.teams.first(), kinds={}),
        lambda tournament: open_till(tournament=tournament),
        lambda tournament: plan_prizes(tournament=tournament, **PRIZES),
        lambda tournament: announce_prizes(tournament=tournament),
        lambda tournament: call_director(table=tournament.tables.first()),
        lambda tournament: adjust(team=tournament.teams.first(), amount=1, reason="late"),
    ],
    ids=["fees", "no fees", "kinds", "till", "prizes", "announced", "call", "penalty"],
)
def test_only_the_leader_can_change_fees_prizes_and_rules(places, act):
    with pytest.raises(RuleViolationError) as refused:
        act(places.at_server)
    assert refused.value.code == "led_elsewhere"


def test_result_for_changed_seats_becomes_a_conflict(places):
    where = plays_in(places.at_server)[0]
    enter_and_confirm(play_at(places.at_server, *where), slip=slip(110))
    swap_sides(places.at_hall, where)
    places.exchange_all()
    assert scores(places.at_hall) == []
    for line in (places.hall, places.server):
        [difference] = line.differences.filter(decided_at=None)
        assert difference.kind == SyncConflict.Kind.SEATS
    [difference] = places.hall.differences.all()
    accept_result(difference=difference)
    places.exchange_all()
    assert len(scores(places.at_hall)) == 1
    assert counted_results(places.at_hall) == counted_results(places.at_server)
    assert not SyncConflict.objects.filter(decided_at=None).exists()


def test_rejected_result_for_changed_seats_stays_stored(places):
    where = plays_in(places.at_server)[0]
    enter_and_confirm(play_at(places.at_server, *where), slip=slip(110))
    swap_sides(places.at_hall, where)
    places.exchange_all()
    [difference] = places.hall.differences.all()
    reject_result(difference=difference)
    places.exchange_all()
    assert counted_results(places.at_server)[where] == ("empty", None)
    assert counted_results(places.at_server) == counted_results(places.at_hall)
    assert SyncedFact.objects.filter(line=places.hall, kind="result", is_aside=True).count() == 1
    assert not SyncConflict.objects.filter(decided_at=None).exists()


def swap_sides(tournament, where):
    sitting = play_at(tournament, *where).sitting
    exchange_sides(sitting=sitting, reason="They sat the other way round")


# The evening moves -------------------------------------------------------------------------------


def test_lead_can_move_from_hall_to_server(places):
    enter_and_confirm(play_at(places.at_hall, *plays_in(places.at_hall)[0]))
    request_move(line=places.hall, to="server")
    with pytest.raises(RuleViolationError):
        start_round(tournament=places.at_hall, number=1)
    places.exchange_all()
    assert (places.server.leader, places.hall.leader) == ("server", "server")
    start_round(tournament=places.at_server, number=1)
    places.exchange_all()
    assert seats(places.at_server) == seats(places.at_hall)
    with pytest.raises(RuleViolationError):
        start_round(tournament=places.at_hall, number=1)


def test_server_can_request_the_lead(places):
    request_move(line=places.server, to="server")
    places.exchange_all()
    places.exchange_all()
    assert places.hall.leader == places.server.leader == "server"
    assert not places.at_server.led_elsewhere


def test_hall_can_request_the_lead_again():
    places = paired_ends(take=False)
    assert places.at_hall.led_elsewhere
    start_round(tournament=places.at_server, number=1)
    request_move(line=places.hall, to="hall")
    places.exchange_all()
    assert places.hall.leader == places.server.leader == "hall"
    assert seats(places.at_server) == seats(places.at_hall)
    assert not places.at_hall.led_elsewhere


def test_unanswered_move_can_be_cancelled(places):
    request_move(line=places.hall, to="server")
    cancel_move(line=places.hall)
    start_round(tournament=places.at_hall, number=1)


def test_lost_response_during_a_move_leaves_one_leader(places):
    request_move(line=places.hall, to="server")
    for _each in range(4):
        places.exchange(lose_answer=True)
    assert places.at_hall.led_elsewhere
    places.exchange_all()
    assert (places.server.leader, places.hall.leader) == ("server", "server")
    assert not SyncConflict.objects.exists()


def test_take_over_from_an_unchanged_hall_is_no_conflict(places):
    places.exchange_all()
    enter(play_at(places.at_hall, *plays_in(places.at_hall)[0]))
    take_over(line=places.server)
    start_round(tournament=places.at_server, number=1)
    places.exchange_all()
    assert not SyncConflict.objects.exists()
    assert seats(places.at_server) == seats(places.at_hall)
    assert scores(places.at_server) == scores(places.at_hall)


def test_diverged_tournaments_become_a_conflict_to_resolve(places):
    places.exchange_all()
    take_over(line=places.server)
    start_round(tournament=places.at_hall, number=2)
    start_round(tournament=places.at_server, number=1)
    places.exchange_all()
    for line in (places.hall, places.server):
        [difference] = line.differences.filter(decided_at=None)
        assert difference.kind == SyncConflict.Kind.LEAD
        assert difference.body["document"]
    assert places.at_hall.rounds.get(number=2).started_at
    resolve_split(line=places.server, place="hall")
    places.exchange_all()
    places.exchange_all()
    assert places.hall.leader == places.server.leader == "hall"
    assert seats(places.at_server) == seats(places.at_hall)
    assert places.at_server.rounds.get(number=2).started_at
    assert not SyncConflict.objects.filter(decided_at=None).exists()


def test_draw_undone_in_the_hall_keeps_server_entries():
    tournament = make_drawn(6, publish=False)
    publish_draw(tournament=tournament)
    places = paired_ends(tournament)
    where = plays_in(places.at_server)[0]
    enter(play_at(places.at_server, *where))
    undo_draw(tournament=places.at_hall)
    places.exchange_all()
    places.exchange_all()
    assert plays_in(places.at_server) == []
    assert SyncedFact.objects.filter(line=places.hall, kind="result").count() == 1
    for line in (places.hall, places.server):
        assert line.differences.filter(decided_at=None, kind="seats").count() == 1


# Codes and secrets -------------------------------------------------------------------------------


def test_ended_link_returns_the_lead_to_the_server(places):
    end_link(line=places.server)
    assert not places.at_server.led_elsewhere
    start_round(tournament=places.at_server, number=1)
