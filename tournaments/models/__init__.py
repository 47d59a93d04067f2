from tournaments.models.accounts import PersonalToken
from tournaments.models.board_prep import HandCheck
from tournaments.models.cards import CardRefusal
from tournaments.models.cash import CashUndoStep, FeeKind, FeePlan, LedgerLine, PersonFee, PrizePlan
from tournaments.models.changes import Change, Substitution
from tournaments.models.clubs import Club, Membership, Player
from tournaments.models.console import ExtraTime, Message, MessageAtTable
from tournaments.models.entries import Team, TeamPlayer
from tournaments.models.erasure import Erasure
from tournaments.models.field import FieldResult
from tournaments.models.fouled import FouledBoard
from tournaments.models.helpers import HelperLink
from tournaments.models.idempotency import IdempotentResponse
from tournaments.models.identities import DistinctPlayers, PlayerMerge
from tournaments.models.invitations import Invitation
from tournaments.models.log import LogEntry
from tournaments.models.notifications import Channel, Follower, Notice, NotificationMethod, Sending
from tournaments.models.parts.game import OpenGame
from tournaments.models.parts.scoring import SCORING_NAMES
from tournaments.models.registration import EntryPlan, Signup, SignupContact
from tournaments.models.rehearsals import Rehearsal
from tournaments.models.results import Adjustment, Confirmation, DirectorCall, Play, Result
from tournaments.models.rules import RuleSet
from tournaments.models.scorer import ScorerEntry, ScorerPresence
from tournaments.models.seasons import Rating, Season, SeasonPlace
from tournaments.models.seating import Board, Round, Seat, Sitting, Table
from tournaments.models.standings import MatchRow, PlayScore, StandingRow
from tournaments.models.stored_archives import StoredArchive
from tournaments.models.sync import RowMapping, SharedPlay, SyncConflict, SyncedFact, SyncLink
from tournaments.models.tournament import StandingsChange, Tournament, pending_fact_count
from tournaments.models.versions import StandingsVersion
from tournaments.models.webhooks import Delivery, Webhook

__all__ = [
    "SCORING_NAMES",
    "Adjustment",
    "Board",
    "CardRefusal",
    "CashUndoStep",
    "Change",
    "Channel",
    "Club",
    "Confirmation",
    "Delivery",
    "DirectorCall",
    "DistinctPlayers",
    "EntryPlan",
    "Erasure",
    "ExtraTime",
    "FeeKind",
    "FeePlan",
    "FieldResult",
    "Follower",
    "FouledBoard",
    "HandCheck",
    "HelperLink",
    "IdempotentResponse",
    "Invitation",
    "LedgerLine",
    "LogEntry",
    "MatchRow",
    "Membership",
    "Message",
    "MessageAtTable",
    "Notice",
    "NotificationMethod",
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
    "RowMapping",
    "RuleSet",
    "ScorerEntry",
    "ScorerPresence",
    "Season",
    "SeasonPlace",
    "Seat",
    "Sending",
    "SharedPlay",
    "Signup",
    "SignupContact",
    "Sitting",
    "StandingRow",
    "StandingsChange",
    "StandingsVersion",
    "StoredArchive",
    "Substitution",
    "SyncConflict",
    "SyncLink",
    "SyncedFact",
    "Table",
    "Team",
    "TeamPlayer",
    "Tournament",
    "Webhook",
    "pending_fact_count",
]
