"""Judge a typed line or figures: the resulting entry and doubts about it.

Doubtful entries stay pending and are never refused. The scorer can confirm most of them;
a line without a score must be retyped.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from django.utils.translation import gettext as _

from games.belot import Variant
from games.slips.lines import read_line, slip_from_line
from games.slips.scoring import browser_rules
from tournaments.errors import CardConflictError, RuleViolationError
from tournaments.events.entry import Entry
from tournaments.models import Play, Result, Tournament
from tournaments.results.services.slips import entry_of
from tournaments.results.services.table_cards import card_refusal_error
from tournaments.scorer.texts import LINE_ERRORS, few_words

Typed = Mapping[str, Any]
Slip = dict[str, Any]
OVERRIDABLE_CODES: Final = frozenset({"not_arrived", "no_winner", "match_not_over"})
"""Tables cannot enter these results, scorers can."""
MAX_OVERSHOOT_DEALS: Final = 8
"""Plausible points beyond the target, in largest plain deals (contra, declarations)."""


@dataclass(frozen=True)
class Judgement:
    """The slip, its entry and the doubt; ``may_vouch`` if the scorer can confirm it.

    ``against`` is the card check's reason, which scorers never see.
    """

    slip: dict[str, Any] = field(default_factory=dict)
    entry: Entry | None = None
    doubt: str = ""
    may_vouch: bool = False
    against: CardConflictError | None = None


def judge_typed(play: Play, typed: Typed) -> Judgement:
    """Judge what was typed for a play; nothing is stored."""
    slip = parse_slip(play, typed)
    if isinstance(slip, str):
        return Judgement(doubt=slip)
    try:
        entry = entry_of(play, slip)
    except CardConflictError as found:
        # Scorers can be players too, so the reason is not shown.
        return replace(judge_with_override(play, slip, str(card_refusal_error())), against=found)
    except RuleViolationError as refused:
        if refused.code in OVERRIDABLE_CODES:
            return judge_with_override(play, slip, str(refused))
        return Judgement(slip, doubt=str(refused))
    doubt = sum_doubt(play.board.tournament, entry)
    return Judgement(slip, entry, doubt, may_vouch=bool(doubt))


def judge_with_override(play: Play, slip: Slip, doubt: str) -> Judgement:
    """The doubtful entry as it would be stored on confirmation."""
    rules = play.board.tournament.game
    try:
        return Judgement(slip, entry_of(play, slip, override=True), doubt, may_vouch=True)
    except RuleViolationError as refused:
        return Judgement(slip, doubt=str(refused))
    finally:
        play.board.tournament.game = rules


def parse_slip(play: Play, typed: Typed) -> Slip | str:
    """The typed slip, or a text with what it lacks."""
    if typed.get("not_played"):
        return {"not_played": True}
    if play.board.deal is None:
        return game_slip(play.board.tournament, typed.get("figures", {}))
    rules = rules_of(play.board.dealt.variant)
    slip_or_error = slip_from_line(
        read_line(str(typed.get("line", "")), bids=bool(rules["numbers"])), rules
    )
    return str(LINE_ERRORS[slip_or_error]) if isinstance(slip_or_error, str) else slip_or_error


def game_slip(tournament: Tournament, figures: Mapping[str, str]) -> Slip | str:
    """The slip of a game; a match can omit points."""
    sides = tournament.sides_of_game
    points = {side: number_in(figures.get(side, "")) for side in sides}
    if not tournament.game.is_match:
        return {"game": points} if None not in points.values() else _("A number is missing.")
    won = {side: number_in(figures.get(f"won_{side}", "")) for side in sides}
    if None in won.values():
        return _("Enter how many games each side won.")
    if len({each is None for each in points.values()}) > 1:
        return _("A number is missing.")
    return {"won": won} if None in points.values() else {"game": points, "won": won}


def number_in(text: object) -> int | None:
    written = str(text).strip()
    return int(written) if written.isascii() and written.isdigit() and len(written) < 7 else None


@lru_cache(maxsize=64)
def rules_of(variant: Variant) -> dict[str, Any]:
    return browser_rules(variant)


def sum_doubt(tournament: Tournament, entry: Entry) -> str:
    if entry.kind != Result.Kind.GAME or "games" in entry.outcome:
        return ""
    game, points = tournament.game, entry.outcome["score"]
    least, most = bounds_of_a_deal(tournament.variant)
    if game.to is not None:
        too_far = max(points.values()) > game.to + MAX_OVERSHOOT_DEALS * most
        return _("far more than %(target)d") % {"target": game.to} if too_far else ""
    total = sum(points.values())
    if not game.deals:
        return ""
    if total < game.deals * least:
        return few_words(game.deals, total, least)
    usual = (2 * game.deals + 4) * most
    return _("more than %(most)d, too many") % {"most": usual} if total > usual else ""


def bounds_of_a_deal(variant: Variant) -> tuple[int, int]:
    """Least and greatest sum of both sides in a deal, without contra and declarations.

    Taken from the contracts with the fewest and the most points, divided by ten in match
    points. The least is 0 where the rules do not fix it.
    """
    rules = rules_of(variant)
    unit = 1 if rules["sheet"] == "card_points" else 10
    wholes = [
        round((162 if name == rules["scaled"] else rules["times"][name] * total) / unit)
        for name, total in rules["totals"].items()
    ]
    is_shared = {rules["lost_base"], rules["lost_base_capot"]} == {"total"}
    keeps_sum = is_shared and rules["rounding"] in ("paired", "none")
    is_sure = keeps_sum and not rules["cards_out"] and not rules["kirtik"]
    return min(wholes) if is_sure else 0, max(wholes)
