from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import strip_tags

from jobs.models import Job
from tests.builders import (
    director_of,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
)
from tests.tournaments.seasons.ladders import finished, run_all_jobs
from tournaments.changes.services.people import substitute_player
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import (
    Club,
    LogEntry,
    Rating,
    Season,
    SeasonPlace,
    StandingRow,
    Tournament,
)
from tournaments.rulings.services.rulings import adjust
from tournaments.seasons.selectors import history_of, ladder_of, ratings_of
from tournaments.seasons.services import change_season, create_season
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db


def points_in(season: Season) -> dict[str, Fraction]:
    return {line.player.name: line.total for line in ladder_of(season).lines}


@pytest.fixture
def club() -> Club:
    return make_club()


@pytest.mark.sql
def test_season_sums_points_of_finished_tournaments(club):
    evenings = [finished(club, day) for day in (1, 2)]
    season = create_season(club=club, name="Autumn", tournaments=evenings, measure="behind")
    run_all_jobs()
    season.refresh_from_db()
    expected: dict[str, Fraction] = {}
    for evening in evenings:
        rows = list(evening.standing_rows.select_related("team"))
        for row in rows:
            behind = 2 * sum(other.rank > row.rank for other in rows)
            tied = sum(other.rank == row.rank for other in rows) - 1
            for player in row.team.players.all():
                expected.setdefault(player.name, Fraction(0))
                expected[player.name] += max(1, behind + tied)
    assert points_in(season) == expected
    assert ladder_of(season).is_fresh


def test_season_counts_only_the_best_results(club):
    evenings = [finished(club, day) for day in (1, 2, 3)]
    season = create_season(
        club=club, name="Best", tournaments=evenings, measure="places",
        place_points=["10", "6", "3"], best=2,
    )  # fmt: skip
    run_all_jobs()
    season.refresh_from_db()
    for line in ladder_of(season).lines:
        best = sorted((credit.points for credit in line.credits), reverse=True)[:2]
        assert line.total == sum(best)
        assert line.counted == 2


def test_correction_after_finish_updates_season_and_ratings(club):
    evening = finished(club)
    season = create_season(club=club, name="Autumn", tournaments=[evening], measure="total")
    run_all_jobs()
    season.refresh_from_db()
    before, ratings = points_in(season), set(Rating.objects.values_list("player", "mu"))
    fill_rounds(evening, 3, seed=77)
    season.refresh_from_db()
    run_all_jobs()
    season.refresh_from_db()
    assert points_in(season) != before
    assert set(Rating.objects.values_list("player", "mu")) != ratings
    assert ladder_of(season).is_fresh


def test_late_correction_updates_next_stage_season_and_ratings(club):
    first = finished(club)
    [final] = create_next_stages(tournament=first, stage_name="Final", carry="share")
    final = draw_tournament(
        tournament=final, kind="barometer", params={"entrants": 4}, by_lot=False, seed="07" * 32
    )
    fill_rounds(publish_draw(tournament=final), 3, seed=2)
    finish_tournament(tournament=final)
    season = create_season(club=club, name="A", tournaments=[first, final], measure="total")
    run_all_jobs()
    for each in (first, final):
        make_official(tournament=each)
    best = final.teams.get(origin=first.teams.get(number=1))
    player = best.players.get(team_players__position=1)

    def seen() -> tuple[Fraction, Fraction, dict[int, float]]:
        season.refresh_from_db()
        row = StandingRow.objects.get(team=best)
        rated = Rating.objects.filter(player=player).values_list("tournament", "mu")
        return Fraction(row.figure), points_in(season)[player.name], dict(rated)

    figure, total, strength = seen()
    with pytest.raises(RuleViolationError):
        adjust(team=best.origin, amount=Fraction(-500), reason="x")
    adjust(team=best.origin, amount=Fraction(-500), reason="x", late=True)
    assert LogEntry.objects.filter(tournament=first, action="corrected_late").count() == 1
    run_all_jobs()
    later, less, weaker = seen()
    # Half of the lead over the mean of four is taken along: 500 less lead by 375 less.
    assert later == figure - Fraction(375, 2)
    assert less == total - 500 - Fraction(375, 2)
    assert StandingRow.objects.get(team=best).rank == 4
    assert all(weaker[event] < strength[event] for event in (first.pk, final.pk))
    assert ladder_of(season).is_fresh


