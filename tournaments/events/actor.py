"""Who acts: a person with an account, or one without, who helps by a link.

A ``hand`` names whoever does something as a text: ``user:12``, or ``link:5:Petya`` for somebody
who opened a link under that name. Two who opened the same link under other names are two people.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.contrib.auth.models import User


@dataclass(frozen=True, slots=True)
class Acting:
    """A helper at work: the name, the hand, and at which tables; none named are all."""

    name: str = ""
    hand: str = ""
    tables: frozenset[int] = frozenset()


NOBODY = Acting()
ACTING: ContextVar[Acting] = ContextVar("acting", default=NOBODY)


def acting_name() -> str:
    """The name of a helper whose request is answered now; empty for everybody else."""
    return ACTING.get().name


def acting_tables() -> frozenset[int]:
    """The tables to which the link of a helper is limited; empty for everybody else."""
    return ACTING.get().tables


@contextmanager
def acting_as(name: str, link: int = 0, tables: frozenset[int] = frozenset()) -> Iterator[None]:
    """Whatever is done meanwhile without a user was done by somebody of this name."""
    token = ACTING.set(Acting(name, f"link:{link}:{name}", tables))
    try:
        yield
    finally:
        ACTING.reset(token)


def hand_of(actor: User | None) -> str:
    """Who acts: this person, or else the helper whose request is answered; empty for nobody."""
    return f"user:{actor.pk}" if actor else ACTING.get().hand


def name_of_hand(hand: str, user: User | None) -> str:
    """The name that others read of whoever did something."""
    if user is not None:
        return user.get_username()
    kind, _colon, rest = hand.partition(":")
    return rest.partition(":")[2] if kind == "link" else ""
