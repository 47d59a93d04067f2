import datetime
import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from games.belot import PRESETS
from tests.builders import fill_rounds, make_club, make_drawn, make_tournament, rebuild
from tests.shared_rows import built_once
from tournaments.models import Club, Tournament
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.site.selectors.archive import (
    ArchiveSearch,
    choices_of,
    search_archive,
    with_their_winners,
)
from tournaments.site.selectors.archive import with_entrants as counted
from tournaments.standings.selectors import standings_of

pytestmark = pytest.mark.django_db


def played(club: Club, name: str, day: str = "2026-11-21", **values: object) -> Tournament:
    date = datetime.date.fromisoformat(day)
    tournament = make_drawn(4, club=club, name=name, date=date, is_public=True, **values)
    fill_rounds(tournament, 3)
    return rebuild(finish_tournament(tournament=tournament))


def page(club: Club, query: str = "", name: str = "club_archive") -> str:
    answer = Client().get(reverse(name, args=[club.pk]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def names_of(club: Club, **wanted: object) -> list[str]:
    found = search_archive(club, ArchiveSearch(**wanted), choices_of(club))  # type: ignore[arg-type]
    return [row.name for row in found]


@built_once
def club() -> Club:
    club = make_club()
    played(club, "Winter Cup", "2025-12-06", place="Zora")
    played(club, "Есенна вечер", "2026-10-03", place="Vitosha")
    played(club, "Autumn Pairs", "2026-11-21", place="Zora", variant=PRESETS["belote"])
    return club


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("", ["Autumn Pairs", "Есенна вечер", "Winter Cup"]),
        ("autumn", ["Autumn Pairs"]),
        ("ESENNA", ["Есенна вечер"]),
        ("zora", ["Autumn Pairs", "Winter Cup"]),
        ("zora winter", ["Winter Cup"]),
        ("3.10.2026", ["Есенна вечер"]),
        ("06.12.2025", ["Winter Cup"]),
        ("2026-10", ["Есенна вечер"]),
        ("winter nobody", []),
        ("%", []),
    ],
)
def test_words_find_names_places_and_dates_in_either_alphabet(club, words, found):
    assert names_of(club, words=words) == found


@pytest.mark.sql
def test_a_player_is_found_in_either_alphabet_and_only_where_they_played(club):
    other = make_tournament(club, name="Solo", is_public=True)
    Tournament.objects.filter(pk=other.pk).update(state=Tournament.State.FINISHED)
    name = Tournament.objects.get(name="Winter Cup").teams.first().players.first().name
    three = ["Autumn Pairs", "Есенна вечер", "Winter Cup"]
    assert names_of(club, words=name) == three
    assert names_of(club, words="anna ivanova") == three
    assert "Solo" in names_of(club)


@pytest.mark.sql
def test_an_archive_is_narrowed_by_year_place_format_and_rules(club):
    assert names_of(club, year=2026) == ["Autumn Pairs", "Есенна вечер"]
    assert names_of(club, year=2026, place="Zora") == ["Autumn Pairs"]
    assert names_of(club, preset="belote") == ["Autumn Pairs"]
    assert names_of(club, unit="pair", kind="barometer", preset="bulgarian", year=2025) == [
        "Winter Cup"
    ]
    assert names_of(club, unit="team") == []


def test_choices_are_what_the_archive_has_with_how_many(club):
    choices = choices_of(club)
    assert choices.years == {2026: 2, 2025: 1}
    assert choices.places == {"Vitosha": 1, "Zora": 2}
    assert choices.presets == {"bulgarian": 2, "belote": 1}
    assert (choices.kinds, choices.units) == ({"barometer": 3}, {"pair": 3})
    assert (choices.all, choices.since) == (3, 2025)


def test_what_is_unlisted_not_over_or_of_another_club_is_not_in_the_archive(club):
    played(make_club("Elsewhere"), "Theirs")
    hidden = played(club, "Hidden")
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    make_drawn(4, club=club, name="Running", is_public=True)
    assert names_of(club) == ["Autumn Pairs", "Есенна вечер", "Winter Cup"]
    assert "Hidden" not in page(club)


def test_a_row_tells_who_won_and_by_how_much(club):
    tournament = Tournament.objects.get(name="Winter Cup")
    lines = standings_of(tournament).lists[0].lines
    best = [line for line in lines if line.rank == 1]
    [row] = with_their_winners(
        counted(search_archive(club, ArchiveSearch(words="winter"), choices_of(club)))
    )
    assert row.winners == tuple(line.team.name for line in best)
    assert (row.figure, row.entrants) == (best[0].total, 4)
    plain = re.sub(r"</?(?:a|span)\b[^>]*>", "", page(club, "?q=winter"))
    assert all(name in plain for name in row.winners)


def test_a_contest_of_stages_is_won_in_its_last_one_once_that_is_over(club):
    first = Tournament.objects.get(name="Autumn Pairs")
    [final] = create_next_stages(tournament=first, stage_name="Final", carry="none")

    def winners() -> tuple[str, ...]:
        return with_their_winners(
            counted(search_archive(club, ArchiveSearch(words="autumn"), choices_of(club)))
        )[0].winners

    assert winners() == ()
    best = final.teams.order_by("-pk")[0]
    final.standing_rows.create(section="all", team=best, position=1, rank=1, figure="60", boards=2)
    assert winners() == ()
    Tournament.objects.filter(pk=final.pk).update(state=Tournament.State.FINISHED)
    assert winners() == (best.name,)
    Tournament.objects.filter(pk=final.pk).update(is_public=False)
    assert winners() == ()


@pytest.mark.parametrize(
    "query", ["?year=1066", "?year=x", "?place=Nowhere", "?unit=horse", "?preset=chess", "?page=99"]
)
def test_what_an_archive_does_not_have_is_looked_for_nowhere(club, query):
    text = page(club, query)
    assert "3 tournaments found" in text


def test_nothing_found_says_so_and_leads_back(club):
    text = page(club, "?q=nobody")
    assert "No tournament was found" in text
    assert 'value="nobody"' in text


def test_a_file_holds_what_is_looked_for(club):
    address = reverse("club_archive_file", args=[club.pk, "csv"])
    answer = Client().get(f"{address}?place=Zora&year=2025")
    assert "Winter Cup" in answer.content.decode()
    assert "Autumn Pairs" not in answer.content.decode()
    kept = json.loads(Client().get(address.replace(".csv", ".json")).content)
    assert len(kept["rows"]) == 3


def test_search_engines_find_an_archive_only_where_the_club_lets_them(club):
    assert '<meta name="robots" content="noindex' in page(club)
    Club.objects.filter(pk=club.pk).update(names_in_search=True)
    assert '<meta name="robots" content="noindex' not in page(club)


def test_a_club_without_anything_finished_has_no_archive():
    club = make_club("New")
    make_tournament(club, is_public=True)
    for address in (
        reverse("club_archive", args=[club.pk]),
        reverse("club_archive_file", args=[club.pk, "csv"]),
        reverse("club_players", args=[club.pk]),
    ):
        assert Client().get(address).status_code == 404


def test_an_archive_asks_as_much_for_many_as_for_few(club, django_assert_num_queries):
    address = reverse("club_archive", args=[club.pk])
    with django_assert_num_queries(8):
        Client().get(f"{address}?q=anna+ivanova")
    for number in range(5):
        other = make_tournament(club, name=f"Evening {number}", is_public=True)
        Tournament.objects.filter(pk=other.pk).update(state=Tournament.State.FINISHED)
    with django_assert_num_queries(8):
        Client().get(f"{address}?q=anna+ivanova")
