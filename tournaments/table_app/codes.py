"""Six-character codes that can be typed instead of a table's link."""

from typing import Final

from tournaments.models import Table, Tournament

ACTIVE_STATES: Final = (Tournament.State.DRAWN, Tournament.State.PLAYING)
CYRILLIC_LOOKALIKES: Final = str.maketrans("авекмнрсухт", "abekmhpcyxt")


def normalise_code(typed: str) -> str:
    """Normalise case, gaps and look-alike Cyrillic letters."""
    bare = "".join(letter for letter in typed.lower() if letter.isalnum())
    return bare.translate(CYRILLIC_LOOKALIKES)


def table_of_code(typed: str) -> Table | None:
    """The table with this code in a current tournament; one query.

    None also if two tables share the code.
    """
    tables = Table.objects.filter(
        code=normalise_code(typed)[:20], tournament__state__in=ACTIVE_STATES
    )
    matches = list(tables[:2])
    return matches[0] if len(matches) == 1 else None
