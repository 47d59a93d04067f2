import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import (
    enter_teams,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    rebuild,
)
from tests.shared_rows import built_once
from tournaments.console.services.clock import pause_round, start_round
from tournaments.draws.services.draws import draw_tournament
from tournaments.entries.services.entries import add_team
from tournaments.models import Tournament
from tournaments.setup.services.tournaments import change_settings, finish_tournament
from tournaments.state.official import make_official

pytestmark = pytest.mark.django_db


@built_once
def entered() -> Tournament:
    tournament = make_tournament(make_club("Entered"))
    enter_teams(tournament, 6)
    return tournament


@built_once
def drawn_in_secret() -> Tournament:
    return make_drawn(6, publish=False, club=make_club("Secret"))


@built_once
def published() -> Tournament:
    return make_drawn(6, club=make_club("Published"))


@built_once
def after_two_rounds() -> Tournament:
    tournament = make_drawn(6, club=make_club("Halfway"))
    fill_rounds(tournament, 2)
    return rebuild(tournament)


@built_once
def finished() -> Tournament:
    tournament = make_drawn(6, club=make_club("Finished"))
    fill_rounds(tournament, 5)
    return rebuild(finish_tournament(tournament=tournament))


PAGES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "standings": ("tournament", ()),
    "round": ("tournament_round", (1,)),
    "boards": ("tournament_boards", ()),
    "first board": ("tournament_board", (1,)),
    "last board": ("tournament_board", (10,)),
    "team": ("tournament_team", (1,)),
    "rules": ("tournament_rules", ()),
    "fairness": ("tournament_fairness", ()),
    "projector": ("tournament_projector", ()),
    "standings file": ("tournament_standings_file", ("csv",)),
    "board file": ("tournament_board_file", (1, "csv")),
}
ALWAYS = {"standings", "round", "boards", "rules", "fairness", "projector", "standings file"}
STATES: dict[str, set[str]] = {
    "entered": ALWAYS,
    "drawn in secret": ALWAYS,
    "published": ALWAYS | {"team", "first board", "last board"},
    "after two rounds": set(PAGES),
    "finished": set(PAGES),
}


def text_of(client: Client, name: str, tournament: Tournament, *args: int) -> str:
    response = client.get(reverse(name, args=[tournament.code, *args]))
    assert response.status_code == 200, response.status_code
    return response.content.decode()


@pytest.mark.parametrize("state", STATES)
def test_every_page_responds_in_every_state(
    client: Client,
    state: str,
    entered: Tournament,
    drawn_in_secret: Tournament,
    published: Tournament,
    after_two_rounds: Tournament,
    finished: Tournament,
) -> None:
    states = (entered, drawn_in_secret, published, after_two_rounds, finished)
    tournament = dict(zip(STATES, states, strict=True))[state]
    answers = {
        page: client.get(reverse(name, args=[tournament.code, *args])).status_code
        for page, (name, args) in PAGES.items()
    }
    there = STATES[state]
    assert {page for page, status in answers.items() if status == 200} == there
    assert {status for page, status in answers.items() if page not in there} <= {404}


def test_unknown_tournament_is_not_found(client: Client) -> None:
    for name, args in PAGES.values():
        assert client.get(reverse(name, args=["nowhere", *args])).status_code == 404


def test_tournament_in_entry_lists_participants(client: Client, entered: Tournament) -> None:
    html = text_of(client, "tournament", entered)
    assert "The standings appear after round 1" in html
    assert html.count('class="pair-number"') == 6
    assert "/round/" not in html


def test_unpublished_draw_shows_no_seat_and_no_number(
    client: Client, drawn_in_secret: Tournament
) -> None:
    assert "The seats are not drawn yet" in text_of(client, "tournament_round", drawn_in_secret, 1)
    assert "The boards are not dealt yet" in text_of(client, "tournament_boards", drawn_in_secret)
    assert "data-team" not in text_of(client, "tournament", drawn_in_secret).split("<template")[0]


def test_team_added_after_a_visit_appears_on_page(client: Client, entered: Tournament) -> None:
    text_of(client, "tournament", entered)
    add_team(tournament=entered, players=("Late Comer", "Second Comer"))
    assert "Late Comer" in text_of(client, "tournament", entered)


