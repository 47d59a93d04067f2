"""What stands now of everything that a form shows and changes; a short mark names each state."""

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

Touch = tuple[str, datetime | None]
"""Who made it so, and when; empty and None where nobody wrote it down."""
MARK_LENGTH = 16
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


def nobody() -> Touch:
    return "", None


@dataclass(frozen=True, kw_only=True)
class Present:
    """What stands now: ``seen`` names this state, ``values`` say it, ``touch`` who made it so."""

    seen: str
    values: Mapping[str, Any]
    touch: Callable[[], Touch] = nobody


def present_of(values: Mapping[str, object], touch: Callable[[], Touch] = nobody) -> Present:
    """What stands now, named by its own values."""
    return Present(seen=mark_of(values), values=values, touch=touch)


def mark_of(values: object) -> str:
    """A short name that only equal values have."""
    text = json.dumps(values, sort_keys=True, cls=DjangoJSONEncoder)
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]


def last_in_log(tournament_id: int, wanted: Q) -> Callable[[], Touch]:
    """Who did the last of these things, and when, as the log tells it."""

    def touch() -> Touch:
        rows = LogEntry.objects.filter(wanted, tournament=tournament_id).order_by("-at", "-pk")
        return rows.values_list("who", "at").first() or nobody()

    return touch


def columns(row: models.Model, names: tuple[str, ...]) -> dict[str, object]:
    """Some columns of a row; those that give values as the JSON that is stored of them."""
    return {name: stored_value(row, name) for name in names}


# Results and rulings ----------------------------------------------------------------------------


def present_result(play: Play) -> Present:
    """The version of a result that counts, named by its number; 0 where there is none."""
    result = play.current
    if result is None:
        return Present(seen="0", values={"version": 0, "state": play.state})
    values = {
        "version": result.version, "state": play.state, "kind": result.kind,
        "slip": result.slip, "awards": result.awards, "ns_score": result.ns_score,
        "ew_score": result.ew_score, "reason": result.reason,
    }  # fmt: skip
    return Present(seen=str(result.version), values=values, touch=author(result))


def author(result: Result) -> Callable[[], Touch]:
    return lambda: (author_of(result), result.created_at)


def present_fouling(board: Board) -> Present:
    """Which tables had other cards, named by the version of the ruling; 0 without one."""
    row = fouled_ruling(board)
    if row is None:
        return Present(seen="0", values={"version": 0, "groups": {}})
    values = {"version": row.version, "groups": row.groups, "reason": row.reason}
    return Present(seen=str(row.version), values=values, touch=lambda: (row.who, row.created_at))


def newest_adjustment(tournament: Tournament) -> str:
    """The last points that were given or taken, by their id; 0 without any."""
    newest = Adjustment.objects.filter(tournament=tournament).aggregate(last=Max("pk"))
    return str(newest["last"] or 0)


def present_adjustment(row: Adjustment) -> Present:
    """Points that a team was given."""
    values = {
        "id": row.pk, "team": row.team.number, "amount": row.amount, "per": row.per,
        "round": row.round.number if row.round else None, "reason": row.reason,
    }  # fmt: skip
    return Present(seen=str(row.pk), values=values, touch=lambda: (row.who, row.created_at))


# The tournament ---------------------------------------------------------------------------------


def present_settings(tournament: Tournament) -> Present:
    wanted = Q(action="settings_changed")
    return present_of(columns(tournament, SETTINGS), last_in_log(tournament.pk, wanted))


def present_scoring(tournament: Tournament) -> Present:
    wanted = Q(action__in=("scoring_changed", "settings_changed"))
    return present_of(columns(tournament, SCORING), last_in_log(tournament.pk, wanted))


def present_rules(tournament: Tournament) -> Present:
    wanted = Q(action__in=("rules_chosen", "rules_changed", "settings_changed"))
    return present_of(columns(tournament, ("variant",)), last_in_log(tournament.pk, wanted))


