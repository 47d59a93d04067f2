"""A draw in two phases: computed without a lock, then stored under the lock.

Small fields are drawn in the request, large ones by a worker.
"""

import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from django.db import connection
from django.db.models import F
from django.utils.translation import gettext as _

from tournaments.draws.drafts import log_draw_decisions, playable_plan
from tournaments.draws.seating import (
    board_sets,
    check_deal_set,
    deal_boards,
    seat_rounds,
    store_round,
    tables_up_to,
)
from tournaments.draws.selectors.fairness import fingerprint_of
from tournaments.draws.selectors.pairing import lot_number
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.models import Round, Team, Tournament
from tournaments.movements import (
    FORMATS,
    ChoiceParameter,
    Movement,
    MovementError,
    as_team_matches,
    build_movement,
    check_movement,
    lives_rules,
)
from tournaments.permissions import Actor
from tournaments.state.formats import (
    BY_LIVES,
    BY_STANDINGS,
    DRAWN_BY_ROUND,
    planned_rounds,
    tables_per_match,
)
from tournaments.state.scoring import check_is_comparable

SEED_BYTES: Final = 32
DEFAULT_DEALS: Final = 12
PLAN_FIELDS: Final = {"packs", "play_minutes", "dealing", "scoring"}


def new_seed() -> str:
    """256 random bits in hexadecimal."""
    return secrets.token_hex(SEED_BYTES)


@dataclass(frozen=True)
class DrawRequest:
    """A draw request: format, round length, numbering.

    ``plan`` holds the organiser's settings named in `PLAN_FIELDS`.
    """

    kind: str
    params: Mapping[str, Any]
    boards_per_round: int | None = None
    by_lot: bool = True
    plan: Mapping[str, Any] = field(default_factory=dict)
    seed: str = field(default_factory=new_seed)

    def to_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "params": dict(self.params),
            "boards_per_round": self.boards_per_round,
            "by_lot": self.by_lot,
            "plan": dict(self.plan),
        }


def count_present(tournament: Tournament) -> int:
    return tournament.teams.filter(is_present=True).count()


def requested_movement(tournament: Tournament, wish: DrawRequest, teams: int) -> Movement | None:
    """The requested movement, validated; None if rounds are drawn one at a time."""
    apply_draw_request(tournament, wish)
    if wish.kind in DRAWN_BY_ROUND:
        return None
    return movement_for(
        teams,
        tournament.movement_kind,
        tournament.movement_params,
        unit=tournament.unit,
        players=tournament.variant.players,
    )


def check_is_drawable(tournament: Tournament) -> None:
    """Refuse if already drawn, or if results could not be compared."""
    if tournament.state != Tournament.State.ENTRY:
        raise RuleViolationError("drawn_already", _("This tournament is drawn already."))
    check_is_comparable(tournament)


def store_draw(
    tournament: Tournament, wish: DrawRequest, movement: Movement | None, actor: Actor = None
) -> None:
    """Seat the teams that are present; the caller holds the tournament's lock."""
    check_is_drawable(tournament)
    present = tournament.teams.filter(is_present=True)
    teams = list(present.order_by(F("seeding").asc(nulls_last=True), "entry_order"))
    apply_draw_request(tournament, wish)
    tournament.state = Tournament.State.DRAWN
    if movement is None:
        prepare_rounds(tournament, teams, by_lot=wish.by_lot)
    else:
        check_size(movement.entrants, len(teams))
        seat_movement(tournament, movement, teams, by_lot=wish.by_lot)
    boards = tournament.boards.count()
    check_deal_set(tournament, boards)
    log(tournament.pk, "drawn", user=actor, kind=wish.kind, teams=len(teams), boards=boards)
    if movement is None:
        log_draw_decisions(tournament.rounds.get(), user=actor)
    record_general_change(tournament.pk)


def apply_draw_request(tournament: Tournament, wish: DrawRequest) -> None:
    """Apply the request to the instance without saving."""
    apply_plan(tournament, wish.plan)
    tournament.seed = wish.seed
    tournament.seed_hash = fingerprint_of(tournament)
    tournament.movement_kind = wish.kind
    tournament.movement_params = with_lot_seed(tournament, wish.kind, wish.params)
    set_length(tournament, wish.boards_per_round)


def apply_plan(tournament: Tournament, plan: Mapping[str, Any]) -> None:
    """Apply the plan; changed scoring resets match scale and tie-breaks."""
    if plan.get("scoring", tournament.scoring) != tournament.scoring:
        tournament.match_scale, tournament.tie_breaks = {}, []
    for name in PLAN_FIELDS & plan.keys():
        setattr(tournament, name, plan[name])


