"""Concurrent checks of one hand, or claims of one deal set, count once."""

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from django.db import connection

from games.deal_sets.services import find_deal_set
from games.models import DealSet
from tests.builders import director_of, enter_teams, make_drawn, make_tournament
from tests.tournaments.at_once import at_once
from tournaments.board_prep.selectors import MAX_WRONG_CHECKS, board_states, card_pad, packet_at
from tournaments.board_prep.services import board_of, check_hand
from tournaments.draws.selectors.fairness import fingerprint_of
from tournaments.draws.services.draws import draw_tournament
from tournaments.errors import RuleViolationError
from tournaments.models import HandCheck, Tournament
from tournaments.setup.services.deal_sets import assign_deal_set
from tournaments.state.locks import lock_tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _rows_are_locked() -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("one writer at a time here: nobody is between looking and storing")


def result_or_code(deed: Callable[[], Any]) -> Any:
    try:
        return deed()
    except RuleViolationError as refusal:
        return refusal.code


# Checks ------------------------------------------------------------------------------------------


def wrong_hands(tournament: Tournament) -> list[list[str]]:
    packet = packet_at(tournament.boards.get(number=1), "N")
    assert packet is not None
    pack = [card for _suit, row in card_pad(tournament) for card in row]
    others = [card for card in pack if card not in packet.cards]
    return [[*packet.cards[:-1], card] for card in others]


def check(tournament: Tournament, cards: list[str]) -> Any:
    verdict = check_hand(tournament=tournament, number=1, place="N", cards=cards)
    return verdict.kind


def checks_at_once(tournament: Tournament, *hands: list[str]) -> list[Any]:
    def hold() -> None:
        board_of(tournament, 1, locked=True)

    return at_once(
        hold, *(partial(result_or_code, partial(check, tournament, hand)) for hand in hands)
    )


def test_concurrent_checks_share_the_last_attempt():
    tournament = make_drawn(publish=False)
    hands = wrong_hands(tournament)
    for hand in hands[: MAX_WRONG_CHECKS - 1]:
        check(tournament, hand)
    assert sorted(checks_at_once(tournament, hands[-1], hands[-2])) == ["ask_director", "wrong"]
    assert HandCheck.objects.count() == MAX_WRONG_CHECKS
    place = board_states(tournament)[0].at("N")
    assert (place.state, place.tries) == ("stuck", 0)


def test_same_hand_checked_concurrently_costs_one_attempt():
    tournament = make_drawn(publish=False)
    hand = wrong_hands(tournament)[0]
    assert checks_at_once(tournament, hand, hand) == ["wrong", "wrong"]
    assert HandCheck.objects.count() == 1
    assert board_states(tournament)[0].at("N").tries == MAX_WRONG_CHECKS - 1


# Prepared sets -----------------------------------------------------------------------------------


def ready(club: Any = None) -> Tournament:
    tournament = make_tournament(club) if club else make_tournament()
    enter_teams(tournament, 8)
    return tournament


def a_set(tournament: Tournament, count: int = 14) -> DealSet:
    return find_deal_set(count=count, person=director_of(tournament))


def take(tournament: Tournament, deal_set: DealSet) -> Any:
    return assign_deal_set(tournament=tournament, share=deal_set.share).deal_set_id


def draw(tournament: Tournament) -> Any:
    values = {"kind": "barometer", "params": {"entrants": 8}, "by_lot": False}
    return draw_tournament(tournament=tournament, **values).state


def sealed() -> list[int]:
    return list(DealSet.objects.filter(is_sealed=True).values_list("pk", flat=True))


def packs(rows: Any) -> list[tuple[int, str, str]]:
    return list(rows.order_by("number").values_list("number", "deal__dealer", "deal__pack"))


def check_boards_match_set(tournament: Tournament) -> None:
    """Check boards and fingerprint against the tournament's deal set."""
    tournament.refresh_from_db()
    assert tournament.deal_set is not None
    assert sealed() == [tournament.deal_set_id]
    assert packs(tournament.boards) == packs(tournament.deal_set.boards)
    assert tournament.seed_hash == fingerprint_of(tournament)


def test_set_assigned_during_the_draw_provides_all_boards():
    tournament = ready()
    deals = a_set(tournament)
    found = at_once(
        lambda: lock_tournament(tournament.pk),
        partial(result_or_code, lambda: take(tournament, deals)),
        partial(result_or_code, lambda: draw(tournament)),
    )
    assert found == [deals.pk, "drawn"]
    check_boards_match_set(tournament)


def test_sets_assigned_concurrently_leave_one_set_in_use():
    tournament = ready()
    draw(tournament)
    sets = [a_set(tournament), a_set(tournament)]
    at_once(
        lambda: lock_tournament(tournament.pk),
        *(partial(result_or_code, partial(take, tournament, each)) for each in sets),
    )
    check_boards_match_set(tournament)


def test_set_requested_by_two_tournaments_is_assigned_to_one():
    first = ready()
    second = ready(first.club)
    deals = a_set(first)
    found = at_once(
        lambda: DealSet.objects.select_for_update(of=("self",)).get(pk=deals.pk),
        *(partial(result_or_code, partial(take, each, deals)) for each in (first, second)),
    )
    assert sorted(found, key=str) == sorted([deals.pk, "used"], key=str)
    assert Tournament.objects.filter(deal_set=deals).count() == 1
    assert sealed() == [deals.pk]
