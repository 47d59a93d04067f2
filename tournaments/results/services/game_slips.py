"""Slips of open play: points of all sides, and games won in a match.

``{"game": {"NS": 1204, "EW": 980}}``; in a match of several games ``{"won": {"NS": 2,
"EW": 1}}``, with optional points: ``"game"`` for the total or ``"games"``, a list per
game. Three individual players: ``{"game": {"N": 701, "W": 480, "S": 512}}``.

`Tournament.game` gives the length: a number of deals or a target, optionally best of
several, optionally with a time limit after which the target need not be reached.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.events.entry import Entry
from tournaments.models import OpenGame, Play, Result, Tournament
from tournaments.scoring import Method
from tournaments.state.formats import has_lives, is_bracket

MOST_POINTS: Final = 100_000


def game_entry(play: Play, slip: Mapping[str, object]) -> Entry:
    """The entry of a game; raise RuleViolationError for an impossible one."""
    rules, sides = play.board.tournament.game, play.board.tournament.sides_of_game
    unknown = set(slip) - {"game", "won", *(["games"] if rules.is_match else [])}
    if unknown:
        raise RuleViolationError(
            "no_deal", _("Here whole games are entered, not single deals."), field="game"
        )
    if rules.is_match:
        return match_entry(play, slip)
    points = whole_numbers(slip.get("game"), sides, "game")
    if rules.to is not None and rules.minutes is None:
        check_target_reached(points, rules.to)
    outcome = {"score": points, "deals": rules.deals or 1}
    return Entry(kind=Result.Kind.GAME, slip={"game": points}, outcome=outcome)


def match_entry(play: Play, slip: Mapping[str, object]) -> Entry:
    tournament = play.board.tournament
    sides = tournament.sides_of_game
    won = whole_numbers(slip.get("won"), sides, "won")
    check_games_won(won, tournament.game)
    games = points_of_games(slip.get("games"), sides, sum(won.values()))
    points = points_of_match(slip, sides, games, sum(won.values()))
    if points is None and needs_points(tournament):
        raise RuleViolationError(
            "points_needed", _("Here points decide: enter the points of every game."), field="game"
        )
    whole: dict[str, Any] = {"won": won}
    if points is not None:
        whole["game"] = points
    if games:
        whole["games"] = games
    outcome = {"score": points or dict.fromkeys(sides, 0), "deals": 1, "games": won}
    return Entry(kind=Result.Kind.GAME, slip=whole, outcome=outcome)


def needs_points(tournament: Tournament) -> bool:
    """Whether points, not games won, decide a match."""
    goes_by_wins = is_bracket(tournament) or has_lives(tournament)
    return tournament.method is Method.POINTS_THEN_WINS and not goes_by_wins


def points_of_games(given: object, sides: Sequence[str], most: int) -> list[dict[str, int]]:
    if given is None:
        return []
    if not isinstance(given, list) or len(given) > most:
        raise RuleViolationError(
            "too_many_games", _("These are the points of more games than were won."), field="games"
        )
    return [whole_numbers(each, sides, "games") for each in given]


def points_of_match(
    slip: Mapping[str, object], sides: Sequence[str], games: list[dict[str, int]], count: int
) -> dict[str, int] | None:
    """Total points of a match; None while those of a game are missing."""
    if slip.get("game") is not None:
        return whole_numbers(slip["game"], sides, "game")
    if not games or len(games) != count:
        return None
    return {side: sum(each[side] for each in games) for side in sides}


def whole_numbers(given: object, sides: Sequence[str], field: str) -> dict[str, int]:
    if not isinstance(given, Mapping) or set(given) != set(sides):
        if len(sides) == 3:
            raise RuleViolationError(
                "three_numbers", _("Enter whole numbers, 0 or more."), field=field
            )
        raise RuleViolationError("two_numbers", _("Enter a number for both sides."), field=field)
    if any(type(given[side]) is not int or given[side] < 0 for side in sides):
        raise RuleViolationError("whole_numbers", _("Enter whole numbers, 0 or more."), field=field)
    if max(given.values()) > MOST_POINTS:
        raise RuleViolationError(
            "too_many", _("These are more points than a game has."), field=field
        )
    return {side: given[side] for side in sides}


def check_target_reached(points: Mapping[str, int], target: int) -> None:
    """Refuse a game in which no side has reached the target and leads."""
    if max(points.values()) < target:
        raise RuleViolationError(
            "not_arrived",
            _("Nobody has %(target)d points yet. Play on, or call the director.")
            % {"target": target},
            field="game",
        )
    first, second = sorted(points.values(), reverse=True)[:2]
    if first == second:
        raise RuleViolationError(
            "no_winner", _("Both sides have the same. Another deal decides."), field="game"
        )


def check_games_won(won: Mapping[str, int], rules: OpenGame) -> None:
    """Check the games won; without time limit one side has won more than half."""
    games = rules.best_of or 1
    needed = games // 2 + 1
    if sum(won.values()) > games or max(won.values()) > needed:
        raise RuleViolationError(
            "too_many_games",
            _("The match is over when a side has won %(needed)d games of %(games)d.")
            % {"needed": needed, "games": games},
            field="won",
        )
    if max(won.values()) < needed and rules.minutes is None:
        raise RuleViolationError(
            "match_not_over",
            _("Nobody has won %(needed)d games yet. Play on, or call the director.")
            % {"needed": needed},
            field="won",
        )
