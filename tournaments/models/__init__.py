"""The tables of the contest: who takes part, who sits where, what was scored."""

from tournaments.models.cards import CardRefusal
from tournaments.models.cash import (
    DeskStep,
    FeeKind,
    FeePlan,
    LedgerLine,
    PersonFee,
    PrizePlan,
)
from tournaments.models.changes import Change, Substitution
from tournaments.models.clubs import Club, Membership, Player
from tournaments.models.dealing import HandCheck
from tournaments.models.entries import Team, TeamPlayer
from tournaments.models.field import FieldResult
from tournaments.models.forgetting import Forgetting
from tournaments.models.fouled import FouledBoard
from tournaments.models.hall import ExtraTime, Message, MessageAtTable
from tournaments.models.helpers import HelperLink
from tournaments.models.ladders import Rating, Season, SeasonPlace
from tournaments.models.log import LogEntry
from tournaments.models.parts.game import OpenGame
from tournaments.models.parts.scoring import SCORING_NAMES
from tournaments.models.rehearsals import Rehearsal
from tournaments.models.results import Adjustment, Confirmation, DirectorCall, Play, Result
from tournaments.models.rules import RuleSet
from tournaments.models.scorer import DeskPlace, Typed
from tournaments.models.seating import Board, Round, Seat, Sitting, Table
from tournaments.models.signups import EntryPlan, Signup, SignupContact
from tournaments.models.standings import MatchRow, PlayScore, StandingRow
from tournaments.models.tournament import News, Tournament, new_facts
from tournaments.models.versions import StandingsVersion

__all__ = [
    "SCORING_NAMES",
    "Adjustment",
    "Board",
    "CardRefusal",
    "Change",
    "Club",
    "Confirmation",
    "DeskPlace",
    "DeskStep",
    "DirectorCall",
    "EntryPlan",
    "ExtraTime",
    "FeeKind",
    "FeePlan",
    "FieldResult",
    "Forgetting",
    "FouledBoard",
    "HandCheck",
    "HelperLink",
    "LedgerLine",
    "LogEntry",
    "MatchRow",
    "Membership",
    "Message",
    "MessageAtTable",
    "News",
    "OpenGame",
    "PersonFee",
    "Play",
    "PlayScore",
    "Player",
    "PrizePlan",
    "Rating",
    "Rehearsal",
    "Result",
    "Round",
    "RuleSet",
    "Season",
    "SeasonPlace",
    "Seat",
    "Signup",
    "SignupContact",
    "Sitting",
    "StandingRow",
    "StandingsVersion",
    "Substitution",
    "Table",
    "Team",
    "TeamPlayer",
    "Tournament",
    "Typed",
    "new_facts",
]
