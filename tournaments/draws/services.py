"""Draw a tournament: numbers by lot, a movement, boards from a secret seed."""

import random
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from games.models import Deal
from tournaments.computer.jobs import ask_for_field
from tournaments.draws.selectors.fairness import seed_hash
from tournaments.errors import Refused
from tournaments.facts.append import facts_changed, hall_changed, log
from tournaments.facts.formats import (
    BY_LIVES,
    BY_STANDINGS,
    DRAWN,
    planned_rounds,
    rooms,
)
from tournaments.facts.locks import hold_for_change
from tournaments.models import Result, Round, Team, Tournament
from tournaments.movements import (
    FIRST_ROUNDS,
    FORMATS,
    Movement,
    MovementError,
    build_movement,
    check_movement,
    in_two_rooms,
)
from tournaments.permissions import Actor
from tournaments.rounds.seating import (
    board_sets,
    deal_boards,
    plays_of,
    seat_rounds,
    store_round,
    tables_up_to,
)
from tournaments.rounds.selectors.lives import rules_of
from tournaments.rounds.selectors.pairing import lot_of
from tournaments.rounds.services import fair_plan

__all__ = [
    "board_sets",
    "deal_boards",
    "draw_tournament",
    "movement_for",
    "number_teams",
    "plays_of",
    "publish_draw",
    "seat_rounds",
    "take_draw_back",
]

SEED_BYTES = 32
USUAL_DEALS = 12


@transaction.atomic
def draw_tournament(
    *,
    tournament: Tournament,
    kind: str,
    params: Mapping[str, Any],
    boards_per_round: int | None = None,
    by_lot: bool = True,
    seed: str = "",
    actor: Actor = None,
) -> Tournament:
    """Seat the teams that are present and deal the boards: all rounds of a movement, or the first.

    Numbers go by lot, or else by seeding and order of entry.  Nothing is public before
    ``publish_draw``. ``seed`` (64 hexadecimal digits) is for tests and the demo; by default 256
    random bits are taken.
    """
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.ENTRY:
        raise Refused("drawn_already", _("This tournament is drawn already."))
    present = tournament.teams.filter(is_present=True)
    teams = list(present.order_by(F("seeding").asc(nulls_last=True), "entry_order"))
    tournament.seed = seed or secrets.token_hex(SEED_BYTES)
    tournament.seed_hash = seed_hash(tournament.seed)
    tournament.movement_kind = kind
    tournament.movement_params = with_lot(tournament, kind, params)
    set_length(tournament, boards_per_round)
    tournament.state = Tournament.State.DRAWN
    if kind in DRAWN:
        prepare_rounds(tournament, teams, by_lot=by_lot)
    else:
        seat_movement(tournament, teams, by_lot=by_lot)
    boards = tournament.boards.count()
    log(tournament.pk, "drawn", user=actor, kind=kind, teams=len(teams), boards=boards)
    facts_changed(tournament.pk)
    return tournament


