"""Forms filled in from an outdated state."""

from collections.abc import Iterable

from tournaments.organiser.forms import VersionedForm

CONFLICT_STATUS = 409


def conflicting_form(forms: Iterable[object]) -> VersionedForm | None:
    return next((each for each in forms if isinstance(each, VersionedForm) and each.conflict), None)
