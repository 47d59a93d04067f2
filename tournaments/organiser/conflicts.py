"""Forms filled in from an outdated state."""

from collections.abc import Iterable

from tournaments.organiser.forms import SeenForm

CHANGED = 409


def in_conflict(forms: Iterable[object]) -> SeenForm | None:
    return next((each for each in forms if isinstance(each, SeenForm) and each.conflict), None)
