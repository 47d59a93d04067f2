"""Scoring methods: comparison, unit and descriptions (marked for translation)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from types import MappingProxyType


def _(text: str) -> str:
    """Mark for translation, without depending on Django."""
    return text


class ComparisonScope(Enum):
    """What a result is compared with; GAMES adds up games instead."""

    FIELD = "field"
    MATCH = "match"
    GAMES = "games"


class Method(StrEnum):
    """How results become the ranked score; properties are in `METHODS`."""

    MATCHPOINTS = "matchpoints"
    ASCHERMAN = "ascherman"
    AVERAGE_DIFFERENCE = "average_difference"
    TOTAL_POINTS = "total_points"
    BUTLER = "butler"
    CROSS_IMPS = "cross_imps"

    IMPS = "imps"
    SWING_POINTS = "swing_points"
    BOARD_A_MATCH = "board_a_match"
    PATTON = "patton"

    GAME_POINTS = "game_points"
    WINS_THEN_POINTS = "wins_then_points"
    POINTS_THEN_WINS = "points_then_wins"

    @property
    def told(self) -> MethodInfo:
        return METHODS[self]

    @property
    def for_teams(self) -> bool:
        """Whether a board is compared between the two tables of one match."""
        return self in TEAM_METHODS

    @property
    def for_games(self) -> bool:
        return self in GAME_METHODS

    @property
    def compares(self) -> bool:
        """Whether a board's value depends on other results."""
        return METHODS[self].compares

    @property
    def in_percent(self) -> bool:
        return self in PERCENT_METHODS

    @property
    def is_mean(self) -> bool:
        """Whether totals are means over boards by default."""
        return METHODS[self].is_mean


@dataclass(frozen=True, slots=True, kw_only=True)
class MethodInfo:
    """Properties of a scoring method.

    ``board_unit`` if it differs from ``unit``. ``has_own_points``: no other scale for matches;
    ``is_signed``: points or IMPs can be negative; ``has_fixed_places``: always show decimals.
    """

    over: ComparisonScope
    name: str
    what: str
    explained: str
    unit: str = "points"
    board_unit: str = ""
    is_mean: bool = False
    compares: bool = True
    is_signed: bool = True
    has_own_points: bool = False
    has_fixed_places: bool = False


