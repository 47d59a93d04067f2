from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Final, TypedDict

from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.wording.texts import SEAT_NAMES, figure_text, seat_name, signed_text
from tournaments.entries.selectors.team_lines import TeamLine
from tournaments.models import Result, Tournament
from tournaments.scoring import Average, Suspicion, SuspiciousFact, TieBreak
from tournaments.state.formats import is_bracket

Text = str | Promise
WITHOUT_VALUE: Final = frozenset({TieBreak.LOT})

FIGURE_UNITS: Final[Mapping[str, Text]] = {
    "percent": "%",
    "imps": pgettext_lazy("unit", "IMP"),
    "vp": pgettext_lazy("unit", "VP"),
    "match_points": pgettext_lazy("unit", "points"),
    "points": pgettext_lazy("column head", "points"),
    "wins": pgettext_lazy("unit", "wins"),
}
"""Short, for column headings; by ``state.scoring.figure_unit``."""

SCALES: Final[Mapping[str, Text]] = {
    "wbf-imps-15": _("Victory points: 20 are shared after each match, by the difference in IMPs"),
    "wbf-points-60": _(
        "Victory points: 20 are shared after each match, by the difference in points"
    ),
}

TIE_BREAKS: Final[Mapping[str, tuple[Text, Text]]] = {
    TieBreak.DIRECT: (
        pgettext_lazy("tie-break", "direct encounter"),
        _("what they made against each other, if all of them have met"),
    ),
    TieBreak.DIRECT_BASIC: (
        pgettext_lazy("tie-break", "direct encounter in IMPs or points"),
        _("the IMPs or points they made against each other"),
    ),
    TieBreak.TOPS: (
        pgettext_lazy("tie-break", "tops"),
        _("boards with the sole best result"),
    ),
    TieBreak.WINS: (pgettext_lazy("tie-break", "matches won"), _("a draw counts half")),
    TieBreak.BUCHHOLZ: (
        pgettext_lazy("tie-break", "Buchholz"),
        _("the totals of all opponents, added up"),
    ),
    TieBreak.BUCHHOLZ_CUT_1: (
        pgettext_lazy("tie-break", "Buchholz without the lowest"),
        _("the totals of all opponents but the weakest, added up"),
    ),
    TieBreak.BUCHHOLZ_MEDIAN: (
        pgettext_lazy("tie-break", "Buchholz without the lowest and the highest"),
        _("the totals of the opponents between the weakest and the strongest"),
    ),
    TieBreak.SONNEBORN_BERGER: (
        pgettext_lazy("tie-break", "Sonneborn-Berger"),
        _("the totals of the opponents, each weighed by what was made against them"),
    ),
    TieBreak.OPPONENTS_AVERAGE: (
        pgettext_lazy("tie-break", "opponents' average"),
        _("the mean total of the opponents"),
    ),
    TieBreak.CUMULATIVE: (
        pgettext_lazy("tie-break", "running totals"),
        _("the totals after each round, added up: who led earlier"),
    ),
    TieBreak.BASIC_SCORE: (
        pgettext_lazy("tie-break", "score of all matches"),
        _("IMPs, percents or points made in all matches"),
    ),
    TieBreak.POINTS_FOR: (pgettext_lazy("tie-break", "points made"), _("in all matches")),
    TieBreak.POINTS_AGAINST: (
        pgettext_lazy("tie-break", "points of the opponents"),
        _("the fewer the better"),
    ),
    TieBreak.DIFFERENCE: (
        pgettext_lazy("tie-break", "difference"),
        _("points made minus points of the opponents"),
    ),
    TieBreak.COUNT_BACK: (
        pgettext_lazy("tie-break", "boards won"),
        _("an equal board is a half"),
    ),
    TieBreak.FIRST_GAME: (pgettext_lazy("tie-break", "first game"), _("points in the first game")),
    TieBreak.LAST_GAME: (pgettext_lazy("tie-break", "last game"), _("points in the last game")),
    TieBreak.LOT: (
        pgettext_lazy("tie-break", "lot"),
        _("drawn from the seed of the tournament, so that anybody can check it afterwards"),
    ),
}

GAMES_WON: Final = (pgettext_lazy("tie-break", "games won"), _("a drawn game is a half"))

AVERAGES: Final[Mapping[str, Text]] = {
    Average.PLUS: _("average plus"),
    Average.EQUAL: _("average"),
    Average.MINUS: _("average minus"),
}

