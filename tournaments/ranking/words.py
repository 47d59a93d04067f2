"""Scoring in words: methods, units, what a match is worth, tie-breaks, options."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from games.wording import signed_text
from tournaments.models import Result, Tournament
from tournaments.standings import Average, Method, TieBreak
from tournaments.standings.suspicious import Doubt, Suspicion

Text = str | Promise

METHODS: Final[Mapping[str, Text]] = {
    Method.MATCHPOINTS: _(
        "Each board: two points for every table you beat, one for every equal one. In percent."
    ),
    Method.ASCHERMAN: _("As matchpoints, but you also tie with yourself: no 100 %, no 0 %."),
    Method.AVERAGE_DIFFERENCE: _(
        "Each board: your side's score minus the other side's; the mean is ranked."
    ),
    Method.TOTAL_POINTS: _("Each board: your side's score minus the other side's, all added up."),
    Method.BUTLER: _(
        "Each board: IMPs for the distance from the middle of all results, all added up."
    ),
    Method.CROSS_IMPS: _(
        "Each board: the mean of the IMPs against every other table, all added up."
    ),
    Method.IMPS: _("Each board: IMPs for the difference between the two tables of the match."),
    Method.SWING_POINTS: _(
        "Each board: the points themselves that the two tables of the match differ by."
    ),
    Method.BOARD_A_MATCH: _(
        "Each board: two points for the better table, one each for equal ones."
    ),
    Method.PATTON: _("Board-a-match, and as many points again for the difference of all boards."),
    Method.GAME_POINTS: _("Points for a won, drawn and lost game or match."),
    Method.WINS_THEN_POINTS: _("Games won are ranked; points decide between equals."),
    Method.POINTS_THEN_WINS: _("All points are added up; games won decide between equals."),
}

UNITS: Final[Mapping[str, Text]] = {
    "percent": "%",
    "imps": pgettext_lazy("unit", "IMP"),
    "vp": pgettext_lazy("unit", "VP"),
    "match_points": pgettext_lazy("unit", "points"),
    "points": pgettext_lazy("column head", "points"),
    "wins": pgettext_lazy("unit", "wins"),
}
"""What totals are counted in, by ``selectors.scoring.unit_of``; short, for the head of a column."""

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
        _("on how many boards one alone had the best result"),
    ),
    TieBreak.WINS: (pgettext_lazy("tie-break", "matches won"), _("a draw is a half")),
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

AVERAGES: Final[Mapping[str, Text]] = {
    Average.PLUS: _("average plus"),
    Average.EQUAL: _("average"),
    Average.MINUS: _("average minus"),
}

DOUBTS: Final[Mapping[str, Text]] = {
    Suspicion.FAR_FROM_FIELD: _("Far from the others: %(found)s, where %(usual)s is usual."),
    Suspicion.FAR_FROM_PAR: _("Far from the best play: %(found)s, where %(usual)s is par."),
    Suspicion.SIDES_SWAPPED: _("Perhaps the sides are swapped: %(found)s, others near %(usual)s."),
    Suspicion.ENTERED_TWICE: _("The same entry stands on two boards of this table."),
    Suspicion.UNLIKELY_POINTS: _("Unlikely points: %(found)s, where %(usual)s is usual."),
    Suspicion.WRONG_LEAD: _("Led from %(found)s, where %(usual)s leads."),
    Suspicion.UNCONFIRMED: _("Not confirmed by the other side."),
}

LONG_TEXTS: Final[Mapping[str, Text]] = {
    Method.MATCHPOINTS: _(
        "Matchpoints: on each board your score is compared with every other table that held the "
        "same cards. Two points for each table you beat, one for each you equal; the percentage "
        "says what part of the possible points you took. By how much you beat them does not matter."
    ),
    Method.ASCHERMAN: _(
        "Ascherman: on each board your score is compared with every other table that held the same "
        "cards, and with yourself. So no board is worth 100 or 0 percent, and boards that were "
        "played less often count a little less."
    ),
    Method.AVERAGE_DIFFERENCE: _(
        "Average difference: on each board the points of your side minus those of the other side; "
        "the mean over all your boards is ranked. Here every point counts."
    ),
    Method.TOTAL_POINTS: _(
        "Total points: on each board the points of your side minus those of the other side; all "
        "boards are added up. Here every point counts."
    ),
    Method.BUTLER: _(
        "Butler: the middle of all results on a board is what it was worth. The distance from it "
        "is turned into IMPs, in which large differences count less, and all boards are added up."
    ),
    Method.CROSS_IMPS: _(
        "Cross-IMPs: on each board your score is compared with every other table; each difference "
        "is turned into IMPs, in which large differences count less. Their mean counts, and all "
        "boards are added up."
    ),
    Method.IMPS: _(
        "IMPs: both halves of a team play the same boards in opposite seats. The difference of "
        "their two results is turned into IMPs, in which large differences count less."
    ),
    Method.SWING_POINTS: _(
        "Points won: both halves of a team play the same boards in opposite seats. The difference "
        "of their two results counts, point for point."
    ),
    Method.BOARD_A_MATCH: _(
        "Board-a-match: both halves of a team play the same boards in opposite seats. Each board "
        "is won, lost or halved; by how much does not matter."
    ),
    Method.PATTON: _(
        "Patton: each board is won, lost or halved, and as many points again are shared by the "
        "difference of all boards of the match together."
    ),
    Method.GAME_POINTS: _(
        "Game points: a won, a drawn and a lost match bring fixed points, which are added up."
    ),
    Method.WINS_THEN_POINTS: _(
        "Wins, then points: who has won more games stands higher; among equals, who has made more "
        "points."
    ),
    Method.POINTS_THEN_WINS: _(
        "Points, then wins: all points made are added up; among equals, who has won more games "
        "stands higher."
    ),
}


def tie_break_name(name: str) -> Text:
    """The short name of a tie-break."""
    return TIE_BREAKS[name][0]


def scale_words(tournament: Tournament) -> str:
    """What a match is worth, in a sentence; empty where it is worth nothing of its own."""
    scale = tournament.match_scale
    if "vp" in scale:
        return str(SCALES[scale["vp"]])
    if "tariff" in scale:
        usual = {"win": 2, "draw": 1, "loss": 0}
        return gettext("A match won brings %(win)s, drawn %(draw)s, lost %(loss)s.") % {
            **usual,
            **scale["tariff"],
        }
    return ""


def award_words(award: Mapping[str, Any]) -> str:
    """One side's stored award: an average, or results with their parts."""
    if "average" in award:
        return str(AVERAGES[award["average"]])
    return ", ".join(
        signed_text(net) if Fraction(weight) == 1 else f"{signed_text(net)} × {weight}"
        for net, weight in award.get("nets", ())
    )


def ruling_words(kind: str, awards: Mapping[str, Any]) -> str:
    """A board that counts otherwise than played, in a few words; empty for any other."""
    if kind == Result.Kind.NOT_PLAYED:
        return gettext("not played")
    if kind == Result.Kind.LATE:
        return gettext("to be played later")
    if kind != Result.Kind.ADJUSTED:
        return ""
    ns, ew = (award_words(awards.get(side, {})) for side in ("NS", "EW"))
    if ns == ew:
        return gettext("adjusted: %(ns)s") % {"ns": ns}
    return gettext("adjusted: NS %(ns)s, EW %(ew)s") % {"ns": ns, "ew": ew}


def doubt_words(doubt: Doubt) -> str:
    """Why a result is worth a look."""
    values = {"found": doubt_value(doubt.found), "usual": doubt_value(doubt.usual)}
    return str(DOUBTS[doubt.suspicion]) % values


def doubt_value(value: Fraction | str | None) -> str:
    """A number with its sign, or text as it is."""
    return signed_text(value, 0) if isinstance(value, Fraction) else str(value or "")
