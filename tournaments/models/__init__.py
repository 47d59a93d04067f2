from tournaments.models.accounts import PersonalToken
from tournaments.models.board_prep import HandCheck
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
from tournaments.models.console import ExtraTime, Message, MessageAtTable
from tournaments.models.entries import Team, TeamPlayer
from tournaments.models.erasure import Forgetting
from tournaments.models.field import FieldResult
from tournaments.models.fouled import FouledBoard
from tournaments.models.helpers import HelperLink
from tournaments.models.idempotency import KeptAnswer
from tournaments.models.identities import DistinctPlayers, PlayerMerge
from tournaments.models.invitations import Invitation
from tournaments.models.log import LogEntry
from tournaments.models.notifications import Channel, Follower, Notice, Sending, Way
from tournaments.models.parts.game import OpenGame
from tournaments.models.parts.scoring import SCORING_NAMES
from tournaments.models.registration import EntryPlan, Signup, SignupContact
from tournaments.models.rehearsals import Rehearsal
from tournaments.models.results import Adjustment, Confirmation, DirectorCall, Play, Result
from tournaments.models.rules import RuleSet
from tournaments.models.scorer import DeskPlace, Typed
from tournaments.models.seasons import Rating, Season, SeasonPlace
from tournaments.models.seating import Board, Round, Seat, Sitting, Table
from tournaments.models.standings import MatchRow, PlayScore, StandingRow
from tournaments.models.stored_archives import KeptArchive
from tournaments.models.sync import Carried, Difference, Line, SharedPlay, Twin
from tournaments.models.tournament import News, Tournament, new_facts
from tournaments.models.versions import StandingsVersion
from tournaments.models.webhooks import Delivery, Webhook

__all__ = [
    "SCORING_NAMES",
    "Adjustment",
    "Board",
    "CardRefusal",
    "Carried",
    "Change",
    "Channel",
    "Club",
    "Confirmation",
    "Delivery",
    "DeskPlace",
    "DeskStep",
    "Difference",
    "DirectorCall",
    "DistinctPlayers",
    "EntryPlan",
    "ExtraTime",
    "FeeKind",
    "FeePlan",
    "FieldResult",
    "Follower",
    "Forgetting",
    "FouledBoard",
    "HandCheck",
    "HelperLink",
    "Invitation",
    "KeptAnswer",
    "KeptArchive",
    "LedgerLine",
    "Line",
    "LogEntry",
    "MatchRow",
    "Membership",
    "Message",
    "MessageAtTable",
    "News",
    "Notice",
    "OpenGame",
    "PersonFee",
    "PersonalToken",
    "Play",
    "PlayScore",
    "Player",
    "PlayerMerge",
    "PrizePlan",
    "Rating",
    "Rehearsal",
    "Result",
    "Round",
    "RuleSet",
    "Season",
    "SeasonPlace",
    "Seat",
    "Sending",
    "SharedPlay",
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
    "Twin",
    "Typed",
    "Way",
    "Webhook",
    "new_facts",
]
