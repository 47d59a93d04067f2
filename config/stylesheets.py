"""Which stylesheets each kind of page needs: the only list of them, in the order of the page.

Each kind is joined into one file; see ``config.bundles``.
"""

from typing import Final

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
"""The whole site; its public pages; an evening's story, figures and bracket; a variant's rules; how
players enter; the calculator, replays, simulations with sets of deals; a table of practice;
clubs and seasons; a table's phone, which keeps them; a page that stands when little else does."""
