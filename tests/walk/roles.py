import gzip
import io
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from http.cookies import SimpleCookie
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.models import Permission, User
from django.db import connection, transaction
from django.test import Client
from openpyxl import load_workbook

from tests.builders import director_of, make_user
from tests.tournaments.card_world import NONCE, Route
from tests.walk.site import Site
from tournaments.accounts.services.tokens import create_token
from tournaments.models import HelperLink, PersonalToken

HELPERS_OF: Final = {f"helper: {kind}": kind for kind in HelperLink.Kind.values}
ROLES: Final = (
    "visitor", "director", "neighbour", "staff", "program", "reader", "stranger", "superuser",
    *HELPERS_OF,
)  # fmt: skip
"""A visitor has table links; a neighbour directs another club; staff can only read.

A program has a director's token with every scope, a reader one with `read` alone."""
SCOPES_OF: Final = {
    "program": PersonalToken.Scope.values,
    "reader": [PersonalToken.Scope.READ.value],
}
OUTSIDERS: Final = ("stranger", "neighbour", "staff")
"""With an account but without access to the tournament."""


@dataclass(frozen=True)
class Answer:
    role: str
    route: Route
    verb: str
    address: str
    sent: Any
    status: int
    headers: dict[str, str]
    body: str
    queries: int

    @cached_property
    def text(self) -> str:
        return "\n".join([*(f"{key}: {value}" for key, value in self.headers.items()), self.body])

    @property
    def is_page(self) -> bool:
        return self.headers.get("Content-Type", "").startswith("text/html") and "<html" in self.body

    def __str__(self) -> str:
        return f"{self.role}: {self.verb} {self.address} {self.sent or ''} -> {self.status}"


class RoleClient:
    """Signs in again after a response that signed it out."""

    def __init__(self, role: str, site: Site) -> None:
        self.role = role
        self.user = user_of(role, site)
        headers = {"Accept-Language": "en"}
        if role in SCOPES_OF:
            _token, secret = create_token(
                user=director_of(site.world.live), name="scores",
                scopes=SCOPES_OF[role], days=30,
            )  # fmt: skip
            headers["Authorization"] = f"Bearer {secret}"
        self.browser = site.helpers[HELPERS_OF[role]] if role in HELPERS_OF else Client()
        self.browser.defaults.update(Client(headers=headers).defaults)

    def sign_in(self) -> None:
        session = self.browser.cookies.get(settings.SESSION_COOKIE_NAME)
        if self.user is not None and not (session and session.value):
            self.browser.force_login(self.user)

    def ask(self, route: Route, verb: str, address: str, sent: Any = None) -> Answer:
        """Send a request; roll back changes except for GET."""
        self.sign_in()
        kind = {"content_type": "application/json"} if isinstance(sent, str) else {}
        cookies = SimpleCookie(self.browser.cookies)
        count = QueryCount()
        with transaction.atomic():
            with connection.execute_wrapper(count):
                answer: Any = getattr(self.browser, verb)(address, sent, **kind)
                parts = answer.streaming_content if answer.streaming else [answer.content]
                body = text_of(b"".join(parts))
            transaction.set_rollback(verb != "get")
        if (
            verb != "get"
        ):  # the rollback restores the session in the database, not the browser's cookie
            self.browser.cookies = cookies
        headers = {key: NONCE.sub("", value) for key, value in answer.items()}
        return Answer(
            self.role, route, verb, address, sent, answer.status_code, headers,
            NONCE.sub("", body), count.queries,
        )  # fmt: skip


class QueryCount:
    def __init__(self) -> None:
        self.queries = 0

    def __call__(self, execute: Callable[..., Any], sql: str, *how: Any) -> Any:
        self.queries += "SAVEPOINT" not in sql
        return execute(sql, *how)


def text_of(body: bytes) -> str:
    """Text of a response: archives unpacked, workbooks as cell values."""
    if body.startswith(b"\x1f\x8b"):
        body = gzip.decompress(body)
    if not body.startswith(b"PK"):
        return body.decode("utf-8", "replace")
    book = load_workbook(io.BytesIO(body))
    rows = (row for sheet in book for row in sheet.iter_rows(values_only=True))
    return "\n".join([*book.sheetnames, *(" ".join(map(str, row)) for row in rows)])


def user_of(role: str, site: Site) -> User | None:
    """Account of a role; None for visitors, helpers and programs."""
    if role in ("visitor", *SCOPES_OF, *HELPERS_OF):
        return None
    if role == "director":
        return director_of(site.world.live)
    if role == "neighbour":
        return User.objects.get(username="neighbour")
    is_super = role == "superuser"
    user = make_user(role, is_staff=is_super or role == "staff", is_superuser=is_super)
    if role == "staff":
        user.user_permissions.set(Permission.objects.filter(codename__startswith="view_"))
    return user


# What is sent -----------------------------------------------------------------------------------


CARDS_WITHOUT_BODY: Final = frozenset({"api_packet"})
"""Operations that show cards and refuse any body."""


class InvalidInput:
    """Invalid input: of each kind, or one that the address can parse."""

    def __init__(self, site: Site, *, whole: bool) -> None:
        self.whole = whole
        play, team = site.world.play(), site.world.live.teams.get(number=1)
        record = {"calls": ["H", "P", "P", "P"], "play": "ZZ"}
        self.body = json.dumps(
            {"play": play.pk, "side": "NS", "record": record, "reason": "why not"}
        )
        """A record without cards in an otherwise valid entry."""
        self.form = {
            "play": play.pk, "side": "NS", "kind": "record", "record": json.dumps(record),
            "contract": "H", "declarer": "S", "contra": "0", "points": "3", "announced_ns": "200",
            "reason": "x", "text": json.dumps(record), "board": "3", "confirmed": "on",
            "place": "N", "do": f"here:{team.pk}",
        }  # fmt: skip
        """Form values for most fields, with impossible cards."""

    def sent_to(self, route: Route) -> Iterator[tuple[str, Any]]:
        is_api = route.pattern.startswith("api/")
        if self.whole or not is_api:
            yield "post", self.form
        if route.is_admin or not (self.whole or is_api):
            return
        yield "post", self.body
        if route.name in CARDS_WITHOUT_BODY:
            yield "post", ""
        if is_api or route.pattern.startswith("table/"):
            if self.whole:
                yield "post", "{"
            for verb in ("put", "patch", "delete"):
                if not is_api or hasattr(route.view.view_class, verb):
                    yield verb, self.body
