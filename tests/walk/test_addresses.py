"""Request each address of the site as each role and check each response.

New addresses are included; the test fails where their parameters are unknown.
"""

import html
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

import pytest
from django.conf import settings

from games.languages import LANGUAGES, without_language
from ops.permissions import OPERATE
from tests.card_finder import cards_in
from tests.selection import ONE_IN
from tests.shared_rows import clear_versioned_caches
from tests.tournaments.card_world import LIVE, SEED, Route, World, addresses_of, routes
from tests.walk.checks import (
    CHECKS,
    DIRECTOR_CARD_ROUTES,
    FRAMED_BY_ALL,
    PSEUDONYM,
    REAL_SURNAME,
    RUN_IT,
    Notes,
    is_public,
)
from tests.walk.roles import HELPERS_OF, ROLES, SCOPES_OF, Answer, InvalidInput, RoleClient
from tests.walk.site import Site
from tournaments.live.events import state_event, version_event
from tournaments.live.message_reader import read_live_snapshot
from tournaments.models import Player
from tournaments.permissions import HELPER_PERMISSIONS
from tournaments.privacy.services import show_player_as

pytestmark = pytest.mark.django_db
SLOW_ROLES: Final = ("stranger", "superuser")
"""They differ little from the others."""
SERVICE_DATABASE_ROLE: Final = "director"
"""The other roles use SQLite."""
THOROUGH_ROLES: Final = ("visitor", *SLOW_ROLES)
"""They send all kinds of invalid input; with all examples to each address."""
QUERIES: Final = ("?fragment=1", "?hands=suit", "?hands=N&step=9&format=json&q=7C")
ANY_HELPER: Final = frozenset.union(*HELPER_PERMISSIONS.values())
NEW_FORM: Final = '<html lang="en"><form method="post" action="/metrics"><select></form>'
CLOSED_TO_DIRECTOR: Final = {
    "manage_invitation_withdraw": "no invitation is open",
    "manage_rehearsal_remove": "of a copy only",
    "manage_rehearsal_steer": "of a copy only",
    "manage_signups_decide": "no sign-up waits",
    "manage_table_time": "the form names no table",
}
"""Management pages closed even to the director, and why."""