def test_standings_show_round_and_boards_counted(
    client: Client, after_two_rounds: Tournament
) -> None:
    html = text_of(client, "tournament", after_two_rounds)
    assert "After round 2" in html
    assert "4 boards a pair" in html
    assert "provisional" in html
    assert html.count("<tr data-row=") == 6


def test_final_standings_are_provisional_until_official(
    client: Client, finished: Tournament
) -> None:
    pages = ("tournament", "tournament_standings")
    for name in pages:
        html = text_of(client, name, finished)
        assert "provisional until the director releases them" in html
    make_official(tournament=finished)
    told = [text_of(client, name, finished) for name in pages]
    assert ["Final standings" in html for html in told] == [False, True]
    assert ["provisional until the director" in html for html in told] == [False, False]


def test_stale_standings_show_notice_with_version(
    client: Client, after_two_rounds: Tournament
) -> None:
    shown = after_two_rounds.standings_version
    change_settings(tournament=after_two_rounds, name="Renamed")
    html = text_of(client, "tournament", after_two_rounds)
    assert "The standings are being recomputed." in html
    assert f"(version {shown})" in html
    assert "being recomputed" not in text_of(client, "tournament", rebuild(after_two_rounds))


def test_mitchell_standings_show_two_lists(client: Client) -> None:
    params = {"tables": 3, "arrow_switch": False}
    tournament = make_drawn(6, kind="mitchell", params=params)
    fill_rounds(tournament, 1)
    html = text_of(client, "tournament", rebuild(tournament))
    assert html.count('<table class="table table-places">') == 2
    assert html.index('data-row="ns-') < html.index('data-row="ew-')


def test_round_page_shows_seats_boards_and_sit_out(client: Client) -> None:
    html = text_of(client, "tournament_round", make_drawn(5), 2)
    assert "Sitting out:" in html
    assert html.count("<tr data-row=") == 2
    assert "3, 4" in html


def test_running_round_shows_result_counts(client: Client) -> None:
    tournament = make_drawn(6)
    start_round(tournament=tournament, number=1)
    fill_rounds(tournament, 1)
    html = text_of(client, "tournament", rebuild(tournament))
    assert "Round 2 comes next" in html
    assert "0 / 3" in html


def test_clock_shows_deadline_running_and_stopped_paused(client: Client) -> None:
    tournament = make_drawn(6)
    current = start_round(tournament=tournament, number=1)
    assert "data-deadline=" in text_of(client, "tournament", tournament)
    pause_round(current=current)
    html = text_of(client, "tournament", tournament)
    assert "clock stopped" in html
    assert "data-deadline=" not in html


def test_unknown_round_board_or_pair_404_names_valid_range(client: Client) -> None:
    tournament = make_drawn(6)
    for name, number, words in (
        ("tournament_round", 9, "has rounds 1 to 5"),
        ("tournament_board", 31, "has boards 1 to 10"),
        ("tournament_team", 50, "There is no pair 50"),
    ):
        response = client.get(reverse(name, args=[tournament.code, number]))
        assert response.status_code == 404
        assert words in response.content.decode()


def test_finished_board_shows_deal_and_all_results(
    client: Client, after_two_rounds: Tournament
) -> None:
    html = text_of(client, "tournament_board", after_two_rounds, 3)
    assert html.count('class="tile') == 32
    assert html.count("<tr data-row=") == 3
    assert "South dealt" in html
    assert "East led" in html
    by_suit = client.get(
        reverse("tournament_board", args=[after_two_rounds.code, 3]) + "?hands=suit"
    )
    assert by_suit.content.decode().count('class="suit-lines"') == 4


def test_team_page_shows_places_boards_and_later_rounds(
    client: Client, after_two_rounds: Tournament
) -> None:
    html = text_of(client, "tournament_team", after_two_rounds, 2)
    assert "Place after each round" in html
    assert html.count('class="strip"') == 4
    assert html.count("not over yet") == 3


