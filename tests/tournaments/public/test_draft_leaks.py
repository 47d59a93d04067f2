"""Drafted rounds are visible only to directors."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import plays_of, slip
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.formats import better_wins, make_field, pairs_in
from tests.tournaments.manage import address, client_of
from tournaments.console.services.clock import start_round
from tournaments.draws.services.rounds import draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.results.services.results import enter_result
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


def drafted() -> Tournament:
    tournament = make_field(8, "swiss", {"entrants": 8, "rounds": 3, "first": "seeding"})
    better_wins(tournament, 1)
    draw_next_round(tournament=tournament)
    tournament.refresh_from_db()
    return tournament


def addresses(tournament: Tournament) -> list[str]:
    code = tournament.code
    names = ["tournament", "tournament_projector", "tournament_boards", "tournament_rules"]
    names += ["tournament_fairness", "api_rounds", "api_tournament"]
    names += ["api_boards", "api_standings", "api_teams"]
    found = [reverse(name, args=[code]) for name in names]
    found.append(reverse("tournament_standings_file", args=[code, "csv"]))
    found.append(reverse("tournament_boards_file", args=[code, "json"]))
    found.append(reverse("tournament_hands_file", args=[code, "txt"]))
    found += [reverse("tournament_round", args=[code, number]) for number in (1, 2, 3)]
    found += [reverse("tournament_team_file", args=[code, n, "txt"]) for n in (1, 8)]
    found += [reverse("tournament_team", args=[code, number]) for number in (1, 8)]
    found += [reverse("tournament_board", args=[code, number]) for number in (1, 2, 3, 4, 5)]
    found += [reverse("api_round", args=[code, number]) for number in (1, 2)]
    for table in tournament.tables.all():
        found += [reverse(name, args=[table.token]) for name in ("table", "api_table_state")]
        found.append(reverse("api_table", args=[table.token]))
    return [*found, reverse("home"), reverse("tournament_list")]


def public_texts(client: Client, tournament: Tournament) -> dict[str, str]:
    """Public texts without parts that change over time."""
    clear_versioned_caches()
    found = {}
    for each in addresses(tournament):
        answer = client.get(each)
        text = answer.content.decode() if answer.status_code == 200 else str(answer.status_code)
        text = re.sub(r'"now": ?"[^"]+"|nonce-[^"]+|csrf[^>]+>', "", text)
        found[each] = text
    return found


def test_draft_round_changes_no_public_page(client):
    tournament = make_field(8, "swiss", {"entrants": 8, "rounds": 3, "first": "seeding"})
    better_wins(tournament, 1)
    before = public_texts(client, tournament)
    draw_next_round(tournament=tournament)
    after = public_texts(client, tournament)
    assert [each for each in before if before[each] != after[each]] == []
    publish_round(tournament=tournament, number=2)
    clear_versioned_caches()
    round_2 = reverse("tournament_round", args=[tournament.code, 2])
    assert "who sits where" in client.get(round_2).content.decode()
    assert "who sits where" not in before[round_2]


def test_table_state_shows_next_seat_only_after_publication(client):
    tournament = drafted()
    table = tournament.tables.get(number=1)
    state = reverse("api_table_state", args=[table.token])
    rounds = client.get(state).json()["state"]["rounds"]
    assert [row["number"] for row in rounds] == [1]
    assert rounds[0]["pairs"]["NS"]["onward"] is None
    assert client.get(state).json()["state"]["rounds_in_all"] == 3
    publish_round(tournament=tournament, number=2)
    rounds = client.get(state).json()["state"]["rounds"]
    assert rounds[0]["pairs"]["NS"]["onward"]["round"] == 2


def test_draft_round_rejects_start_results_and_finish():
    tournament = drafted()
    with pytest.raises(RuleViolationError, match="no round 2"):
        start_round(tournament=tournament, number=2)
    play = plays_of(tournament, sitting__round__number=2)[0]
    with pytest.raises(RuleViolationError):
        enter_result(table=play.sitting.table, play_id=play.pk, slip=slip(), side="NS")
    with pytest.raises(RuleViolationError) as caught:
        finish_tournament(tournament=tournament)
    assert caught.value.code == "draft_waits"


def test_director_sees_draft_on_draw_page():
    tournament = drafted()
    page = client_of(tournament).get(address("draw", tournament)).content.decode()
    assert "Round 2 is a draft" in page
    assert len(pairs_in(tournament.rounds.get(number=2))) == 4


def test_console_stays_in_published_round():
    tournament = drafted()
    console = client_of(tournament).get(address("tournament", tournament))
    assert console.status_code == 200
    page = console.content.decode()
    assert "Before round 2" in page
    assert "Publish round 2" in page
    assert len(re.findall(r">\s*finished\s*<", page)) == 4  # the tables of round 1
