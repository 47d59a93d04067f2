"""Other spellings of a name are found, shown in place, ticked, and only then replaced."""

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import director_of, enter, make_club, make_drawn, make_tournament, plays_of
from tests.shared_rows import built_once
from tests.tournaments.privacy.places import OTHER, REAL, columns_with
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.ledger import write_other
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError
from tournaments.models import Player, Tournament
from tournaments.privacy.services import anonymise_player
from tournaments.privacy.spellings import spellings_of

pytestmark = pytest.mark.django_db
NOTES = {
    "Tsvetelin Nevidimov": "paid for Tsvetelin Nevidimov",
    "Невидимов Цветелин": "Невидимов Цветелин закъсня",
    "Ц. Невидимов": "за Ц. Невидимов",
    "Nevidimov Ts.": "Nevidimov Ts. asks",
    "Nevidimov": "chair of Nevidimov",
    "Цецо": f"{REAL} „Цецо“, вода",
    "0888 123 456": f"{REAL}, 0888 123 456",
    "tsetso@example.org": "Ц. Невидимов tsetso@example.org",
}


@built_once
def tournament() -> Tournament:
    tournament = make_tournament()
    add_team(tournament=tournament, players=[REAL, OTHER])
    set_fees(tournament=tournament, kinds=[FeeKindRequest(600, code="member")])
    for note in (*NOTES.values(), "call 0899 999 999", "Цветелина Невидимова, Иван Цветелинов"):
        write_other(tournament=tournament, amount=100, note=note, actor=director_of(tournament))
    return tournament


def player() -> Player:
    return Player.objects.get(name=REAL)


def forget(also: list[str]) -> None:
    anonymise_player(player=player(), typed=REAL, asked="himself", also=also)


def test_every_spelling_is_found_with_its_table(tournament):
    found = {each.text: each for each in spellings_of(player())}
    assert set(found) == set(NOTES)
    assert found["Nevidimov Ts."].excerpt == "Nevidimov Ts. asks"
    assert dict(found["Ц. Невидимов"].places) == {"ledger": 2}
    assert all(each.is_sure for each in found.values())


def test_only_ticked_spellings_are_removed_from_database(tournament):
    forget([each.text for each in spellings_of(player())])
    for words in (REAL, *NOTES):
        assert columns_with(words) - columns_with("Цветелина Невидимова") == set(), words
    assert columns_with("0899 999 999") == {"tournaments_ledgerline.note"}
    assert columns_with("Цветелина Невидимова, Иван Цветелинов") == {"tournaments_ledgerline.note"}


def test_unticked_spellings_are_kept(tournament):
    forget(["Tsvetelin Nevidimov"])
    assert columns_with("Tsvetelin Nevidimov") == set()
    assert columns_with("tsetso@example.org") == {"tournaments_ledgerline.note"}


def test_ambiguous_spelling_names_others_and_is_not_sure(tournament):
    add_team(tournament=tournament, players=["Цветан Невидимов", "Гост Гостев"])
    found = {each.text: each for each in spellings_of(player())}
    assert found["Ц. Невидимов"].others == ("Цветан Невидимов",)
    assert found["Nevidimov"].others == ("Цветан Невидимов",)
    assert found["Tsvetelin Nevidimov"].is_sure
    page = stored_page(tournament)
    assert "it may be Цветан Невидимов" in page


def stored_page(tournament: Tournament, **values: object) -> str:
    client = Client()
    client.force_login(director_of(tournament))
    address = reverse("manage_player_stored", args=[tournament.club_id, player().pk])
    answer = client.post(address, values, follow=True) if values else client.get(address)
    return answer.content.decode()


def test_page_lists_spellings_and_reports_those_left(tournament):
    page = stored_page(tournament)
    for text in NOTES:
        assert f'value="{text}"' in page
    told = stored_page(
        tournament, typed=REAL, asked="himself", typed_also="Цветелин Н.",
        also=[text for text in NOTES if text != "Nevidimov"],
    )  # fmt: skip
    assert "Left as they are: Nevidimov" in told
    assert columns_with("Цецо") == set()


def test_spelling_matching_another_player_is_rejected(tournament):
    add_team(tournament=tournament, players=["Иван Невидимов", "Гост Гостев"])
    for also in (["иван невидимов"], ["Иванн", "xx"]):
        with pytest.raises(RuleViolationError):
            forget(also)
    assert player()


def test_spellings_of_another_club_are_ignored(tournament):
    other = make_tournament(make_club("Two"))
    set_fees(tournament=other, kinds=[FeeKindRequest(600, code="member")])
    write_other(tournament=other, amount=100, note="Tsvetelin Nevidimov", actor=director_of(other))
    found = {each.text: each for each in spellings_of(player())}
    assert dict(found["Tsvetelin Nevidimov"].places) == {"ledger": 1}
    forget(["Tsvetelin Nevidimov"])
    assert columns_with("Tsvetelin Nevidimov") == {"tournaments_ledgerline.note"}


def test_spelling_typed_at_a_table_is_found_and_removed():
    tournament = make_drawn(6)
    enter(plays_of(tournament, sitting__round__number=1)[0], who="Nevidimov Tsvetelin")
    add_team(tournament=make_tournament(tournament.club), players=[REAL, OTHER])
    [found] = spellings_of(player())
    assert (found.text, found.is_sure) == ("Nevidimov Tsvetelin", True)
    forget([found.text])
    assert columns_with("Tsvetelin") == set()
