import pytest

from tests.tournaments.manage import address
from tests.tournaments.two_directors import compared_values, version_token
from tournaments.models import (
    Adjustment,
)

pytestmark = [pytest.mark.sql, pytest.mark.django_db]

RULED = {
    "ruling": "adjusted", "ns_award": "plus", "ns_nets": "", "ew_award": "minus", "ew_nets": "",
    "ruling_reason": "Revoke", "is_public": "on",
}  # fmt: skip


def test_stale_ruling_is_compared_and_stored_on_resubmit(tournament, play, ana, bo):
    path = address("ruling", tournament, play.pk)
    seen = version_token(bo.get(path))
    for client in (ana, ana):
        assert client.post(path, {**RULED, "seen": seen}).status_code == 302
    assert play.results.count() == 1
    page = bo.post(path, {**RULED, "ns_award": "equal", "ew_award": "equal", "seen": seen})
    assert page.status_code == 409
    rows = {label: (now, mine) for label, now, mine in compared_values(page)}
    assert rows["Score"][0] != rows["Score"][1]
    assert rows["Reason"] == ("Revoke", "Revoke")
    values = {**RULED, "ns_award": "equal", "ew_award": "equal", "seen": version_token(page)}
    assert bo.post(path, values).status_code == 302
    assert play.results.count() == 2


def test_repeated_or_stale_point_adjustment_is_not_stored(tournament, ana, bo):
    path = address("rulings", tournament)
    team = tournament.teams.get(number=3)
    values = {
        "what": "take", "team": team.pk, "amount": "2", "round": "1", "per": "total",
        "reason": "Late", "is_public": "on", "seen": version_token(bo.get(path)),
    }  # fmt: skip
    for client in (ana, ana, bo):
        assert client.post(path, values).status_code == 302
    assert Adjustment.objects.count() == 1
    page = bo.post(path, {**values, "amount": "5"})
    assert page.status_code == 409
    assert compared_values(page)[0] == ("Points", "−2", "−5")
    other = {**values, "team": tournament.teams.get(number=4).pk}
    assert bo.post(path, other).status_code == 302
    assert bo.post(path, {**values, "seen": version_token(bo.get(path))}).status_code == 302
    assert Adjustment.objects.count() == 3


def test_repeated_cancellation_is_stored_once(tournament, ana, bo):
    path = address("rulings", tournament)
    team = tournament.teams.get(number=3)
    ana.post(path, {"what": "take", "team": team.pk, "amount": "2", "round": "", "per": "total",
                    "reason": "Late", "is_public": "on"})  # fmt: skip
    given = Adjustment.objects.get()
    cancel = address("ruling_cancel", tournament, given.pk)
    for client in (ana, bo):
        assert client.post(cancel, {"reason": "Came in time"}).status_code == 302
    assert Adjustment.objects.filter(cancels=given).count() == 1
