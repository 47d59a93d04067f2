"""Forms that were filled in from a state that is gone."""

from collections.abc import Iterable

from tournaments.organiser.forms import SeenForm

CHANGED = 409


def in_conflict(forms: Iterable[object]) -> SeenForm | None:
    """The form among them that was filled in from a state that is gone."""
    return next((each for each in forms if isinstance(each, SeenForm) and each.conflict), None)
