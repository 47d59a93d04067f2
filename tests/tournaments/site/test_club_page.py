import datetime
import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.builders import enter_teams, fill_rounds, make_club, make_drawn, make_tournament, rebuild
from tests.tournaments.seasons.ladders import finished, run_all_jobs
from tournaments.models import Club, EntryPlan, FeeKind, FeePlan, Tournament
from tournaments.seasons.selectors import ladder_of
from tournaments.seasons.services import create_season
from tournaments.site.selectors.leaders import leaders_of, rank_series, seasons_of
from tournaments.site.selectors.weeks import events_from, later_than, next_event, weeks_of
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db
WEDNESDAY = datetime.date(2031, 11, 26)


def announced(club: Club, days: int, name: str, **values: object) -> Tournament:
    day = WEDNESDAY + datetime.timedelta(days=days)
    return make_tournament(club, name=name, date=day, is_public=True, **values)


def page(club: Club) -> str:
    answer = Client().get(reverse("club", args=[club.pk]))
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def club() -> Club:
    return make_club()


def test_calendar_has_four_full_weeks_from_monday(club):
    announced(club, -2, "Monday"), announced(club, 1, "Thursday")
    announced(club, 25, "Last Sunday"), announced(club, 26, "Behind")
    coming = events_from(club.pk, WEDNESDAY)
    weeks = weeks_of(coming, WEDNESDAY)
    days = [day for week in weeks for day in week]
    assert [len(week) for week in weeks] == [7] * 4
    assert days[0].date == datetime.date(2031, 11, 24)
    assert {day.date.isoformat(): day.events[0].name for day in days if day.events} == {
        "2031-11-24": "Monday", "2031-11-27": "Thursday", "2031-12-21": "Last Sunday",
    }  # fmt: skip
    assert [day.is_wide for day in days[:7]] == [True, False, False, True, False, False, True]
    assert [day.date for day in days if day.is_today] == [WEDNESDAY]
    assert [event.name for event in later_than(coming, WEDNESDAY)] == ["Behind"]


def test_calendar_omits_past_and_unlisted_tournaments(club):
    announced(club, -3, "Sunday before")
    Tournament.objects.filter(pk=announced(club, 1, "Hidden").pk).update(is_public=False)
    assert events_from(club.pk, WEDNESDAY) == []


def test_next_event_prefers_running_then_earliest(club):
    announced(club, 5, "Monday")
    announced(club, 1, "Thursday")
    found = next_event(events_from(club.pk, WEDNESDAY), WEDNESDAY)
    assert found is not None
    assert (found.event.name, found.days, found.fees) == ("Thursday", 1, ())
    make_drawn(4, club=club, name="Now", date=WEDNESDAY, is_public=True)
    found = next_event(events_from(club.pk, WEDNESDAY), WEDNESDAY)
    assert found is not None
    assert (found.event.name, found.days) == ("Now", 0)
    assert next_event(events_from(club.pk, WEDNESDAY + datetime.timedelta(9)), WEDNESDAY)


def test_next_event_card_shows_time_rules_end_fee_and_entries(club):
    day = timezone.localdate() + datetime.timedelta(days=4)
    coming = make_tournament(club, name="Club Night", date=day, is_public=True)
    enter_teams(coming, 3)
    FeePlan.objects.create(tournament=coming, currency="EUR")
    FeeKind.objects.create(tournament=coming, code="member", amount=600, position=1)
    FeeKind.objects.create(tournament=coming, code="junior", amount=0, position=2)
    text = " ".join(page(club).split())
    card = text[text.index("club-next") : text.index("</section>", text.index("club-next"))]
    for words in (
        "in 4 days", "18:30", "Club Night", "Pairs, Bulgarian belot", "It ends around 21:30.",
        "Fee: €6, junior €0.", "3 pairs entered", "Who takes part",
    ):  # fmt: skip
        assert words in card
    assert text.partition("<main")[2].count("btn-primary") == 1


