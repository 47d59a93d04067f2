import threading

import pytest
from django.db import connection

from tests.builders import enter, plays_of
from tests.tournaments.formats import better_wins, make_field, pairs_in, play_on, resting_in
from tournaments.draws.selectors.movements import movement_of
from tournaments.draws.services.draws import publish_draw
from tournaments.draws.services.rounds import (
    delete_last_round,
    draw_next_round,
    publish_round,
    redraw_round,
)
from tournaments.errors import RuleViolationError
from tournaments.models import LogEntry, Play, Round, Team
from tournaments.movements import check_movement

pytestmark = pytest.mark.django_db


def swiss(entrants=8, rounds=3, **values):
    params = {"entrants": entrants, "rounds": rounds, **values.pop("params", {})}
    return make_field(entrants, values.pop("kind", "swiss"), params, **values)


def test_swiss_draw_creates_one_random_round():
    tournament = swiss()
    assert (tournament.rounds.count(), tournament.boards.count()) == (1, 6)
    assert tournament.planned_rounds == 3
    first = tournament.rounds.get()
    assert first.is_published
    assert first.sittings.first().reasons == [{"code": "lot"}]


def test_next_swiss_round_pairs_equal_results_as_draft():
    tournament = swiss(params={"first": "seeding"})
    assert sorted(map(sorted, pairs_in(tournament.rounds.get()))) == [
        [1, 5],
        [2, 6],
        [3, 7],
        [4, 8],
    ]
    better_wins(tournament, 1)
    draft = draw_next_round(tournament=tournament)
    assert (draft.number, draft.is_published) == (2, False)
    winners = {frozenset(pair) for pair in pairs_in(draft) if max(pair) <= 4}
    assert len(winners) == 2
    assert draft.drawn["system"] == "swiss"
    assert draft.drawn["order"][:4] == [1, 2, 3, 4]
    assert (draft.drawn["rematches"], draft.drawn["forbidden"]) == ([], [])


@pytest.mark.sample
@pytest.mark.parametrize("kind", ["swiss", "danish", "random"])
@pytest.mark.parametrize("entrants", [8, 9])
def test_drawn_tournaments_are_valid_with_fair_rests(kind, entrants):
    tournament = swiss(entrants, rounds=4, kind=kind)
    rounds = play_on(tournament, 4)
    stored = movement_of(tournament)
    checked = check_movement(stored)
    assert checked.is_valid
    if kind != "danish":
        assert checked.repeats == ()
    rested = [number for row in rounds for number in resting_in(row)]
    assert len(rested) == len(set(rested)) == (4 if entrants == 9 else 0)


def test_swiss_teams_meet_at_two_tables_on_same_boards():
    tournament = swiss(6, unit="team", scoring="imps")
    rounds = play_on(tournament, 3)
    stored = movement_of(tournament)
    assert check_movement(stored).is_valid
    assert check_movement(stored).repeats == ()
    rooms = pairs_in(rounds[2])
    assert rooms[1] == rooms[0][::-1]
    assert len({sitting.board_set for sitting in rounds[2].sittings.all()}) == 1


def test_group_members_are_kept_apart_with_a_reason():
    tournament = swiss(4, params={"first": "seeding"})
    Team.objects.filter(number__in=[1, 2]).update(group="Petrovi")
    better_wins(tournament, 1)
    draft = draw_next_round(tournament=tournament)
    pairs = {frozenset(pair) for pair in pairs_in(draft)}
    assert pairs == {frozenset({1, 4}), frozenset({2, 3})}
    reasons = [reason for sitting in draft.sittings.all() for reason in sitting.reasons]
    avoid = next(reason for reason in reasons if reason["code"] == "avoid")
    assert (avoid["group"], avoid["team"]) == ("Petrovi", 2)


def test_team_with_fixed_table_keeps_it():
    tournament = swiss(8, publish=False)
    Team.objects.filter(number=5).update(fixed_table=3)
    publish_draw(tournament=tournament)
    better_wins(tournament, 1)
    draft = draw_next_round(tournament=tournament)
    seat = draft.seats.get(team__number=5)
    assert (seat.sitting.table.number, seat.side) == (3, "NS")


def test_withdrawn_team_is_not_drawn():
    tournament = swiss(8)
    better_wins(tournament, 1)
    Team.objects.filter(number=8).update(withdrawn_from=2)
    draft = draw_next_round(tournament=tournament)
    playing = {number for pair in pairs_in(draft) for number in pair}
    assert len(playing) == 6
    assert len(resting_in(draft)) == 1
    assert not draft.seats.filter(team__number=8).exists()


