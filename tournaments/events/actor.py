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
class Acting:
    name: str = ""
    hand: str = ""
    tables: frozenset[int] = frozenset()


NOBODY = Acting()
ACTING: ContextVar[Acting] = ContextVar("acting", default=NOBODY)


def acting_name() -> str:
    """Name of the current request's helper, else empty."""
    return ACTING.get().name


def acting_tables() -> frozenset[int]:
    """Tables the helper is restricted to; empty for no restriction."""
    return ACTING.get().tables


@contextmanager
def acting_as(name: str, link: int = 0, tables: frozenset[int] = frozenset()) -> Iterator[None]:
    """Attribute actions without a user to this helper."""
    token = ACTING.set(Acting(name, f"link:{link}:{name}", tables))
    try:
        yield
    finally:
        ACTING.reset(token)


def hand_of(actor: User | None) -> str:
    """Key of the user, else of the current helper, else empty."""
    return f"user:{actor.pk}" if actor else ACTING.get().hand


def name_of_hand(hand: str, user: User | None) -> str:
    """Display name of an actor key."""
    if user is not None:
        return user.get_username()
    kind, _colon, rest = hand.partition(":")
    return rest.partition(":")[2] if kind == "link" else ""
