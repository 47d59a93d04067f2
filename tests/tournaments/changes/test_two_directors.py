import pytest

from tests.tournaments.manage import address
from tests.tournaments.two_directors import compared_values, version_token
from tournaments.models import (
    Change,
    Sitting,
)

pytestmark = [pytest.mark.sql, pytest.mark.django_db]


def sides(sitting: Sitting) -> dict[str, int]:
    return dict(sitting.seats.values_list("side", "team__number"))


def test_repeated_side_exchange_is_applied_once(tournament, ana, bo):
    sitting = Sitting.objects.filter(round__tournament=tournament)[0]
    path = address("repair_what", tournament, sitting.pk, "sides")
    before = sides(sitting)
    values = {"reason": "They sat so", "do": "do", "seen": version_token(bo.get(path))}
    for client in (ana, ana, bo):
        assert client.post(path, values).status_code == 302
    assert sides(sitting) == {"NS": before["EW"], "EW": before["NS"]}
    assert Change.objects.count() == 1
    page = bo.post(path, {**values, "reason": "I saw it"})
    assert page.status_code == 409
    assert "ana changed this at " in page.content.decode()
    assert compared_values(page)[0][1].startswith("Sides exchanged")
    assert (Change.objects.count(), page.context["found"] is None) == (1, False)
    again = bo.post(path, {**values, "reason": "I saw it", "seen": version_token(page)})
    assert (again.status_code, sides(sitting)) == (302, before)


def test_seating_with_stale_version_returns_409(tournament, ana, bo):
    path = address("seating", tournament, 4)
    page = bo.get(path)
    form = page.context["form"]
    values = {name: str(form[name].value() or "") for name in form.fields} | {"do": "do"}
    turned = {**values, "t1_NS": values["t1_EW"], "t1_EW": values["t1_NS"], "reason": "first"}
    for client in (ana, ana):
        assert client.post(path, turned).status_code == 302
    assert Change.objects.count() == 1
    late = {**values, "t2_NS": values["t2_EW"], "t2_EW": values["t2_NS"], "reason": "second"}
    page = bo.post(path, late)
    assert page.status_code == 409
    assert {label for label, _now, _mine in compared_values(page)} == {
        "Table 1, NS", "Table 1, EW", "Table 2, NS", "Table 2, EW",
    }  # fmt: skip
    assert bo.post(path, {**late, "seen": version_token(page)}).status_code == 302
    assert Change.objects.count() == 2
