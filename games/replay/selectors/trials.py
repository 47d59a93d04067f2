"""Data for trying other cards in the browser (``static/js/solver/main.js``)."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict

from games.analysis.versions import is_solvable
from games.belot import CARD_OF, CARDS, CONTRACTS, Deal, Variant, table_of
from games.belot.solving import Trial, can_be_tried, trial_of, trial_with
from games.replay.selectors.frames import Frame
from games.replay.selectors.page import ReplayPage, page_of
from games.replay.selectors.replay import Replay, ReplayHand, Tile
from games.wording.deals import DealDisplay
from games.wording.texts import sort_for_display


def trial_in(record: Mapping[str, object]) -> Trial | None:
    """A record's deal from its first card on; None if nothing can be tried."""
    deal = Deal.from_record(record)
    if not is_trial_possible(deal.variant) or deal.status == "auction" or not deal.contract:
        return None
    return trial_of(deal)


def is_trial_possible(variant: Variant) -> bool:
    """Whether the browser can search deals under these rules."""
    return is_solvable(variant) and can_be_tried(variant)


def trial_data(trial: Trial, seats: Sequence[str]) -> dict[str, object]:
    """The trial for ``static/js/replay/trial.js``, with the names of its cards and seats."""
    return {**asdict(trial), "cards": CARDS, "seats": seats}


def trial_for_contract(variant: Variant, deal: DealDisplay, contract: str, leader: str) -> Trial:
    hands = [sum(1 << CARD_OF[card] for card in hand.cards) for hand in deal.hands]
    seats = [hand.seat for hand in deal.hands]
    return trial_with(variant, hands, CONTRACTS.index(contract), seats.index(leader))


def table_before_play(variant: Variant, deal: DealDisplay, leader: str) -> ReplayPage:
    table = table_of(variant)
    frame = Frame(
        number=0,
        kind="card",
        text="",
        turn=leader,
        calls=0,
        played=0,
        said=0,
        tricks=0,
        trick=(),
        winner="",
        points={},
        announced={},
    )
    hands = tuple(
        ReplayHand(
            seat=hand.seat,
            packets=tuple(
                tuple(Tile(card, -1, "") for card in sort_for_display(packet))
                for packet in (hand.first, hand.later)
                if packet
            ),
            did="led" if hand.seat == leader else "",
        )
        for hand in deal.hands
    )
    replay = Replay(
        variant=variant,
        seats=table.seats,
        sides=table.sides,
        dealer=deal.dealer,
        turned="",
        contract="",
        declarer="",
        contra=0,
        bid="",
        first_play=0,
        hands=hands,
        calls=(),
        tricks=(),
        said=(),
        frames=(frame,),
        result={"status": "play", "score": dict.fromkeys(table.sides, 0)},
        reasons=(),
    )
    return page_of(replay, 0)