def with_lot(tournament: Tournament, kind: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters, with a lot of their own where the movement is made by lot."""
    row = FORMATS.get(kind)
    if row is None or not row.made_by_lot or "seed" in params:
        return dict(params)
    return {**params, "seed": lot_of(tournament, 0)}


def set_length(tournament: Tournament, length: int | None) -> None:
    """The boards of a round, or the deals of an open game that has no other length yet."""
    if not tournament.is_open_play:
        tournament.boards_per_round = length or tournament.boards_per_round
        return
    tournament.boards_per_round = 1
    if not tournament.game.is_race:
        deals = length or tournament.game.deals or USUAL_DEALS
        tournament.game = replace(tournament.game, deals=deals)


def seat_movement(tournament: Tournament, teams: list[Team], *, by_lot: bool) -> None:
    """Seat everybody for the whole movement."""
    movement = movement_for(
        len(teams),
        tournament.movement_kind,
        tournament.movement_params,
        unit=tournament.unit,
        players=tournament.variant.players,
    )
    tournament.winners = movement.winners
    tournament.planned_rounds = None
    tournament.save()
    number_teams(teams, by_lot=by_lot)
    sets = len(movement.rounds) if tournament.is_open_play else board_sets(movement)
    boards = deal_boards(tournament, sets * tournament.boards_a_round)
    seat_rounds(tournament, movement, teams, boards)


def prepare_rounds(tournament: Tournament, teams: list[Team], *, by_lot: bool) -> None:
    """Boards and tables for the planned rounds, and the seats of the first."""
    check_rounds(tournament, len(teams))
    tournament.winners = 1
    tournament.planned_rounds = planned_rounds(tournament.movement_kind, tournament.movement_params)
    tournament.save()
    number_teams(teams, by_lot=by_lot)
    deal_boards(tournament, (tournament.planned_rounds or 1) * tournament.boards_a_round)
    tables_up_to(tournament, len(teams) // 2 * rooms(tournament))
    row = Round.objects.create(tournament=tournament, number=1)
    store_round(tournament, row, fair_plan(tournament, 1))


def check_rounds(tournament: Tournament, teams: int) -> None:
    """Refuse parameters that make no sense for a format drawn round by round."""
    kind, params = tournament.movement_kind, tournament.movement_params
    players = tournament.variant.players
    if tournament.unit == Tournament.Unit.PLAYER and players != 2:
        raise Refused(
            "needs_partners",
            _("Single players change partners: choose a whist, a rainbow or a mêlée."),
            field="kind",
        )
    if players == 3 or teams < 2:
        raise Refused("bad_movement", _("These cannot be paired two by two."), field="kind")
    check_size(int(params.get("entrants", teams)), teams)
    try:
        planned = planned_rounds(kind, params)
        if kind in BY_LIVES:
            rules_of(params)
    except (MovementError, KeyError, TypeError, ValueError) as error:
        raise Refused("bad_movement", str(error), field="kind") from error
    too_many = kind in BY_STANDINGS and not 1 <= (planned or 0) <= MOST_ROUNDS
    if too_many or params.get("first", "lot") not in FIRST_ROUNDS:
        raise Refused("bad_movement", _("This number of rounds cannot be played."), field="kind")


MOST_ROUNDS = 60


def check_size(seats: int, teams: int) -> None:
    if seats != teams:
        raise Refused(
            "wrong_size",
            _("This movement seats %(seats)d teams, and %(teams)d are present.")
            % {"seats": seats, "teams": teams},
            field="kind",
        )


@transaction.atomic
def publish_draw(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Show everybody who sits where; tables can be opened by their links."""
    tournament = hold_for_change(tournament.pk)
    if tournament.state != Tournament.State.DRAWN:
        raise Refused("not_drawn", _("There is no draw that waits to be published."))
    tournament.state = Tournament.State.PLAYING
    tournament.save(update_fields=["state"])
    log(tournament.pk, "draw_published", user=actor)
    ask_for_field(tournament)
    if tournament.follows_id:
        facts_changed(tournament.follows_id)  # its pages and tables lead to this stage now
    return tournament


@transaction.atomic
def take_draw_back(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Undo a draw while no result exists; boards and seed are thrown away with it."""
    tournament = hold_for_change(tournament.pk)
    if tournament.state not in {Tournament.State.DRAWN, Tournament.State.PLAYING}:
        raise Refused("not_drawn", _("There is no draw to take back."))
    if Result.objects.filter(play__sitting__round__tournament=tournament).exists():
        raise Refused(
            "results_exist", _("Results are entered already, so the draw cannot be taken back.")
        )
    tournament.rounds.all().delete()
    tournament.tables.all().delete()
    deals = list(tournament.boards.filter(deal__isnull=False).values_list("deal_id", flat=True))
    tournament.boards.all().delete()
    Deal.objects.filter(pk__in=deals).delete()
    tournament.teams.update(number=None)
    tournament.state = Tournament.State.ENTRY
    tournament.seed = tournament.seed_hash = tournament.movement_kind = ""
    tournament.movement_params = {}
    tournament.planned_rounds = None
    tournament.save()
    log(tournament.pk, "draw_taken_back", user=actor)
    facts_changed(tournament.pk)
    if tournament.follows_id:
        hall_changed(tournament.follows_id)  # its tables lead here no more
    return tournament


def movement_for(
    teams: int, kind: str, params: Mapping[str, Any], *, unit: str = "pair", players: int = 4
) -> Movement:
    """The movement, if it exists, seats just these entrants and breaks no rule."""
    try:
        movement = build_movement(kind, params)
    except (MovementError, TypeError, ValueError) as error:
        raise Refused("bad_movement", str(error), field="kind") from error
    if unit == "team" and movement.unit == "pair" and FORMATS[kind].is_for_teams:
        movement = in_two_rooms(movement)
    check_size(movement.entrants, teams)
    if movement.unit != unit or movement_players(movement) != players:
        raise Refused(
            "wrong_unit", _("This movement is for others than you entered."), field="kind"
        )
    if not check_movement(movement).valid:
        raise Refused("bad_movement", _("This movement breaks its own rules."), field="kind")
    return movement


def movement_players(movement: Movement) -> int:
    """How many sit at a table."""
    if movement.unit != "player":
        return 4
    first = next(sitting for sittings in movement.rounds for sitting in sittings)
    return len(first.entrants)


def number_teams(teams: list[Team], *, by_lot: bool) -> None:
    """Give the teams their numbers 1…n, by lot or in the order of entry."""
    if by_lot:
        random.SystemRandom().shuffle(teams)
    for number, team in enumerate(teams, start=1):
        team.number = number
    Team.objects.bulk_update(teams, ["number"])
