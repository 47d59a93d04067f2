"""Names link to player pages while these exist and are public."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.languages import LANGUAGES, in_language
from tests.builders import fill_rounds, make_club, make_drawn, rebuild
from tests.shared_rows import built_once, clear_versioned_caches
from tests.tournaments.seasons.ladders import finished, run_all_jobs
from tournaments.changes.services.people import substitute_player
from tournaments.entries.services.entries import rename_team
from tournaments.models import Club, FeePlan, Player, PrizePlan, Rating, Tournament
from tournaments.privacy.services import show_player_as
from tournaments.seasons.services import create_season
from tournaments.setup.services.tournaments import finish_tournament, reopen_tournament

pytestmark = pytest.mark.django_db


@built_once
def evening() -> Tournament:
    return finished(make_club())


@pytest.fixture
def club(evening: Tournament) -> Club:
    return evening.club


def page(name: str, *args: object, language: str = "en") -> str:
    response = Client().get(in_language(reverse(name, args=args), language))
    assert response.status_code == 200
    return response.content.decode()


def links(text: str, player: Player) -> int:
    return text.count(f'<a class="plain-link" href="/en/player/{player.pk}/">{player.name}</a>')


def all_of(tournament: Tournament) -> list[Player]:
    return list(Player.objects.filter(teams__tournament=tournament).order_by("pk"))


def test_final_standings_link_each_player_to_their_page(evening: Tournament) -> None:
    text = page("tournament_standings", evening.code)
    assert [links(text, player) for player in all_of(evening)] == [1] * 8
    for number in range(1, 5):
        assert text.count(f'href="/en/t/{evening.code}/team/{number}/" aria-label="Pair ') == 1
    for player in all_of(evening):
        assert page("player", player.pk)


def test_live_standings_link_pairs_to_their_team_page(club: Club) -> None:
    tonight = make_drawn(4, club=club, name="Tonight")
    fill_rounds(tonight, 1)
    text = page("tournament", rebuild(tonight).code)
    assert "/en/player/" not in text
    assert text.count(f'<a href="/en/t/{tonight.code}/team/1/">') == 1


def test_team_page_links_both_players(evening: Tournament) -> None:
    text = page("tournament_team", evening.code, 2)
    pair = list(Player.objects.filter(teams__tournament=evening, teams__number=2))
    assert [links(text, player) for player in pair] == [1, 1]
    assert text.count("/en/player/") == 2


def test_named_team_links_all_its_players(evening: Tournament) -> None:
    team = evening.teams.get(number=1)
    pair = [row.player for row in team.team_players.select_related("player")]
    rename_team(team=team, players=[player.name for player in pair], name="The Aces")
    clear_versioned_caches()
    for text in (
        page("tournament_team", evening.code, 1),
        page("tournament_standings", evening.code),
    ):
        assert [links(text, player) for player in pair] == [1, 1]
        assert "The Aces" in text


def test_no_players_are_linked_before_a_finished_tournament() -> None:
    tonight = make_drawn(4, club=make_club())
    fill_rounds(tonight, 1)
    rebuild(tonight)
    assert "/en/player/" not in page("tournament_team", tonight.code, 1)


def test_unlisted_tournament_creates_no_player_pages() -> None:
    club = make_club()
    evening = finished(club, is_public=False)
    season = create_season(club=club, name="Autumn", tournaments=[evening], measure="behind")
    run_all_jobs()
    assert not Rating.objects.exists()
    for text in (page("tournament", evening.code), page("season", season.code)):
        assert "/en/player/" not in text
    assert Client().get(reverse("player", args=[all_of(evening)[0].pk])).status_code == 404


def test_season_page_links_its_players(club: Club, evening: Tournament) -> None:
    season = create_season(club=club, name="Autumn", tournaments=[evening], measure="behind")
    run_all_jobs()
    text = page("season", season.code)
    assert [links(text, player) for player in all_of(evening)] == [1] * 8


def test_player_links_follow_finish_and_reopen() -> None:
    club = make_club()
    tonight = make_drawn(4, club=club, name="Tonight")
    assert "/en/player/" not in page("tournament_team", tonight.code, 1)
    first = finished(club)
    assert page("tournament_team", tonight.code, 1).count("/en/player/") == 2
    reopen_tournament(tournament=first)
    run_all_jobs()
    assert "/en/player/" not in page("tournament_team", tonight.code, 1)


def test_new_ratings_of_known_players_keep_extras_version(club: Club, evening: Tournament) -> None:
    before = Tournament.objects.get(pk=evening.pk).extras_version
    finished(club, day=2)
    assert Tournament.objects.get(pk=evening.pk).extras_version == before


def test_player_links_add_no_queries(evening: Tournament) -> None:
    many = make_drawn(8, club=make_club("Other"))
    fill_rounds(many, 2)
    asked = []
    for code in (evening.code, rebuild(many).code):
        clear_versioned_caches()
        with CaptureQueriesContext(connection) as found:
            name = "tournament_standings" if code == evening.code else "tournament"
            page(name, code)
        asked.append(len(found.captured_queries))
    assert asked[0] <= asked[1]


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_winners_are_linked_on_every_page_that_names_them(
    club: Club, evening: Tournament, language: str
) -> None:
    best = Player.objects.filter(teams__standing_rows__rank=1, teams__tournament=evening)
    told = {
        "embed_winner": club.pk,
        "embed_standings": evening.code,
        "club_archive": club.pk,
        "club": club.pk,
        "tournament": evening.code,
    }
    for name, key in told.items():
        text = page(name, key, language=language)
        for player in best:
            assert f'href="/{language}/player/{player.pk}/">{player.name}</a>' in text, name
    assert '<base target="_blank">' in page("embed_winner", club.pk)


def test_club_leaders_link_to_player_pages(club: Club, evening: Tournament) -> None:

    def told() -> list[int]:
        text = page("club", club.pk)
        table = text[text.index("club-leaders") :].split("</table>")[0]
        return [links(table, player) for player in all_of(evening)]

    assert told() == [1] * 8
    create_season(club=club, name="Autumn", tournaments=[evening], measure="behind")
    run_all_jobs()
    assert told() == [1] * 8
    Rating.objects.filter(player=all_of(evening)[0]).delete()
    assert told() == [0, *[1] * 7]


def steps_of(tournament: Tournament) -> str:
    text = page("tournament", tournament.code)
    return text.split('<ol class="story-podium"')[1].split("</ol>")[0]


def test_podium_links_players_but_not_named_teams(
    evening: Tournament,
) -> None:
    team = evening.standing_rows.filter(rank=1)[0].team
    pair = list(Player.objects.filter(teams=team))
    assert [links(steps_of(evening), player) for player in pair] == [1, 1]
    rename_team(team=team, players=[player.name for player in pair], name="The Aces")
    clear_versioned_caches()
    assert "<span>The Aces</span>" in steps_of(evening)
    assert [links(steps_of(evening), player) for player in pair] == [0, 0]


@pytest.mark.sample
@pytest.mark.parametrize("language", LANGUAGES)
def test_substitute_and_replaced_player_are_both_linked(club: Club, language: str) -> None:
    evening = make_drawn(6, club=club, name="Evening", params={"entrants": 6, "rounds": 4})
    team = evening.teams.get(number=1)
    leaves = team.players.order_by("pk")[0]
    fill_rounds(evening, 2)
    substitute_player(team=team, leaves=leaves, comes="Нова <Гостенка>", from_round=3)
    fill_rounds(evening, 4)
    finish_tournament(tournament=rebuild(evening))
    run_all_jobs()
    comes = Player.objects.get(name="Нова <Гостенка>")
    show_player_as(player=leaves, shown_as="pseudonym", pseudonym="Сянка", asked="today")
    pages = (("tournament_standings", evening.code), ("tournament_team", evening.code, 1))
    for name, *args in pages:
        text = page(name, *args, language=language)
        start = f'<a class="plain-link" href="/{language}/player/{comes.pk}/">'
        assert f"{start}Нова &lt;Гостенка&gt;</a>" in text
        assert text.count(f'href="/{language}/player/{leaves.pk}/">Сянка</a>') == 2
        assert leaves.name not in text


def test_prize_winners_are_shown_under_their_public_name(evening: Tournament) -> None:
    FeePlan.objects.create(tournament=evening, currency="EUR")
    PrizePlan.objects.create(tournament=evening, announced=[5000])
    best = Player.objects.filter(teams__standing_rows__rank=1, teams__tournament=evening)[0]
    show_player_as(player=best, shown_as="pseudonym", pseudonym="Сянка", asked="today")
    clear_versioned_caches()
    for name in ("tournament", "tournament_standings"):
        text = page(name, evening.code)
        prizes = text[text.index('id="prizes-head"') :].split("</section>")[0]
        assert f'href="/en/player/{best.pk}/">Сянка</a>' in prizes
        assert best.name not in text
