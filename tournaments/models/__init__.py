"""The tables of the contest: who takes part, who sits where, what was scored."""

from tournaments.models.cards import CardRefusal
from tournaments.models.changes import Change, Substitution
from tournaments.models.clubs import Club, Membership, Player
from tournaments.models.entries import Team, TeamPlayer
from tournaments.models.events import LogEntry, News, Tournament, new_facts
from tournaments.models.field import FieldResult
from tournaments.models.fouled import FouledBoard
from tournaments.models.ladders import Rating, Season, SeasonPlace
from tournaments.models.results import Adjustment, Confirmation, DirectorCall, Play, Result
from tournaments.models.rules import RuleSet
from tournaments.models.seating import Board, Round, Seat, Sitting, Table
from tournaments.models.standings import MatchRow, PlayScore, StandingRow

__all__ = [
    "Adjustment",
    "Board",
    "CardRefusal",
    "Change",
    "Club",
    "Confirmation",
    "DirectorCall",
    "FieldResult",
    "FouledBoard",
    "LogEntry",
    "MatchRow",
    "Membership",
    "News",
    "Play",
    "PlayScore",
    "Player",
    "Rating",
    "Result",
    "Round",
    "RuleSet",
    "Season",
    "SeasonPlace",
    "Seat",
    "Sitting",
    "StandingRow",
    "Substitution",
    "Table",
    "Team",
    "TeamPlayer",
    "Tournament",
    "new_facts",
]
