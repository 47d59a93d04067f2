"""No page of the director has a script error, nor a field that hides what scripts call."""

import pytest
from django.urls import URLPattern, reverse

from tests.builders import director_of, make_drawn
from tests.flows.signing_in import sign_in_as
from tests.tournaments.card_world import make_world
from tournaments.cash.services.fees import KindWanted, set_fees
from tournaments.urls.manage import tournament as pages

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NO_PAGES = ("live", "stream", "rows/", "players", "preview", ".csv", ".json", "files/", "tries")
HIDDEN = """() => [...document.forms].flatMap((form) =>
  [...form.elements].map((field) => field.name).filter(
    (name) => typeof document.createElement("form")[name] === "function"))"""
"""Fields by whose name a form has a method: `form.matches` would be the field then."""


TOUCH = """() => { for (const form of document.querySelectorAll("main form"))
  for (const kind of ["change", "input", "focusin", "keydown"])
    for (const at of [form, form.elements[0] ?? form])
      at.dispatchEvent(new Event(kind, { bubbles: true })); }"""
"""What typing into a page tells its scripts."""


def addresses(tournament):
    """Every page of a tournament that needs nothing but its code."""
    for pattern in pages:
        assert isinstance(pattern, URLPattern)
        route = str(pattern.pattern)
        if pattern.name and "<" not in route and not any(part in route for part in NO_PAGES):
            yield reverse(pattern.name, args=[tournament.code])


def look(page, base, address):
    """Open a page and touch each field of its forms; what hides a method, if anything."""
    if page.request.get(base + address).status == 405:  # only for forms to be sent to
        return []
    answer = page.goto(base + address)
    assert (address, answer.status) == (address, 200)
    page.evaluate(TOUCH)
    return page.evaluate(HIDDEN)


def test_no_page_of_the_director_has_a_script_error(live_server, chromium):
    world = make_world()
    danish = {"entrants": 6, "rounds": 3}
    village = make_drawn(6, kind="danish", params=danish, cards="open", club=world.live.club)
    hidden = {"new": look(chromium, live_server.url, reverse("manage_new"))}
    for tournament in (world.live, world.drawn, village):
        set_fees(tournament=tournament, kinds=[KindWanted(600, code="member")])
        sign_in_as(chromium, live_server, director_of(tournament))
        for address in addresses(tournament):
            hidden[address] = look(chromium, live_server.url, address)
    assert {address: names for address, names in hidden.items() if names} == {}
    assert len(hidden) > 30
