"""The current actor: a user, or a helper with a link.

An actor key is ``user:12``, or ``link:5:Petya`` for a helper; different names on one link
are different actors.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class ActingHelper:
    name: str = ""
    hand: str = ""
    tables: frozenset[int] = frozenset()


ANONYMOUS = ActingHelper()
CURRENT_HELPER: ContextVar[ActingHelper] = ContextVar("acting", default=ANONYMOUS)


def actor_name() -> str:
    """Name of the current request's helper, else empty."""
    return CURRENT_HELPER.get().name


def actor_tables() -> frozenset[int]:
    """Tables the helper is restricted to; empty for no restriction."""
    return CURRENT_HELPER.get().tables


@contextmanager
def acting_as(name: str, link: int = 0, tables: frozenset[int] = frozenset()) -> Iterator[None]:
    """Attribute actions without a user to this helper."""
    token = CURRENT_HELPER.set(ActingHelper(name, f"link:{link}:{name}", tables))
    try:
        yield
    finally:
        CURRENT_HELPER.reset(token)


def actor_key(actor: User | None) -> str:
    """Key of the user, else of the current helper, else empty."""
    return f"user:{actor.pk}" if actor else CURRENT_HELPER.get().hand


def name_of_actor_key(hand: str, user: User | None) -> str:
    """Display name of an actor key."""
    if user is not None:
        return user.get_username()
    kind, _colon, rest = hand.partition(":")
    return rest.partition(":")[2] if kind == "link" else ""
