"""Movements, pairings and their checker, on plain values."""

from tournaments.movements.balance import balance_factor
from tournaments.movements.barometer import barometer
from tournaments.movements.building import build_bracket, build_movement, pair_next_round
from tournaments.movements.catalogue import FORMATS, REASONS, ROWS, kinds_of
from tournaments.movements.changes import add_late_entrant
from tournaments.movements.checker import (
    CheckResult,
    MovementFault,
    RepeatedMeeting,
    SharedSet,
    check_movement,
)
from tournaments.movements.consolation import bracket_places, consolation_entrants
from tournaments.movements.double_elimination import double_elimination
from tournaments.movements.errors import MovementError
from tournaments.movements.formats import (
    PAIRS,
    BooleanParameter,
    ChoiceParameter,
    Format,
    FormatTexts,
    NumberParameter,
    Seating,
)
from tournaments.movements.howell import cyclic_rounds, endless_howell, howell
from tournaments.movements.joining import SeatOffer, choose_offers
from tournaments.movements.knockout import (
    Bracket,
    Match,
    SideSource,
    play_bracket,
    play_bracket_with,
    series_winner,
    single_elimination,
)
from tournaments.movements.knockout_orders import knockout_orders, lives_rules
from tournaments.movements.listing import bracket_json, bracket_lines, movement_json, movement_lines
from tournaments.movements.lives import LivesEntry
from tournaments.movements.melee import History, melee_round
from tournaments.movements.mending import reassign_sets
from tournaments.movements.mitchell import mitchell
from tournaments.movements.model import Movement, Seats, Sitting, assemble_movement
from tournaments.movements.pair_costs import DrawEntry, Id, System
from tournaments.movements.pair_seats import (
    PAIR_REASONS,
    PairReason,
    SeatedPair,
    bye_reason,
    pair_reasons,
    seat_pairs,
)
from tournaments.movements.played_brackets import CONSOLATION, legs_of, winners_in, wins_of
from tournaments.movements.pools import seed_pools, snake_pools
from tournaments.movements.preparation import DEAL_MINUTES, Preparation, prepare_boards
from tournaments.movements.proposals import FEWEST, Proposal, propose_movements
from tournaments.movements.redrawing import DrawnTable, redraw_rounds
from tournaments.movements.round_robin import berger, round_robin
from tournaments.movements.seat_words import STEPS, search_word
from tournaments.movements.small_tables import three_handed_round
from tournaments.movements.starters import howell_of_word
from tournaments.movements.swiss import Draw, accelerate, pair_round
from tournaments.movements.teams import as_team_matches

__all__ = [
    "CONSOLATION",
    "DEAL_MINUTES",
    "FEWEST",
    "FORMATS",
    "PAIRS",
    "PAIR_REASONS",
    "REASONS",
    "ROWS",
    "STEPS",
    "BooleanParameter",
    "Bracket",
    "CheckResult",
    "ChoiceParameter",
    "Draw",
    "DrawEntry",
    "DrawnTable",
    "Format",
    "FormatTexts",
    "History",
    "Id",
    "LivesEntry",
    "Match",
    "Movement",
    "MovementError",
    "MovementFault",
    "NumberParameter",
    "PairReason",
    "Preparation",
    "Proposal",
    "RepeatedMeeting",
    "SeatOffer",
    "SeatedPair",
    "Seating",
    "Seats",
    "SharedSet",
    "SideSource",
    "Sitting",
    "System",
    "accelerate",
    "add_late_entrant",
    "as_team_matches",
    "assemble_movement",
    "balance_factor",
    "barometer",
    "berger",
    "bracket_json",
    "bracket_lines",
    "bracket_places",
    "build_bracket",
    "build_movement",
    "bye_reason",
    "check_movement",
    "choose_offers",
    "consolation_entrants",
    "cyclic_rounds",
    "double_elimination",
    "endless_howell",
    "howell",
    "howell_of_word",
    "kinds_of",
    "knockout_orders",
    "legs_of",
    "lives_rules",
    "melee_round",
    "mitchell",
    "movement_json",
    "movement_lines",
    "pair_next_round",
    "pair_reasons",
    "pair_round",
    "play_bracket",
    "play_bracket_with",
    "prepare_boards",
    "propose_movements",
    "reassign_sets",
    "redraw_rounds",
    "round_robin",
    "search_word",
    "seat_pairs",
    "seed_pools",
    "series_winner",
    "single_elimination",
    "snake_pools",
    "three_handed_round",
    "winners_in",
    "wins_of",
]
