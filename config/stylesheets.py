"""Which stylesheets each kind of page needs: the only list of them, in the order of the page."""

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

STYLESHEETS: Final = {
    "site": (*_FRAME, "site", *_COMPONENTS, "components/charts", "pages", "print"),
    "table": (*_FRAME, *_COMPONENTS, "entry"),
    "bare": (*_FRAME, "components/buttons", "components/cards"),
}
"""The whole site; a table's phone, which keeps them; a page that stands when little else does."""
