import uuid
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.builders import enter, make_drawn, make_user, plays_of
from tests.tournaments.scorer.villages import figures, village
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.models import Play, Result, ScorerEntry
from tournaments.scorer.selectors.grid import ACTIVE_WITHIN, GridRow, active_scorers, rows_of
from tournaments.scorer.services.entries import (
    add_typed_entry,
    choose_result_version,
    clear_entry,
    undo_last_step,
)
from tournaments.scorer.services.presence import claim_row, release_row

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


class DeskUser:
    def __init__(self, play: Play, name: str = "ana") -> None:
        self.tournament = play.sitting.round.tournament
        self.play = play
        self.user = make_user(name)

    def common(self) -> dict[str, Any]:
        return {"tournament": self.tournament, "actor": self.user, "client_key": uuid.uuid4()}

    def type(self, typed: dict[str, Any], **more: Any) -> str:
        values = {**self.common(), "play_id": self.play.pk, "typed": typed, **more}
        return add_typed_entry(**values).state

    def choose(self, version: int) -> str:
        return choose_result_version(play_id=self.play.pk, version=version, **self.common()).state

    def empty(self) -> str:
        return clear_entry(play_id=self.play.pk, **self.common()).state

    def undo(self) -> str:
        return undo_last_step(**self.common()).state

    def row(self, *, twice: bool = False) -> GridRow:
        plays = Play.objects.filter(pk=self.play.pk)
        (row,) = rows_of(self.tournament, plays, twice=twice, reader="somebody else")
        return row

    def stands(self) -> dict[str, int] | None:
        self.play.refresh_from_db()
        return self.play.current.outcome["score"] if self.play.current else None


@pytest.fixture
def ana() -> DeskUser:
    return DeskUser(plays_of(village())[0])


def test_plausible_sum_is_stored_and_confirmed(ana):
    assert ana.type(figures(1244, 1011)) == "stored"
    assert ana.stands() == {"NS": 1244, "EW": 1011}
    assert (ana.play.state, ana.play.current.reason) == ("confirmed", "")


def test_doubtful_sum_is_not_stored_until_vouched(ana):
    assert ana.type(figures(1124, 738)) == "doubtful"
    assert (ana.stands(), ana.row().cells) == (None, {"NS": "1124", "EW": "738"})
    assert ana.row().note == "at least 1944, 82 missing"
    assert ana.type(figures(1124, 738), vouched=True) == "stored"
    assert ana.stands() == {"NS": 1124, "EW": 738}


def test_repeated_client_key_stores_one_step(ana):
    key = uuid.uuid4()
    ana.type(figures(1244, 1011), client_key=key)
    ana.type(figures(9, 9), client_key=key)
    assert (ScorerEntry.objects.count(), Result.objects.count()) == (1, 1)


def test_stale_entry_differs_and_replaces_nothing(ana):
    before = ana.row().mark
    ana.type(figures(1244, 1011))
    assert ana.type(figures(1240, 1011), seen=before) == "differs"
    assert ana.stands() == {"NS": 1244, "EW": 1011}
    assert ana.row().note == "two entries: 1244–1011 and 1240–1011"
    assert ana.choose(1) == "emptied"
    assert (ana.stands(), ana.row().state) == ({"NS": 1244, "EW": 1011}, "recorded")


def test_second_pass_hides_result_and_detects_differences(ana):
    ana.type(figures(1244, 1011))
    assert (ana.row(twice=True).state, ana.row(twice=True).cells["NS"]) == ("compare", "")
    assert ana.type(figures(1244, 1011), is_second=True) == "same"
    assert ana.row(twice=True).state == "same"
    assert ana.type(figures(1244, 1001), is_second=True) == "differs"
    assert ana.empty() == "emptied"
    assert ana.stands() == {"NS": 1244, "EW": 1011}