def test_club_page_without_upcoming_has_no_primary_button(club):
    tournament = make_drawn(4, club=club, is_public=True)
    Tournament.objects.filter(pk=tournament.pk).update(state="finished", date="2020-01-04")
    text = page(club)
    assert "No tournament is announced yet" in text
    assert "btn-primary" not in text.partition("<main")[2]


def test_club_page_shows_last_winners_with_percentage(club):
    evening = finished(club)
    best = standings_of(evening).lists[0].lines[0]
    text = re.sub(r"</?(?:a|span)\b[^>]*>", "", " ".join(page(club).split()))
    assert f'<p class="club-winner">{best.team.name}</p>' in text
    assert f"{float(best.total):.2f}%, first of 4 pairs." in text


def test_club_leaders_come_from_the_newest_ranked_season(club):
    evenings = [finished(club, day) for day in (1, 2)]
    season = create_season(club=club, name="Autumn", tournaments=evenings, measure="behind")
    run_all_jobs()
    season.refresh_from_db()
    create_season(club=club, name="Nobody yet")
    leaders = leaders_of(club, seasons_of(club))
    assert leaders is not None
    assert (leaders.season, leaders.ranked, leaders.evenings) == (season, 8, 2)
    lines = ladder_of(season).lines
    assert [line.player for line in leaders.lines] == [line.player for line in lines]
    assert [line.figure for line in leaders.lines] == [line.total for line in lines]
    for leader in leaders.lines:
        ranks = [
            evening.standing_rows.get(team__players=leader.player).rank for evening in evenings
        ]
        assert leader.places == tuple(ranks)
        assert leader.way == tuple((rank - 1) / 3 for rank in ranks)
    Tournament.objects.filter(pk=evenings[0].pk).update(is_public=False)
    leaders = leaders_of(club, seasons_of(club))
    assert leaders is not None
    assert [len(leader.places) for leader in leaders.lines] == [1] * 8


@pytest.mark.sql
def test_club_leaders_fall_back_to_rating(club):
    assert leaders_of(club, seasons_of(club)) is None
    finished(club, 1, is_public=True)
    leaders = leaders_of(club, seasons_of(club))
    assert leaders is not None
    assert (leaders.season, leaders.ranked) == (None, 8)
    assert [leader.rank for leader in leaders.lines] == list(range(1, 9))
    assert "Ratings of all players" in page(club)


def test_rank_series_skips_absences():
    assert rank_series([(1, 5), None, (5, 5), (1, 1)]) == ((1, None, 5, 1), (0, None, 1, 0.5))


def test_club_page_query_count_does_not_grow(club, django_assert_max_num_queries):
    def ask(days: int) -> None:
        for day in range(days):
            day_of_play = timezone.localdate() + datetime.timedelta(days=day)
            make_tournament(club, name=f"Evening {day}", date=day_of_play, is_public=True)
        with django_assert_max_num_queries(18):
            page(club)

    rebuild(finished(club, 1))
    ask(1)
    ask(9)


def test_ratings_page_lists_players_and_shows_recalculation(club):
    evening = finished(club, 1, is_public=True)
    address = reverse("club_players", args=[club.pk])
    text = Client().get(address).content.decode()
    for player in evening.teams.first().players.all():
        assert player.name in text
    assert reverse("club_players_file", args=[club.pk, "csv"]) in text
    fill_rounds(evening, 3, seed=77)
    assert "The ratings are being recomputed." in Client().get(address).content.decode()


@pytest.mark.sql
def test_next_event_card_links_open_entry_with_places_left(club):
    day = timezone.localdate() + datetime.timedelta(days=2)
    coming = make_tournament(club, name="Club Night", date=day, is_public=True)
    enter_teams(coming, 3)
    enter = reverse("tournament_enter", args=[coming.code])
    assert enter not in page(club)
    plan = EntryPlan.objects.create(tournament=coming, is_open=True, most=5)
    text = page(club)
    assert f'<a class="btn btn-primary" href="{enter}">' in text
    assert "2 places left" in text
    assert text.partition("<main")[2].count("btn-primary") == 1
    plan.most = 3
    plan.save()
    assert "To the waiting list" in page(club)
    plan.is_open = False
    plan.save()
    assert enter not in page(club)