METHODS: Mapping[Method, MethodInfo] = MappingProxyType(
    {
        Method.MATCHPOINTS: MethodInfo(
            over=ComparisonScope.FIELD,
            name=_("Matchpoints"),
            what=_(
                "Each board: two points for every table you beat, one for every equal one. In "
                "percent."
            ),
            explained=_(
                "Matchpoints: on each board your score is compared with every other table that "
                "held the same cards. Two points for each table you beat, one for each you equal;"
                " the percentage says what part of the possible points you took. By how much you "
                "beat them does not matter."
            ),
            unit="percent",
            is_mean=True,
        ),
        Method.ASCHERMAN: MethodInfo(
            over=ComparisonScope.FIELD,
            name=_("Ascherman"),
            what=_("As matchpoints, but you also tie with yourself: no 100%, no 0%."),
            explained=_(
                "Ascherman: on each board your score is compared with every other table that held"
                " the same cards, and with yourself. So no board is worth 100 or 0 percent, and "
                "boards that were played less often count a little less."
            ),
            unit="percent",
            is_mean=True,
        ),
        Method.AVERAGE_DIFFERENCE: MethodInfo(
            over=ComparisonScope.FIELD,
            name=_("Average difference"),
            what=_("Each board: your side's score minus the other side's; the mean is ranked."),
            explained=_(
                "Average difference: on each board the points of your side minus those of the "
                "other side; the mean over all your boards is ranked. Here every point counts."
            ),
            is_mean=True,
            compares=False,
        ),
        Method.TOTAL_POINTS: MethodInfo(
            over=ComparisonScope.FIELD,
            name=_("Total points"),
            what=_("Each board: your side's score minus the other side's, all added up."),
            explained=_(
                "Total points: on each board the points of your side minus those of the other "
                "side; all boards are added up. Here every point counts."
            ),
            compares=False,
        ),
        Method.BUTLER: MethodInfo(
            over=ComparisonScope.FIELD,
            name=_("Butler"),
            what=_(
                "Each board: IMPs for the distance from the datum, the average of all "
                "results, added up."
            ),
            explained=_(
                "Butler: the datum of a board is the average of its results. The distance "
                "from it is turned into IMPs, in which large differences count less, and all "
                "boards are added up."
            ),
            unit="imps",
        ),
        Method.CROSS_IMPS: MethodInfo(
            over=ComparisonScope.FIELD,
            name=_("Cross-IMPs"),
            what=_("Each board: the mean of the IMPs against every other table, all added up."),
            explained=_(
                "Cross-IMPs: on each board your score is compared with every other table; each "
                "difference is turned into IMPs, in which large differences count less. Their "
                "mean counts, and all boards are added up."
            ),
            unit="imps",
            has_fixed_places=True,
        ),
        Method.IMPS: MethodInfo(
            over=ComparisonScope.MATCH,
            name=_("IMPs"),
            what=_("Each board: IMPs for the difference between the two tables of the match."),
            explained=_(
                "IMPs: both halves of a team play the same boards in opposite seats. The "
                "difference of their two results is turned into IMPs, in which large differences "
                "count less."
            ),
            unit="imps",
        ),
        Method.SWING_POINTS: MethodInfo(
            over=ComparisonScope.MATCH,
            name=_("Points won"),
            what=_("Each board: the points themselves that the two tables of the match differ by."),
            explained=_(
                "Points won: both halves of a team play the same boards in opposite seats. The "
                "difference of their two results counts, point for point."
            ),
        ),
        Method.BOARD_A_MATCH: MethodInfo(
            over=ComparisonScope.MATCH,
            name=_("Board-a-match"),
            what=_("Each board: two points for the better table, one each for equal ones."),
            explained=_(
                "Board-a-match: both halves of a team play the same boards in opposite seats. "
                "Each board is won, lost or halved; by how much does not matter."
            ),
            is_signed=False,
        ),
        Method.PATTON: MethodInfo(
            over=ComparisonScope.MATCH,
            name=_("Patton"),
            what=_("Board-a-match, and as many points again for the difference of all boards."),
            explained=_(
                "Patton: each board is won, lost or halved, and as many points again are shared "
                "by the difference of all boards of the match together."
            ),
            is_signed=False,
            has_own_points=True,
        ),
        Method.GAME_POINTS: MethodInfo(
            over=ComparisonScope.GAMES,
            name=_("Game points"),
            what=_("Points for a won, drawn and lost game or match."),
            explained=_(
                "Game points: a won, a drawn and a lost match bring fixed points, which are added"
                " up."
            ),
            unit="match_points",
            board_unit="points",
            is_signed=False,
        ),
        Method.WINS_THEN_POINTS: MethodInfo(
            over=ComparisonScope.GAMES,
            name=_("Wins, then points"),
            what=_("Games won are ranked; points decide between equals."),
            explained=_(
                "Wins, then points: the side with more games won ranks higher; if equal, the "
                "one with more points."
            ),
            unit="wins",
            board_unit="points",
            is_signed=False,
            has_own_points=True,
        ),
        Method.POINTS_THEN_WINS: MethodInfo(
            over=ComparisonScope.GAMES,
            name=_("Points, then wins"),
            what=_("All points are added up; games won decide between equals."),
            explained=_(
                "Points, then wins: all points are added up; if equal, the side with more "
                "games won ranks higher."
            ),
            is_signed=False,
            has_own_points=True,
        ),
    }
)
"""In the order shown to organisers."""

PERCENT_METHODS = frozenset(each for each, row in METHODS.items() if row.unit == "percent")
TEAM_METHODS = frozenset(each for each, row in METHODS.items() if row.over is ComparisonScope.MATCH)
GAME_METHODS = frozenset(each for each, row in METHODS.items() if row.over is ComparisonScope.GAMES)
