"""Which modules a kind of page runs that loads them as one file; see ``config.bundles``.

What a module of another page imports must not be in two files of one page: it would run twice.
"""

from typing import Final

_FRAME: Final = ("frame/finger", "frame/menu", "frame/tabs", "frame/toast", "frame/clock")
_PUBLIC: Final = (*_FRAME, "public/main", "public/share")

SCRIPTS: Final = {
    "public": _PUBLIC,
    "rules": (*_PUBLIC, "rulebook/main"),
    "game": _FRAME,
    "calculator": (*_FRAME, "calculator/main"),
    "replay": (*_FRAME, "replay/main"),
    "trial": (*_FRAME, "replay/board"),
    "solver": ("solver/main",),
    "simulations": (*_FRAME, "simulations/main"),
}
"""Public pages of tournaments, clubs and players; a variant's rules; pages about single games; the
worker that searches beside them."""
