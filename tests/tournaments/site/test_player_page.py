from fractions import Fraction

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.builders import make_club
from tests.shared_rows import built_once
from tests.tournaments.seasons.ladders import finished, run_all_jobs
from tournaments.changes.services.people import substitute_player
from tournaments.models import Club, Play, Player, PlayScore, StandingRow, Tournament
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.site.selectors.players import evenings_of
from tournaments.site.selectors.profiles import profile_of
from tournaments.site.selectors.tops import best_boards_of

pytestmark = pytest.mark.django_db


@built_once
def first() -> Tournament:
    return finished(make_club())


@pytest.fixture
def club(first: Tournament) -> Club:
    return first.club


def somebody(evening: Tournament, number: int = 1) -> Player:
    return evening.teams.get(number=number).players.get(team_players__position=1)


def page(player: Player) -> str:
    response = Client().get(reverse("player", args=[player.pk]))
    assert response.status_code == 200
    return response.content.decode()


def test_player_evenings_match_final_standings(club: Club, first: Tournament) -> None:
    evenings = [first, *(finished(club, day) for day in (2, 3))]
    player = somebody(evenings[0])
    found = evenings_of(player)
    rows = [
        StandingRow.objects.get(tournament=evening, team__players=player) for evening in evenings
    ]
    assert [night.percent for night in found.nights] == [Fraction(row.figure) for row in rows]
    assert [night.evening.rank for night in found.nights] == [row.rank for row in rows]
    assert found.percent == sum(Fraction(row.figure) for row in rows) / 3
    assert found.boards == sum(row.boards for row in rows)
    assert found.won == sum(row.rank == 1 for row in rows)
    assert [night.mean is None for night in found.nights] == [True, True, False]
    assert found.last_mean == pytest.approx(float(found.percent))


def test_usual_partner_requires_two_evenings(club: Club, first: Tournament) -> None:
    player = somebody(first)
    mate = first.teams.get(number=1).players.get(team_players__position=2)
    alone = evenings_of(player)
    assert (alone.usual, [each.mate.key for each in alone.partners]) == (None, [mate.pk])
    finished(club, 2)
    both = evenings_of(player)
    assert both.usual is not None
    assert (both.usual.key, both.usual.page) == (mate.pk, mate.pk)
    assert [night.is_usual for night in both.nights] == [True, True]
    assert (both.partners[0].evenings, both.partners[0].percent) == (2, both.percent)


def test_player_page_omits_running_and_unlisted_tournaments(club: Club, first: Tournament) -> None:
    kept, open_again, unlisted = first, *(finished(club, day) for day in (2, 3))
    player = somebody(kept)
    # As it is until the ratings are rebuilt.
    Tournament.objects.filter(pk=open_again.pk).update(state=Tournament.State.PLAYING)
    Tournament.objects.filter(pk=unlisted.pk).update(is_public=False)
    assert [night.tournament.pk for night in evenings_of(player).nights] == [kept.pk]
    text = page(player)
    assert kept.code in text
    assert open_again.code not in text
    assert unlisted.code not in text
    file = Client().get(reverse("player_file", args=[player.pk, "csv"])).content.decode()
    assert ("Evening 1" in file, "Evening 2" in file, "Evening 3" in file) == (True, False, False)


def test_head_to_head_sums_equal_evening_totals(
    first: Tournament,
) -> None:
    evening = first
    player = somebody(evening)
    night = evenings_of(player).nights[0]
    found = profile_of(player, [night])
    assert len(found.opponents) == 3
    assert sum(line.boards for line in found.opponents) == night.boards
    whole = sum(line.percent * line.boards for line in found.opponents)
    assert whole / night.boards == night.percent
    for line in found.opponents:
        assert line.won + line.lost <= line.boards
        assert all(mate.page == mate.key for mate in line.people)


