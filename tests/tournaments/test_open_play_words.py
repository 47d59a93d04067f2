import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from tests.builders import director_of, enter_teams, make_tournament, plays_of, rebuild
from tests.tournaments.walking import text_of, walk
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.models import Tournament
from tournaments.results.services.results import correct_result

pytestmark = pytest.mark.django_db

BOARD = {
    "en": r"\bboards?\b",
    "bg": r"\bборд(?!юр)\w*",
    "fr": r"\bétuis?\b",
    "hr": r"\bbord(?!o)\w*|\bbordov\w*",
    "nl": r"\bbord(en)?\b",
}


@pytest.fixture
def evening() -> Tournament:
    tournament = make_tournament(cards="open", game={"deals": 12})
    enter_teams(tournament, 5)
    params = {"entrants": 5, "rounds": 3}
    draw_tournament(tournament=tournament, kind="danish", params=params, by_lot=False)
    tournament.refresh_from_db()
    publish_draw(tournament=tournament)
    for number, play in enumerate(plays_of(tournament)[:2]):
        slip = {"game": {"NS": 1200 + number, "EW": 800}}
        correct_result(play_id=play.pk, slip=slip, reason="paper", actor=None)
    return rebuild(tournament)


ALLOWED_BOARD_WORDS = {
    r"/settings/$": r"same boards|едни и същи бордове|mêmes (étuis|donnes)|isti bordovi",
    r"/scoring/$": r"boards won|спечелени бордове|gagné|dobiveni bordovi",
    r"/field/|/fairness/$|/deals/": r".",
}
"""By page: choice of cards, an unused tie-break, pages without links to them."""


def start_pages(tournament: Tournament) -> list[str]:
    table = tournament.tables.first()
    assert table is not None
    return [
        reverse("manage_tournament", args=[tournament.code]),
        reverse("tournament", args=[tournament.code]),
        reverse("tournament_projector", args=[tournament.code]),
        reverse("table", args=[table.token]),
    ]


def may_be_said(address: str, words: str) -> bool:
    return any(
        re.search(page, address) and re.search(said, words, re.IGNORECASE)
        for page, said in ALLOWED_BOARD_WORDS.items()
    )


@pytest.mark.once
@pytest.mark.parametrize(
    "language",
    ["bg", *(pytest.param(each, marks=pytest.mark.slow) for each in BOARD if each != "bg")],
)
def test_open_play_pages_do_not_mention_boards(evening, language, every_example):
    client = Client()
    client.force_login(director_of(evening))
    client.cookies["django_language"] = language
    with translation.override(language):
        starts = start_pages(evening)
    within = re.compile(rf"/{evening.code}/")
    found, pages = {}, 0
    for address, answer in walk(client, starts, within, None if every_example else 2):
        pages += 1
        text = text_of(answer)
        hits = re.finditer(BOARD[language], text, re.IGNORECASE)
        told = [text[max(0, hit.start() - 50) : hit.end() + 40] for hit in hits]
        told = [each for each in told if not may_be_said(address, each)]
        if told:
            found[address] = told
    assert found == {}
    assert pages > 60


@pytest.mark.parametrize("language", list(BOARD))
def test_open_play_entry_and_draw_pages_do_not_mention_boards(language):
    tournament = make_tournament(cards="open", game={"to": 501, "best_of": 3})
    enter_teams(tournament, 6)
    client = Client()
    client.force_login(director_of(tournament))
    client.cookies["django_language"] = language
    for name in ("manage_teams", "manage_draw"):
        text = text_of(client.get(reverse(name, args=[tournament.code])))
        assert re.findall(BOARD[language], text, re.IGNORECASE) == []
