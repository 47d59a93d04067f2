"""Owners of stored records; packages above this one register a function at start-up."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import AnonymousUser, User

from games.models import Record

Visitor = User | AnonymousUser


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record was played, and whether a visitor can see it; ``names`` are by side."""

    is_visible: bool
    is_public: bool
    title: str = ""
    part_of: str = ""
    url: str = ""
    names: Mapping[str, str] = field(default_factory=dict)


Owner = Callable[[Record, Visitor], Origin | None]
_owners: list[Owner] = []


def register(owner: Owner) -> None:
    """Register a function that returns None for records that are not its own."""
    if owner not in _owners:
        _owners.append(owner)


def origin_of(record: Record, visitor: Visitor) -> Origin:
    """The first owner's answer; an unowned record is public only without a deal."""
    for owner in _owners:
        origin = owner(record, visitor)
        if origin is not None:
            return origin
    is_free = record.deal_id is None
    return Origin(is_visible=is_free, is_public=is_free)
