from fractions import Fraction

import pytest

from games.belot import CARDS
from games.models import Deal
from games.wording.deals import HeldCombination, deal_display
from tests.builders import (
    enter,
    enter_and_confirm,
    fill_rounds,
    make_drawn,
    plays_of,
    rebuild,
    slip,
)
from tournaments.console.selectors.clock import clock_of
from tournaments.console.services.clock import pause_round, start_round
from tournaments.entries.selectors.team_lines import short_name, teams_of
from tournaments.entries.services.entries import rename_team
from tournaments.models import StandingRow, Tournament
from tournaments.public.screens import chunks, rankings_on_screens
from tournaments.public.selectors.boards import board_counts, board_page
from tournaments.public.selectors.careers import career_of
from tournaments.public.selectors.rounds import Progress, progress_of, seats_in
from tournaments.results.selectors.compared import finished_results
from tournaments.results.services.results import correct_result
from tournaments.standings.selectors import standings_of


def test_deal_display_keeps_packets_in_dealing_order() -> None:
    face = deal_display(Deal(variant="bulgarian", dealer="N", pack=" ".join(CARDS)))
    assert (face.dealer, face.leader) == ("N", "W")
    hands = {hand.seat: hand for hand in face.hands}
    assert list(hands) == ["N", "W", "S", "E"]
    assert hands["W"].first == ("C7", "C8", "C9", "DJ", "DQ")
    assert hands["W"].later == ("HJ", "HQ", "HK")
    assert hands["N"].later == ("SQ", "SK", "SA")
    assert {hand.seat: hand.did for hand in face.hands} == {
        "N": "dealt",
        "W": "led",
        "S": "",
        "E": "",
    }


def test_deal_display_lists_all_held_combinations() -> None:
    face = deal_display(Deal(variant="bulgarian", dealer="N", pack=" ".join(CARDS)))
    west = next(hand for hand in face.hands if hand.seat == "W")
    assert set(west.held) == {
        HeldCombination("W", "tierce", ("C7", "C8", "C9"), 20),
        HeldCombination("W", "tierce", ("HJ", "HQ", "HK"), 20),
        HeldCombination("W", "belote", ("HK", "HQ"), 20),
    }
    assert face.has_all_trumps


def test_short_name_uses_last_names() -> None:
    assert short_name(("Анна Мария Михайлова", "Явор")) == "Михайлова – Явор"
    assert short_name(("Жоро Коза 🐐", "Пешо Митев мл.")) == "Коза – Митев"


@pytest.mark.django_db
def test_custom_team_name_replaces_player_names() -> None:
    tournament = make_drawn(4)
    team = tournament.teams.get(number=1)
    rename_team(team=team, players=("One Player", "Two Player"), name="The Aces")
    line = teams_of(tournament)[team.pk]
    assert (line.people, line.short) == (("The Aces",), "The Aces")


@pytest.mark.django_db
def test_place_change_is_relative_to_previous_round() -> None:
    tournament = make_drawn(4)
    fill_rounds(tournament, 2)
    tournament = rebuild(tournament)
    row = StandingRow.objects.filter(tournament=tournament).first()
    assert row is not None
    row.round_ranks = [[1, 4], [2, 1]]
    row.save()
    changes = {line.team.id: line.change for line in standings_of(tournament).lines}
    assert changes[row.team_id] == 3


@pytest.mark.django_db
def test_sit_out_team_has_no_figure_for_the_round() -> None:
    tournament = make_drawn(5)
    fill_rounds(tournament, 1)
    found = standings_of(rebuild(tournament))
    seats = seats_in(tournament, 1)
    assert seats is not None
    rested = {line.team.number for line in found.lines if line.last is None}
    assert rested == {team.number for team in seats.resting}
    assert len(rested) == 1
    assert len(found.best) == 4


@pytest.mark.django_db
def test_progress_is_per_board_when_all_play_the_same() -> None:
    tournament = make_drawn(6)
    for play in plays_of(tournament, sitting__round__number=1, order=1):
        enter(play)
    assert progress_of(tournament, 1) == (Progress(1, 0, 3, 3), Progress(2, 0, 0, 3))


