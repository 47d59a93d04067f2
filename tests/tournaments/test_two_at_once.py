from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest
from django.db import connection

from tests.builders import make_drawn, make_user, plays_of, slip
from tests.tournaments.at_once import at_once
from tournaments.bots.services.field import set_field
from tournaments.changes.services.repairs import exchange_sides
from tournaments.clubs.services import change_club, rename_player
from tournaments.console.services.clock import add_minutes, start_round
from tournaments.entries.services.details import describe_team
from tournaments.entries.services.entries import rename_team
from tournaments.errors import ConflictError
from tournaments.models import Adjustment, Change, Club, FouledBoard, Player, Season, Tournament
from tournaments.results.services.results import correct_result
from tournaments.rules.services.rules import change_rules
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.services.rulings import adjust, cancel_adjustment, rule_result
from tournaments.seasons.services import change_season, create_season
from tournaments.setup.services.tournaments import change_settings
from tournaments.standings.services import change_scoring
from tournaments.state.concurrency import change_if_unchanged
from tournaments.state.locks import lock_tournament
from tournaments.state.official import set_corrections
from tournaments.state.version_tokens import (
    clock_state,
    club_state,
    corrections_state,
    details_state,
    field_state,
    fouling_state,
    names_state,
    newest_adjustment,
    player_state,
    result_state,
    rules_state,
    scoring_state,
    season_state,
    seating_state,
    settings_state,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _rows_are_locked() -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("one writer at a time here: nobody is between looking and storing")


@pytest.fixture
def tournament() -> Tournament:
    made = make_drawn(8, boards_per_round=1)
    start_round(tournament=made, number=1)
    create_season(club=made.club, name="Winter", measure="behind")
    return made


@dataclass(frozen=True)
class Deed:
    """A director's action, its version token, and how often it was stored."""

    seen: Callable[[Tournament], str]
    do: Callable[[Tournament, str, int], Any]
    stored: Callable[[Tournament], int]


def play(t: Tournament) -> Any:
    return plays_of(t)[0]


def team(t: Tournament) -> Any:
    return t.teams.get(number=1)


def board(t: Tournament) -> Any:
    return t.boards.get(number=1)


def logged(action: str) -> Callable[[Tournament], int]:
    return lambda t: t.log.filter(action=action).count()


def first_round(t: Tournament) -> Any:
    return t.rounds.get(number=1)


def turn(t: Tournament, seen: str, way: int) -> Change:
    sitting = play(t).sitting
    return change_if_unchanged(
        tournament=t,
        seen=seen,
        wish=way,
        change=lambda: exchange_sides(sitting=sitting, reason=str(way)),
    )


DEEDS = {
    "correction": Deed(
        lambda t: result_state(play(t)).seen,
        lambda t, seen, way: correct_result(
            play_id=play(t).pk, slip=slip(90 + way), reason="x", actor=None, seen=seen
        ),
        lambda t: play(t).results.count(),
    ),
    "ruling": Deed(
        lambda t: result_state(play(t)).seen,
        lambda t, seen, way: rule_result(
            play_id=play(t).pk, kind="adjusted", reason="x", seen=seen,
            awards={"NS": {"average": "plus"}, "EW": {"average": ("minus", "equal")[way]}},
        ),
        lambda t: play(t).results.count(),
    ),
    "points": Deed(
        newest_adjustment,
        lambda t, seen, way: adjust(team=team(t), amount=Fraction(-1 - way), reason="x", seen=seen),
        lambda t: Adjustment.objects.count(),
    ),
    "cards": Deed(
        lambda t: fouling_state(board(t)).seen,
        lambda t, seen, way: split_board(
            board=board(t), groups={play(t).pk: 1 + way}, reason="x", seen=seen
        ),
        lambda t: FouledBoard.objects.count(),
    ),
    "settings": Deed(
        lambda t: settings_state(t).seen,
        lambda t, seen, way: change_settings(tournament=t, place=f"Hall {way}", seen=seen),
        logged("settings_changed"),
    ),
    "scoring": Deed(
        lambda t: scoring_state(t).seen,
        lambda t, seen, way: change_scoring(
            tournament=t, scoring=("butler", "cross_imps")[way], seen=seen
        ),
        logged("scoring_changed"),
    ),
    "rules": Deed(
        lambda t: rules_state(t).seen,
        lambda t, seen, way: change_rules(
            tournament=t, variant={"preset": "bulgarian", "target": 201 + way}, seen=seen
        ),
        logged("rules_chosen"),
    ),
    "field": Deed(
        lambda t: field_state(t).seen,
        lambda t, seen, way: set_field(tournament=t, tables=4 + way, counts=False, seen=seen),
        logged("field_changed"),
    ),
    "names": Deed(
        lambda t: names_state(team(t)).seen,
        lambda t, seen, way: rename_team(team=team(t), players=("A", f"B{way}"), seen=seen),
        logged("team_renamed"),
    ),
    "details": Deed(
        lambda t: details_state(team(t)).seen,
        lambda t, seen, way: describe_team(team=team(t), category=f"C{way}", seen=seen),
        logged("team_described"),
    ),
    "sides": Deed(lambda t: seating_state(t).seen, turn, lambda t: Change.objects.count()),
}  # fmt: skip


@pytest.mark.parametrize("what", DEEDS)
def test_concurrent_different_changes_store_one_and_reject_other(tournament, what):
    deed = DEEDS[what]
    seen = deed.seen(tournament)
    found = at_once(
        lambda: lock_tournament(tournament.pk),
        lambda: deed.do(tournament, seen, 0),
        lambda: deed.do(tournament, seen, 1),
    )
    told = [each for each in found if isinstance(each, ConflictError)]
    assert [each.code for each in told] == ["changed_since"]
    assert deed.stored(tournament) == 1
    assert deed.do(tournament, told[0].details["seen"], found.index(told[0]))
    assert deed.stored(tournament) == 2


@pytest.mark.parametrize("what", DEEDS)
def test_concurrent_identical_changes_are_stored_once(tournament, what):
    deed = DEEDS[what]
    seen = deed.seen(tournament)
    found = at_once(
        lambda: lock_tournament(tournament.pk),
        *[lambda: deed.do(tournament, seen, 0)] * 3,
    )
    assert not [each for each in found if isinstance(each, ConflictError)]
    assert deed.stored(tournament) == 1


def test_concurrent_identical_corrections_create_one_version(tournament):
    def correct() -> Any:
        return correct_result(play_id=play(tournament).pk, slip=slip(), reason="x", actor=None)

    found = at_once(lambda: lock_tournament(tournament.pk), correct, correct, correct)
    assert {each.version for each in found} == {1}


def test_concurrent_cancellations_cancel_an_adjustment_once(tournament):
    given = adjust(team=team(tournament), amount=Fraction(-1), reason="late")

    def cancel() -> Any:
        return cancel_adjustment(adjustment=given, reason="in time")

    found = at_once(lambda: lock_tournament(tournament.pk), cancel, cancel)
    assert len({each.pk for each in found}) == 1


def test_concurrent_clock_extensions_apply_once(tournament):
    clock = first_round(tournament)
    seen = clock_state(clock).seen
    found = at_once(
        lambda: lock_tournament(tournament.pk),
        *[lambda: add_minutes(current=clock, minutes=5, seen=seen)] * 2,
    )
    assert sum(isinstance(each, ConflictError) for each in found) == 1
    assert logged("minutes_added")(tournament) == 1


def test_concurrent_correction_deadlines_store_one(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    tournament.refresh_from_db()
    seen = corrections_state(tournament).seen
    found = at_once(
        lambda: lock_tournament(tournament.pk),
        lambda: set_corrections(tournament=tournament, minutes=30, seen=seen),
        lambda: set_corrections(tournament=tournament, minutes=60, seen=seen),
    )
    assert sum(isinstance(each, ConflictError) for each in found) == 1


def test_concurrent_club_player_and_season_changes_conflict(tournament):
    make_user("anybody")
    club, season = tournament.club, Season.objects.get()
    player = Player.objects.filter(club=club)[0]
    deeds: list[tuple[Any, Any, Callable[[int], Any]]] = [
        (Club, club, lambda way: change_club(
            club=club, name=f"Club {way}", seen=club_seen)),
        (Player, player, lambda way: rename_player(
            player=player, name=f"Somebody {way}", seen=player_seen)),
        (Season, season, lambda way: change_season(
            season=season, name=f"Season {way}", seen=season_seen)),
    ]  # fmt: skip
    club_seen, player_seen = club_state(club).seen, player_state(player).seen
    season_seen = season_state(season).seen
    for model, row, do in deeds:
        found = at_once(
            lambda model=model, row=row: model.objects.select_for_update().get(pk=row.pk),
            lambda do=do: do(1),
            lambda do=do: do(2),
        )
        assert sum(isinstance(each, ConflictError) for each in found) == 1, model
