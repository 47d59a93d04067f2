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
def test_archive_search_finds_text_in_either_alphabet(club, words, found):
    assert names_of(club, words=words) == found


@pytest.mark.sql
def test_archive_search_finds_players_in_either_alphabet(club):
    other = make_tournament(club, name="Solo", is_public=True)
    Tournament.objects.filter(pk=other.pk).update(state=Tournament.State.FINISHED)
    name = Tournament.objects.get(name="Winter Cup").teams.first().players.first().name
    three = ["Autumn Pairs", "Есенна вечер", "Winter Cup"]
    assert names_of(club, words=name) == three
    assert names_of(club, words="anna ivanova") == three
    assert "Solo" in names_of(club)


@pytest.mark.sql
def test_archive_filters_by_year_place_format_and_rules(club):
    assert names_of(club, year=2026) == ["Autumn Pairs", "Есенна вечер"]
    assert names_of(club, year=2026, place="Zora") == ["Autumn Pairs"]
    assert names_of(club, preset="belote") == ["Autumn Pairs"]
    assert names_of(club, unit="pair", kind="barometer", preset="bulgarian", year=2025) == [
        "Winter Cup"
    ]
    assert names_of(club, unit="team") == []


def test_archive_choices_have_counts(club):
    choices = choices_of(club)
    assert choices.years == {2026: 2, 2025: 1}
    assert choices.places == {"Vitosha": 1, "Zora": 2}
    assert choices.presets == {"bulgarian": 2, "belote": 1}
    assert (choices.kinds, choices.units) == ({"barometer": 3}, {"pair": 3})
    assert (choices.all, choices.since) == (3, 2025)


def test_archive_lists_only_finished_public_own_tournaments(club):
    played(make_club("Elsewhere"), "Theirs")
    hidden = played(club, "Hidden")
    Tournament.objects.filter(pk=hidden.pk).update(is_public=False)
    make_drawn(4, club=club, name="Running", is_public=True)
    assert names_of(club) == ["Autumn Pairs", "Есенна вечер", "Winter Cup"]
    assert "Hidden" not in page(club)


def test_archive_row_shows_winners_and_their_total(club):
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


def test_archive_winner_is_of_the_finished_last_stage(club):
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
def test_archive_ignores_unknown_filter_values(club, query):
    text = page(club, query)
    assert "3 tournaments found" in text


def test_archive_without_matches_says_so_and_keeps_the_query(club):
    text = page(club, "?q=nobody")
    assert "No tournament was found" in text
    assert 'value="nobody"' in text


def test_archive_csv_is_filtered_and_json_is_complete(club):
    address = reverse("club_archive_file", args=[club.pk, "csv"])
    answer = Client().get(f"{address}?place=Zora&year=2025")
    assert "Winter Cup" in answer.content.decode()
    assert "Autumn Pairs" not in answer.content.decode()
    kept = json.loads(Client().get(address.replace(".csv", ".json")).content)
    assert len(kept["rows"]) == 3


def test_archive_is_noindex_unless_the_club_allows_search(club):
    assert '<meta name="robots" content="noindex' in page(club)
    Club.objects.filter(pk=club.pk).update(names_in_search=True)
    assert '<meta name="robots" content="noindex' not in page(club)


def test_archive_returns_404_without_finished_tournaments():
    club = make_club("New")
    make_tournament(club, is_public=True)
    for address in (
        reverse("club_archive", args=[club.pk]),
        reverse("club_archive_file", args=[club.pk, "csv"]),
        reverse("club_players", args=[club.pk]),
    ):
        assert Client().get(address).status_code == 404


def test_archive_query_count_is_constant(club, django_assert_num_queries):
    address = reverse("club_archive", args=[club.pk])
    with django_assert_num_queries(8):
        Client().get(f"{address}?q=anna+ivanova")
    for number in range(5):
        other = make_tournament(club, name=f"Evening {number}", is_public=True)
        Tournament.objects.filter(pk=other.pk).update(state=Tournament.State.FINISHED)
    with django_assert_num_queries(8):
        Client().get(f"{address}?q=anna+ivanova")
