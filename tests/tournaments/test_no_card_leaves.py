"""No answer of the site holds a card of a board that somebody has yet to play, nor the seed.

Every address there is gets asked by everybody who may ask, in the right way and in wrong ways. An
address that is added is asked too; where the test does not know what to put into it, it fails.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

import pytest

from tests.card_finder import cards_in
from tests.tournaments.card_world import (
    LIVE,
    OTHER_SEED,
    ROLES,
    SEED,
    Asker,
    Route,
    World,
    addresses_of,
    make_world,
    routes,
)
from tournaments.live.events import to_table, to_visitors
from tournaments.live.reading import reading_of

pytestmark = pytest.mark.django_db
OTHER_CARDS: Final[Mapping[str, str]] = {
    "home": "the invented example, or a board of a tournament that is finished",
    "api_schema": "examples of what may be sent",
    "api_deal_sets": "deals that this visitor has just asked for",
    "api_deal_set": "deals that a visitor asked for",
    "deal_sets": "deals that a visitor asked for",
    "deal_sets_bring": "deals that this visitor has just brought",
    "deal_set": "deals that a visitor asked for",
    "deal_set_json": "deals that a visitor asked for",
    "deal_set_print": "deals that a visitor asked for",
    "studies": "what each card is worth over many random boards",
    "study": "the same",
    "board_trial": "a board that is over, as on its own page",
    "practice_table": "what somebody who plays against the computer sees of the own deal",
    "api_practice_tables": "the same: what its answer shows of a deal that was just dealt",
    "api_practice_table": "the same as practice_table",
    "api_practice_again": "the same as practice_table",
    "replay": "a deal that a visitor brought",
    "replay_costs": "a deal that a visitor brought",
    "replay_json": "a deal that a visitor brought",
    "replay_text": "a deal that a visitor brought",
    "api_replay": "a deal that a visitor brought",
    "api_replay_costs": "a deal that a visitor brought",
    "replay_new": "an example, and what was wrong with what was pasted",
    "simulations": "the hands that somebody asks about, and examples",
    "api_simulations": "the hands that somebody asks about",
    "styleguide": "invented hands",
    "tournament_board": "a board that is over",
    "tournament_hands_file": "boards that are over",
    "api_board": "a board that is over",
    "api_hands": "boards that are over",
    "api_fairness": "the packs of a tournament in which nothing is left to be played",
    "tournament_fairness": "the order of a new pack, C7 to SA, in words",
    "manage_club": "the codes of countries, such as CA, SA and SK",
    "manage_club_change": "the codes of countries",
    "manage_member_add": "the codes of countries",
    "manage_scorer": "which keys a letter may mean, such as both D and A",
    "manage_print_sheets": "the boards that are over",
    "manage_dealing_check": "the whole pack, to tap cards in",
}
"""Addresses that show cards, and which: none of a live board. All others show no card at all."""
DEALT_BY_CHANCE: Final = (
    *("deal_set", "api_deal_set", "simulation", "api_simulation"),
    *("practice_table", "api_practice_"),
    *("tournament_hands_file", "api_hands", "manage_dealing_check"),
)
"""How the names of addresses begin that show many other deals, or a whole pack."""
MAY_SEE: Final[Mapping[str, str]] = {
    "manage_print_sheets": "somebody must make up the boards; asked for by a post, and logged",
    "manage_dealing_packet": "somebody must make up the boards; asked for by a post, and logged",
    "api_packet": "the same as manage_dealing_packet",
    "manage_archive": "all that makes the tournament anew; asked for by a post, and logged",
    "api_archive_file": "the same as manage_archive, logged as it is",
    "manage_records": "every deal that was recorded card by card, to be kept or read in again",
    "api_records": "the same as manage_records",
    "api_replay": "a recorded deal, for a ruling",
    "replay": "a recorded deal, for a ruling",
    "replay_text": "a recorded deal, for a ruling",
    "replay_json": "a recorded deal, for a ruling",
}
"""Where those who run the club see cards of a live board, and why; nobody else does anywhere."""
TELLS_THE_SEED: Final = ("manage_archive", "api_archive_file")
"""The only ones of them that do."""
RUN_IT: Final = ("director", "superuser")
ALIKE: Final = ("stranger", "neighbour", "superuser")
"""Roles that differ little from the others."""
ON_EACH: Final = "director"
"""Asks every address on each database; what others see of it is the same on all."""
QUERIES: Final = ("", "?fragment=1", "?hands=suit", "?hands=N&step=9&format=json&q=7C")


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    # A picture is read as what it is drawn from: by chance its bytes hold anything.
    monkeypatch.setattr("tournaments.public.views.shares.draw_png", str.encode)
    return make_world()


def test_every_address_can_be_filled_in(world: World) -> None:
    unknown = []
    for route in routes():
        try:
            addresses = addresses_of(route, world)
        except KeyError:
            addresses = []
        if not addresses or any(set("<>()^$") & set(address) for address in addresses):
            unknown.append(route.pattern)
    assert unknown == [], "say in card_world.names_in what to put into these"


def marks_of(role: str) -> list[pytest.MarkDecorator]:
    """Who asks on one database only, and who only with the long tests."""
    once = [] if role == ON_EACH else [pytest.mark.once]
    return [*once, pytest.mark.slow] if role in ALIKE else once


@pytest.mark.parametrize("role", [pytest.param(role, marks=marks_of(role)) for role in ROLES])
def test_nobody_finds_a_card_of_a_live_board_or_its_seed(world: World, role: str) -> None:
    allowed = MAY_SEE if role in RUN_IT else {}
    seen, found = set(), []
    for name, how, text in asked(Asker(role, world), role, world):
        tells_the_seed = SEED[:12] in text or OTHER_SEED[:12] in text
        if tells_the_seed and not (name in TELLS_THE_SEED and name in allowed):
            found.append(f"the seed: {how}")
        by_chance = name.startswith(DEALT_BY_CHANCE)
        secret = world.secrets.found_in(text, is_dealt_by_chance=by_chance)
        if secret and name in allowed:
            seen.add(name)
        elif secret:
            found.append(f"{secret}: {how}")
        elif any(cards_in(text)) and (name not in {*OTHER_CARDS, *allowed} or is_of_live(how)):
            found.append(f"cards: {how}")
    assert not found, "\n".join(found)
    assert set(allowed) - seen == set(), "these show no card any more"


def test_the_events_of_a_tournament_say_nothing_of_it(world: World) -> None:
    reading = reading_of(world.live.code)
    assert reading is not None
    events = [to_visitors(reading, 1), *(to_table(tag, 1) for tag in reading.tags.values())]
    for text in (event.decode() for event in events):
        assert (any(cards_in(text)), world.secrets.found_in(text), SEED[:12] in text) == (
            False, "", False
        )  # fmt: skip


def is_of_live(how: str) -> bool:
    """Whether the page of a live board was asked for."""
    return f"/board/{LIVE}/" in how or f"/boards/{LIVE}/" in how


def asked(asker: Asker, role: str, world: World) -> Iterator[tuple[str, str, str]]:
    """The name of each address, how it was asked, and all that was answered."""
    every = [(route, address) for route in routes() for address in addresses_of(route, world)]
    for route, address in every:
        for query in QUERIES if role == "nobody" and not route.is_admin else QUERIES[:1]:
            yield route.name, f"get {address}{query}", asker.ask("get", f"{address}{query}")
    for route, address in every:
        for verb, data in wrong(route, world):
            yield route.name, f"{verb} {address} {data}", asker.ask(verb, address, data)
            if route.pattern.startswith("api/v1/tables/"):
                with_state = f"{address}?answer=state"
                yield route.name, f"{verb} {with_state} {data}", asker.ask(verb, with_state, data)


def wrong(route: Route, world: World) -> Iterator[tuple[str, Any]]:
    """All kinds of wrong input."""
    yield "post", form_of(world)
    if route.is_admin:
        return
    yield "post", json.dumps(body_of(world))
    if route.pattern.startswith(("api/", "table/")):
        yield "post", "{"
        yield from ((verb, json.dumps(body_of(world))) for verb in ("put", "patch", "delete"))


def body_of(world: World) -> dict[str, Any]:
    """A record that leaves the cards to the board, in an entry that is right otherwise."""
    record = {"calls": ["H", "P", "P", "P"], "play": "ZZ"}
    return {"play": world.play().pk, "side": "NS", "record": record, "reason": "why not"}


def form_of(world: World) -> dict[str, Any]:
    """A form of about everything, the cards of it impossible."""
    record = json.dumps(body_of(world)["record"])
    return {
        "play": world.play().pk, "side": "NS", "kind": "record", "record": record, "contract": "H",
        "declarer": "S", "contra": "0", "points": "3", "announced_ns": "200", "reason": "x",
        "text": record, "board": "3", "confirmed": "on", "place": "N",
    }  # fmt: skip
