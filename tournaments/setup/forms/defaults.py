"""Default settings by kind, from the club's last tournament or the language."""

import datetime
from collections.abc import Iterable, Mapping
from datetime import time
from typing import Any

from django.utils import timezone
from django.utils.translation import get_language

from games.belot import PRESETS
from tournaments.cash.first import initial_fees
from tournaments.models import Club, Tournament
from tournaments.setup.forms.formats import GAME_FIELDS
from tournaments.setup.forms.tournaments import initial_of
from tournaments.setup.services.tournaments import default_scoring
from tournaments.setup.texts import KINDS, KNOCK_OUT_WORDS, proposed_name

Values = dict[str, Any]
USUAL: Mapping[str, Any] = {
    "start_time": time(18, 30),
    "boards_per_round": 3,
    "minutes_per_board": 5,
    "change_minutes": 2,
    "packs": None,
    "play_minutes": 180,
    "dealing": Tournament.Dealing.TABLES.value,
    "wanted_kind": "",
    "game_length": "deals",
    "game_deals": 12,
    "best_of": 1,
    "game_minutes": None,
}
CUP_MINUTES = 480
"""Best of three takes a day."""
HOME_RULES = {"hr": "bela", "fr": "french", "nl": "klaverjas_rotterdam"}
DEFAULT_KINDS = {"hr": "cup", "fr": "village", "nl": "village"}
"""By language: cups are usual for bela, open games in French and Dutch clubs."""


def kind_of(tournament: Tournament) -> str:
    formats = {tournament.wanted_kind, tournament.movement_kind}
    if formats & KNOCK_OUT_WORDS.keys():
        return "cup"
    return kind_from(tournament.unit, tournament.cards)


def kind_from(unit: str, cards: str) -> str:
    if unit == Tournament.Unit.TEAM:
        return "teams"
    return "village" if cards == Tournament.Cards.OPEN else "duplicate"


def usual_kind(former: Iterable[Tournament]) -> str:
    """The kind of the club's last tournament, or the default for the language."""
    last = next(iter(former), None)
    return kind_of(last) if last else DEFAULT_KINDS.get(language_code(), "duplicate")


def last_of_kind(former: Iterable[Tournament], kind: str) -> Tournament | None:
    return next((each for each in former if kind_of(each) == kind), None)


def usual_values(club: Club, kind: str, former: Iterable[Tournament]) -> Values:
    mine = [each for each in former if each.club_id == club.pk]
    like = last_of_kind(mine, kind)
    today = timezone.localdate(timezone=club.zone)
    date = next_day(like.date, today) if like else today
    values = {**fresh_values(club, kind, next(iter(mine), None))}
    if like:
        values |= values_like(like)
    values |= {"kind": kind, "club": club.pk, "date": date, "is_public": False}
    return {**values, "name": proposed_name(kind, date)}


def fresh_values(club: Club, kind: str, last: Tournament | None) -> Values:
    """Values for a kind new to the club; the rules are those of its last tournament."""
    is_open = kind in {"village", "cup"}
    unit = Tournament.Unit.TEAM if kind == "teams" else Tournament.Unit.PAIR
    cards = Tournament.Cards.OPEN if is_open else Tournament.Cards.BOARDS
    rules = HOME_RULES.get(language_code(), "bulgarian")
    before = initial_of(last) if last else {}
    values = {
        **USUAL,
        "variant": before.get("variant", rules),
        "start_time": before.get("start_time", USUAL["start_time"]),
        "place": before.get("place") or club.place,
        "unit": unit.value,
        "cards": cards.value,
        "scoring": default_scoring(unit, cards).value,
        "game_target": PRESETS[last.variant.preset if last else rules].target,
        **initial_fees(last),
    }
    if kind == "cup":
        values |= {"wanted_kind": "single_elimination", "game_length": "to", "best_of": 3}
        values["scoring"] = default_scoring(unit, cards, is_match=True).value
        values["play_minutes"] = CUP_MINUTES
    return values


def values_like(like: Tournament) -> Values:
    """A tournament's settings and draw format as initial values."""
    names = ("packs", "play_minutes", "dealing", "wanted_kind")
    values = {**initial_of(like), **{name: getattr(like, name) for name in names}}
    values |= initial_fees(like)
    if not like.is_open_play:
        values = {key: value for key, value in values.items() if key not in GAME_FIELDS}
    if kind_of(like) == "cup":
        drawn = like.movement_kind if like.movement_kind in KNOCK_OUT_WORDS else ""
        values["wanted_kind"] = drawn or like.wanted_kind
    return values


def next_day(last: datetime.date, today: datetime.date) -> datetime.date:
    """The same weekday as ``last``, today or later."""
    return today + datetime.timedelta(days=(last.weekday() - today.weekday()) % 7)


def language_code() -> str:
    return (get_language() or "en").split("-")[0]


def form_value(value: object) -> str:
    if value is None or value is False:
        return ""
    if value is True:
        return "on"
    if isinstance(value, datetime.time):
        return value.strftime("%H:%M")
    return str(value)


def merge_submitted(
    sent: Mapping[str, str], was: Mapping[str, Any], now: Mapping[str, Any]
) -> dict[str, str]:
    """Merge submitted values over current defaults.

    A submitted value wins only if it differs from the default shown before (``was``).
    """
    values = {name: form_value(value) for name, value in now.items()}
    for name, value in sent.items():
        if name not in was or value != form_value(was[name]):
            values[name] = value
    return values


def scoring_for(first: Mapping[str, Any], data: Mapping[str, Any]) -> str:
    """The default scoring, adapted to the chosen game.

    A match of several games is decided by games; its points are optional.
    """
    usual = {
        is_match: default_scoring("", Tournament.Cards.OPEN, is_match=is_match).value
        for is_match in (False, True)
    }
    scoring, wants_match = str(first["scoring"]), is_match_chosen(data)
    is_usual = scoring == usual[is_match_chosen(first)]
    return usual[wants_match] if is_usual and wants_match != is_match_chosen(first) else scoring


def is_match_chosen(values: Mapping[str, Any]) -> bool:
    """Whether best of several games is chosen in open play."""
    return values.get("game_length") == "to" and str(values.get("best_of") or "1") != "1"


def is_kind(text: str | None) -> bool:
    return text in KINDS
