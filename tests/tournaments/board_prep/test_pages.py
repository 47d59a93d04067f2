import contextlib
import random

import pytest
from django.test import Client
from django.urls import NoReverseMatch, reverse
from django.utils import timezone

from games.wording.texts import card_name
from tests.builders import make_drawn, make_tournament
from tests.card_finder import cards_in
from tests.shared_rows import built_once
from tests.tournaments.board_prep.links import helper_at, links_of
from tests.tournaments.manage import address, client_of, messages_of, stranger
from tournaments.board_prep.selectors import MAX_WRONG_CHECKS, board_states, card_pad, packet_at
from tournaments.board_prep.services import check_hand, create_dealing_links
from tournaments.console.services.clock import start_round
from tournaments.draws.services.draws import publish_draw
from tournaments.errors import RuleViolationError
from tournaments.models import HandCheck, HelperLink, LogEntry, Tournament
from tournaments.urls.manage import tournament as PAGES

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    return make_drawn(publish=False)


def cards_at(tournament: Tournament, place: str, number: int = 1) -> tuple[str, ...]:
    packet = packet_at(tournament.boards.get(number=number), place)
    assert packet is not None
    return packet.cards


def others(tournament: Tournament, place: str) -> list[str]:
    own = cards_at(tournament, place)
    return [card for _suit, row in card_pad(tournament) for card in row if card not in own]


def shown_in(response) -> set[str]:
    text = response.content.decode()
    pack = [card for _suit, row in card_pad(Tournament.objects.get()) for card in row]
    return {card for card in pack if f'<span class="sr">{card_name(card)}</span>' in text}


# Packets -----------------------------------------------------------------------------------------


def test_helper_sees_one_seats_cards_only_after_a_post(tournament):
    client = helper_at(links_of(tournament)["W"])
    page = address("dealing_packet", tournament, 3)
    assert not any(cards_in(client.get(page).content.decode()))
    assert shown_in(client.post(page)) == set(cards_at(tournament, "W", 3))
    assert shown_in(client.post(page, {"place": "N"})) == set(cards_at(tournament, "W", 3))


def test_log_records_who_saw_which_board(tournament):
    helper_at(links_of(tournament)["W"]).post(address("dealing_packet", tournament, 3))
    line = LogEntry.objects.get(action="packet_shown")
    assert (line.who, line.user, line.details) == ("Ана", None, {"board": 3, "place": "W"})
    page = client_of(tournament).get(address("log", tournament)).content.decode()
    assert "Board 3: the cards of West were shown to make it up" in page


def test_a_link_opens_on_one_phone_only(tournament):
    link = links_of(tournament)["N"]
    first = helper_at(link)
    second = Client().post(reverse("helper", args=[link.code]), {"name": "Б", "plays_not": "on"})
    assert second.status_code == 403
    assert "another phone has opened it" in second.content.decode()
    again = first.get(reverse("helper", args=[link.code]))
    assert again.url == address("dealing", tournament)


def test_player_cannot_open_a_dealing_link(tournament):
    link = links_of(tournament)["N"]
    player = tournament.teams.first().team_players.first().player.name
    sent = {"name": f"  {player.upper()} ", "plays_not": "on"}
    refused = Client().post(reverse("helper", args=[link.code]), sent)
    assert "may not see the cards" in refused.content.decode()
    silent = Client().post(reverse("helper", args=[link.code]), {"name": "Ана"})
    assert "Players may not see the cards." in silent.content.decode()
    link.refresh_from_db()
    assert link.claimed_at is None


def test_stopped_link_shows_no_packet(tournament):
    link = links_of(tournament)["N"]
    client = helper_at(link)
    HelperLink.objects.filter(pk=link.pk).update(stopped_at=timezone.now())
    assert client.post(address("dealing_packet", tournament, 1)).status_code == 302


def test_new_links_end_only_the_old_dealing_links(tournament):
    old = links_of(tournament)
    new = links_of(tournament)
    assert [HelperLink.objects.get(pk=each.pk).is_open for each in old.values()] == [False] * 4
    assert sorted(new) == ["E", "N", "S", "W"]
    assert {len(link.code) for link in new.values()} == {12}