def present_field(tournament: Tournament) -> Present:
    """How big the computer field is."""
    wanted = Q(action="field_changed")
    return present_of(columns(tournament, FIELD), last_in_log(tournament.pk, wanted))


def present_corrections(tournament: Tournament) -> Present:
    """Until when corrections are open, and whether the standings are official."""
    values = columns(tournament, ("state", "corrections_until", "official_at"))
    actions = ("corrections_open", "made_official", "tournament_finished", "tournament_reopened")
    return present_of(values, last_in_log(tournament.pk, Q(action__in=actions)))


def present_clock(current: Round) -> Present:
    """A round's clock."""
    values = columns(current, ("number", "started_at", "ends_at", "paused_seconds"))
    actions = ("clock_paused", "clock_resumed", "minutes_added", "round_started")
    wanted = Q(action__in=actions, details__round=current.number)
    return present_of(values, last_in_log(current.tournament_id, wanted))


# Who takes part, who sits where -----------------------------------------------------------------


def present_names(team: Team) -> Present:
    """An entrant's name and players, in order."""
    players = team.team_players.order_by("position").values_list("player__name", flat=True)
    values = {"name": team.name, "players": list(players)}
    wanted = Q(action="team_renamed", details__after=team.name)
    return present_of(values, last_in_log(team.tournament_id, wanted))


def present_details(team: Team) -> Present:
    """The details of an entrant beside its name."""
    wanted = Q(action="team_described", details__team=team.name)
    return present_of(columns(team, DETAILS), last_in_log(team.tournament_id, wanted))


def present_changes(tournament: Tournament) -> Present:
    """The changes of the day, named by the newest one's id; 0 before the first."""
    newest = Change.objects.filter(tournament=tournament).order_by("-pk").first()
    wanted = Q(details__change=newest.pk if newest else 0)
    seen = newest.pk if newest else 0
    return Present(
        seen=str(seen), values={"change": seen}, touch=last_in_log(tournament.pk, wanted)
    )


def present_seating(tournament: Tournament) -> Present:
    """The seating and the drafts, under a name that every draw or change renews."""
    rounds = tournament.rounds.order_by("number")
    seats = Seat.objects.filter(round__tournament=tournament).aggregate(last=Max("pk"))
    changes = Change.objects.filter(tournament=tournament).aggregate(last=Max("pk"))
    values = {
        "state": tournament.state,
        "rounds": list(rounds.values_list("number", "is_published", "drawn")),
        "seat": seats["last"],
        "change": changes["last"],
    }
    return Present(
        seen=mark_of(values),
        values={"state": tournament.state, "change": changes["last"]},
        touch=last_in_log(tournament.pk, ABOUT_SEATS),
    )


def last_about_seats(tournament: Tournament) -> LogEntry | None:
    """The last entry of the log about seats and rounds."""
    rows = LogEntry.objects.filter(ABOUT_SEATS, tournament=tournament)
    return rows.order_by("-at", "-pk").first()


# The club ---------------------------------------------------------------------------------------


def present_season(season: Season) -> Present:
    chosen = season.tournaments.order_by("pk").values_list("pk", flat=True)
    return present_of({**columns(season, SEASON), "tournaments": list(chosen)})


def present_club(club: Club) -> Present:
    return present_of(columns(club, CLUB))


def present_contact(club: Club) -> Present:
    return present_of(columns(club, CONTACT))


def present_player(player: Player) -> Present:
    return present_of({"name": player.name})


def present_public_name(player: Player) -> Present:
    return present_of(columns(player, ("shown_as", "public_name", "public_name_asked")))


def author_of(result: Result) -> str:
    """The person who entered it, in words."""
    if result.source == Result.Source.BOTS:
        return _("The computer")
    if result.user is not None:
        return _("%s (director)") % result.user.get_username()
    side = result.get_side_display()
    return f"{side}, {result.who}" if side and result.who else side or result.who