def test_team_page_chart_compares_the_pair_given_by_with(
    client: Client, after_two_rounds: Tournament
) -> None:
    page = reverse("tournament_team", args=[after_two_rounds.code, 2])
    alone, beside = (client.get(page + end).content.decode() for end in ("", "?with=3"))
    assert alone.count('class="place-mark place-mark-own"') == 2
    assert "place-mark-beside" not in alone
    assert beside.count('class="place-mark place-mark-beside"') == 2
    assert '<option value="3" selected>' in beside
    for end in ("?with=2", "?with=99", "?with=x", "?with=" + "9" * 30, "?with=²"):
        assert "place-mark-beside" not in client.get(page + end).content.decode()


def test_past_tournament_without_play_is_listed(client: Client) -> None:
    tournament = make_tournament(date=datetime.date(2020, 1, 1))
    assert "Who takes part" in client.get(reverse("tournament_list")).content.decode()
    assert tournament.code in client.get(reverse("home")).content.decode()


def test_unlisted_tournament_is_reachable_only_by_url(client: Client) -> None:
    tournament = make_tournament(is_public=False)
    for name in ("home", "tournament_list"):
        assert tournament.code not in client.get(reverse(name)).content.decode()
    assert text_of(client, "tournament", tournament)


def test_search_matches_both_alphabets_and_club(client: Client) -> None:
    serdika, vitosha = make_club("Сердика"), make_club("Витоша")
    make_tournament(serdika, name="Есенен турнир")
    make_tournament(vitosha, name="Пролетна купа")
    page = reverse("tournament_list")
    assert "Пролетна купа" not in client.get(page, {"q": "esenen"}).content.decode()
    assert "Есенен турнир" in client.get(page, {"q": "ЕСЕНЕН сердика"}).content.decode()
    assert "Есенен турнир" not in client.get(page, {"club": vitosha.pk}).content.decode()
    assert "No tournament was found" in client.get(page, {"q": "nothing like it"}).content.decode()


def test_home_shows_sample_deal_until_a_real_one_exists(client: Client) -> None:
    assert "One deal at 4 tables" in client.get(reverse("home")).content.decode()
    tournament = make_drawn(10)
    fill_rounds(tournament, 9)
    rebuild(finish_tournament(tournament=tournament))
    html = client.get(reverse("home")).content.decode()
    assert "One deal at 5 tables" in html
    assert f"/en/t/{tournament.code}/board/" in html


def test_malformed_parameters_never_cause_errors(client: Client) -> None:
    tournament = make_drawn(4)
    for name in ("tournament_round", "tournament_board", "tournament_team"):
        for number in (0, 10**9, 10**30):
            assert client.get(reverse(name, args=[tournament.code, number])).status_code == 404
    page = reverse("tournament_list")
    for query in ({"page": "x"}, {"page": "999"}, {"club": "²"}, {"club": "-1"}, {"q": "\x00 😀"}):
        assert client.get(page, query).status_code == 200
    standings = reverse("tournament", args=[tournament.code])
    assert client.get(standings, {"fragment": "../../etc"}).status_code == 200
    assert client.get(standings, headers={"If-None-Match": "nonsense"}).status_code == 200


def test_unpublished_draw_keeps_pairs_in_entry_order(client):
    tournament = make_tournament()
    enter_teams(tournament, 8)
    first = tournament.teams.filter(team_players__position=1)
    names = first.values_list("team_players__player__name", flat=True)
    entered = list(names.order_by("entry_order"))
    draw_tournament(tournament=tournament, kind="barometer", params={"entrants": 8}, seed="07" * 32)
    assert list(names.order_by("number")) != entered
    page = client.get(reverse("tournament", args=[tournament.code])).content.decode()
    assert sorted(entered, key=page.index) == entered


def test_round_without_comparable_boards_has_no_best_pair(client):
    tournament = make_drawn(6, kind="mitchell", params={"tables": 3})
    fill_rounds(tournament, 1)
    rebuild(tournament)
    address = reverse("tournament", args=[tournament.code])
    assert "Best of round" not in client.get(address).content.decode()
    fill_rounds(tournament, 2)
    rebuild(tournament)
    assert "Best of round 2" in client.get(address).content.decode()
