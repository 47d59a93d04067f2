"""Public pages show nothing of boards still to be played."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.wording.texts import card_name
from tests.builders import director_of, enter, fill_rounds, make_drawn, plays_of, rebuild, slip
from tests.shared_rows import built_once
from tournaments.console.services.clock import start_round
from tournaments.models import Board, Play, Tournament
from tournaments.results.services.results import confirm_result

pytestmark = pytest.mark.django_db
BOARDS = (1, 2, 3, 4, 5, 10)
"""Rounds 1 and 2, first and last board not begun."""
ROUNDS = 5
TEAMS = 6
# A score and points that occur in no other result here.
TELLING = slip(149, "NT", "E", contra=2) | {"points": {"NS": 21, "EW": 109}}
MARKS = ("42–218", "21–109", "218", "0–104", "−104", "+104", "×4", "no trumps")


@built_once
def tournament() -> Tournament:
    """Round 1 is complete; in round 2 one of three tables has a recognisable result."""
    tournament = make_drawn(TEAMS)
    fill_rounds(tournament, 1)
    start_round(tournament=tournament, number=2)
    play = plays_of(tournament, sitting__round__number=2, order=1)[0]
    enter(play, slip=TELLING)
    return rebuild(tournament)


def addresses(tournament: Tournament) -> list[str]:
    code = tournament.code
    plain = [
        reverse("home"),
        reverse("tournament_list"),
        reverse("tournament", args=[code]),
        reverse("tournament_boards", args=[code]),
        reverse("tournament_rules", args=[code]),
        reverse("tournament_fairness", args=[code]),
        reverse("tournament_projector", args=[code]),
        reverse("tournament_standings_file", args=[code, "csv"]),
        reverse("tournament_hands", args=[code]),
    ]
    for number in range(1, ROUNDS + 1):
        plain.append(reverse("tournament_round", args=[code, number]))
    for number in range(1, TEAMS + 1):
        plain.append(reverse("tournament_team", args=[code, number]))
    for number in BOARDS:
        board = reverse("tournament_board", args=[code, number])
        plain += [board, f"{board}?hands=suit", board.rstrip("/") + ".csv"]
    inside = [address for address in plain if "/en/t/" in address]
    return plain + [f"{at}{'&' if '?' in at else '?'}fragment=en" for at in inside]


def texts_of(addresses: list[str], client: Client) -> dict[str, str]:
    answers = {address: client.get(address) for address in addresses}
    return {
        address: answer.content.decode()
        for address, answer in answers.items()
        if answer.status_code == 200
    }


@built_once
def pages() -> dict[str, str]:
    return texts_of(addresses(Tournament.objects.get()), Client())


def has_mark(mark: str, text: str) -> bool:
    """Whether a mark occurs as a whole token, not inside a fingerprint or number."""
    return bool(re.search(rf"(?<!\w){re.escape(mark)}(?!\w)", text))


def test_unfinished_board_result_appears_on_no_page(
    tournament: Tournament, pages: dict[str, str]
) -> None:
    assert Play.objects.filter(current__contract="NT", current__contra=2).count() == 1
    for address, text in pages.items():
        visible = re.sub(r"<svg.*?</svg>", "", text, flags=re.DOTALL)
        told = {"no trumps"} if "/rules/" in address else set()
        found = {mark for mark in MARKS if has_mark(mark, visible)}
        assert found <= told, address


def test_cards_appear_only_on_finished_board_pages(
    tournament: Tournament, pages: dict[str, str]
) -> None:
    over = {1, 2}
    showing = set()
    for address, text in pages.items():
        if "/en/t/" in address and any(name in text for name in all_cards()):
            showing.add(address.split("?")[0])
    code = tournament.code
    assert showing == {reverse("tournament_board", args=[code, number]) for number in over}


def test_packs_and_seed_appear_on_no_page_before_the_end(
    tournament: Tournament, pages: dict[str, str]
) -> None:
    packs = Board.objects.filter(tournament=tournament).values_list("deal__pack", flat=True)
    for address, text in pages.items():
        assert tournament.seed not in text, address
        assert not [pack for pack in packs if pack in text], address


def test_director_sees_the_same_public_fragments(
    client: Client, tournament: Tournament, pages: dict[str, str]
) -> None:
    client.force_login(director_of(tournament))
    shared = {address: text for address, text in pages.items() if "fragment" in address}
    for address, text in texts_of(list(shared), client).items():
        assert text == shared[address], address


def test_board_page_in_play_shows_counts_only(client: Client, tournament: Tournament) -> None:
    html = client.get(reverse("tournament_board", args=[tournament.code, 3])).content.decode()
    assert "This board is not over yet" in html
    assert "1 of 3 tables have a result." in html
    assert "dealt," not in html
    csv = client.get(reverse("tournament_board_file", args=[tournament.code, 3, "csv"]))
    assert csv.status_code == 404


def test_board_opens_when_its_last_result_is_confirmed(
    client: Client, tournament: Tournament
) -> None:
    address = reverse("tournament_board", args=[tournament.code, 3])
    assert "0–104" not in client.get(address).content.decode()
    for play in plays_of(tournament, sitting__round__number=2, order=1, state=Play.State.EMPTY):
        enter(play, slip=slip(90))
        assert "0–104" not in client.get(address).content.decode()
    for play in plays_of(tournament, sitting__round__number=2, order=1):
        confirm_result(table=play.sitting.table, play_id=play.pk, version=1, side="EW", agrees=True)
    html = client.get(address).content.decode()
    assert [mark for mark in MARKS if has_mark(mark, html)] != []
    assert "0–104" in html
    assert any(name in html for name in all_cards())


def all_cards() -> list[str]:
    """Spoken names of all cards; "queen of hearts" is on a page only where the card is."""
    return [card_name(suit + rank) for suit in "CDHS" for rank in "789TJQKA"]