@pytest.mark.django_db
def test_progress_is_per_turn_when_tables_differ() -> None:
    tournament = make_drawn(6, kind="mitchell", params={"tables": 3, "arrow_switch": False})
    enter(plays_of(tournament, sitting__round__number=1, order=2)[0])
    assert progress_of(tournament, 1) == (Progress(0, 1, 0, 3), Progress(0, 2, 1, 3))


@pytest.mark.django_db
def test_clock_state_follows_start_pause_and_end() -> None:
    tournament = make_drawn(4)
    first = clock_of(tournament)
    assert (first.state, first.round, first.rounds, first.done) == ("waiting", 1, 3, 0)
    assert first.starts_at is not None
    current = start_round(tournament=tournament, number=1)
    running = clock_of(tournament)
    assert (running.state, running.deadline) == ("running", current.ends_at)
    assert running.ends_at is not None
    assert current.ends_at is not None
    assert (running.ends_at - current.ends_at).total_seconds() == 2 * 12 * 60
    pause_round(current=current)
    assert clock_of(tournament).state == "paused"
    enter(plays_of(tournament, sitting__round__number=1)[0])
    assert clock_of(tournament).part == 0.25
    fill_rounds(tournament, 3)
    assert clock_of(tournament).state == "played"


@pytest.mark.django_db
def test_finished_results_are_compared_before_rebuild() -> None:
    tournament = make_drawn(4)
    plays = plays_of(tournament, sitting__round__number=1, order=1)
    enter_and_confirm(plays[0], slip=slip(98))
    assert finished_results(tournament) == ()
    enter_and_confirm(plays[1], slip=slip(120))
    rows = {row.play: row for row in finished_results(tournament)}
    assert (rows[plays[0].pk].ns, rows[plays[1].pk].ns) == (Fraction(0), Fraction(100))
    assert rows[plays[1].pk].points == (120, 42)
    assert not Tournament.objects.get(pk=tournament.pk).is_fresh


@pytest.mark.django_db
def test_board_results_sort_by_ns_score_with_unplayed_last() -> None:
    tournament = make_drawn(6)
    first, second, third = plays_of(tournament, sitting__round__number=1, order=1)
    enter_and_confirm(first, slip=slip(90))
    correct_result(play_id=second.pk, slip={"not_played": True}, reason="late", actor=None)
    enter_and_confirm(third, slip=slip(120))
    page = board_page(tournament, board_counts(tournament)[0])
    assert page is not None
    assert [row.play for row in page.results] == [third.pk, first.pk, second.pk]
    assert [(row.net, row.contracts) for row in page.spread] == [(8, ("H",)), (2, ("H",))]


@pytest.mark.django_db
def test_career_lists_boards_from_the_team_side() -> None:
    tournament = make_drawn(4)
    plays = plays_of(tournament, sitting__round__number=1, order=1)
    enter_and_confirm(plays[0], slip=slip(98, declarer="S"))
    enter_and_confirm(plays[1], slip=slip(120, declarer="E"))
    result = next(row for row in finished_results(tournament) if row.play == plays[0].pk)
    career = career_of(tournament, result.ew_team.number or 0)
    assert career is not None
    line, unfinished = career.rounds[0].boards
    assert (line.side, line.score, line.net, line.figure) == ("EW", (6, 10), -4, Fraction(100))
    assert line.others == (-16,)
    assert not line.is_ours
    assert (unfinished.result, unfinished.score, unfinished.others) == (None, None, ())
    assert [part.sittings[0].is_open for part in career.rounds] == [False, True, True]
    assert career.rounds[1].sittings[0].span == "3–4"


@pytest.mark.django_db
def test_rankings_split_into_screens_or_two_side_by_side_lists() -> None:
    assert chunks(range(5), 2) == [(0, 1), (2, 3), (4,)]
    one = make_drawn(30)
    fill_rounds(one, 1)
    screens = rankings_on_screens(standings_of(rebuild(one)))
    assert [[len(column) for column in screen.columns] for screen in screens] == [[12, 12], [6]]
    two = make_drawn(6, kind="mitchell", params={"tables": 3, "arrow_switch": False}, club=one.club)
    fill_rounds(two, 1)
    screens = rankings_on_screens(standings_of(rebuild(two)))
    assert [[len(column) for column in screen.columns] for screen in screens] == [[3, 3]]
