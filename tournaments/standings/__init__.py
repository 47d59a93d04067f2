"""Who stands where, and why: plain values in, plain values out, exact until shown."""

from tournaments.standings.boards import score_boards
from tournaments.standings.changes import Change, find_changes
from tournaments.standings.compute import compute_standings
from tournaments.standings.display import nearest_whole, round_half_away
from tournaments.standings.explain import (
    BoardReason,
    RowReason,
    TieReason,
    explain_board,
    explain_row,
)
from tournaments.standings.facts import (
    Adjustment,
    Entrant,
    Facts,
    KnockoutOrder,
    Lineup,
    Per,
    Section,
    TieBreak,
    Walkover,
    Winners,
    counts_matches,
    tariff_penalty,
)
from tournaments.standings.imps import IMP_TABLES
from tournaments.standings.jsonform import facts_from_json, standings_to_json
from tournaments.standings.leavers import leavers_to_annul
from tournaments.standings.matches import score_matches
from tournaments.standings.methods import GAME_METHODS, METHODS, TEAM_METHODS, Method
from tournaments.standings.options import (
    Options,
    Weight,
    options_of,
    stored_options,
    unknown_options,
)
from tournaments.standings.ranking import places_of, split_ties
from tournaments.standings.rating import Strength, rate_players
from tournaments.standings.reading import EXACT_NUMBER, read_value
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
    Where,
    unique_results,
)
from tournaments.standings.running import Changed, Running
from tournaments.standings.scales import VP_SCALES, Tariff, VpScale
from tournaments.standings.season import (
    Credit,
    EventRow,
    Measure,
    SeasonRow,
    SeasonRule,
    season_ladder,
    total_of,
    totals_after,
)
from tournaments.standings.stages import Carry, carry_over
from tournaments.standings.suspicious import Doubt, Slip, Suspicion, find_doubts
from tournaments.standings.ties import usual_chain
from tournaments.standings.writing import exact, facts_to_json, rename_entrants

__all__ = [
    "EXACT_NUMBER",
    "GAME_METHODS",
    "IMP_TABLES",
    "METHODS",
    "TEAM_METHODS",
    "VP_SCALES",
    "Adjustment",
    "Average",
    "Award",
    "BoardReason",
    "BoardResult",
    "BoardScore",
    "Bye",
    "Carry",
    "Change",
    "Changed",
    "Credit",
    "Doubt",
    "Entrant",
    "EventRow",
    "Facts",
    "FactsError",
    "Game",
    "Kind",
    "KnockoutOrder",
    "Lineup",
    "MatchScore",
    "MatchSide",
    "Measure",
    "Method",
    "Options",
    "Per",
    "Reference",
    "RoundTotal",
    "Row",
    "RowReason",
    "Running",
    "SeasonRow",
    "SeasonRule",
    "Section",
    "Side",
    "Slip",
    "Standings",
    "Strength",
    "Suspicion",
    "Tariff",
    "TieBreak",
    "TieReason",
    "TieStep",
    "VpScale",
    "Walkover",
    "Weight",
    "Where",
    "Winners",
    "carry_over",
    "compute_standings",
    "counts_matches",
    "exact",
    "explain_board",
    "explain_row",
    "facts_from_json",
    "facts_to_json",
    "find_changes",
    "find_doubts",
    "leavers_to_annul",
    "nearest_whole",
    "options_of",
    "places_of",
    "rate_players",
    "read_value",
    "rename_entrants",
    "round_half_away",
    "score_boards",
    "score_matches",
    "season_ladder",
    "split_ties",
    "standings_to_json",
    "stored_options",
    "tariff_penalty",
    "total_of",
    "totals_after",
    "unique_results",
    "unknown_options",
    "usual_chain",
]
