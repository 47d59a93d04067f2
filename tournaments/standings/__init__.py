"""Who stands where, and why: plain values in, plain values out, exact until shown."""

from tournaments.standings.compute import compute
from tournaments.standings.display import half_away, rounded
from tournaments.standings.facts import (
    Adjustment,
    Entrant,
    Facts,
    Lineup,
    Method,
    Per,
    Section,
    TieBreak,
    Winners,
    tariff_penalty,
)
from tournaments.standings.options import Options, Weight
from tournaments.standings.report import (
    BoardScore,
    MatchScore,
    MatchSide,
    RoundTotal,
    Row,
    Standings,
    TieStep,
)
from tournaments.standings.results import (
    Average,
    Award,
    BoardResult,
    Bye,
    FactsError,
    Game,
    Kind,
    Reference,
    Side,
)
from tournaments.standings.scales import VP_SCALES, Tariff, VpScale
from tournaments.standings.ties import usual_chain

__all__ = [
    "VP_SCALES",
    "Adjustment",
    "Average",
    "Award",
    "BoardResult",
    "BoardScore",
    "Bye",
    "Entrant",
    "Facts",
    "FactsError",
    "Game",
    "Kind",
    "Lineup",
    "MatchScore",
    "MatchSide",
    "Method",
    "Options",
    "Per",
    "Reference",
    "RoundTotal",
    "Row",
    "Section",
    "Side",
    "Standings",
    "Tariff",
    "TieBreak",
    "TieStep",
    "VpScale",
    "Weight",
    "Winners",
    "compute",
    "half_away",
    "rounded",
    "tariff_penalty",
    "usual_chain",
]
