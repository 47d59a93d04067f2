"""Registry of changes: texts, form and service of each; shared by pages and API."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournaments.changes.forms.base import ChangeForm
from tournaments.models import Change

Text = str | Promise
FormFactory = Callable[[Any], ChangeForm]


def always(_concerned: object) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class ChangeKind:
    """A kind of change that applies to a table in a round or to a team.

    ``lead`` describes it (``lead_of_games`` in open play), ``verb`` is the button. For the
    object concerned, ``form`` returns the form factory, ``fixed`` further arguments, and
    ``fits`` whether the change is applicable. ``takes`` are API fields, see
    ``api/serializers/changes.py``; ambiguous names have the slug as prefix: ``sides.boards``.
    """

    slug: str
    title: Text
    hint: Text
    lead: Text
    verb: Text
    service: Callable[..., Change]
    form: Callable[[Any], FormFactory]
    fixed: Callable[[Any], Mapping[str, Any]]
    takes: tuple[str, ...]
    fits: Callable[[Any], bool] = always
    lead_of_games: Text = ""


def by_slug(deeds: Iterable[ChangeKind]) -> dict[str, ChangeKind]:
    return {deed.slug: deed for deed in deeds}