def test_scorer_can_undo_only_own_steps(ana):
    petya = DeskUser(ana.play, "petya")
    ana.type(figures(1244, 1011))
    with pytest.raises(RuleViolationError, match="nothing of yours"):
        petya.undo()
    petya.type(figures(1240, 1011))
    with pytest.raises(ConflictError, match="changed this result since"):
        ana.undo()
    assert petya.undo() == "undone"
    assert ana.stands() == {"NS": 1244, "EW": 1011}
    assert ana.undo() == "undone"
    assert (ana.stands(), ana.play.state) == (None, "empty")


def test_equal_paper_entry_confirms_the_table_entry(ana):
    enter(ana.play, slip={"game": {"NS": 1300, "EW": 900}})
    assert ana.type(figures(1300, 900)) == "stored"
    assert ana.play.results.count() == 2
    ana.play.refresh_from_db()
    assert ana.play.state == "confirmed"


def test_match_without_points_is_compared_by_games():
    ana = DeskUser(plays_of(village(to=501, best_of=3))[0])
    enter(ana.play, slip={"won": {"NS": 2, "EW": 1}})
    assert ana.type(figures("", "", won=(1, 2))) == "differs"
    assert ana.row().note == "two entries: 2:1 and 1:2"
    assert ana.row().rivals == [(1, "2:1")]
    both = figures(1402, 1260, won=(2, 0))
    assert ana.type(both, vouched=True) == "stored"
    assert ana.play.results.count() == 2


def test_empty_or_malformed_entry_is_rejected(ana):
    for typed in ({}, {"figures": [1]}, {"figures": {str(n): "1" for n in range(7)}}):
        with pytest.raises(RuleViolationError, match="Nothing was typed"):
            ana.type(typed)
    assert not ScorerEntry.objects.exists()


def test_line_that_cannot_be_scored_stays_doubtful():
    ana = DeskUser(plays_of(make_drawn(4))[0])
    assert ana.type({"line": "c w 50 110"}) == "doubtful"
    assert not ana.row().may_vouch
    assert ana.type({"line": "c w 50 110"}, vouched=True) == "doubtful"
    assert ana.type({"line": "c w 50 112"}) == "stored"
    assert ana.row().line == "C W 50"


def test_claimed_row_is_locked_for_other_scorers(ana):
    petya = DeskUser(ana.play, "petya")
    claim_row(tournament=ana.tournament, play_id=ana.play.pk, typed={"NS": "11"}, actor=ana.user)
    with pytest.raises(ConflictError, match="ana is typing"):
        claim_row(tournament=ana.tournament, play_id=ana.play.pk, typed={}, actor=petya.user)
    assert (ana.row().whose, ana.row().whose_typed) == ("ana", {"NS": "11"})
    assert active_scorers(ana.tournament, f"user:{petya.user.pk}") == ["ana"]
    release_row(tournament=ana.tournament, actor=ana.user)
    assert active_scorers(ana.tournament, f"user:{petya.user.pk}") == []
    claim_row(tournament=ana.tournament, play_id=ana.play.pk, typed={}, actor=petya.user)
    assert ana.row().whose == "petya"


def test_stale_claim_of_a_recorded_row_is_ignored(ana):
    common = {"tournament": ana.tournament, "play_id": ana.play.pk, "actor": ana.user}
    before = ana.row().mark
    assert claim_row(typed={"NS": "1244"}, seen=before, **common) is not None
    ana.type(figures(1244, 1011))
    assert claim_row(typed={"NS": "1244"}, seen=before, **common) is None
    assert ana.row().whose == ""
    assert claim_row(typed={"NS": "1245"}, seen=ana.row().mark, **common) is not None
    assert ana.row().whose == "ana"


def test_scorer_with_a_recent_entry_counts_as_active(ana):
    ana.type(figures(1244, 1011))
    assert active_scorers(ana.tournament, f"user:{ana.user.pk}") == []
    assert active_scorers(ana.tournament, "user:0") == ["ana"]
    ScorerEntry.objects.update(created_at=timezone.now() - ACTIVE_WITHIN - timedelta(seconds=1))
    assert active_scorers(ana.tournament, "user:0") == []
