import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext, pgettext_lazy

from tournaments.cash.texts import fees_text
from tournaments.draws.selectors.proposals import game_words
from tournaments.models import SCORING_NAMES, OpenGame, Tournament
from tournaments.scoring import Method

Text = str | Promise


@dataclass(frozen=True, slots=True)
class KindWords:
    name: Text
    what: Text


KINDS: Mapping[str, KindWords] = {
    "duplicate": KindWords(
        pgettext_lazy("kind of tournament", "Duplicate"),
        gettext_lazy("Everybody plays the same cards."),
    ),
    "village": KindWords(
        pgettext_lazy("kind of tournament", "Social belote"),
        gettext_lazy("Dealt at the table, points are added up."),
    ),
    "cup": KindWords(
        pgettext_lazy("kind of tournament", "Cup"),
        gettext_lazy("One against one, the loser is out."),
    ),
    "teams": KindWords(
        pgettext_lazy("kind of tournament", "Teams"),
        gettext_lazy("Four in a team, two tables against two."),
    ),
}
KNOCK_OUT_WORDS: Mapping[str, tuple[Text, Text]] = {
    "single_elimination": (
        gettext_lazy("Knock-out"),
        gettext_lazy("The loser is out; the best numbers may have a bye in round 1."),
    ),
    "double_elimination": (
        gettext_lazy("Double knock-out"),
        gettext_lazy("After one loss you continue among the losers; after two you are out."),
    ),
    "lives": (
        gettext_lazy("Knock-out with lives"),
        gettext_lazy("A loser may buy a life back, and is drawn again."),
    ),
}
ROW_NAMES: Mapping[str, Text] = {
    "rules": gettext_lazy("Game and rules"),
    "who": gettext_lazy("Who plays"),
    "rounds": gettext_lazy("Rounds and standings"),
    "boards": pgettext_lazy("new tournament", "Boards"),
    "game": gettext_lazy("The game"),
    "dealing": gettext_lazy("Who deals"),
    "time": pgettext_lazy("new tournament", "Time"),
    "scoring": gettext_lazy("Scoring"),
    "fees": pgettext_lazy("new tournament", "Fee"),
    "club": gettext_lazy("Club"),
}


def rows_of(kind: str, cards: str, *, several_clubs: bool = False) -> list[str]:
    """Collapsed rows that apply to a kind."""
    length = ["game"] if cards == Tournament.Cards.OPEN else ["boards", "dealing"]
    rest = ["time"] if kind == "cup" else ["time", "scoring"]
    knock_out = ["rounds"] if kind == "cup" else []
    club = ["club"] if several_clubs else []
    return ["rules", "who", *knock_out, *length, *rest, "fees", *club]


def proposed_name(kind: str, date: datetime.date | None) -> str:
    name = str(KINDS[kind].name)
    if date is None:
        return name
    day = date_format(date, pgettext("day of a tournament", "l j E"))
    return _("%(kind)s, %(day)s") % {"kind": name, "day": day}


Values = Mapping[str, Any]


def row_words(row: str, values: Values, rules: str) -> str:
    return rules if row == "rules" else WORDS[row](values)


def who_words(values: Values) -> str:
    word = str(Tournament.Unit(values["unit"]).label)
    if values["kind"] == "teams":
        word += ", " + str(Tournament.Cards(values["cards"]).label)
    return word[:1].upper() + word[1:]


def boards_words(values: Values) -> str:
    boards = number_in(values["boards_per_round"], 3)
    each = ngettext("%d a round", "%d a round", boards) % boards
    packs = number_in(values["packs"], 0)
    if not packs:
        return _("%s, one copy of each") % each
    held = ngettext("%d pack", "%d packs", packs) % packs
    return _("%(each)s, one copy of each, %(packs)s") % {"each": each, "packs": held}


def game_in_words(values: Values) -> str:
    if values["game_length"] == "to":
        game = OpenGame(
            to=number_in(values["game_target"], 501), best_of=number_in(values["best_of"], 1)
        )
    else:
        game = OpenGame(deals=number_in(values["game_deals"], 12))
    words = game_words(Tournament(cards=Tournament.Cards.OPEN, game=game))
    return words[:1].upper() + words[1:]


def time_words(values: Values) -> str:
    parts = [duration_text(number_in(values["play_minutes"], 180))]
    if values["cards"] == Tournament.Cards.BOARDS:
        each = number_in(values["minutes_per_board"], 5)
        parts.append(ngettext("%d minute a board", "%d minutes a board", each) % each)
    change = number_in(values["change_minutes"], 2)
    parts.append(_("%d to change tables") % change)
    return ", ".join(parts)


def duration_text(minutes: int) -> str:
    """A duration: 3 h, 2 h 30 min, 45 min."""
    whole_hours, rest = divmod(minutes, 60)
    if not whole_hours:
        return _("%d min") % rest
    if not rest:
        return _("%d h") % whole_hours
    return _("%(h)d h %(m)d min") % {"h": whole_hours, "m": rest}


def lower_first(text: object) -> str:
    words = str(text)
    return words[:1].lower() + words[1:]


def capital(text: object) -> str:
    words = str(text)
    return words[:1].upper() + words[1:]


WORDS: Mapping[str, Callable[[Values], str]] = {
    "who": who_words,
    "rounds": lambda values: str(KNOCK_OUT_WORDS[values["wanted_kind"]][0]),
    "boards": boards_words,
    "game": game_in_words,
    "dealing": lambda values: capital(Tournament.Dealing(values["dealing"]).label),
    "time": time_words,
    "scoring": lambda values: str(SCORING_NAMES[Method(values["scoring"])]),
    "fees": fees_text,
    "club": lambda values: str(values["club_name"]),
}


def number_in(value: object, usual: int) -> int:
    text = str(value if value is not None else "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) < 5 else usual