def test_dealing_links_require_a_draw():
    tournament = make_tournament()
    assert client_of(tournament).get(address("dealing", tournament)).status_code == 200
    with pytest.raises(RuleViolationError) as refused:
        create_dealing_links(tournament=tournament)
    assert refused.value.code == "not_dealt"


def test_strangers_get_no_dealing_page(tournament):
    for name, parts in (("dealing", []), ("dealing_packet", [1]), ("dealing_check", [1, "N"])):
        page = address(name, tournament, *parts)
        assert Client().post(page).status_code == 302
    assert stranger().post(address("dealing_packet", tournament, 1)).status_code == 404


def test_only_the_creator_sees_unopened_link_codes(tournament):
    links_of(tournament)
    page = client_of(tournament).get(address("dealing", tournament)).content.decode()
    assert (page.count("qr-box"), page.count("data-copy=")) == (4, 4)
    helper = helper_at(HelperLink.objects.get(place="N"))
    assert "qr-box" not in helper.get(address("dealing", tournament)).content.decode()
    page = client_of(tournament).get(address("dealing", tournament)).content.decode()
    assert page.count("qr-box") == 3
    assert "open on a phone since" in page


def test_dealing_page_is_linked_until_the_first_round_starts(tournament):
    client, link = client_of(tournament), f'href="{address("dealing", tournament)}"'
    assert link in client.get(address("draw", tournament)).content.decode()
    assert link in client.get(address("print", tournament)).content.decode()
    publish_draw(tournament=tournament)
    console = reverse("manage_tournament", args=[tournament.code])
    assert link in client.get(console).content.decode()
    start_round(tournament=tournament, number=1)
    assert link not in client.get(console).content.decode()


def test_sorting_sheets_require_a_post_and_are_logged(tournament):
    client = client_of(tournament)
    page = address("print_sheets", tournament, "packets")
    assert client.get(page).status_code == 404
    assert client.post(page).content.decode().count("sheet-sorting") == 4
    assert LogEntry.objects.filter(action="packets_printed").count() == 1


def test_the_french_deal_has_a_fifth_link_for_the_stock():
    tournament = make_drawn(variant="french", publish=False)
    links = links_of(tournament)
    assert sorted(links) == ["E", "N", "S", "W", "stock"]
    shown = helper_at(links["stock"]).post(address("dealing_packet", tournament, 1))
    assert shown_in(shown) == set(cards_at(tournament, "stock"))
    assert (
        client_of(tournament).post(address("print_sheets", tournament, "deals")).status_code == 200
    )


# Checks ------------------------------------------------------------------------------------------


def test_correct_hand_is_stored_as_checked(tournament):
    client = helper_at(links_of(tournament)["N"])
    page = address("dealing_check", tournament, 1, "W")
    answer = client.post(page, {"card": list(cards_at(tournament, "W"))})
    assert answer.url == address("dealing_packet", tournament, 1)
    assert messages_of(answer) == ["Board 1, West. Right: all 8 cards."]
    state = board_states(tournament)[0]
    assert [each.state for each in state.places] == ["open", "right", "open", "open"]
    assert state.at("W").who == "Ана"


def test_wrong_card_is_named_with_the_attempts_left(tournament):
    wrong, *_rest = others(tournament, "W")
    tapped = [wrong, *cards_at(tournament, "W")[1:]]
    client = helper_at(links_of(tournament)["N"])
    answer = client.post(address("dealing_check", tournament, 1, "W"), {"card": tapped})
    assert answer.status_code == 422
    text = answer.content.decode()
    assert f"{card_name(wrong).capitalize()} does not belong here. 1 card is missing." in text
    assert "2 attempts left." in text