@pytest.fixture(autouse=True)
def _plain(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """Return a picture's drawing, since its bytes can contain a match by chance."""
    monkeypatch.setattr("tournaments.public.views.shares.cached_png", str.encode)
    clear_versioned_caches()


def marks_of(role: str) -> list[pytest.MarkDecorator]:
    where = pytest.mark.sql(only=True) if role == SERVICE_DATABASE_ROLE else pytest.mark.once
    return [where, pytest.mark.slow] if role in SLOW_ROLES else [where]


def varies_by_role(role: str, route: Route) -> bool:
    """Whether the response depends on the role; a link is valid on its own pages only."""
    if route.name == "api_schema":
        return role == "visitor"
    if role in ("neighbour", "staff"):
        return route.pattern.startswith(("admin/", "manage/", "api/"))
    if role in HELPERS_OF:
        return route.pattern.startswith(("manage/", "h/")) or bool(route.permissions() & ANY_HELPER)
    return role not in SCOPES_OF or route.pattern.startswith(("manage/", "api/"))


def has_invalid_input(role: str, number: int) -> bool:
    """Whether a role sends invalid input to this route by default.

    An outsider posts to each route. Other roles take a third of the readable routes, so that
    the first three cover all; staff only reads.
    """
    if role == "neighbour":
        return True
    return role != "staff" and number % ONE_IN == ROLES.index(role) % ONE_IN


def is_refused(role: str, route: Route) -> bool:
    """Whether the rules refuse the role at a route, for any tournament."""
    if route.is_admin:
        return role not in ("staff", "superuser")
    required = route.permissions()
    if not all(each.startswith(("tournaments.", OPERATE)) for each in required):
        return False
    if role in HELPERS_OF:
        return required.isdisjoint(HELPER_PERMISSIONS[HELPERS_OF[role]])
    if role in SCOPES_OF:
        return route.pattern.startswith("manage/")
    return role not in (("staff", "superuser") if required == {OPERATE} else RUN_IT)


def requests_of(role: str, site: Site, *, every_example: bool) -> Iterator[tuple[int, Route, str]]:
    """Numbered routes, and the addresses that a role requests.

    By default one address per refused route, a helper's in the link's tournament; staff
    requests a third of these, since an outsider requests all. Each kind of change is tried in
    one tournament.
    """
    for number, route in enumerate(routes()):
        addresses = addresses_of(route, site.world) if varies_by_role(role, route) else []
        if is_refused(role, route) and not every_example:
            if role == "staff" and number % ONE_IN:
                continue
            at = 0 if role in HELPERS_OF else number % (len(addresses) or 1)
            addresses = addresses[at:][:1]
        elif route.pattern.endswith("<slug:what>/") and not every_example:
            kinds = len(addresses) // 2
            addresses = [
                each for at, each in enumerate(addresses) if (at % kinds + at // kinds) % 2 == 0
            ]
        yield from ((number, route, address) for address in addresses)


def answers(asker: RoleClient, site: Site, *, every_example: bool) -> Iterator[Answer]:
    """Responses of all addresses to valid, then invalid requests."""
    whole, few = (
        InvalidInput(site, whole=asker.role in THOROUGH_ROLES),
        InvalidInput(site, whole=False),
    )
    always = set(DIRECTOR_CARD_ROUTES)
    every = list(requests_of(asker.role, site, every_example=every_example))
    for number, route, address in every:
        plain = asker.ask(route, "get", address)
        yield plain
        if plain.status == 405:
            always.add(route.name)
        is_open = plain.status == 200 and not route.is_admin and route.name != "api_schema"
        if asker.role == "visitor" and is_open:
            queries = QUERIES[2:] if route.pattern.startswith("api/") else QUERIES
            step = 1 if every_example else len(queries)
            for query in queries[number % step :: step]:
                yield asker.ask(route, "get", f"{address}{query}")
    for number, route, address in every:
        if not (every_example or route.name in always or has_invalid_input(asker.role, number)):
            continue
        wrong = whole if every_example or not is_refused(asker.role, route) else few
        for verb, sent in wrong.sent_to(route):
            yield asker.ask(route, verb, address, sent)
            if wrong.whole and route.pattern.startswith("api/v1/tables/"):
                yield asker.ask(route, verb, f"{address}?answer=state", sent)


@pytest.mark.parametrize("role", [pytest.param(role, marks=marks_of(role)) for role in ROLES])
def test_responses_to_each_role_pass_all_checks(site: Site, role: str, every_example: bool) -> None:
    every_example = every_example and role in THOROUGH_ROLES
    notes, faults = Notes(site), []
    asker = RoleClient(role, site)
    telling = []
    if role == "visitor":
        telling = pages_with_name(asker, site, every_example=every_example)
    if telling:
        hide(site)
        notes.is_hidden = True
    for answer in answers(asker, site, every_example=every_example):
        faults += faults_of(answer, notes)
    faults += list(check_public_name(asker, telling, notes))
    assert not faults, "\n".join(faults)
    if role in ("director", "superuser"):
        assert set(DIRECTOR_CARD_ROUTES) - notes.showed_cards == set(), (
            "these show no card any more"
        )
    if role in HELPERS_OF:
        assert notes.opened == {
            route.name
            for route in routes()
            if route.pattern.startswith("manage/")
            and route.permission("get") in HELPER_PERMISSIONS[HELPERS_OF[role]]
        }
    if role == "director":
        guarded = {
            route.name
            for route in routes()
            if route.pattern.startswith("manage/")
            and route.permission("get").startswith("tournaments.")
        }
        assert guarded - notes.opened == set(CLOSED_TO_DIRECTOR)
    if role in ("visitor", "director"):
        assert notes.framed >= FRAMED_BY_ALL


def faults_of(answer: Answer, notes: Notes) -> Iterator[str]:
    yield from (f"{fault}: {answer}" for check in CHECKS for fault in check(answer, notes))


def pages_with_name(asker: RoleClient, site: Site, *, every_example: bool) -> list[Answer]:
    pages, world = [], private_world(site)
    for number, route in enumerate(routes()):
        queries = ("",) if route.pattern.startswith("api/") else ("", "?fragment=1")
        for address in addresses_of(route, world):
            for query in queries if every_example else queries[number % len(queries) :][:1]:
                answer = Answer("visitor", route, "get", address + query, None, 0, {}, "", 0)
                if is_public(answer) and route.name != "api_schema":
                    answer = asker.ask(route, "get", address + query)
                    if REAL_SURNAME in html.unescape(answer.text):
                        pages.append(answer)
    assert len(pages) > 20, "the name is shown before"
    return pages


def private_world(site: Site) -> World:
    return World(site.world.live, site.world.drawn, site.world.secrets, site.private_names())


def hide(site: Site) -> None:
    show_player_as(
        player=Player.objects.get(club=site.club, name__contains=REAL_SURNAME),
        shown_as="pseudonym", pseudonym=PSEUDONYM, asked="himself, today",
    )  # fmt: skip


def check_public_name(asker: RoleClient, telling: list[Answer], notes: Notes) -> Iterator[str]:
    shown = [asker.ask(each.route, "get", each.address) for each in telling]
    for answer in shown:
        yield from faults_of(answer, notes)
    silent = [str(each) for each in shown if PSEUDONYM not in html.unescape(each.text)]
    if len(silent) > len(telling) // 10:
        yield from (f"the other name is not shown: {each}" for each in silent)


@pytest.mark.parametrize(
    ("role", "name", "changed", "fault"),
    [
        ("visitor", "tournament", {"status": 500}, "a fault of the server"),
        ("visitor", "manage_log", {"status": 200}, "a visitor is not led to sign in"),
        ("neighbour", "manage_log", {"status": 200}, "an outsider does not get a 404"),
        ("helper: look", "manage_log", {"status": 200}, "open to a helper"),
        ("director", "manage_log", {"status": 403}, "closed to who may"),
        ("visitor", "installation", {"status": 200}, "a visitor is not led to sign in"),
        ("director", "installation", {"status": 200}, "the page of the installation"),
        ("visitor", "admin:index", {"status": 200}, "the administration is open"),
        ("visitor", "api_draw", {"verb": "post", "status": 200}, "open without an account"),
        ("neighbour", "api_draw", {"verb": "post", "status": 200}, "open to an outsider"),
        ("helper: look", "api_draw", {"verb": "post", "status": 200}, "open to a helper"),
        ("program", "api_draw", {"verb": "post", "status": 403}, "closed to who may"),
        ("visitor", "tournament", {"body": '<html class="x" lang="bg">'}, "another language"),
        ("visitor", "tournament", {"queries": 41}, "41 queries"),
        ("visitor", "tournament", {"body": SEED}, "the seed"),
        ("visitor", "tournament", {"body": settings.SECRET_KEY}, "the secret key"),
        ("visitor", "tournament", {"body": "queen of hearts"}, "cards"),
        ("visitor", "tournament", {"body": "{pack}"}, "a run of the pack"),
        ("visitor", "tournament", {"body": REAL_SURNAME}, "a private name"),
        ("visitor", "tournament", {"body": "{table}"}, "a table's link"),
        ("visitor", "tournament", {"body": "{helper}"}, "a helper's link"),
        ("visitor", "tournament", {"headers": {"X-Frame-Options": ""}}, "may be framed"),
        ("director", "manage_log", {"status": 200, "body": NEW_FORM}, "posts to metrics"),
    ],
)
def test_each_check_finds_its_fault(
    site: Site, role: str, name: str, changed: dict[str, Any], fault: str
) -> None:
    world = site.world
    kept = {
        "pack": world.live.boards.get(number=LIVE).dealt.pack,
        "table": world.drawn.tables.all()[0].token,
        "helper": world.live.helper_links.all()[0].code,
    }
    route = next(route for route in routes() if route.name == name)
    address = addresses_of(route, world)[0]
    headers = {"Content-Type": "text/html", "X-Frame-Options": "DENY"}
    sound = Answer(role, route, "get", address, None, 404, headers, '<html lang="en">', 3)
    if "status" not in changed:
        assert list(faults_of(sound, Notes(site, is_hidden=True))) == []
    for key, value in kept.items():
        if changed.get("body") == f"{{{key}}}":
            changed = {"body": value}
    changed = {**changed, "headers": {**headers, **changed.get("headers", {})}}
    assert fault in "".join(faults_of(replace(sound, **changed), Notes(site, is_hidden=True)))


def test_every_route_has_example_urls(site: Site) -> None:
    unknown = []
    for route in routes():
        try:
            addresses = addresses_of(route, site.world)
        except KeyError:
            addresses = []
        if not addresses or any(set("<>()^$") & set(address) for address in addresses):
            unknown.append(route.pattern)
    assert unknown == [], "say in card_world.names_in what to put into these"


@pytest.mark.once
def test_public_urls_without_language_redirect_to_a_language(site: Site, client: Any) -> None:
    public = [route for route in routes() if route.pattern.startswith("en/")]
    assert len(public) > 40
    for number, route in enumerate(public):
        language = LANGUAGES[number % len(LANGUAGES)]
        for address in addresses_of(route, site.world)[:1]:
            plain = without_language(address)
            answer = client.get(plain, headers={"Accept-Language": language})
            expected = (plain, 301, f"/{language}{plain}")
            assert (plain, answer.status_code, answer["Location"]) == expected


def test_tournament_events_contain_no_cards_or_seed(site: Site) -> None:
    reading = read_live_snapshot(site.world.live.code)
    assert reading is not None
    events = [version_event(reading, 1), *(state_event(tag, 1) for tag in reading.tags.values())]
    for text in (event.decode() for event in events):
        found = (any(cards_in(text)), site.world.secrets.found_in(text), SEED[:12] in text)
        assert found == (False, "", False)
