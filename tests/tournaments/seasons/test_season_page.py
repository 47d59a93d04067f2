import datetime
import re
from fractions import Fraction

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.builders import make_club, make_tournament
from tests.shared_rows import built_once
from tests.tournaments.seasons.ladders import finished, run_all_jobs
from tournaments.entries.services.entries import add_team
from tournaments.models import Club, Season, StandingsChange, Tournament
from tournaments.seasons.selectors import ladder_of
from tournaments.seasons.services import create_season
from tournaments.site.selectors.race import SeasonTable, TitleRace, season_table_of
from tournaments.templatetags.ladders import contest_words

pytestmark = pytest.mark.django_db
PAIRS = [("Ana", "Bo"), ("Cy", "Di"), ("Ed", "Fay"), ("Gus", "Hal"), ("Ira", "Jo"), ("Kit", "Lu")]


def evening(club: Club, day: int, order: str, **values: object) -> Tournament:
    date = datetime.date(2026, 1, day)
    tournament = make_tournament(club, name=f"Evening {day}", date=date, is_public=True, **values)
    pairs = {names[0][0]: names for names in PAIRS} | {"z": ("Ana", "Zoe")}
    for rank, letter in enumerate(order, 1):
        team = add_team(tournament=tournament, players=pairs[letter])
        tournament.standing_rows.create(
            section="all", team=team, position=rank, rank=rank, figure="50", boards=2
        )
    Tournament.objects.filter(pk=tournament.pk).update(state="finished", standings_version=1)
    StandingsChange.objects.filter(tournament=tournament).update(counted_in=1)
    return Tournament.objects.get(pk=tournament.pk)


def season_from(club: Club, orders: list[str], left: int = 0, **rule: object) -> Season:
    played = [evening(club, day, order) for day, order in enumerate(orders, 1)]
    coming = [
        make_tournament(club, name=f"Coming {n}", date=datetime.date(2026, 2, 1 + n))
        for n in range(left)
    ]
    settings: dict[str, object] = {
        "measure": "places", "place_points": ["10", "6", "3", "1"], **rule,
    }  # fmt: skip
    season = create_season(club=club, name="S", tournaments=[*played, *coming], **settings)
    run_all_jobs()
    season.refresh_from_db()
    return season


def table(season: Season) -> SeasonTable:
    return season_table_of(ladder_of(season))


def contest(season: Season) -> TitleRace | None:
    return table(season).contest


def words(season: Season) -> str:
    found = contest(season)
    assert found is not None
    with translation.override("en"):
        return contest_words(found)


def page(season: Season) -> str:
    return Client().get(reverse("season", args=[season.code])).content.decode()


@built_once
def club() -> Club:
    return make_club()


def test_season_row_shows_wins_framed_and_uncounted_in_brackets(club):
    season = season_from(club, ["ACE", "CAE", "AC", "EA"], best=2)
    [row] = [row for row in table(season).rows if row.line.player.name == "Ana"]
    assert [(cell and cell.points, cell and cell.counts, won) for cell, won in row.cells] == [
        (10, True, True), (6, False, False), (10, True, True), (6, False, False),
    ]  # fmt: skip
    [edo] = [row for row in table(season).rows if row.line.player.name == "Ed"]
    assert [cell and cell.points for cell, _won in edo.cells] == [3, 3, None, 10]
    text = page(season)
    rows = re.findall(r"<tr[^>]*>.*?</tr>", text, re.DOTALL)
    [shown] = [row for row in rows if "Ana<" in row and "season-cell" in row]
    assert re.findall(r'season-cell"[^>]*>(.*?)</td>', shown) == [
        '<b class="won">10</b>', '<span class="quiet">(6)</span>',
        '<b class="won">10</b>', '<span class="quiet">(6)</span>',
    ]  # fmt: skip
    assert 'class="num total">20</td>' in shown


def test_running_sums_never_fall_and_end_at_the_total(club):
    season = season_from(club, ["ACE", "CAE", "AC", "EA"], best=2)
    found = {runner.names: runner for runner in table(season).runners}
    assert found["Ana – Bo"].sums == (10, 16, 20, 20)
    assert found["Cy – Di"].sums == (6, 16, 16, 16)
    assert found["Ed – Fay"].sums == (3, 6, 6, 13)
    for runner in found.values():
        assert list(runner.sums) == sorted(runner.sums)
        assert {line.total for line in runner.lines} == {runner.total}


def test_running_mean_can_fall(club):
    season = season_from(club, ["AC", "CA"], is_mean=True)
    found = {runner.names: runner.sums for runner in table(season).runners}
    assert found["Ana – Bo"] == (10, 8)


def test_partners_who_separate_become_separate_runners(club):
    season = season_from(club, ["AC", "Cz"])
    assert [runner.names for runner in table(season).runners] == ["Ana", "Cy – Di", "Bo", "Zoe"]


def test_season_leader_out_of_reach_is_announced(club):
    season = season_from(club, ["ACE", "AEC", "ACE"], left=1)
    assert words(season) == "Ana – Bo can no longer be caught."
    assert "can no longer be caught." in page(season)


