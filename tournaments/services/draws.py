"""Draw a tournament: numbers by lot, a movement, boards from a secret seed."""

import random
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.belot import SEATS, seeded_pack, variant_from_json
from games.models import Deal
from tournaments.board_work import ask_for_field
from tournaments.errors import Refused
from tournaments.facts import facts_changed, log
from tournaments.models import Board, Play, Result, Round, Seat, Sitting, Table, Team, Tournament
from tournaments.movements import Movement, MovementError, build, check
from tournaments.selectors.fairness import seed_hash
from tournaments.services.permissions import Actor

SEED_BYTES = 32


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
    """Seat the teams that are present for the whole movement and deal its boards.

    Nothing is public before ``publish_draw``. ``seed`` (64 hexadecimal digits) is for tests and
    the demo; by default 256 random bits are taken.
    """
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.ENTRY:
        raise Refused("drawn_already", _("This tournament is drawn already."))
    teams = list(tournament.teams.filter(is_present=True).order_by("entry_order"))
    movement = movement_for(len(teams), kind, params)
    tournament.seed = seed or secrets.token_hex(SEED_BYTES)
    tournament.seed_hash = seed_hash(tournament.seed)
    tournament.movement_kind, tournament.movement_params = kind, dict(params)
    tournament.winners = movement.winners
    tournament.boards_per_round = boards_per_round or tournament.boards_per_round
    tournament.state = Tournament.State.DRAWN
    tournament.save()
    number_teams(teams, by_lot=by_lot)
    boards = deal_boards(tournament, board_sets(movement) * tournament.boards_per_round)
    seat_rounds(tournament, movement, teams, boards)
    log(tournament.pk, "drawn", user=actor, kind=kind, teams=len(teams), boards=len(boards))
    facts_changed(tournament.pk)
    return tournament


@transaction.atomic
def publish_draw(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Show everybody who sits where; tables can be opened by their links."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state != Tournament.State.DRAWN:
        raise Refused("not_drawn", _("There is no draw that waits to be published."))
    tournament.state = Tournament.State.PLAYING
    tournament.save(update_fields=["state"])
    log(tournament.pk, "draw_published", user=actor)
    ask_for_field(tournament)
    return tournament


@transaction.atomic
def take_draw_back(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Undo a draw while no result exists; boards and seed are thrown away with it."""
    tournament = Tournament.objects.select_for_update().get(pk=tournament.pk)
    if tournament.state not in {Tournament.State.DRAWN, Tournament.State.PLAYING}:
        raise Refused("not_drawn", _("There is no draw to take back."))
    if Result.objects.filter(play__sitting__round__tournament=tournament).exists():
        raise Refused(
            "results_exist", _("Results are entered already, so the draw cannot be taken back.")
        )
    tournament.rounds.all().delete()
    tournament.tables.all().delete()
    deals = list(tournament.boards.values_list("deal_id", flat=True))
    tournament.boards.all().delete()
    Deal.objects.filter(pk__in=deals).delete()
    tournament.teams.update(number=None)
    tournament.state = Tournament.State.ENTRY
    tournament.seed = tournament.seed_hash = tournament.movement_kind = ""
    tournament.movement_params = {}
    tournament.save()
    log(tournament.pk, "draw_taken_back", user=actor)
    facts_changed(tournament.pk)
    return tournament


def movement_for(teams: int, kind: str, params: Mapping[str, Any]) -> Movement:
    """The movement, if it exists, seats just these teams and breaks no rule."""
    try:
        movement = build(kind, params)
    except (MovementError, TypeError, ValueError) as error:
        raise Refused("bad_movement", str(error), field="kind") from error
    if movement.unit != "pair" or movement.entrants != teams:
        raise Refused(
            "wrong_size",
            _("This movement seats %(seats)d teams, and %(teams)d are present.")
            % {"seats": movement.entrants, "teams": teams},
            field="kind",
        )
    if not check(movement).valid:
        raise Refused("bad_movement", _("This movement breaks its own rules."), field="kind")
    return movement


def number_teams(teams: list[Team], *, by_lot: bool) -> None:
    """Give the teams their numbers 1…n, by lot or in the order of entry."""
    if by_lot:
        random.SystemRandom().shuffle(teams)
    for number, team in enumerate(teams, start=1):
        team.number = number
    Team.objects.bulk_update(teams, ["number"])


def board_sets(movement: Movement) -> int:
    """How many sets are played; a movement that names none plays a new one in each round."""
    return movement.board_sets or len(movement.rounds)


def deal_boards(tournament: Tournament, count: int) -> list[Board]:
    """Boards 1…count from the tournament's seed; the dealer goes round with the numbers."""
    variant = variant_from_json(tournament.variant)
    seed = bytes.fromhex(tournament.seed)
    deals = Deal.objects.bulk_create(
        Deal(
            variant=tournament.variant,
            pack=seeded_pack(variant, seed, number),
            dealer=SEATS[(number - 1) % len(SEATS)],
        )
        for number in range(1, count + 1)
    )
    return Board.objects.bulk_create(
        Board(tournament=tournament, number=number, deal=deal)
        for number, deal in enumerate(deals, start=1)
    )


def seat_rounds(
    tournament: Tournament, movement: Movement, teams: Sequence[Team], boards: Sequence[Board]
) -> None:
    """Write rounds, tables, sittings, seats and the plays that wait for results."""
    team_of = {team.number: team for team in teams}
    tables = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for number in range(1, movement.tables + 1)
    )
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=number) for number in range(1, len(movement.rounds) + 1)
    )
    sittings, seats = [], []
    for row, seated, resting in zip(rounds, movement.rounds, movement.sit_outs, strict=True):
        for place in seated:
            table = tables[place.table - 1]
            chosen = place.board_set or row.number
            sitting = Sitting(round=row, table=table, board_set=chosen)
            sittings.append(sitting)
            for side, number in (("NS", place.ns), ("EW", place.ew)):
                seats.append(Seat(round=row, sitting=sitting, team=team_of[number], side=side))
        seats.extend(Seat(round=row, team=team_of[number]) for number in resting)
    Sitting.objects.bulk_create(sittings)
    Seat.objects.bulk_create(seats)
    Play.objects.bulk_create(plays_of(sittings, boards, tournament.boards_per_round))


def plays_of(sittings: Sequence[Sitting], boards: Sequence[Board], per_round: int) -> list[Play]:
    """The boards of each sitting's set, in order."""
    plays = []
    for sitting in sittings:
        first = ((sitting.board_set or 1) - 1) * per_round
        for order, board in enumerate(boards[first : first + per_round], start=1):
            plays.append(Play(sitting=sitting, board=board, order=order))
    return plays
