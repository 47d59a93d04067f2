"""Cards of finished boards can be tried; boards in play reveal nothing."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import fill_rounds, make_drawn, rebuild
from tournaments.models import Board, Tournament
from tournaments.setup.services.tournaments import finish_tournament

pytestmark = pytest.mark.django_db


def finished(**options: object) -> Tournament:
    tournament = make_drawn(6, **options)
    fill_rounds(tournament, 5)
    return rebuild(finish_tournament(tournament=tournament))


def trial_data(client: Client, tournament: Tournament, query: str = "") -> dict[str, Any]:
    address = reverse("board_trial", args=[tournament.code, 1]) + query
    html = client.get(address).content.decode()
    found = re.search(r'<script id="trial-data" type="application/json">(.*?)</script>', html)
    assert found
    return json.loads(found[1])


def test_trial_has_all_hands_for_any_contract_and_leader(client: Client) -> None:
    tournament = finished()
    pack = Board.objects.get(tournament=tournament, number=1).dealt.pack.split()
    trial = trial_data(client, tournament, "?contract=NT&seat=S")
    hands = trial["hands"]
    assert [hand.bit_count() for hand in hands] == [8, 8, 8, 8]
    assert sum(hands) == 2**32 - 1
    assert {trial["cards"][card] for card in range(32)} == set(pack)
    assert trial["seats"][trial["leader"]] == "S"
    assert trial["contract"]["trumps"] == 0
    assert trial["played"] == []


def test_trial_with_invalid_parameters_uses_defaults(client: Client) -> None:
    tournament = finished()
    deal = Board.objects.get(tournament=tournament, number=1).dealt
    trial = trial_data(client, tournament, "?contract=XX&seat=Q")
    assert trial["contract"]["trumps"] == 0xFF000000
    seats = trial["seats"]
    assert trial["leader"] == (seats.index(deal.dealer) + 1) % 4


def test_trial_hands_depend_on_taker_of_turned_up_card(client: Client) -> None:
    tournament = finished(variant="french")
    deal = Board.objects.get(tournament=tournament, number=1).dealt
    trials = [trial_data(client, tournament, f"?contract=H&seat={seat}") for seat in "NS"]
    assert trials[0]["hands"] != trials[1]["hands"]
    leaders = {trial["seats"][trial["leader"]] for trial in trials}
    assert len(leaders) == 1
    assert deal.dealer not in leaders


def test_trial_of_board_in_play_returns_404(client: Client) -> None:
    tournament = make_drawn(6)
    response = client.get(reverse("board_trial", args=[tournament.code, 1]))
    assert response.status_code == 404
    assert "cannot be tried yet" in response.content.decode()
    assert "trial-data" not in response.content.decode()
    assert client.get(reverse("board_trial", args=[tournament.code, 99])).status_code == 404


def test_trial_returns_404_for_combinations_in_tricks(client: Client) -> None:
    tournament = finished(variant="klaverjas_amsterdam")
    assert client.get(reverse("board_trial", args=[tournament.code, 1])).status_code == 404
