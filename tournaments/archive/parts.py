"""Catalogue of archived models: one part per model, one row per record.

A row has the model's columns except those left out. References are ids within a part,
counted from 1 per file; the file contains no database keys.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from django.conf import settings
from django.db import models

from games.models import Deal, DealSet, Record, SetBoard
from tournaments.archive.file import Json
from tournaments.models import (
    Adjustment,
    Board,
    CardRefusal,
    Change,
    Confirmation,
    DirectorCall,
    EntryPlan,
    ExtraTime,
    FeeKind,
    FeePlan,
    FieldResult,
    FouledBoard,
    HandCheck,
    LedgerLine,
    LogEntry,
    Message,
    MessageAtTable,
    PersonFee,
    Play,
    Player,
    PrizePlan,
    Result,
    Round,
    ScorerEntry,
    Seat,
    Signup,
    Sitting,
    StandingsVersion,
    Substitution,
    Table,
    Team,
    TeamPlayer,
    Tournament,
)

Model = type[models.Model]
Column = models.Field[Json, Json]


@dataclass(frozen=True)
class Part:
    """One list of a stage: model, lookup path to the tournament, excluded columns.

    ``order`` is the row order in the file; ``later`` are forward references.
    """

    name: str
    model: Model
    path: str = "tournament"
    leave_out: frozenset[str] = frozenset()
    order: tuple[str, ...] = ("pk",)
    later: frozenset[str] = frozenset()

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        return tuple(
            column
            for column in self.model._meta.concrete_fields
            if column.name not in self.leave_out
            and not is_key(column)
            and column.related_model is not user_model()
            and not (self.path == column.name and column.related_model is Tournament)
        )


def is_key(column: Column) -> bool:
    return column.primary_key and column.related_model is None


def user_model() -> Model:
    """The user model; archives contain only names of users."""
    from django.apps import apps

    return apps.get_model(settings.AUTH_USER_MODEL)


def part(name: str, model: Model, path: str = "tournament", *left_out: str, **more: Json) -> Part:
    return Part(name, model, path, frozenset(left_out), **more)


TOURNAMENT: Final = part(
    "tournament",
    Tournament,
    "",
    # Other tournaments; a stage's file already contains the earlier stages in order.
    "club", "follows", "selection", "rehearses", "deal_set", "led_elsewhere",
    # Page versions and the basis of standings.
    "moved_version", "standings_at", "extras_version", "hall_version",
    "rounds_counted",
)  # fmt: skip
PARTS: Final[tuple[Part, ...]] = (
    part("players", Player, "", "club", "search_key", "public_name_asked", "merged_into"),
    part("teams", Team),
    part("team_players", TeamPlayer),
    part("deal_sets", DealSet, "", "share", "visitor"),
    part("deals", Deal, ""),
    part("set_boards", SetBoard, ""),
    part("boards", Board, order=("number",)),
    # Table links and codes are secrets; generated again on restore.
    part("tables", Table, "tournament", "token", "code", "version", order=("number",)),
    part("rounds", Round, order=("number",)),
    part("sittings", Sitting, "round__tournament"),
    part("seats", Seat, "round__tournament"),
    part("records", Record, "", "share"),
    part("plays", Play, "sitting__round__tournament", later=frozenset({"current"})),
    # Idempotency keys belong to the client that sent the request.
    part("results", Result, "play__sitting__round__tournament", "client_key"),
    part("confirmations", Confirmation, "result__play__sitting__round__tournament", "client_key"),
    part("adjustments", Adjustment),
    part("foulings", FouledBoard, "board__tournament"),
    part("substitutions", Substitution),
    part("changes", Change),
    part("calls", DirectorCall, "table__tournament", "client_key"),
    part("extra_times", ExtraTime, "round__tournament"),
    part("messages", Message),
    part("messages_at_tables", MessageAtTable, "message__tournament"),
    part("field_results", FieldResult, "board__tournament"),
    part("typed", ScorerEntry, "play__sitting__round__tournament", "client_key", "hand"),
    part("card_refusals", CardRefusal, "play__sitting__round__tournament"),
    part("hand_checks", HandCheck, "board__tournament"),
    part("standings", StandingsVersion, order=("number",)),
    part("entry_plans", EntryPlan),
    # No e-mail address, phone number or link of online registrations.
    part(
        "signups",
        Signup,
        "tournament",
        "secret",
        "client_key",
        order=("place",),
        later=frozenset({"offers_to"}),
    ),
    part("fee_plans", FeePlan),
    part("fee_kinds", FeeKind, order=("position",)),
    part("person_fees", PersonFee, "team__tournament"),
    part("ledger", LedgerLine, "tournament", "client_key", order=("number",)),
    part("prize_plans", PrizePlan),
    part("log", LogEntry),
)
NAMES: Final[Mapping[str, Part]] = {each.name: each for each in PARTS}
OF_MODEL: Final[Mapping[Model, Part]] = {each.model: each for each in PARTS}


NOT_ARCHIVED: Final[Mapping[str, str]] = {
    "Channel": "belongs to a club; its keys are secrets",
    "ScorerPresence": "where a scorer types just now",
    "IdempotentResponse": "what programs were answered, for a day",
    "CashUndoStep": "presses at the entry desk that could be taken back; the ledger is archived",
    "Follower": "how to reach people who asked to be told",
    "HelperLink": "links of helpers are secrets of an evening",
    "Invitation": "links by which people sign up are secrets",
    "MatchRow": "follows from the results",
    "Notice": "was told when it happened",
    "StandingsChange": "says what standings have yet to count",
    "PersonalToken": "belongs to an account",
    "PlayScore": "follows from the results",
    "PlayerMerge": "belongs to the players of a club",
    "DistinctPlayers": "belongs to the players of a club",
    "Rating": "belongs to the players of a club and is made anew",
    "Rehearsal": "copies for a rehearsal are thrown away",
    "Sending": "says who was told",
    "Season": "belongs to a club",
    "SeasonPlace": "belongs to a club and is made anew",
    "SignupContact": "addresses and telephones",
    "StandingRow": "follows from the results",
    "Club": "the installation has its own",
    "Webhook": "belongs to a club",
    "Delivery": "says what was sent to programs of a club, and is thrown away after a month",
    "Membership": "accounts belong to the installation",
    "Erasure": "belongs to a club",
    "RuleSet": "belongs to a club; the tournament has its own copy of the rules",
    "StoredArchive": "archives themselves",
    "SyncLink": "another place is told of the tournament by this installation alone",
    "RowMapping": "names of rows between two places",
    "SyncedFact": "facts between two places; what was taken in is archived as what it became",
    "SharedPlay": "what two places know of a play",
    "SyncConflict": "what two places say otherwise, until it is decided",
}
"""Tables that no archive has, and why."""
