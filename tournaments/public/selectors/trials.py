"""A finished board to play out in a contract."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.belot import next_seat
from games.replay.selectors.page import ReplayPage
from games.replay.selectors.trials import (
    is_trial_possible,
    table_before_play,
    trial_data,
    trial_for_contract,
)
from games.wording.deals import deal_display
from tournaments.models import Board, Tournament
from tournaments.public.selectors.boards import BoardCount


@dataclass(frozen=True, slots=True)
class BoardTrial:
    """Selected and possible contracts; ``seat`` leads, or takes the turned-up card."""

    contract: str
    seat: str
    contracts: tuple[str, ...]
    seats: tuple[str, ...]
    by_taker: bool
    page: ReplayPage
    data: dict[str, object]


def trial_of_board(
    tournament: Tournament, count: BoardCount, asked: Mapping[str, str]
) -> BoardTrial | None:
    """Trial of the requested ``contract`` and ``seat``; invalid ones use the first.

    None for unfinished boards and unsupported games.
    """
    if not count.is_over:
        return None
    boards = Board.objects.select_related("deal")
    deal = boards.get(tournament=tournament, number=count.number).dealt
    variant = deal.variant
    if not is_trial_possible(variant):
        return None
    contracts = tuple(variant.contracts.split())
    contract = asked.get("contract", "")
    contract = contract if contract in contracts else contracts[0]
    face = deal_display(deal)
    seats, by_taker = tuple(hand.seat for hand in face.hands), bool(face.turned)
    leader = next_seat(variant, deal.dealer)
    seat = asked.get("seat", "")
    seat = seat if seat in seats else leader
    if by_taker:
        face = deal_display(deal, seat)
    else:
        leader = seat
    page = table_before_play(variant, face, leader)
    data = trial_data(trial_for_contract(variant, face, contract, leader), page.replay.seats)
    return BoardTrial(contract, seat, contracts, seats, by_taker, page, data)