def test_two_contenders_are_named_with_the_required_place(club):
    season = season_from(club, ["ACE", "CAE", "ACE", "ACE"], left=1)
    # 36 to 28: only a win draws level; Ed and Fay have 12.
    assert words(season) == (
        "Only Ana – Bo and Cy – Di can still be first. "
        "On 1 February Cy – Di have to win to draw level."
    )
    season = season_from(make_club("Other"), ["ACE", "CAE", "ACE"], left=1)
    assert words(season).endswith("On 1 February Cy – Di need place 2 or better to draw level.")


def test_reachable_total_counts_only_best_results(club):
    # Best two results: 20 to 16; a win makes it 20, replacing the 6.
    season = season_from(club, ["ACE", "CAE", "ACE"], left=1, best=2)
    assert words(season).endswith("On 1 February Cy – Di have to win to draw level.")


def test_contest_is_none_for_rules_without_a_forecast(club):
    assert contest(season_from(club, ["ACE", "ACE"])) is None
    for number, rule in enumerate(
        [
            {"measure": "behind"},
            {"is_mean": True},
            {"place_points": ["10", "6", "-3"]},
            {"least": 2, "best": 1},
        ]
    ):
        other = make_club(f"Club {number}")
        assert contest(season_from(other, ["ACE", "ACE", "ACE"], left=1, **rule)) is None


def test_contest_is_none_with_more_than_four_contenders(club):
    assert contest(season_from(club, ["ACEGIK"], left=1)) is None
    four = season_from(make_club("Four"), ["ACEG", "CAGE", "EACG", "GCEA"], left=1)
    found = contest(four)
    assert found is not None
    assert len(found.others) == 3


def test_contest_is_none_when_newcomers_could_still_win(club):
    assert contest(season_from(club, ["AC"], left=1)) is None


def test_contest_is_none_while_the_ladder_is_outdated(club):
    season = season_from(club, ["ACE", "AEC", "ACE"], left=1)
    Season.objects.filter(pk=season.pk).update(made_from=[])
    season.refresh_from_db()
    assert contest(season) is None


def test_season_never_shows_the_name_of_an_unlisted_tournament(club):
    season = season_from(club, ["ACE", "CAE"])
    hidden = season.tournaments.order_by("date")[0]
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False, name="Secret dinner")
    shown = [page(season)]
    for form in ("csv", "json", "txt"):
        address = reverse("season_file", args=[season.code, form])
        shown.append(Client().get(address).content.decode())
    shown.append(Client().get(reverse("api_season", args=[season.code])).content.decode())
    assert all("Secret dinner" not in text and hidden.code not in text for text in shown)
    assert ["Evening 2" in text for text in shown] == [True, True, False, True, True]


def test_season_chart_values_are_also_in_a_table(club):
    text = page(season_from(club, ["ACE", "CAE"]))
    assert text.count("<polyline") == 3
    told = text[text.index("race-table") : text.index("</details>", text.index("race-table"))]
    assert re.findall(r'class="num">(\d+)</td>', told) == ["10", "16", "6", "16", "3", "6"]


def test_season_with_one_evening_shows_no_chart(club):
    text = page(season_from(club, ["ACE"]))
    assert "<polyline" not in text
    assert "Ana" in text


def test_season_page_query_count_does_not_grow(club, django_assert_max_num_queries):
    for orders in (["AC"], ["ACEGIK"] * 6):
        season = season_from(make_club(f"Club {len(orders)}"), orders, left=1)
        with django_assert_max_num_queries(6):
            page(season)


def test_runner_totals_equal_ladder_totals(club):
    evenings = [finished(club, day) for day in (1, 2, 3)]
    season = create_season(club=club, name="T", tournaments=evenings, measure="total", best=2)
    run_all_jobs()
    season.refresh_from_db()
    for runner in table(season).runners:
        assert {line.total for line in runner.lines} == {runner.total}
        assert isinstance(runner.total, Fraction)


def test_constant_partners_share_one_season_row(club):
    season = season_from(club, ["ACE", "CAE", "zC"])
    shown = [[line.player.name for line in row.lines] for row in table(season).rows]
    assert shown == [["Ana"], ["Cy", "Di"], ["Bo"], ["Zoe"], ["Ed", "Fay"]]
    text = page(season)
    assert '<span class="nowrap">Cy</span> – <span class="nowrap">Di</span>' in text
    assert text.count('class="num total"') == len(shown) + 1


def test_tied_pairs_are_kept_as_two_rows(club):
    tournament = evening(club, 1, "AC")
    tournament.standing_rows.update(rank=1, is_tied=True)
    season = create_season(
        club=club, name="S", tournaments=[tournament], measure="places", place_points=["10", "6"]
    )
    run_all_jobs()
    season.refresh_from_db()
    found = [tuple(line.player.name for line in row.lines) for row in table(season).rows]
    assert sorted(found) == [("Ana", "Bo"), ("Cy", "Di")]