def test_missing_result_blocks_draw_unless_provisional():
    tournament = swiss()
    better_wins(tournament, 1)
    Play.objects.filter(pk=plays_of(tournament)[0].pk).update(state="empty", current=None)
    with pytest.raises(RuleViolationError) as caught:
        draw_next_round(tournament=tournament)
    assert (caught.value.code, caught.value.details["missing"]) == ("results_missing", 1)
    draft = draw_next_round(tournament=tournament, provisional=True)
    assert draft.drawn["provisional"] == 1


def test_drawing_same_round_again_returns_existing_draft():
    tournament = swiss()
    better_wins(tournament, 1)
    draft = draw_next_round(tournament=tournament, number=2)
    assert draw_next_round(tournament=tournament, number=2).pk == draft.pk
    assert draw_next_round(tournament=tournament).pk == draft.pk
    assert tournament.rounds.count() == 2
    assert LogEntry.objects.filter(action="round_drawn").count() == 1
    with pytest.raises(RuleViolationError, match="Round 3 is the next one"):
        draw_next_round(tournament=tournament, number=5)


def test_round_beyond_plan_requires_one_more_option():
    tournament = swiss(rounds=1)
    better_wins(tournament, 1)
    with pytest.raises(RuleViolationError) as caught:
        draw_next_round(tournament=tournament)
    assert caught.value.code == "all_rounds_drawn"
    assert draw_next_round(tournament=tournament, one_more=True).number == 2
    tournament.refresh_from_db()
    assert (tournament.planned_rounds, tournament.boards.count()) == (2, 4)


def test_publishing_round_increments_facts_version_once():
    tournament = swiss()
    better_wins(tournament, 1)
    draw_next_round(tournament=tournament)
    tournament.refresh_from_db()
    before = tournament.facts_version
    assert publish_round(tournament=tournament, number=2).is_published
    publish_round(tournament=tournament, number=2)
    tournament.refresh_from_db()
    assert tournament.facts_version == before + 1


def test_draft_round_can_be_redrawn_and_deleted():
    tournament = swiss(10, kind="random")
    better_wins(tournament, 1)
    first = pairs_in(draw_next_round(tournament=tournament))
    again = redraw_round(tournament=tournament, number=2)
    assert (again.drawn["attempt"], again.is_published) == (1, False)
    assert pairs_in(again) != first
    assert Play.objects.filter(sitting__round=again).count() == 5 * 2
    delete_last_round(tournament=tournament, number=2)
    assert list(Round.objects.values_list("number", flat=True)) == [1]


def test_redraw_of_round_with_results_requires_override():
    tournament = swiss()
    better_wins(tournament, 1)
    draw_next_round(tournament=tournament)
    publish_round(tournament=tournament, number=2)
    enter(plays_of(tournament, sitting__round__number=2)[0])
    with pytest.raises(RuleViolationError) as caught:
        redraw_round(tournament=tournament, number=2)
    assert (caught.value.code, caught.value.details["results"]) == ("results_exist", 1)
    again = redraw_round(tournament=tournament, number=2, even_with_results=True)
    assert not again.is_published
    assert not plays_of(tournament, sitting__round__number=2, current__isnull=False)


def test_first_round_cannot_be_deleted_alone():
    with pytest.raises(RuleViolationError, match="whole draw"):
        delete_last_round(tournament=swiss(), number=1)


def test_preseated_movement_has_no_next_round():
    tournament = make_field(4, "barometer", {"entrants": 4})
    with pytest.raises(RuleViolationError) as caught:
        draw_next_round(tournament=tournament)
    assert caught.value.code == "drawn_whole"


@pytest.mark.django_db(transaction=True)
def test_concurrent_draws_create_one_round():
    tournament = swiss()
    better_wins(tournament, 1)
    ready, found, failed = threading.Barrier(2), [], []

    def direct():
        try:
            ready.wait()
            found.append(draw_next_round(tournament=tournament, number=2).pk)
        except Exception as error:
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=direct) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    assert len(set(found)) == 1
    assert tournament.rounds.count() == 2
    assert LogEntry.objects.filter(action="round_drawn").count() == 1


def test_large_field_is_paired_by_worker(monkeypatch):
    from jobs.models import Job
    from jobs.tasks import run
    from tournaments.draws.services import rounds as pairing

    monkeypatch.setattr(pairing, "MAX_SYNC_TEAMS", 7)
    tournament = swiss()
    better_wins(tournament, 1)
    assert draw_next_round(tournament=tournament, number=2) is None
    assert draw_next_round(tournament=tournament, number=2) is None
    job = Job.objects.get(kind="pairing")
    assert tournament.rounds.count() == 1
    run(job.pk)
    job.refresh_from_db()
    assert (job.state, job.done, job.result) == ("done", 3, {"round": 2, "made": True})
    draft = tournament.rounds.get(number=2)
    assert not draft.is_published
    assert len(pairs_in(draft)) == 4
