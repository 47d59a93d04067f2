"""Six characters in place of a table's link: short enough to be typed from a card."""

from typing import Final

from tournaments.models import Table, Tournament

LIVE: Final = (Tournament.State.DRAWN, Tournament.State.PLAYING)
LOOK_ALIKE: Final = str.maketrans("авекмнрсухт", "abekmhpcyxt")
"""Letters of a Bulgarian keyboard that look like those on the card."""


def plain_code(typed: str) -> str:
    """What was typed, without capitals and gaps, in the letters of the codes."""
    bare = "".join(letter for letter in typed.lower() if letter.isalnum())
    return bare.translate(LOOK_ALIKE)


def table_of_code(typed: str) -> Table | None:
    """The table whose code this is, while its tournament goes on; one query.

    None too in the rare case that two tables have it: then the link or the director helps.
    """
    tables = Table.objects.filter(code=plain_code(typed)[:20], tournament__state__in=LIVE)
    found = list(tables[:2])
    return found[0] if len(found) == 1 else None
