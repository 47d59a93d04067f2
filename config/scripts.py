"""Which modules a kind of page runs that loads them as one file; see ``config.bundles``.

What a module of another page imports must not be in two files of one page: it would run twice.
"""

from typing import Final

_PUBLIC: Final = (
    "frame/finger",
    "frame/menu",
    "frame/toast",
    "frame/clock",
    "public/main",
    "public/share",
)

SCRIPTS: Final = {
    "public": _PUBLIC,
    "rules": (*_PUBLIC, "rulebook/main"),
}
"""Public pages of tournaments, clubs and players; a variant's rules."""
