from collections.abc import Sequence
from typing import Final

from django import template
from django.utils.functional import Promise
from django.utils.safestring import mark_safe
from django.utils.translation import gettext, ngettext, pgettext_lazy

from games.analysis.selectors import Par
from games.charts import field as charts
from games.wording.texts import outcome_name
from tournaments.public.selectors.board_rows import BoardRow

register = template.Library()

LIVELINESS: Final[dict[str, str | Promise]] = {
    "quiet": pgettext_lazy("swing of a board", "quiet"),
    "lively": pgettext_lazy("swing of a board", "lively"),
    "wild": pgettext_lazy("swing of a board", "wild"),
}

KINDS: Final[dict[str, str | Promise]] = {
    "contra": pgettext_lazy("boards to show", "with contra"),
    "capot": pgettext_lazy("boards to show", "with capot"),
    "all-trumps": pgettext_lazy("boards to show", "all trumps"),
    "passed-out": pgettext_lazy("boards to show", "somebody passed out"),
    **LIVELINESS,
}


@register.inclusion_tag("_partials/field_dots.html")
def field_dots(nets: Sequence[int], limit: int, par: Par | None = None) -> dict[str, object]:
    """Draw a dot per table, from EW's best to NS's, and par as a triangle."""
    circles = (
        f'<circle class="chart-dot" cx="{x:g}" cy="{y:g}" r="{charts.FIELD_DOT}"/>'
        for x, y in charts.field_dots(nets, limit)
    )
    return {
        "dots": mark_safe("".join(circles)),  # Built by hand: one dot per table on each board.
        "low": min(nets),
        "high": max(nets),
        "width": charts.FIELD_WIDTH,
        "height": charts.FIELD_HEIGHT,
        "middle": charts.FIELD_HEIGHT // 2,
        "centre": charts.FIELD_WIDTH // 2,
        "par_x": None if par is None else round(charts.field_x(par.net, limit) - 5, 1),
    }


@register.filter
def liveliness_name(word: str) -> str:
    return str(LIVELINESS[word])


@register.filter
def kind_name(kind: str) -> str:
    return str(KINDS[kind])


@register.simple_tag
def happenings(row: BoardRow) -> str:
    """Number of failed, hanging and doubled contracts; or that all were made."""
    played = sum(times for contract, times in row.contracts if contract)
    words = []
    if played and not row.failed and not row.hanging:
        words.append(gettext("all made") if played > 1 else outcome_name("made"))
    if row.failed:
        words.append(ngettext("%(n)d failed", "%(n)d failed", row.failed) % {"n": row.failed})
    if row.hanging:
        words.append(ngettext("%(n)d hanging", "%(n)d hanging", row.hanging) % {"n": row.hanging})
    if row.doubled:
        words.append(ngettext("%(n)d contra", "%(n)d contra", row.doubled) % {"n": row.doubled})
    return " · ".join(words)
