"""Checks of each response to each role; each yields that response's faults."""

import html
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Final
from urllib.parse import urljoin, urlsplit

from django.conf import settings
from django.urls import resolve

from games.languages import language_of
from ops.permissions import OPERATE
from tests.card_finder import cards_in
from tests.tournaments.card_world import LIVE, OTHER_SEED, SEED
from tests.tournaments.filled_forms import OTHER_FORMS, PREFILLED_FORMS, RESULT_FORMS
from tests.walk.roles import HELPERS_OF, OUTSIDERS, SCOPES_OF, Answer
from tests.walk.site import Site
from tournaments.models import Follower, HelperLink, Invitation, Signup, Table
from tournaments.permissions import HELPER_PERMISSIONS

CARD_ROUTES: Final[Mapping[str, str]] = {
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
    "practice_table": "the own hand of a player against the computer",
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
    "simulations": "the hands of the question, and examples",
    "api_simulations": "the hands of the question",
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
"""Routes that can show cards, and which; never those of a live board."""
RANDOM_DEAL_PREFIXES: Final = (
    *("deal_set", "api_deal_set", "simulation", "api_simulation"),
    *("practice_table", "api_practice_"),
    *("tournament_hands_file", "api_hands", "manage_dealing_check"),
)
DIRECTOR_CARD_ROUTES: Final[Mapping[str, str]] = {
    "manage_print_sheets": "boards are made up by hand; a logged POST",
    "manage_dealing_packet": "boards are made up by hand; a logged POST",
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
"""Routes where only directors see cards of a live board, and why."""
DEALER_CARD_ROUTES: Final[Mapping[str, str]] = {
    "manage_dealing_packet": "what this helper makes up: one hand of each board",
    "api_packet": "the same",
}
SEED_ROUTES: Final = ("manage_archive", "api_archive_file")
RUN_IT: Final = ("director", "superuser", "program")
FRAMED_BY_ALL: Final = frozenset({"embed_standings", "embed_calendar", "embed_winner", "overlay"})
MAX_QUERIES: Final = 40
"""Per GET; ``tests/tournaments/test_queries.py`` compares small and large tournaments."""
QUERY_LIMITS: Final[Mapping[str, int]] = {
    "admin:auth_user_change": 100,  # each permission alone
    "admin:tournaments_tournament_delete": 400,
    "manage_redraw_rest": 160,  # tries the change
    "manage_evening": 160,
    "manage_longer": 120,
    "manage_undo": 110,
    "manage_repair_what": 100,
    "manage_person_what": 120,
    "manage_late": 50,
    "manage_entry_live": 50,
    "manage_player_stored": 130,  # exports all data of a person
    "manage_player_stored_file": 80,
    "api_player_stored": 80,
    "manage_kept_archive": 60,  # reads a whole archive
    "api_kept_archive": 60,
    "api_archive_file": 60,
    "api_archive": 60,
    "api_rounds": 60,
}
REAL_SURNAME, PSEUDONYM = "Невидимов", "Сянка"
PRIVATE_ROUTES: Final = re.compile(r"^(api_)?table|^manage|^helper|^admin|^account|^scorer")


FORM: Final = re.compile(r"<form\b(?P<tag>[^>]*)>(?P<inside>.*?)</form>", re.DOTALL)
ACTION: Final = re.compile(r'action="([^"]*)"')
FIELD: Final = re.compile(r'<(?:textarea|select|input(?![^>]*type="(?:hidden|submit)"))\b')
KNOWN: Final = PREFILLED_FORMS | RESULT_FORMS | OTHER_FORMS


@dataclass
class Notes:
    site: Site
    is_hidden: bool = False
    showed_cards: set[str] = field(default_factory=set)
    framed: set[str] = field(default_factory=set)
    opened: set[str] = field(default_factory=set)
    tokens: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, values in (
            ("a table's link", Table.objects.values_list("token", flat=True)),
            ("a helper's link", HelperLink.objects.values_list("code", flat=True)),
            ("a sign-up's link", Signup.objects.values_list("secret", flat=True)),
            ("a follower's link", Follower.objects.values_list("secret", flat=True)),
            ("an invitation", Invitation.objects.values_list("code", flat=True)),
        ):
            self.tokens |= dict.fromkeys(values, name)
        self.any_token = re.compile(rf"(?<![\w-])({'|'.join(self.tokens)})(?![\w-])")


Check = Callable[[Answer, Notes], Iterator[str]]


def is_public(answer: Answer) -> bool:
    route = answer.route
    return (
        not route.is_admin and not PRIVATE_ROUTES.match(route.name) and "token" not in route.parts
    )


def runs_it(answer: Answer) -> bool:
    return answer.role in RUN_IT


def status(answer: Answer, notes: Notes) -> Iterator[str]:
    """Find server errors, and unauthorised roles that the rules did not refuse."""
    route, code = answer.route, answer.status
    if code >= 500:
        yield "a fault of the server"
    if route.pattern.startswith("manage/") and route.permission("get"):
        yield from status_of_desk(answer, notes)
    elif route.pattern.startswith("api/") and answer.route.permission(answer.verb).startswith(
        "tournaments."
    ):
        yield from status_of_operation(answer, notes)
    elif route.is_admin and code == 200 and answer.role not in {"staff", "superuser"}:
        yield "the administration is open"


def status_of_desk(answer: Answer, notes: Notes) -> Iterator[str]:
    route, code = answer.route, answer.status
    if code == 405:  # checked before authentication
        return
    is_signed_in = answer.role in {*OUTSIDERS, "director", "superuser"}
    if route.permission("get") == OPERATE and is_signed_in:
        if (code == 404) is (answer.role in {"staff", "superuser"}) and not route.parts:
            yield "the page of the installation is open, or closed to who may"
        return
    leads_to_sign_in = answer.headers.get("Location", "").startswith("/accounts/login/")
    is_theirs = f"/{notes.site.world.live.code}/" in answer.address
    if answer.role in {"visitor", *SCOPES_OF} or (answer.role in HELPERS_OF and not is_theirs):
        if not leads_to_sign_in:
            yield "a visitor is not led to sign in"
    elif answer.role in HELPERS_OF:
        may = route.permission(answer.verb) in HELPER_PERMISSIONS[HELPERS_OF[answer.role]]
        if may and code != 404:
            notes.opened.add(route.name)
        if not may and code != 404:
            yield "open to a helper"
    elif answer.role in OUTSIDERS:
        if code != 404:
            yield "an outsider does not get a 404"
    elif code == 403 or leads_to_sign_in:
        yield "closed to who may"
    elif code != 404:
        notes.opened.add(route.name)


def status_of_operation(answer: Answer, notes: Notes) -> Iterator[str]:
    code = answer.status
    if answer.role == "visitor" and code not in {401, 404}:
        yield "open without an account"
    if answer.role in OUTSIDERS and code not in {403, 404}:
        yield "open to an outsider"
    if answer.role in HELPERS_OF:
        may = answer.route.permission(answer.verb) in HELPER_PERMISSIONS[HELPERS_OF[answer.role]]
        if not may and code not in {401, 403, 404}:
            yield "open to a helper"
    if runs_it(answer) and answer.role != "superuser" and code in {401, 403}:
        yield "closed to who may"


def language(answer: Answer, notes: Notes) -> Iterator[str]:
    """A page declares the language of its address or of the browser."""
    if answer.is_page and not answer.route.is_admin and answer.route.name != "api_docs":
        expected = language_of(answer.address) or "en"
        if not re.search(rf'<html[^>]* lang="{expected}"', answer.body):
            yield "a page in another language"


def queries(answer: Answer, notes: Notes) -> Iterator[str]:
    most = QUERY_LIMITS.get(answer.route.name, MAX_QUERIES)
    if answer.verb == "get" and answer.queries > most:
        yield f"{answer.queries} queries of {answer.route.name}"


def seeds(answer: Answer, notes: Notes) -> Iterator[str]:
    """Find seeds of boards not yet played, and the site's secret key."""
    text, name = answer.text, answer.route.name
    is_shown = SEED[:12] in text or OTHER_SEED[:12] in text
    if is_shown and not (name in SEED_ROUTES and runs_it(answer)):
        yield "the seed"
    if settings.SECRET_KEY in text:
        yield "the secret key"


def cards(answer: Answer, notes: Notes) -> Iterator[str]:
    """Find cards of boards not yet played, or where no cards are expected."""
    name, text = answer.route.name, answer.text
    allowed = (
        DIRECTOR_CARD_ROUTES
        if runs_it(answer)
        else DEALER_CARD_ROUTES
        if answer.role == "helper: deal"
        else {}
    )
    by_chance = name.startswith(RANDOM_DEAL_PREFIXES)
    secret = notes.site.world.secrets.found_in(text, is_dealt_by_chance=by_chance)
    if secret and name in allowed:
        notes.showed_cards.add(name)
    elif secret:
        yield secret
    elif any(cards_in(text)) and (
        name not in {*CARD_ROUTES, *allowed} or is_live_board_page(answer, notes)
    ):
        yield "cards"


def is_live_board_page(answer: Answer, notes: Notes) -> bool:
    world = notes.site.world
    return any(
        f"/{tournament.code}/{word}/{LIVE}/" in answer.address
        for tournament, word in product((world.live, world.drawn), ("board", "boards"))
    )


def names(answer: Answer, notes: Notes) -> Iterator[str]:
    """Find the real name of a player with another public name."""
    if notes.is_hidden and is_public(answer) and REAL_SURNAME in html.unescape(answer.text):
        yield "a private name"


def tokens(answer: Answer, notes: Notes) -> Iterator[str]:
    """Find links that grant access; their owner can read them."""
    if runs_it(answer) or (answer.route.is_admin and answer.role == "staff"):
        return
    for token in set(notes.any_token.findall(answer.text)):
        if token not in answer.address:
            yield notes.tokens[token]


def frames(answer: Answer, notes: Notes) -> Iterator[str]:
    """Only embeddable pages can be framed."""
    if not answer.headers.get("Content-Type", "").startswith("text/html"):
        return
    policy = answer.headers.get("Content-Security-Policy", "")
    options = answer.headers.get("X-Frame-Options", "")
    if "frame-ancestors *" in policy or options not in {"DENY", "SAMEORIGIN"}:
        notes.framed.add(answer.route.name)
        if answer.route.name not in FRAMED_BY_ALL | {"api_docs"}:
            yield "may be framed"


def forms(answer: Answer, notes: Notes) -> Iterator[str]:
    if answer.role != "director" or answer.verb != "get" or not answer.is_page:
        return
    for form in FORM.finditer(answer.body):
        action = ACTION.search(form["tag"])
        target = urljoin(answer.address, html.unescape(action[1]) if action else "")
        name = resolve(urlsplit(target).path).view_name
        if 'method="post"' in form["tag"] and FIELD.search(form["inside"]) and name not in KNOWN:
            yield f"posts to {name}, which filled_forms.py does not name"


CHECKS: Final[tuple[Check, ...]] = (
    status, language, queries, seeds, cards, names, tokens, frames, forms,
)  # fmt: skip
