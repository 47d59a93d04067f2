"""Alternatives after a refusal, as links."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.organiser.forms import display_value


class Alternative(NamedTuple):
    words: str
    url: str


ALTERNATIVE_PAGES: Mapping[str, tuple[tuple[str, str | Promise], ...]] = {
    "no_empty_place": (
        ("manage_longer", gettext_lazy("Play one more round")),
        ("manage_people", gettext_lazy("Take a pair’s place")),
    ),
    "bracket": (
        ("manage_people", gettext_lazy("Let others play in a pair’s place")),
        ("manage_draw", gettext_lazy("To the draw")),
    ),
    "no_open_match": (("manage_draw", gettext_lazy("To the draw")),),
    "place_in_bracket": (("manage_people", gettext_lazy("Somebody plays for one of them")),),
    "results_exist": (("manage_draw", gettext_lazy("To the draw")),),
    "no_fresh_boards": (("manage_people", gettext_lazy("To the pairs")),),
    "not_redrawn": (
        ("manage_people", gettext_lazy("To the pairs")),
        ("manage_draw", gettext_lazy("To the draw")),
    ),
    "two_winners": (("manage_late", gettext_lazy("A pair comes late")),),
    "nobody_to_pair": (("manage_draw", gettext_lazy("Change the seats by hand")),),
    "movement_complete": (("manage_settings", gettext_lazy("Finish, then add a stage")),),
    "until_decided": (
        ("manage_draw", gettext_lazy("To the draw")),
        ("manage_settings", gettext_lazy("To the settings")),
    ),
    "drawn_already": (("manage_draw", gettext_lazy("Take the round back")),),
    "was_there": (("manage_people", gettext_lazy("To the pairs")),),
    "not_drawn": (("manage_draw", gettext_lazy("To the draw")),),
    "finished": (("manage_settings", gettext_lazy("To the settings")),),
}
MAX_ALTERNATIVES = 2


def alternatives(
    tournament: Tournament, form: forms.Form, problem: RuleViolationError | None
) -> list[Alternative]:
    """Alternatives: rulings, other answers in the form, other pages."""
    if problem is None:
        return []
    others = [*other_answers(form, problem), *other_pages(tournament, problem)]
    return [*rulings_needed(tournament, problem), *others[:MAX_ALTERNATIVES]]


def rulings_needed(tournament: Tournament, problem: RuleViolationError) -> Iterator[Alternative]:
    """Rulings for the boards named in the error; in open play, corrections."""
    for each in problem.details.get("plays", ()):
        if tournament.is_open_play:
            page, words = "manage_play", _("Correct the game")
        else:
            page, words = "manage_ruling", _("Ruling on board %d") % each["board"]
        yield Alternative(words, reverse(page, args=[tournament.code, each["play"]]))


def other_answers(form: forms.Form, problem: RuleViolationError) -> Iterator[Alternative]:
    """The same page with the answer suggested by the error."""
    for name, value in dict(problem.details.get("instead") or {}).items():
        field = form.fields.get(name)
        if field is None or (is_choice(field) and str(value) not in keys_of(field)):
            continue
        form_values = {
            key: form.data.get(key, "")
            for key in form.fields
            if key not in ("seen", "reason") and form.data.get(key)
        }
        yes = isinstance(field, forms.BooleanField)
        words = str(field.label) if yes else str(display_value(form, name, value))
        query = urlencode({**form_values, name: "on" if yes else value})
        yield Alternative(_("Instead: %s") % words, f"?{query}")


def is_choice(field: forms.Field) -> bool:
    return isinstance(field, forms.ChoiceField)


def keys_of(field: forms.Field) -> set[str]:
    assert isinstance(field, forms.ChoiceField)
    choices = cast(Iterable[tuple[object, object]], field.choices)
    return {str(key) for key, _words in choices}


def other_pages(tournament: Tournament, problem: RuleViolationError) -> Iterator[Alternative]:
    for name, words in ALTERNATIVE_PAGES.get(problem.code, ()):
        yield Alternative(str(words), reverse(name, args=[tournament.code]))