def test_ladder_from_older_standings_is_not_fresh(club):
    evening = finished(club)
    season = create_season(club=club, name="Autumn", tournaments=[evening])
    run_all_jobs()
    Tournament.objects.filter(pk=evening.pk).update(standings_version=90)
    season.refresh_from_db()
    assert not ladder_of(season).is_fresh


def test_ladder_is_not_fresh_while_standings_are_outdated(club):
    evening = finished(club)
    season = create_season(club=club, name="Autumn", tournaments=[evening])
    run_all_jobs()
    season.refresh_from_db()
    player = evening.teams.get(number=1).players.get(team_players__position=1)
    pages = [reverse("club", args=[club.pk]), reverse("player", args=[player.pk])]
    words = "The ratings are being recomputed."
    assert ladder_of(season).is_fresh
    assert [words in Client().get(page).content.decode() for page in pages] == [False, False]
    fill_rounds(evening, 3, seed=77)
    assert not ladder_of(season).is_fresh
    assert [words in Client().get(page).content.decode() for page in pages] == [True, True]
    run_all_jobs()
    season.refresh_from_db()
    assert ladder_of(season).is_fresh
    assert [words in Client().get(page).content.decode() for page in pages] == [False, False]


@pytest.mark.parametrize(
    ("first", "last", "shares"),
    [
        (3, 3, {"stays": "1", "leaves": "2/3", "comes": "1/3"}),
        (2, None, {"stays": "1", "leaves": "1/3", "comes": "2/3"}),
        (1, None, {"stays": "1", "comes": "1"}),
        (None, None, {"stays": "1", "leaves": "1"}),
    ],
)
def test_season_credit_is_split_by_rounds_played(club, first, last, shares):
    evening = finished(club)  # three rounds
    team = evening.teams.get(number=1)
    stays, leaves = (row.player for row in team.team_players.select_related("player"))
    names = {"stays": stays.name, "leaves": leaves.name, "comes": "Нова Гостенка"}
    if first:
        reopen_tournament(tournament=evening)
        substitute_player(
            team=team, leaves=leaves, comes=names["comes"], from_round=first, to_round=last
        )
        finish_tournament(tournament=evening)
    season = create_season(club=club, name="Autumn", tournaments=[evening])
    run_all_jobs()
    season.refresh_from_db()
    expected = {names[who]: Fraction(share) for who, share in shares.items()}
    points = points_in(season)
    whole = points[stays.name]
    among = {name: points[name] for name in names.values() if name in points}
    assert among == {name: whole * share for name, share in expected.items()}
    rated = Rating.objects.filter(tournament=evening).values_list("player__name", flat=True)
    assert {name for name in rated if name in names.values()} == expected.keys()


def test_substitute_and_replaced_player_share_credit_and_rating(club, client):
    evening = make_drawn(6, club=club, name="Evening", params={"entrants": 6, "rounds": 4})
    team = evening.teams.get(number=1)
    stays, leaves = (row.player for row in team.team_players.select_related("player"))
    fill_rounds(evening, 2)
    substitute_player(team=team, leaves=leaves, comes="Нова Гостенка", from_round=3)
    fill_rounds(evening, 4)
    finish_tournament(tournament=evening)
    season = create_season(club=club, name="Autumn", tournaments=[evening])
    run_all_jobs()
    season.refresh_from_db()
    points = points_in(season)
    half = points[stays.name] / 2
    assert points[leaves.name] == points["Нова Гостенка"] == half
    assert Rating.objects.filter(tournament=evening).count() == 13
    page = client.get(reverse("season", args=[season.code])).content.decode()
    assert page.count('title="(1/2 of the rounds)"') == 2
    words = f"Нова Гостенка plays for {leaves.name} from round 3 on."
    for path in (
        reverse("tournament_standings", args=[evening.code]),
        reverse("tournament_team", args=[evening.code, 1]),
    ):
        shown = strip_tags(client.get(path).content.decode())
        assert words in " ".join(shown.split())
    answer = client.get(f"/api/v1/tournaments/{evening.code}/standings/").json()
    [line] = [row for row in answer["lists"][0]["lines"] if row["team"]["number"] == 1]
    assert line["team"]["substitutes"] == [
        {"name": "Нова Гостенка", "plays_for": leaves.name, "from_round": 3, "to_round": None}
    ]
    assert line["team"]["players"] == [stays.name, leaves.name]


