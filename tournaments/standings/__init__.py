"""Who stands where, and why: plain values in, plain values out, exact until shown."""

from tournaments.standings.compute import compute
from tournaments.standings.display import half_away, rounded
from tournaments.standings.facts import (
    Adjustment,
    Average,
    Award,
    BoardResult,
    Entrant,
    Facts,
    FactsError,
    Kind,
    Lineup,
    Method,
    Per,
    Section,
    Winners,
)
from tournaments.standings.options import Options
from tournaments.standings.report import BoardScore, RoundTotal, Row, Standings

__all__ = [
    "Adjustment",
    "Average",
    "Award",
    "BoardResult",
    "BoardScore",
    "Entrant",
    "Facts",
    "FactsError",
    "Kind",
    "Lineup",
    "Method",
    "Options",
    "Per",
    "RoundTotal",
    "Row",
    "Section",
    "Standings",
    "Winners",
    "compute",
    "half_away",
    "rounded",
]
