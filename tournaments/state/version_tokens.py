"""Current state and version token of everything a form can edit (optimistic locking)."""

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Max, Q
from django.utils.translation import gettext as _

from games.fields import stored_value
from tournaments.models import (
    Adjustment,
    Board,
    Change,
    Club,
    LogEntry,
    Play,
    Player,
    Result,
    Round,
    Season,
    Seat,
    Team,
    Tournament,
)
from tournaments.state.fouled import fouled_ruling

AuthorAndTime = tuple[str, datetime | None]
"""Empty and None if not recorded."""
TOKEN_LENGTH = 16
SETTINGS = (
    "name", "date", "start_time", "time_zone", "place", "boards_per_round", "minutes_per_board",
    "change_minutes", "is_public", "unit", "cards", "game",
)  # fmt: skip
SCORING = ("scoring", "match_scale", "tie_breaks", "scoring_options", "carry", "carry_share")
DETAILS = ("category", "handicap", "group", "seeding", "fixed_table", "remark")
FIELD = ("field_tables", "field_counts", "field_level")
SEASON = ("name", "measure", "best", "least", "is_mean", "place_points", "is_public")
CLUB = ("name", "place", "country", "time_zone", "is_listed", "names_in_search")
CONTACT = ("contact_name", "contact_address", "contact_email", "contact_phone")
DRAWS = (
    "drawn", "draw_published", "draw_taken_back", "round_drawn", "round_published",
    "round_redrawn", "round_taken_back", "match_decided", "life_bought",
)  # fmt: skip
ABOUT_SEATS = Q(action__in=DRAWS) | Q(details__has_key="change")


def unknown_author() -> AuthorAndTime:
    return "", None


@dataclass(frozen=True, kw_only=True)
class VersionedState:
    """Version token ``seen``, its ``values``, and a function for the last author and time."""

    seen: str
    values: Mapping[str, Any]
    touch: Callable[[], AuthorAndTime] = unknown_author


def versioned_state(
    values: Mapping[str, object], touch: Callable[[], AuthorAndTime] = unknown_author
) -> VersionedState:
    """A state with the hash of its values as token."""
    return VersionedState(seen=token_of(values), values=values, touch=touch)