DOUBT_TEXTS: Final[Mapping[str, Text]] = {
    Suspicion.FAR_FROM_FIELD: _("Far from the others: %(found)s, where %(usual)s is usual."),
    Suspicion.FAR_FROM_PAR: _("Far from the best play: %(found)s, where %(usual)s is par."),
    Suspicion.SIDES_SWAPPED: _("Perhaps the sides are swapped: %(found)s, others near %(usual)s."),
    Suspicion.ENTERED_TWICE: _("The same entry appears on two boards of this table."),
    Suspicion.UNLIKELY_POINTS: _("Unlikely points: %(found)s, where %(usual)s is usual."),
    Suspicion.WRONG_LEAD: _("Led from %(found)s, where %(usual)s leads."),
    Suspicion.UNCONFIRMED: _("Not confirmed by the other side."),
}


def tie_break_words(tournament: Tournament) -> dict[str, tuple[Text, Text]]:
    """Short name and description per tie-break; open play counts games, not boards."""
    if tournament.is_open_play:
        return {**TIE_BREAKS, TieBreak.COUNT_BACK: GAMES_WON}
    return dict(TIE_BREAKS)


def scale_words(tournament: Tournament) -> str:
    scale = tournament.match_scale
    if "vp" in scale:
        return str(SCALES[scale["vp"]])
    if "tariff" in scale:
        usual = {"win": 2, "draw": 1, "loss": 0}
        return gettext("A match won is worth %(win)s, drawn %(draw)s, lost %(loss)s.") % {
            **usual,
            **scale["tariff"],
        }
    return ""


class StoredAward(TypedDict, total=False):
    """A side's stored award: an average, or weighted nets."""

    average: str
    nets: Iterable[tuple[int, str | Fraction]]


def award_words(award: StoredAward) -> str:
    if "average" in award:
        return str(AVERAGES[award["average"]])
    return ", ".join(
        signed_text(net) if Fraction(weight) == 1 else f"{signed_text(net)} × {weight}"
        for net, weight in award.get("nets", ())
    )


def ruling_words(kind: str, awards: Mapping[str, StoredAward]) -> str:
    """Text for a board ruled otherwise than played; empty for others."""
    if kind == Result.Kind.NOT_PLAYED:
        return gettext("not played")
    if kind == Result.Kind.LATE:
        return gettext("to be played later")
    if kind == Result.Kind.NOT_COUNTED:
        return gettext("not counted")
    if kind != Result.Kind.ADJUSTED:
        return ""
    ns, ew = (award_words(awards.get(side, StoredAward())) for side in ("NS", "EW"))
    if ns == ew:
        return gettext("adjusted: %(ns)s") % {"ns": ns}
    return gettext("adjusted: NS %(ns)s, EW %(ew)s") % {"ns": ns, "ew": ew}


def ranking_changes(places: int, totals: int, prizes: int) -> str:
    """Text of the non-zero counts of changed ranks, totals and prizes."""
    parts = [
        (places, ngettext("%(n)d place", "%(n)d places", places)),
        (totals, ngettext("%(n)d total", "%(n)d totals", totals)),
        (prizes, ngettext("%(n)d prize", "%(n)d prizes", prizes)),
    ]
    return ", ".join(words % {"n": count} for count, words in parts if count)


def missed_words(team: TeamLine, number: int, tournament: Tournament) -> str:
    if number in team.walkovers:
        return gettext("walk-over")
    if team.eliminated_in is not None and number > team.eliminated_in:
        return gettext("eliminated in round %(n)s") % {"n": team.eliminated_in}
    if team.gone_from is not None and number >= team.gone_from:
        return gettext("left before round %(n)s") % {"n": team.gone_from}
    return gettext("bye") if is_bracket(tournament) else gettext("sat out")


def doubt_words(doubt: SuspiciousFact) -> str:
    values = {"found": doubt_value(doubt.found), "usual": doubt_value(doubt.usual)}
    return str(DOUBT_TEXTS[doubt.suspicion]) % values


def doubt_value(value: Fraction | str | None) -> str:
    if isinstance(value, Fraction):
        return signed_text(value, 0)
    return seat_name(value) if value in SEAT_NAMES else str(value or "")


def tie_words(decided: tuple[str, Fraction] | None, tournament: Tournament) -> str:
    """Text of the deciding tie-break: "tied; decided by tops (3)"."""
    if decided is None:
        return ""
    name, value = decided
    words = str(tie_break_words(tournament)[name][0])
    if name in WITHOUT_VALUE:
        return gettext("tied; decided by %(tie_break)s") % {"tie_break": words}
    return gettext("tied; decided by %(tie_break)s (%(value)s)") % {
        "tie_break": words,
        "value": figure_text(value, 0 if value.denominator == 1 else 2),
    }


def plain_figure(value: Fraction) -> str:
    return figure_text(value, 0 if value.denominator == 1 else 2)


def signed_figure(value: Fraction) -> str:
    return signed_text(value, 0 if value.denominator == 1 else 2)


def shared_ranks_text(rank: int, until: int) -> str:
    """Text of shared ranks; empty for one."""
    if rank == until:
        return ""
    return gettext("shared places %(first)s–%(last)s") % {"first": rank, "last": until}
