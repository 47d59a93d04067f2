"""Stylesheets and scripts of each kind of page, in order; `web.bundles` joins each into one file.

A module must not be in two bundles of one page: it would run twice.
"""

from typing import Final

_FRAME_SCRIPTS: Final = ("frame/finger", "frame/menu", "frame/tabs", "frame/toast", "frame/clock")
_PUBLIC_SCRIPTS: Final = (*_FRAME_SCRIPTS, "public/main", "public/share")

SCRIPTS: Final = {
    "public": _PUBLIC_SCRIPTS,
    "rules": (*_PUBLIC_SCRIPTS, "rulebook/main"),
    "game": _FRAME_SCRIPTS,
    "calculator": (*_FRAME_SCRIPTS, "calculator/main"),
    "replay": (*_FRAME_SCRIPTS, "replay/main"),
    "trial": (*_FRAME_SCRIPTS, "replay/board"),
    "solver": ("solver/main",),
    "simulations": (*_FRAME_SCRIPTS, "simulations/main"),
}
"""By kind of page; ``solver`` is a web worker."""

_FRAME: Final = ("tokens", "base", "layout")
_COMPONENTS: Final = (
    "components/buttons",
    "components/choices",
    "components/forms",
    "components/tables",
    "components/cards",
    "components/status",
    "components/figures",
)
_SITE: Final = (*_FRAME, "site", *_COMPONENTS, "components/charts", "pages")

_PUBLIC: Final = (*_SITE, "public", "boards", "team", "bracket", "share", "print")

STYLESHEETS: Final = {
    "site": (*_SITE, "print"),
    "public": _PUBLIC,
    "story": (*_PUBLIC, "story"),
    "figures": (*_PUBLIC, "heat"),
    "bracket": (*_PUBLIC, "bracket_lines"),
    "rules": (*_SITE, "public", "print", "rulebook"),
    "signup": (*_PUBLIC, "signup"),
    "calculator": (*_SITE, "print", "calculator"),
    "replay": (*_SITE, "print", "replay", "replay_steps", "replay_trial"),
    "simulation": (*_SITE, "print", "simulation"),
    "practice": (*_SITE, "practice"),
    "club": (*_SITE, "public", "club", "season", "player", "print"),
    "table": (*_FRAME, *_COMPONENTS, "entry"),
    "bare": (*_FRAME, "components/buttons", "components/cards"),
}
"""By kind of page; ``table`` is cached by phones, ``bare`` is for error pages (429, 500, 503)."""