def token_of(values: object) -> str:
    """Short hash of JSON values."""
    text = json.dumps(values, sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()[:TOKEN_LENGTH]


def last_author_in_log(tournament_id: int, wanted: Q) -> Callable[[], AuthorAndTime]:
    """Function that returns author and time of the last matching log entry."""

    def touch() -> AuthorAndTime:
        rows = LogEntry.objects.filter(wanted, tournament=tournament_id).order_by("-at", "-pk")
        return rows.values_list("who", "at").first() or unknown_author()

    return touch


def columns(row: models.Model, names: tuple[str, ...]) -> dict[str, object]:
    """Column values, in their stored JSON form where applicable."""
    return {name: stored_value(row, name) for name in names}


def result_state(play: Play) -> VersionedState:
    """The current result; the token is its version, or 0."""
    result = play.current
    if result is None:
        return VersionedState(seen="0", values={"version": 0, "state": play.state})
    values = {
        "version": result.version, "state": play.state, "kind": result.kind,
        "slip": result.slip, "awards": result.awards, "ns_score": result.ns_score,
        "ew_score": result.ew_score, "reason": result.reason,
    }  # fmt: skip
    return VersionedState(seen=str(result.version), values=values, touch=author(result))


def author(result: Result) -> Callable[[], AuthorAndTime]:
    return lambda: (author_of(result), result.created_at)


def fouling_state(board: Board) -> VersionedState:
    """The fouled-board ruling; the token is its version, or 0."""
    row = fouled_ruling(board)
    if row is None:
        return VersionedState(seen="0", values={"version": 0, "groups": {}})
    values = {"version": row.version, "groups": row.groups, "reason": row.reason}
    return VersionedState(
        seen=str(row.version), values=values, touch=lambda: (row.who, row.created_at)
    )


def newest_adjustment(tournament: Tournament) -> str:
    """Token: id of the last adjustment, or 0."""
    newest = Adjustment.objects.filter(tournament=tournament).aggregate(last=Max("pk"))
    return str(newest["last"] or 0)


def adjustment_state(row: Adjustment) -> VersionedState:
    values = {
        "id": row.pk, "team": row.team.number, "amount": row.amount, "per": row.per,
        "round": row.round.number if row.round else None, "reason": row.reason,
    }  # fmt: skip
    return VersionedState(seen=str(row.pk), values=values, touch=lambda: (row.who, row.created_at))


def settings_state(tournament: Tournament) -> VersionedState:
    log_filter = Q(action="settings_changed")
    return versioned_state(
        columns(tournament, SETTINGS), last_author_in_log(tournament.pk, log_filter)
    )


def scoring_state(tournament: Tournament) -> VersionedState:
    log_filter = Q(action__in=("scoring_changed", "settings_changed"))
    return versioned_state(
        columns(tournament, SCORING), last_author_in_log(tournament.pk, log_filter)
    )


def rules_state(tournament: Tournament) -> VersionedState:
    log_filter = Q(action__in=("rules_chosen", "rules_changed", "settings_changed"))
    return versioned_state(
        columns(tournament, ("variant",)), last_author_in_log(tournament.pk, log_filter)
    )


def field_state(tournament: Tournament) -> VersionedState:
    log_filter = Q(action="field_changed")
    return versioned_state(
        columns(tournament, FIELD), last_author_in_log(tournament.pk, log_filter)
    )


def corrections_state(tournament: Tournament) -> VersionedState:
    values = columns(tournament, ("state", "corrections_until", "official_at"))
    actions = ("corrections_open", "made_official", "tournament_finished", "tournament_reopened")
    return versioned_state(values, last_author_in_log(tournament.pk, Q(action__in=actions)))


def clock_state(current: Round) -> VersionedState:
    values = columns(current, ("number", "started_at", "ends_at", "paused_seconds"))
    actions = ("clock_paused", "clock_resumed", "minutes_added", "round_started")
    log_filter = Q(action__in=actions, details__round=current.number)
    return versioned_state(values, last_author_in_log(current.tournament_id, log_filter))


def names_state(team: Team) -> VersionedState:
    players = team.team_players.order_by("position").values_list("player__name", flat=True)
    values = {"name": team.name, "players": list(players)}
    log_filter = Q(action="team_renamed", details__after=team.name)
    return versioned_state(values, last_author_in_log(team.tournament_id, log_filter))


def details_state(team: Team) -> VersionedState:
    log_filter = Q(action="team_described", details__team=team.name)
    return versioned_state(
        columns(team, DETAILS), last_author_in_log(team.tournament_id, log_filter)
    )


def changes_state(tournament: Tournament) -> VersionedState:
    """Token: id of the newest change, or 0."""
    newest = Change.objects.filter(tournament=tournament).order_by("-pk").first()
    log_filter = Q(details__change=newest.pk if newest else 0)
    change_id = newest.pk if newest else 0
    return VersionedState(
        seen=str(change_id),
        values={"change": change_id},
        touch=last_author_in_log(tournament.pk, log_filter),
    )


def seating_state(tournament: Tournament) -> VersionedState:
    """Seating and drafts; every draw or change renews the token."""
    rounds = tournament.rounds.order_by("number")
    seats = Seat.objects.filter(round__tournament=tournament).aggregate(last=Max("pk"))
    changes = Change.objects.filter(tournament=tournament).aggregate(last=Max("pk"))
    values = {
        "state": tournament.state,
        "rounds": list(rounds.values_list("number", "is_published", "drawn")),
        "seat": seats["last"],
        "change": changes["last"],
    }
    return VersionedState(
        seen=token_of(values),
        values={"state": tournament.state, "change": changes["last"]},
        touch=last_author_in_log(tournament.pk, ABOUT_SEATS),
    )


def last_seating_entry(tournament: Tournament) -> LogEntry | None:
    rows = LogEntry.objects.filter(ABOUT_SEATS, tournament=tournament)
    return rows.order_by("-at", "-pk").first()


def season_state(season: Season) -> VersionedState:
    chosen = season.tournaments.order_by("pk").values_list("pk", flat=True)
    return versioned_state({**columns(season, SEASON), "tournaments": list(chosen)})


def club_state(club: Club) -> VersionedState:
    return versioned_state(columns(club, CLUB))


def contact_state(club: Club) -> VersionedState:
    return versioned_state(columns(club, CONTACT))


def player_state(player: Player) -> VersionedState:
    return versioned_state({"name": player.name})


def public_name_state(player: Player) -> VersionedState:
    return versioned_state(columns(player, ("shown_as", "public_name", "public_name_asked")))


def author_of(result: Result) -> str:
    if result.source == Result.Source.BOTS:
        return _("The computer")
    if result.user is not None:
        return _("%s (director)") % result.user.get_username()
    side = result.get_side_display()
    return f"{side}, {result.who}" if side and result.who else side or result.who