@pytest.mark.sql
def test_rebuilding_ratings_gives_the_same_rows(club):
    for day in (1, 2):
        finished(club, day)
    columns = ("player", "tournament", "mu", "sigma", "evenings", "rank", "field")
    before = list(Rating.objects.order_by("player", "evenings").values_list(*columns))
    assert len(before) == 16
    Rating.objects.all().delete()
    Job.objects.create(kind="ratings", key=str(club.pk))
    run_all_jobs()
    assert list(Rating.objects.order_by("player", "evenings").values_list(*columns)) == before


def test_reopened_tournament_is_removed_from_ratings(club):
    evening = finished(club)
    assert Rating.objects.count() == 8
    reopen_tournament(tournament=evening)
    run_all_jobs()
    assert not Rating.objects.exists()


def test_private_tournament_creates_no_ratings(club):
    finished(club, is_public=False)
    assert not Rating.objects.exists()


def test_rating_history_ends_with_the_current_rating(club):
    for day in (1, 2):
        finished(club, day)
    for line in ratings_of(club):
        history = history_of(line.player)
        assert history.points[-1] == line.points
        assert len(history.evenings) == line.strength.events == 2
        assert line.change == history.points[1] - history.points[0]


@pytest.mark.parametrize(
    ("points", "message"),
    [
        ([], "Enter the points for each place"),
        (["ten"], "Write the points as numbers"),
        (["1/0"], "Write the points as numbers"),
        (["3", "5"], "A better place cannot bring fewer points"),
    ],
)
def test_season_rejects_invalid_place_points(club, points, message):
    with pytest.raises(RuleViolationError, match=message):
        create_season(club=club, name="Bad", measure="places", place_points=points)
    assert not Season.objects.exists()


def test_season_rejects_tournaments_of_another_club(club):
    stranger = make_tournament(club=make_club("Other"))
    season = create_season(club=club, name="Autumn")
    with pytest.raises(RuleViolationError, match="own club"):
        change_season(season=season, name="Autumn", tournaments=[stranger])
    assert not season.tournaments.exists()


def test_organiser_creates_season_and_public_pages_show_it(club):
    evening = finished(club)
    organiser = Client()
    organiser.force_login(director_of(evening))
    path = reverse("manage_season_new", args=[club.pk])
    answer = organiser.post(
        path,
        {"name": "Autumn ladder", "measure": "places", "place_points": "10 8 6 4", "least": 1,
         "is_public": "on", "tournaments": [evening.pk]},
    )  # fmt: skip
    run_all_jobs()
    season = Season.objects.get()
    assert answer.url == reverse("season", args=[season.code])
    page = Client().get(answer.url).content.decode()
    winner = SeasonPlace.objects.filter(season=season).first()
    assert winner.player.name in page
    assert "Evening 1" in page
    assert "Change the season" not in page
    shown = Client().get(reverse("club", args=[club.pk])).content.decode()
    assert "Autumn ladder" in shown
    assert Client().get(reverse("player", args=[winner.player_id])).status_code == 200
    answered = Client().get(reverse("api_season", args=[season.code])).json()
    assert answered["lines"][0]["name"] == winner.player.name
    assert len(Client().get(reverse("api_ratings", args=[club.pk])).json()) == 8
    assert Client().get(reverse("season_file", args=[season.code, "csv"])).status_code == 200


def test_season_change_page_returns_404_for_strangers(club):
    season = create_season(club=club, name="Autumn")
    client = Client()
    client.force_login(make_user("stranger"))
    path = reverse("manage_season", args=[club.pk, season.pk])
    assert client.post(path, {"name": "Mine", "measure": "total", "least": 1}).status_code == 404
    season.refresh_from_db()
    assert season.name == "Autumn"


def test_season_and_club_page_query_count_is_limited(club, django_assert_max_num_queries):
    season = create_season(club=club, name="S", tournaments=[finished(club, d) for d in (1, 2, 3)])
    run_all_jobs()
    with django_assert_max_num_queries(6):
        Client().get(reverse("season", args=[season.code]))
    with django_assert_max_num_queries(14):
        Client().get(reverse("club", args=[club.pk]))
