import re
from typing import Any

import pytest

from tests.builders import fill_rounds, make_drawn
from tests.tournaments.manage import address
from tests.tournaments.two_directors import compared_values, organiser, version_token
from tournaments.models import (
    Club,
)
from tournaments.rules.services.rules import change_rules

pytestmark = pytest.mark.django_db


def test_stale_scoring_change_returns_409_in_preview_and_apply(tournament, ana, bo):
    fill_rounds(tournament, 1)
    path = address("scoring", tournament)
    butler = {"scoring": "butler", "imp_table": "belot"}
    imps = {"scoring": "cross_imps", "imp_table": "belot"}
    first = bo.get(path)
    looked = bo.post(path, {**imps, "seen": version_token(first)})
    assert looked.context["seen"] == version_token(first)
    values = {**butler, "seen": version_token(ana.get(path))}
    apply = {"do": "apply", "reason": "voted", "expected": looked.context["expected"]}
    for client in (ana, ana):
        assert client.post(path, {**values, **apply}).status_code == 302
    assert tournament.log.filter(action="scoring_changed").count() == 1
    for more in ({}, apply):
        page = bo.post(path, {**imps, **more, "seen": looked.context["seen"]})
        assert page.status_code == 409
        assert "ana changed this at" in page.content.decode()
    shown = bo.post(path, {**imps, "seen": version_token(page)})
    values = {**imps, **apply, "expected": shown.context["expected"]}
    assert bo.post(path, {**values, "seen": shown.context["seen"]}).status_code == 302


def rules_values(page: Any, **more: str) -> dict[str, Any]:
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {key: "" if value is None else value for key, value in values.items()} | more


def test_stale_rule_change_is_compared_rule_by_rule(bo):
    tournament = make_drawn(club=Club.objects.get())
    ana = organiser(tournament, "ana")
    path = address("rules", tournament)
    page = bo.get(path)
    version_token(page)
    key = "target"
    assert key in page.context["form"].fields
    for client in (ana, ana):
        values = rules_values(page, do="save", **{key: "201"})
        assert client.post(path, values).status_code == 302
    late = bo.post(path, rules_values(page, do="save", **{key: "301"}))
    assert late.status_code == 409
    assert [(now, mine) for _label, now, mine in compared_values(late)] == [("201", "301")]
    tournament.refresh_from_db()
    assert getattr(tournament.variant, key) == 201
    assert bo.post(path, rules_values(late, do="save")).status_code == 302
    tournament.refresh_from_db()
    assert getattr(tournament.variant, key) == 301


def test_stale_rule_change_with_results_is_not_applied(tournament, bo):
    fill_rounds(tournament, 1)
    path = address("rules_apply", tournament)
    seen = version_token(bo.get(address("rules", tournament)))
    change_rules(tournament=tournament, variant={"preset": "bulgarian", "target": 201},
                 reason="voted")  # fmt: skip
    values = {"variant": '{"preset": "bulgarian", "target": 301}', "reason": "mine",
              "seen": seen, "confirmed": "on"}  # fmt: skip
    tournament.refresh_from_db()
    page = bo.post(path, {**values, "expected": tournament.facts_version})
    assert page.status_code == 422
    assert re.search("changed (this )?(at|in the meantime)", page.content.decode())
    again = {**values, "seen": page.context["seen"], "expected": page.context["expected"]}
    assert bo.post(path, again).status_code == 302
