"""Whose a stored record is: the contest answers for the boards it deals, the games for the rest.

A package above this one registers a function when it starts, so that nothing here imports it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser, User

from games.models import Record

Visitor = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Origin:
    """The place where a record was played, and whether a visitor may see it.

    ``names`` are the players by side, ``url`` leads to the page where the record belongs.
    """

    is_visible: bool
    is_public: bool
    title: str = ""
    part_of: str = ""
    url: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


Owner = Callable[[Record, Visitor], Origin | None]
_owners: list[Owner] = []


def register(owner: Owner) -> None:
    """Ask this function from now on; it answers None for records that are not its own."""
    if owner not in _owners:
        _owners.append(owner)


def origin_of(record: Record, visitor: Visitor) -> Origin:
    """The first owner's answer; a record of nobody's is public only if it belongs to no deal."""
    for owner in _owners:
        origin = owner(record, visitor)
        if origin is not None:
            return origin
    is_free = record.deal_id is None
    return Origin(is_visible=is_free, is_public=is_free)
