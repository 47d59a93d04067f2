"""Bots play the boards too; their results stay secret until a board is over."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from jobs.models import Job
from tests.builders import fill_rounds, make_drawn, rebuild
from tests.spells import with_time_slice
from tests.tournaments.bots.jobs import play_field
from tests.tournaments.manage import address, client_of
from tournaments.bots.jobs import FIELD_JOB
from tournaments.bots.selectors.field import field_of, field_progress
from tournaments.bots.services.field import set_field, stop_field
from tournaments.draws.services.draws import publish_draw, undo_draw
from tournaments.errors import RuleViolationError
from tournaments.models import FieldResult, StandingRow, Tournament
from tournaments.rules.services.rules import change_rules
from tournaments.state.snapshot import references_of, snapshot_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def one_table() -> Tournament:
    return make_drawn(2, params={"entrants": 2, "rounds": 3})


def with_field(tournament: Tournament, tables: int = 3, counts: bool = True) -> Tournament:
    set_field(tournament=tournament, tables=tables, counts=counts)
    play_field()
    tournament.refresh_from_db()
    return tournament


@pytest.mark.sql
def test_bots_play_every_board_at_requested_tables(one_table: Tournament) -> None:
    tournament = with_field(one_table, tables=3)
    assert FieldResult.objects.count() == 18
    assert field_progress(tournament).is_whole
    job = Job.objects.get(kind="field")
    assert (job.state, job.done, job.result) == (Job.State.DONE, 18, {"played": 18})


GAMES = ("contree_ffb", "contree_cannes", "coinche_ffb", "klaverjas_rotterdam")


@pytest.mark.parametrize("variant", GAMES)
def test_bot_field_is_complete_in_every_variant(variant: str) -> None:
    made = make_drawn(2, params={"entrants": 2, "rounds": 3}, variant=variant)
    tournament = with_field(made, tables=2)
    assert field_progress(tournament).is_whole
    assert FieldResult.objects.count() == 12
    assert FieldResult.objects.exclude(net=0).exists()
    fill_rounds(tournament, 3)
    rows = StandingRow.objects.filter(tournament=rebuild(tournament))
    assert rows.count() == 2


def test_more_bot_tables_keep_existing_results(one_table) -> None:
    with_field(one_table, tables=2)
    first = list(FieldResult.objects.order_by("board", "number").values_list("pk", "net"))
    with_field(one_table, tables=3)
    kept = FieldResult.objects.filter(number__lte=2).order_by("board", "number")
    assert list(kept.values_list("pk", "net")) == first
    assert FieldResult.objects.count() == 18


def test_field_job_continues_in_new_job_after_time_slice(one_table, monkeypatch) -> None:
    with_time_slice(monkeypatch, FIELD_JOB, 0.0001)
    with_field(one_table)
    assert FieldResult.objects.count() == 18
    jobs = Job.objects.filter(kind="field", state="done")
    assert jobs.count() > 1
    assert sum(job.result["played"] for job in jobs) == 18


def test_same_seed_gives_same_field_results(one_table: Tournament) -> None:
    with_field(one_table)
    first = list(FieldResult.objects.order_by("board", "number").values_list("net", "contract"))
    FieldResult.objects.all().delete()
    with_field(one_table)
    again = list(FieldResult.objects.order_by("board", "number").values_list("net", "contract"))
    assert again == first


def test_fewer_bot_tables_delete_surplus_results(one_table: Tournament) -> None:
    with_field(one_table, tables=3)
    with_field(one_table, tables=1)
    assert set(FieldResult.objects.values_list("number", flat=True)) == {1}


def test_field_is_hidden_until_board_is_finished(one_table: Tournament) -> None:
    tournament = with_field(one_table)
    assert [field_of(number, tournament) for number in range(1, 7)] == [None] * 6
    assert references_of(tournament) == ()
    fill_rounds(tournament, 1)
    tournament = rebuild(tournament)
    assert [field_of(number, tournament) is not None for number in range(1, 7)] == [
        *[True] * 2,
        *[False] * 4,
    ]
    assert {reference.board for reference in references_of(tournament)} == {1, 2}


def test_single_table_is_scored_against_the_field(one_table: Tournament) -> None:
    tournament = with_field(one_table, tables=8)
    fill_rounds(tournament, 3)
    rebuild(tournament)
    rows = StandingRow.objects.filter(tournament=tournament)
    figures = [Fraction(row.figure) for row in rows]
    assert len(figures) == 2
    assert sum(figures) == 100
    assert Fraction(50) not in figures


def test_field_that_does_not_count_is_shown_but_not_scored(one_table) -> None:
    tournament = with_field(one_table, counts=False)
    fill_rounds(tournament, 3)
    rebuild(tournament)
    assert field_of(1, tournament).tables == 3
    rows = StandingRow.objects.filter(tournament=tournament)
    assert {Fraction(row.figure) for row in rows} == {Fraction(50)}


def test_bot_field_is_not_in_standings(one_table: Tournament) -> None:
    tournament = with_field(one_table)
    fill_rounds(tournament, 3)
    rebuild(tournament)
    assert StandingRow.objects.filter(tournament=tournament).count() == 2


def test_stopping_field_cancels_job_and_is_logged(one_table: Tournament) -> None:
    set_field(tournament=one_table, tables=3, counts=True)
    stop_field(tournament=one_table)
    play_field()
    assert FieldResult.objects.count() == 0
    assert Job.objects.get(kind="field").state == Job.State.CANCELLED
    assert one_table.log.filter(action="field_stopped").count() == 1


def test_changing_bot_level_replays_every_board(one_table: Tournament) -> None:
    tournament = with_field(one_table, tables=2)
    set_field(tournament=tournament, tables=2, counts=True, level="thumb")
    assert FieldResult.objects.count() == 0
    play_field()
    rows = FieldResult.objects.order_by("board", "number").values_list("board", "level", "net")
    assert len(rows) == 12
    assert {level for _board, level, _net in rows} == {"thumb"}
    assert len({(board, net) for board, _level, net in rows}) == 6
    set_field(tournament=tournament, tables=2, counts=True)
    assert FieldResult.objects.count() == 12


def test_expert_bots_without_compiler_fail_with_explanation(one_table: Tournament) -> None:
    set_field(tournament=one_table, tables=1, counts=True, level="expert")
    play_field()
    job = Job.objects.get(kind="field")
    assert (job.state, job.error) == (Job.State.FAILED, "needs_compiler")
    page = client_of(one_table).get(address("field", one_table)).content.decode()
    assert "fast engine" in page


def test_unknown_bot_level_is_rejected(one_table: Tournament) -> None:
    with pytest.raises(RuleViolationError):
        set_field(tournament=one_table, tables=1, counts=True, level="genius")


@pytest.mark.parametrize(("tables", "counts"), [(-1, False), (65, False), (0, True)])
def test_invalid_field_settings_are_rejected(
    one_table: Tournament, tables: int, counts: bool
) -> None:
    with pytest.raises(RuleViolationError):
        set_field(tournament=one_table, tables=tables, counts=counts)
    assert not Job.objects.filter(kind="field").exists()


def test_field_set_before_draw_is_played_after_publishing() -> None:
    tournament = make_drawn(4, publish=False)
    Tournament.objects.filter(pk=tournament.pk).update(field_tables=2)
    publish_draw(tournament=tournament)
    play_field()
    assert FieldResult.objects.count() == 2 * tournament.boards.count()


def test_undoing_draw_deletes_field_results(one_table: Tournament) -> None:
    tournament = with_field(one_table)
    undo_draw(tournament=tournament)
    assert FieldResult.objects.count() == 0


def test_rule_change_replays_field(one_table: Tournament) -> None:
    tournament = with_field(one_table)
    change_rules(
        tournament=tournament,
        variant={"preset": "bulgarian", "contra_levels": 0},
        reason="as at home",
        confirmed=True,
    )
    assert FieldResult.objects.count() == 0
    play_field()
    assert FieldResult.objects.count() == 18
    assert not FieldResult.objects.filter(contra__gt=0).exists()


@pytest.mark.parametrize("tables", [2, 9])
def test_snapshot_query_count_is_independent_of_field_size(
    one_table: Tournament, tables: int
) -> None:
    tournament = with_field(one_table, tables=tables)
    fill_rounds(tournament, 3)
    tournament.refresh_from_db()
    with CaptureQueriesContext(connection) as found:
        snapshot_of(tournament)
    assert len(found.captured_queries) <= 14


def test_bazar_blot_field_uses_only_its_own_contracts() -> None:
    made = make_drawn(2, params={"entrants": 2, "rounds": 3}, variant="bazar_blot")
    assert field_progress(with_field(made)).is_whole
    contracts = {row.contract for row in FieldResult.objects.all()}
    assert contracts <= {"C", "D", "H", "S", "NT"}
    assert FieldResult.objects.count() == 18
