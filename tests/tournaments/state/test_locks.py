"""Lock waits: entries wait only for changes that they depend on."""

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.db import OperationalError, connection, transaction

from tests.builders import enter, fill_rounds, make_drawn, plays_of
from tournaments.console.services.calls import call_director
from tournaments.models import Play, Result, StandingRow
from tournaments.results.services.results import confirm_result, correct_result
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.tasks import rebuild_now
from tournaments.state.locks import lock_for_ranking, lock_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _rows_are_locked() -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("one writer at a time here: nothing to wait for but the whole database")


def run_in_session(deed: Callable[[], Any]) -> Future[Any]:
    """Run in another session with a lock timeout of one second."""

    def run() -> Any:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SET lock_timeout = '1s'")
            return deed()
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(run)


@pytest.fixture
def tournament():
    made = make_drawn(8, boards_per_round=1)
    fill_rounds(made, 1)
    rebuild_now(made.pk)
    return made


def waiting(tournament) -> list[Play]:
    return plays_of(tournament, sitting__round__number=2)


def test_entries_of_different_tables_do_not_block_each_other(tournament):
    first, second, *_rest = waiting(tournament)
    with transaction.atomic():
        enter(first)
        run_in_session(lambda: enter(second)).result()
        assert Result.objects.filter(play=second).count() == 1
    assert Result.objects.filter(play=first).count() == 1


def test_entry_is_not_blocked_by_storing_standings(tournament):
    """Foreign keys from ranking rows to plays must not meet an entry's lock."""
    play = plays_of(tournament, sitting__round__number=1)[0]
    with transaction.atomic():
        lock_for_ranking(tournament.pk)
        StandingRow.objects.filter(tournament=tournament).delete()
        play.score.delete()
        run_in_session(lambda: correct(play)).result()
        run_in_session(lambda: enter(waiting(tournament)[0])).result()
    assert play.results.count() == 2


def correct(play: Play) -> Result:
    return correct_result(
        play_id=play.pk,
        slip={"contract": "H", "declarer": "S", "points": {"NS": 150, "EW": 12}},
        reason="misread",
        actor=None,
    )


def test_standings_rebuild_is_not_blocked_by_entries(tournament):
    counted = plays_of(tournament, sitting__round__number=1)[0]
    with transaction.atomic():
        correct(counted)
        enter(waiting(tournament)[0])
        call_director(table=counted.sitting.table)
        run_in_session(lambda: rebuild_now(tournament.pk)).result()
    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.is_fresh


def test_tournament_lock_and_entries_block_each_other(tournament):
    play, other, *_rest = waiting(tournament)
    with transaction.atomic():
        enter(play)
        with pytest.raises(OperationalError, match="lock timeout"):
            run_in_session(lambda: finish_tournament(tournament=tournament)).result()
    with transaction.atomic():
        lock_tournament(tournament.pk)
        with pytest.raises(OperationalError, match="lock timeout"):
            run_in_session(lambda: enter(other)).result()
    assert not other.results.exists()


def test_confirmation_blocks_entry_for_the_same_play(tournament):
    play = waiting(tournament)[0]
    result = enter(play)
    with transaction.atomic():
        confirm_result(table=play.sitting.table, play_id=play.pk, side="EW", agrees=True, version=1)
        with pytest.raises(OperationalError, match="lock timeout"):
            run_in_session(lambda: enter(play, "EW")).result()
    play.refresh_from_db()
    assert (play.state, play.current) == (Play.State.CONFIRMED, result)