@pytest.mark.sql
def test_measures_count_own_and_opposing_contracts(club: Club, first: Tournament) -> None:
    evenings = [first, *(finished(club, day) for day in range(2, 7))]
    unlisted = finished(club, 7)
    Tournament.objects.filter(pk=unlisted.pk).update(is_public=False)
    player = somebody(evenings[0])
    found = {each.name: each for each in profile_of(player, evenings_of(player).nights).measures}
    ours = theirs = made = inside = 0
    for evening in evenings:
        plays = Play.objects.filter(board__tournament=evening, sitting__seats__team__players=player)
        for play in plays.select_related("current"):
            side = play.sitting.seats.get(team__players=player).side
            outcome = play.current.outcome["outcome"]
            if play.current.declarer in side:
                ours, made = ours + 1, made + (outcome == "made")
            else:
                theirs, inside = theirs + 1, inside + (outcome == "lost")
    assert (found["made"].hits, found["made"].cases) == (made, ours)
    assert (found["inside"].hits, found["inside"].cases) == (inside, theirs)
    everything = Play.objects.filter(board__tournament__in=evenings).count()
    assert found["made"].club_cases == found["inside"].club_cases == everything
    assert "contra_paid" not in found


def test_measures_require_ten_cases(first: Tournament) -> None:
    player = somebody(first)
    found = profile_of(player, evenings_of(player).nights)
    assert (found.measures, found.contracts) == ((), ())
    assert "Style of play" not in page(player)


def test_rounds_of_a_substitute_count_for_the_substitute(club: Club, first: Tournament) -> None:
    second = finished(club, 2)
    player = somebody(second)
    team = second.teams.get(number=1)
    before = profile_of(player, evenings_of(player).nights)
    stranger = "Somebody Else"
    reopen_tournament(tournament=second)
    substitute_player(team=team, leaves=player, comes=stranger, from_round=3)
    finish_tournament(tournament=second)
    run_all_jobs()
    after = profile_of(player, evenings_of(player).nights)
    assert sum(line.boards for line in before.opponents) == 12
    assert sum(line.boards for line in after.opponents) == 10
    other = Player.objects.get(name=stranger)
    assert sum(line.boards for line in profile_of(other, evenings_of(other).nights).opponents) == 2
    assert first.pk != second.pk


def test_best_boards_are_of_the_last_evening_in_order(club: Club) -> None:
    last = finished(club, 2)
    player = somebody(last)
    tops = best_boards_of(evenings_of(player).nights)
    assert tops is not None
    assert tops.night.tournament.pk == last.pk
    figures = [line.figure for line in tops.boards]
    assert figures == sorted(figures, reverse=True)
    assert 0 < len(figures) <= 6
    assert figures[-1] > 50
    stored = {
        (score.play.board.number): Fraction(score.ns_figure if side == "NS" else score.ew_figure)
        for score in PlayScore.objects.filter(
            play__sitting__seats__team=tops.night.team
        ).select_related("play__board")
        for side in [score.play.sitting.seats.get(team=tops.night.team).side]
    }
    assert all(stored[line.board] == line.figure for line in tops.boards)


def test_evenings_of_other_scoring_are_only_in_the_table(club: Club, first: Tournament) -> None:
    evenings = [first, finished(club, 2, scoring="butler"), finished(club, 3)]
    player = somebody(evenings[0])
    found = evenings_of(player)
    assert [night.percent is None for night in found.nights] == [False, True, False]
    assert found.chart is not None
    assert len(found.chart.dots) == 2
    assert "Evening 2" in page(player)
    assert sum(line.boards for line in profile_of(player, found.nights).opponents) == 12


def test_player_page_query_count_is_constant(club: Club, first: Tournament) -> None:
    asked = []
    player = somebody(first)
    for day in (2, 3, 4):
        finished(club, day)
        if day in (2, 4):
            with CaptureQueriesContext(connection) as found:
                page(player)
            asked.append(len(found.captured_queries))
    assert asked[0] == asked[1] <= 30


def test_player_csv_lists_every_evening(club: Club, first: Tournament) -> None:
    player = somebody(first)
    answer = Client().get(reverse("player_file", args=[player.pk, "csv"]))
    head, line = answer.content.decode().lstrip("\ufeff").strip().splitlines()
    assert head.count(",") == line.count(",") or head.count(";") == line.count(";")
    assert "Evening 1" in line
    stranger = Player.objects.create(club=club, name="Nobody", search_key="nobody")
    assert Client().get(reverse("player_file", args=[stranger.pk, "csv"])).status_code == 404
