"""Write rounds as rows: boards, tables, sittings, seats and empty plays."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from games.belot import seats_of as seats_in_turn
from games.belot import seeded_pack
from games.models import Deal, SetBoard
from tournaments.draws.selectors.movements import PLAYING_ORDER
from tournaments.errors import RuleViolationError
from tournaments.models import Board, LogEntry, Play, Round, Seat, Sitting, Table, Team, Tournament
from tournaments.movements import Movement
from tournaments.movements import Sitting as Place
from tournaments.state.dealing_rules import has_same_dealing

COMPASS_SIDES: Mapping[str, str] = {"N": "NS", "W": "EW", "S": "NS", "E": "EW"}


@dataclass(frozen=True)
class SeatedTable:
    """One table of a round: team numbers, match and reasons for the pairing."""

    place: Place
    match: int | None = None
    reasons: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True)
class RoundPlan:
    placed: Sequence[SeatedTable]
    resting: Sequence[int] = ()
    drawn: Mapping[str, Any] = field(default_factory=dict)

    @property
    def tables(self) -> int:
        return max((each.place.table for each in self.placed), default=0)


def board_sets(movement: Movement) -> int:
    """Number of board sets; a movement without sets uses a new one per round."""
    return movement.board_sets or len(movement.rounds)


def deal_boards(tournament: Tournament, count: int) -> list[Board]:
    """Boards 1…count; missing ones come from the deal set or the seed.

    Open play has games without deals. Raise RuleViolationError if the seed is public.
    """
    there = list(tournament.boards.order_by("number"))
    lacking = range(len(there) + 1, count + 1)
    if lacking and not tournament.is_open_play:
        check_seed_secret(tournament)
    if tournament.is_open_play:
        new_boards = [Board(tournament=tournament, number=number) for number in lacking]
    else:
        deals = Deal.objects.bulk_create(deals_of(tournament, lacking))
        new_boards = [
            Board(tournament=tournament, number=number, deal=deal)
            for number, deal in zip(lacking, deals, strict=True)
        ]
    return [*there, *Board.objects.bulk_create(new_boards)]


def check_seed_secret(tournament: Tournament) -> None:
    """Refuse to deal from a seed published when the tournament was finished before."""
    if LogEntry.objects.filter(tournament=tournament, action="tournament_finished").exists():
        raise RuleViolationError(
            "seed_known",
            _(
                "The seed of the cards is public since this tournament was finished, so everybody "
                "would know further boards. Play on in a further stage."
            ),
        )


def check_deal_set(tournament: Tournament, boards: int) -> None:
    """Refuse a deal set with too few deals or other dealing rules."""
    if tournament.deal_set is None or tournament.is_open_play:
        return
    if not has_same_dealing(tournament.variant, tournament.deal_set.variant):
        raise RuleViolationError(
            "other_rules", _("The prepared deals are made for other rules: they give other hands.")
        )
    there = tournament.deal_set.boards.count()
    if there < boards:
        raise RuleViolationError(
            "set_too_short",
            _(
                "%(boards)d boards are to be played, but the prepared set has %(there)d "
                "deals. Play fewer boards, use another set, or deal from the secret seed."
            )
            % {"boards": boards, "there": there},
            field="kind",
        )


def deals_of(tournament: Tournament, numbers: range) -> Iterator[Deal]:
    variant = tournament.variant
    seed = bytes.fromhex(tournament.seed)
    seats = seats_in_turn(variant)
    prepared = prepared_deals(tournament)
    for number in numbers:
        if number in prepared:
            dealer, pack = prepared[number]
        else:
            dealer, pack = seats[(number - 1) % len(seats)], seeded_pack(variant, seed, number)
        yield Deal(variant=variant, pack=pack, dealer=dealer)


def prepared_deals(tournament: Tournament) -> dict[int, tuple[str, str]]:
    """Dealer and pack by board number of the deal set; one query."""
    if tournament.deal_set_id is None:
        return {}
    rows = SetBoard.objects.filter(deal_set=tournament.deal_set_id)
    deals = rows.values_list("number", "deal__dealer", "deal__pack")
    return {number: (dealer, pack) for number, dealer, pack in deals}


def tables_up_to(tournament: Tournament, count: int) -> dict[int, Table]:
    """Tables 1…count and existing ones, by number; tables keep their links."""
    there = {table.number: table for table in tournament.tables.all()}
    new_tables = Table.objects.bulk_create(
        Table(tournament=tournament, number=number)
        for number in range(1, count + 1)
        if number not in there
    )
    return there | {table.number: table for table in new_tables}


def seat_rounds(
    tournament: Tournament, movement: Movement, teams: Sequence[Team], boards: Sequence[Board]
) -> None:
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=number) for number in range(1, len(movement.rounds) + 1)
    )
    plans = [
        RoundPlan(place_round(tournament, movement, seated), resting)
        for seated, resting in zip(movement.rounds, movement.sit_outs, strict=True)
    ]
    write_seats(tournament, list(zip(rounds, plans, strict=True)), teams, boards)


def place_round(
    tournament: Tournament, movement: Movement, seated: Sequence[Place]
) -> list[SeatedTable]:
    """Tables of a round; both tables of a team match share a number."""
    if tournament.unit != Tournament.Unit.TEAM:
        return [SeatedTable(place) for place in seated]
    meetings = sorted({tuple(sorted(place.entrants)) for place in seated})
    number = {meeting: at for at, meeting in enumerate(meetings, start=1)}
    both = len(meetings) * 2 == len(seated)
    return [
        SeatedTable(place, number[tuple(sorted(place.entrants))] if both else None)
        for place in seated
    ]


def write_seats(
    tournament: Tournament,
    planned: Sequence[tuple[Round, RoundPlan]],
    teams: Sequence[Team],
    boards: Sequence[Board],
) -> None:
    """Write the sittings, seats and plays of stored rounds."""
    team_of = {team.number: team for team in teams}
    tables = tables_up_to(tournament, max((plan.tables for _row, plan in planned), default=0))
    sittings, seats = [], []
    for row, plan in planned:
        for each in plan.placed:
            sitting = Sitting(
                round=row,
                table=tables[each.place.table],
                board_set=None if tournament.is_open_play else each.place.board_set or row.number,
                match=each.match,
                reasons=list(each.reasons),
            )
            sittings.append(sitting)
            for number, values in seats_of(tournament.unit, each.place):
                seats.append(Seat(round=row, sitting=sitting, team=team_of[number], **values))
        seats.extend(Seat(round=row, team=team_of[number]) for number in plan.resting)
    Sitting.objects.bulk_create(sittings)
    Seat.objects.bulk_create(seats)
    Play.objects.bulk_create(plays_of(sittings, boards, tournament.boards_a_round))


def seats_of(unit: str, place: Place) -> Iterator[tuple[int, dict[str, object]]]:
    """Seats of a table: team number with side, place and half."""
    if place.seats is not None:
        for compass, player in zip(PLAYING_ORDER, place.seats, strict=False):
            yield player, {"side": COMPASS_SIDES[compass], "place": compass}
        return
    singles = {"NS": "N", "EW": "S"} if unit == "player" else {}
    for side, number in (("NS", place.ns), ("EW", place.ew)):
        if number is not None:
            # The first pair of a team sits North–South, the second East–West.
            half = 2 if unit == "team" and side == "EW" else 1
            yield number, {"side": side, "place": singles.get(side, ""), "half": half}


def plays_of(sittings: Sequence[Sitting], boards: Sequence[Board], per_round: int) -> list[Play]:
    """The boards of each sitting's set; in open play the game of the round."""
    plays = []
    for sitting in sittings:
        first = ((sitting.board_set or sitting.round.number) - 1) * per_round
        for order, board in enumerate(boards[first : first + per_round], start=1):
            plays.append(Play(sitting=sitting, board=board, order=order))
    return plays


def store_round(tournament: Tournament, row: Round, plan: RoundPlan) -> Round:
    """Write a drawn round whose ``row`` exists, with its boards and tables."""
    boards = deal_boards(tournament, row.number * tournament.boards_a_round)
    teams = list(tournament.teams.filter(number__isnull=False))
    row.drawn = dict(plan.drawn)
    row.save(update_fields=["drawn"])
    write_seats(tournament, [(row, plan)], teams, boards)
    return row