def with_lot_seed(tournament: Tournament, kind: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, with a random seed if the movement needs one."""
    row = FORMATS.get(kind)
    if row is None or not row.made_by_lot or "seed" in params:
        return dict(params)
    return {**params, "seed": lot_number(tournament, 0)}


def set_length(tournament: Tournament, length: int | None) -> None:
    """Set boards per round, or deals of an open game without a fixed length."""
    if not tournament.is_open_play:
        tournament.boards_per_round = length or tournament.boards_per_round
        return
    tournament.boards_per_round = 1
    if not tournament.game.is_race:
        deals = length or tournament.game.deals or DEFAULT_DEALS
        tournament.game = replace(tournament.game, deals=deals)


def seat_movement(
    tournament: Tournament, movement: Movement, teams: list[Team], *, by_lot: bool
) -> None:
    tournament.winners = movement.winners
    tournament.planned_rounds = None
    tournament.save()
    number_teams(teams, by_lot=by_lot)
    sets = len(movement.rounds) if tournament.is_open_play else board_sets(movement)
    boards = deal_boards(tournament, sets * tournament.boards_a_round)
    seat_rounds(tournament, movement, teams, boards)


def prepare_rounds(tournament: Tournament, teams: list[Team], *, by_lot: bool) -> None:
    """Create boards and tables for the planned rounds, and seats of the first."""
    check_rounds(tournament, len(teams))
    tournament.winners = 1
    tournament.planned_rounds = planned_rounds(tournament.movement_kind, tournament.movement_params)
    tournament.save()
    number_teams(teams, by_lot=by_lot)
    deal_boards(tournament, (tournament.planned_rounds or 1) * tournament.boards_a_round)
    tables_up_to(tournament, len(teams) // 2 * tables_per_match(tournament))
    row = Round.objects.create(tournament=tournament, number=1)
    store_round(tournament, row, playable_plan(tournament, 1))


def check_rounds(tournament: Tournament, teams: int) -> None:
    """Refuse invalid parameters of a format drawn round by round."""
    kind, params = tournament.movement_kind, tournament.movement_params
    players = tournament.variant.players
    if tournament.unit == Tournament.Unit.PLAYER and players != 2:
        raise RuleViolationError(
            "needs_partners",
            _("Single players change partners: choose a whist, a rainbow or a mêlée."),
            field="kind",
        )
    if players == 3 or teams < 2:
        raise RuleViolationError("bad_movement", _("These cannot be paired up."), field="kind")
    check_size(int(params.get("entrants", teams)), teams)
    try:
        planned = planned_rounds(kind, params)
        if kind in BY_LIVES:
            lives_rules(params)
    except (MovementError, KeyError, TypeError, ValueError) as error:
        raise RuleViolationError("bad_movement", str(error), field="kind") from error
    if kind in BY_STANDINGS:
        if not 1 <= (planned or 0) <= MAX_ROUNDS:
            words = _("This number of rounds cannot be played.")
            raise RuleViolationError("bad_movement", words, field="kind")
        check_choices(kind, params)


def check_choices(kind: str, params: Mapping[str, object]) -> None:
    """Refuse values that are not options of the format."""
    for choice in FORMATS[kind].fields:
        if not isinstance(choice, ChoiceParameter) or choice.name not in params:
            continue
        if params[choice.name] not in [value for value, _words in choice.options]:
            raise RuleViolationError(
                "bad_movement",
                _("“%(value)s” is not a value of “%(name)s”.")
                % {"value": params[choice.name], "name": choice.name},
                field="kind",
            )


MAX_ROUNDS = 60


def check_size(seats: int, teams: int) -> None:
    if seats != teams:
        raise RuleViolationError(
            "wrong_size",
            _("This movement seats %(seats)d teams, and %(teams)d are present.")
            % {"seats": seats, "teams": teams},
            field="kind",
        )


def movement_for(
    teams: int, kind: str, params: Mapping[str, Any], *, unit: str = "pair", players: int = 4
) -> Movement:
    """Build a movement and check that it is valid and fits the entrants."""
    try:
        movement = build_movement(kind, params)
    except (MovementError, TypeError, ValueError) as error:
        raise RuleViolationError("bad_movement", str(error), field="kind") from error
    if unit == "team" and movement.unit == "pair" and FORMATS[kind].is_for_teams:
        movement = as_team_matches(movement)
    check_size(movement.entrants, teams)
    if movement.unit != unit or movement_players(movement) != players:
        raise RuleViolationError(
            "wrong_unit", _("This movement is for others than you entered."), field="kind"
        )
    if not check_movement(movement).is_valid:
        raise RuleViolationError(
            "bad_movement", _("This movement breaks its own rules."), field="kind"
        )
    return movement


def movement_players(movement: Movement) -> int:
    if movement.unit != "player":
        return 4
    first = next(sitting for sittings in movement.rounds for sitting in sittings)
    return len(first.entrants)


def number_teams(teams: list[Team], *, by_lot: bool) -> None:
    """Number teams 1…n, at random or in the given order."""
    if by_lot:
        random.SystemRandom().shuffle(teams)
    for number, team in enumerate(teams, start=1):
        team.number = number
    store_numbers(teams)


def store_numbers(teams: list[Team]) -> None:
    """Raw SQL: for two thousand teams the ORM takes seconds to build the statement."""
    table = connection.ops.quote_name(Team._meta.db_table)
    with connection.cursor() as cursor:
        cursor.executemany(
            f"UPDATE {table} SET number = %s WHERE id = %s",
            [(team.number, team.pk) for team in teams],
        )
