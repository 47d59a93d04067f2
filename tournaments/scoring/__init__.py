"""Standings as a pure calculation: exact values, rounded only for display."""

from tournaments.scoring.boards import score_boards
from tournaments.scoring.compute import compute_standings
from tournaments.scoring.diff import RowChange, find_changes
from tournaments.scoring.display import nearest_whole, round_half_away
from tournaments.scoring.explain import (
    BoardReason,
    RowReason,
    TieReason,
    explain_board,
    explain_row,
)
from tournaments.scoring.facts import (
    Adjustment,
    AdjustmentLevel,
    Entrant,
    Facts,
    KnockoutOrder,
    Lineup,
    Section,
    TieBreak,
    Walkover,
    Winners,
    is_scored_by_match,
    tariff_penalty,
)
from tournaments.scoring.imps import IMP_TABLES
from tournaments.scoring.incremental import IncrementalStandings, ScoreChanges
from tournaments.scoring.json_format import facts_from_json, standings_to_json
from tournaments.scoring.leavers import leavers_to_annul
from tournaments.scoring.matches import score_matches
from tournaments.scoring.methods import GAME_METHODS, METHODS, TEAM_METHODS, Method
from tournaments.scoring.options import Options, Weight, options_of, stored_options, unknown_options
from tournaments.scoring.parsing import EXACT_NUMBER, read_value
from tournaments.scoring.ranking import places_of, split_ties
from tournaments.scoring.rating import Strength, rate_players
from tournaments.scoring.report import (
    BoardScore,
    MatchScore,
    MatchSide,
    RoundTotal,
    Row,
    Standings,
    TieStep,
)
from tournaments.scoring.results import (
    Average,
    Award,
    BoardResult,
    Bye,
    FactsError,
    Game,
    GameSide,
    Reference,
    ResultKey,
    ResultKind,
    unique_results,
)
from tournaments.scoring.scales import VP_SCALES, Tariff, VpScale
from tournaments.scoring.season import (
    Credit,
    EventRow,
    Measure,
    SeasonRow,
    SeasonRule,
    season_ladder,
    total_of,
    totals_after,
)
from tournaments.scoring.serialization import exact_number, facts_to_json, rename_entrants
from tournaments.scoring.stages import Carry, carry_over
from tournaments.scoring.suspicious import (
    EnteredResult,
    Suspicion,
    SuspiciousFact,
    find_suspicious_results,
)
from tournaments.scoring.ties import default_tie_breaks

__all__ = [
    "EXACT_NUMBER",
    "GAME_METHODS",
    "IMP_TABLES",
    "METHODS",
    "TEAM_METHODS",
    "VP_SCALES",
    "Adjustment",
    "AdjustmentLevel",
    "Average",
    "Award",
    "BoardReason",
    "BoardResult",
    "BoardScore",
    "Bye",
    "Carry",
    "Credit",
    "EnteredResult",
    "Entrant",
    "EventRow",
    "Facts",
    "FactsError",
    "Game",
    "GameSide",
    "IncrementalStandings",
    "KnockoutOrder",
    "Lineup",
    "MatchScore",
    "MatchSide",
    "Measure",
    "Method",
    "Options",
    "Reference",
    "ResultKey",
    "ResultKind",
    "RoundTotal",
    "Row",
    "RowChange",
    "RowReason",
    "ScoreChanges",
    "SeasonRow",
    "SeasonRule",
    "Section",
    "Standings",
    "Strength",
    "Suspicion",
    "SuspiciousFact",
    "Tariff",
    "TieBreak",
    "TieReason",
    "TieStep",
    "VpScale",
    "Walkover",
    "Weight",
    "Winners",
    "carry_over",
    "compute_standings",
    "default_tie_breaks",
    "exact_number",
    "explain_board",
    "explain_row",
    "facts_from_json",
    "facts_to_json",
    "find_changes",
    "find_suspicious_results",
    "is_scored_by_match",
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
]
