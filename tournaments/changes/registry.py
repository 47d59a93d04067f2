"""What can be changed on the day, a row each: its words, what it asks, the service that does it.

Pages show a row and ask with its form; the API takes the same names and calls the same services.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import Promise

from tournaments.changes.forms.base import ChangeForm
from tournaments.models import Change

Text = str | Promise
Make = Callable[[Any], ChangeForm]
"""Makes the form from data, or from None."""


def always(_concerned: object) -> bool:
    return True


@dataclass(frozen=True, kw_only=True)
class Deed:
    """A kind of change that concerns a table in a round, or a team.

    ``title`` and ``hint`` offer it, ``lead`` says what it does, ``verb`` stands on the button.
    Open play knows no boards: ``lead_of_games`` stands there in place of the lead.
    Given whom it concerns, ``form`` makes the form that asks, ``fixed`` says what the service takes
    beside the answers, and ``fits`` whether there is anything to change in this way. ``takes``
    names what a program sends; ``api/serializers/changes.py`` has a field for each name. A name of
    which two kinds of change mean different things has the slug before it: ``sides.boards``.
    """

    slug: str
    title: Text
    hint: Text
    lead: Text
    verb: Text
    service: Callable[..., Change]
    form: Callable[[Any], Make]
    fixed: Callable[[Any], Mapping[str, Any]]
    takes: tuple[str, ...]
    fits: Callable[[Any], bool] = always
    lead_of_games: Text = ""


def by_slug(deeds: Iterable[Deed]) -> dict[str, Deed]:
    """The rows by the names that addresses give them."""
    return {deed.slug: deed for deed in deeds}
