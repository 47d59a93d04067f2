"""Read scopes: credentials and live boards require more than `read`."""

import pytest
from django.urls import reverse

from api.permissions import SESSION_ONLY
from api.scopes import scope_of
from api.urls import urlpatterns
from config.management.commands.write_permissions import path_of_list, text
from games.belot import from_text
from games.models import Record
from games.replay.examples import EXAMPLE
from ops.permissions import OPERATE
from tests.api.programs import token_client
from tests.api.scopes import READ_SCOPE_OPERATIONS, SENSITIVE_READ_SCOPES
from tests.builders import director_of, make_drawn
from tournaments.accounts.services.tokens import create_token

pytestmark = pytest.mark.django_db


def test_every_guarded_get_has_an_expected_scope():
    actual = {
        route.name: str(scope_of(route.callback.view_class, "GET"))
        for route in urlpatterns
        if getattr(getattr(route.callback.view_class, "get", None), "permission", "")
        not in {"", SESSION_ONLY, OPERATE}
    }
    of_read = {f"api_{name}": "read" for name in READ_SCOPE_OPERATIONS.split()}
    assert actual == of_read | SENSITIVE_READ_SCOPES


def test_read_scope_cannot_open_replay_of_a_live_board():
    tournament = make_drawn(8)
    board = tournament.boards.first()
    record = Record.objects.create(deal=board.deal, record=from_text(EXAMPLE))
    address = reverse("api_replay", args=[record.share])
    for scopes, status in ((["read"], 404), (["read", "direct"], 200)):
        _row, secret = create_token(user=director_of(tournament), name="x", scopes=scopes, days=30)
        assert token_client(secret).get(address).status_code == status


def test_permissions_document_is_up_to_date():
    """`manage.py write-permissions` updates the document."""
    assert path_of_list().read_text() == text()