def test_third_wrong_hand_requires_the_director_to_reset(tournament):
    own = cards_at(tournament, "W")
    tries = [[wrong, *own[1:]] for wrong in others(tournament, "W")[: MAX_WRONG_CHECKS + 1]]
    for tapped in tries[:MAX_WRONG_CHECKS]:
        assert check(tournament, tapped).kind == "wrong"
    with pytest.raises(RuleViolationError) as refused:
        check(tournament, tries[MAX_WRONG_CHECKS])
    assert refused.value.code == "ask_director"
    with pytest.raises(RuleViolationError):
        check(tournament, own)
    assert board_states(tournament)[0].at("W").state == "stuck"
    client_of(tournament).post(address("dealing_again", tournament, 1, "W"))
    assert check(tournament, own).is_right
    assert LogEntry.objects.filter(action="checks_given_back").count() == 1


def test_repeated_check_of_the_same_cards_costs_one_attempt(tournament):
    own = cards_at(tournament, "W")
    tapped = [others(tournament, "W")[0], *own[1:]]
    for shuffled in (tapped, tapped[::-1], tapped):
        assert check(tournament, shuffled).wrong == (tapped[0],)
    assert HandCheck.objects.count() == 1
    assert board_states(tournament)[0].at("W").tries == MAX_WRONG_CHECKS - 1


def test_random_guesses_reveal_no_card(tournament):
    """A guesser without cards taps eight of the pack, on board after board."""
    pack = [card for _suit, row in card_pad(tournament) for card in row]
    dice = random.Random(11)
    said_of_cards = [
        check(tournament, dice.sample(pack, 8), number).kind
        for number in range(1, 15)
        for _try in range(MAX_WRONG_CHECKS)
    ]
    assert set(said_of_cards) == {"many"}


@pytest.mark.parametrize("cards", [[], ["SA", "SA"], ["ZZ"], ["SA,SK"]])
def test_invalid_cards_are_rejected_without_costing_an_attempt(tournament, cards):
    with pytest.raises(RuleViolationError) as refused:
        check(tournament, cards)
    assert (refused.value.code, HandCheck.objects.count()) == ("bad_cards", 0)


def test_too_many_cards_are_rejected_without_costing_an_attempt(tournament):
    with pytest.raises(RuleViolationError) as refused:
        check(tournament, [*cards_at(tournament, "W"), *others(tournament, "W")[:3]])
    assert (refused.value.code, HandCheck.objects.count()) == ("too_many_cards", 0)


def test_later_wrong_check_overrides_a_correct_hand(tournament):
    own = cards_at(tournament, "W")
    check(tournament, own)
    check(tournament, [others(tournament, "W")[0], *own[1:]])
    assert board_states(tournament)[0].at("W").state == "wrong"


def test_stock_check_reports_a_wrong_order():
    tournament = make_drawn(variant="french", publish=False)
    client = helper_at(links_of(tournament)["stock"])
    stock = list(cards_at(tournament, "stock"))
    page = address("dealing_check", tournament, 1, "stock")
    turned = [stock[1], stock[0], *stock[2:]]
    answer = client.post(page, {"card": sorted(stock), "order": " ".join(turned)})
    assert "their order is not: look at card 1 from the top" in answer.content.decode()
    assert client.post(page, {"card": sorted(stock), "order": " ".join(stock)}).status_code == 302


def check(tournament: Tournament, cards, number: int = 1):
    return check_hand(tournament=tournament, number=number, place="W", cards=cards)


def test_link_of_a_seat_returns_no_other_seats_cards(tournament):
    """Any request returns only cards of the link's own seat."""
    links = links_of(tournament)
    client = helper_at(links["N"])
    own = {
        each.number: set(cards_at(tournament, "N", each.number)) for each in tournament.boards.all()
    }
    for page in PAGES:
        if page.name == "manage_dealing_check" or not page.name.startswith("manage"):
            continue
        parts = {"number": 3, "place": "W", "kind": "packets", "code": tournament.code}
        names = page.pattern.converters
        kwargs = {name: parts.get(name, 1) for name in {*names, "code"}}
        with contextlib.suppress(NoReverseMatch):
            path = reverse(page.name, kwargs=kwargs)
            for answer in (client.get(path), client.post(path, {"place": "W", "number": "3"})):
                shown = shown_in(answer)
                allowed = own[3] if page.name == "manage_dealing_packet" else set()
                assert shown <= allowed, page.name
