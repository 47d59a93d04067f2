"""Derived rows depend on the facts alone, not on their order."""

import random

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.builders import fill_rounds, make_club, make_drawn, plays_of, rebuild, slip
from tests.tournaments.contests import score
from tests.tournaments.standings.rows import everything, rebuild_from_scratch
from tournaments.models import PlayScore, StandingRow, Tournament
from tournaments.results.services.results import correct_result
from tournaments.standings import storage as derived
from tournaments.standings import tasks
from tournaments.standings.cached import rebuild_from
from tournaments.standings.tasks import rebuild_now

pytestmark = pytest.mark.django_db


@pytest.mark.sample
@pytest.mark.parametrize("scale", [{}, {"vp": "wbf-points-60"}])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_incremental_rows_equal_a_full_rebuild(seed, scale):
    tournament = make_drawn(8, boards_per_round=1)
    Tournament.objects.filter(pk=tournament.pk).update(match_scale=scale)
    rng = random.Random(seed)
    plays = plays_of(tournament, sitting__round__number__lte=3) * 2
    rng.shuffle(plays)
    for play in plays:
        correct_result(
            play_id=play.pk, slip=slip(rng.choice([62, 82, 98, 120])), reason="x", actor=None
        )
        if rng.random() < 0.3:
            rebuild(tournament)
    rebuild(tournament)
    kept = everything(tournament)
    rebuild_from_scratch(tournament)
    assert everything(tournament) == kept
    assert len(kept[0]) == 8


def test_rows_do_not_depend_on_result_order_or_repetition():
    found = []
    for seed in (1, 2):
        tournament = make_drawn(
            8,
            boards_per_round=1,
            name=f"Order {seed}",
            club=None if seed == 1 else Tournament.objects.first().club,
        )
        plays = plays_of(tournament, sitting__round__number=1)
        nets = dict(zip([play.pk for play in plays], (10, -4, 4, 16), strict=True))
        if seed == 2:
            plays = [*reversed(plays), *plays]
        for play in plays:
            score(play, nets[play.pk])
        rebuild(tournament)
        rows = StandingRow.objects.filter(tournament=tournament).order_by("position")
        found.append([(row.team.number, row.rank, row.figure) for row in rows])
    assert found[0] == found[1]


def test_overtaken_rebuild_is_repeated_with_newer_facts(monkeypatch):
    """Another worker counts more between reading and storing."""
    tournament = make_drawn(8, boards_per_round=1)
    fill_rounds(tournament, 1)
    made = []

    def overtaken(snapshot):
        made.append(rebuild_from(snapshot))
        if len(made) == 1:
            play = plays_of(tournament)[0]
            correct_result(play_id=play.pk, slip=slip(150), reason="x", actor=None)
            rebuild_now(tournament.pk)
        return made[-1]

    monkeypatch.setattr(tasks, "rebuild_from", overtaken)
    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    assert tournament.is_fresh
    kept = everything(tournament)
    rebuild_from_scratch(tournament)
    assert everything(tournament) == kept


def test_result_during_rebuild_leaves_standings_outdated(monkeypatch):
    tournament = make_drawn(8, boards_per_round=1)
    fill_rounds(tournament, 1)

    def interrupted(snapshot):
        play = plays_of(tournament)[0]
        correct_result(play_id=play.pk, slip=slip(150), reason="x", actor=None)
        return rebuild_from(snapshot)

    monkeypatch.setattr(tasks, "rebuild_from", interrupted)
    rebuild_now(tournament.pk)
    tournament.refresh_from_db()
    assert not tournament.is_fresh
    assert rebuild(tournament).is_fresh


def test_rebuild_without_changes_writes_no_rows(django_assert_max_num_queries):
    tournament = make_drawn(8, boards_per_round=1)
    fill_rounds(tournament, 2)
    rebuild(tournament)
    ids = set(StandingRow.objects.values_list("pk", flat=True))
    with django_assert_max_num_queries(30) as context:
        rebuild_now(tournament.pk)
    written = [query["sql"] for query in context if "tournaments_standingrow" in query["sql"]]
    assert not any(sql.startswith(("INSERT", "DELETE", "UPDATE")) for sql in written)
    assert set(StandingRow.objects.values_list("pk", flat=True)) == ids


def test_queries_of_a_rebuild_do_not_grow_with_tables_or_boards():
    unchanged, changed, from_nothing = [], [], []
    for teams, boards in ((8, 1), (24, 3)):
        tournament = make_drawn(teams, boards_per_round=boards, club=make_club(f"Club {teams}"))
        fill_rounds(tournament, 2)
        from_nothing.append(queries_of_a_rebuild(tournament))
        unchanged.append(queries_of_a_rebuild(tournament))
        correct_result(play_id=plays_of(tournament)[0].pk, slip=slip(150), reason="x", actor=None)
        changed.append(queries_of_a_rebuild(tournament))
    assert from_nothing[0] == from_nothing[1] <= 40
    assert unchanged[0] == unchanged[1] <= 31
    assert changed[0] == changed[1] <= 30


def test_changed_rows_are_written_in_batches(monkeypatch):
    tournament = make_drawn(8, boards_per_round=1)
    fill_rounds(tournament, 2)
    whole = queries_of_a_rebuild(tournament)
    PlayScore.objects.all().delete()
    monkeypatch.setattr(derived, "ROWS_PER_STATEMENT", 2)
    assert queries_of_a_rebuild(tournament) <= whole + 4  # 8 scores, two per statement


def queries_of_a_rebuild(tournament) -> int:
    with CaptureQueriesContext(connection) as found:
        rebuild_now(tournament.pk)
    return len(found.captured_queries)


def test_remake_standings_command_corrects_stored_rows():
    tournament = make_drawn(8, boards_per_round=1)
    fill_rounds(tournament, 1)
    rebuild(tournament)
    wanted = [row.figure for row in tournament.standing_rows.order_by("team")]
    tournament.standing_rows.update(figure="60")
    rebuild(tournament)
    assert [row.figure for row in tournament.standing_rows.all()] == ["60"] * 8
    call_command("remake_standings", tournament.code)
    rebuild(tournament)
    assert [row.figure for row in tournament.standing_rows.order_by("team")] == wanted
    assert tournament.log.latest("pk").action == "ranking_corrected"
    with pytest.raises(CommandError, match="there is no tournament nowhere"):
        call_command("remake_standings", "nowhere")
