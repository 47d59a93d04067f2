"""The admin shows no card or seed of a live board, not even through filters."""

from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.test import Client
from django.urls import reverse

from tests.builders import enter, make_drawn, make_user, plays_of
from tests.shared_rows import built_once
from tournaments.models import Board, Tournament

pytestmark = pytest.mark.django_db


@built_once
def tournament() -> Tournament:
    made = make_drawn(4, boards_per_round=1)
    enter(plays_of(made)[0])
    return made


@pytest.fixture(params=["staff", "superuser"])
def browser(request: Any) -> Client:
    is_super = request.param == "superuser"
    user = make_user("looks", is_staff=True, is_superuser=is_super)
    user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    client = Client()
    client.force_login(user)
    return client


def live(tournament: Tournament) -> Board:
    return tournament.boards.select_related("deal").get(number=1)


def test_admin_board_page_shows_the_deal_id_without_cards(browser, tournament):
    board = live(tournament)
    page = browser.get(reverse("admin:tournaments_board_change", args=[board.pk]))
    assert f"#{board.deal_id}" in page.content.decode()
    assert board.dealt.pack[:8] not in page.content.decode()


HIDDEN = [
    ("games_deal", "pack__startswith"),
    ("games_record", "record__pack__startswith"),
    ("games_record", "deal__pack__startswith"),
    ("tournaments_board", "deal__pack__startswith"),
    ("tournaments_play", "board__deal__pack__contains"),
    ("tournaments_result", "record__record__contains"),
    ("tournaments_tournament", "seed__startswith"),
    ("tournaments_tournament", "boards__deal__pack__startswith"),
]


def test_admin_lists_reject_filters_on_hidden_fields(browser, tournament):
    """The number of remaining rows would reveal one card after another."""
    answers = {
        (name, lookup, value): browser.get(
            reverse(f"admin:{name}_changelist"), {lookup: value}
        ).status_code
        for name, lookup in HIDDEN
        for value in ("7", "")
    }
    assert set(answers.values()) == {400}, answers


def test_admin_lists_accept_their_own_filters(browser, tournament):
    for name, lookup, value in (
        ("games_deal", "dealer__exact", "N"),
        ("tournaments_play", "state__exact", "entered"),
        ("tournaments_tournament", "club__id__exact", str(tournament.club_id)),
        ("tournaments_result", "created_at__year", "2026"),
    ):
        at = reverse(f"admin:{name}_changelist")
        assert browser.get(at, {lookup: value}).status_code == 200, lookup


def test_admin_result_page_hides_slip_and_record(browser, tournament):
    result = plays_of(tournament)[0].results.get()
    page = browser.get(reverse("admin:tournaments_result_change", args=[result.pk]))
    assert "contract" not in page.content.decode().lower()
