from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import TypedDict, cast, final

from games.belot import (
    CARD_OF,
    CARDS,
    USUAL_LEVEL,
    Deal,
    Level,
    RuleError,
    pack_places,
    seats_of,
    variant_from_json,
    variant_to_json,
)
from games.belot.bots import LEVELS
from games.belot.compiling import space
from games.belot.simulation import Question, Tally, simulate


class ContractJson(TypedDict):
    """A contract that is played in every deal."""

    contract: str
    declarer: str
    contra: int


@final
class PackJson(TypedDict):
    pack: str


@final
class KnownJson(TypedDict):
    known: dict[str, str]


class QuestionJson(TypedDict):
    """A stored question; ``deals`` is "random" if no card is given."""

    variant: str | dict[str, str | bool | int]
    deals: str | PackJson | KnownJson
    dealer: str | None
    contract: ContractJson | None
    levels: dict[str, str]


HAND_SIZE = 8
NEEDS_COMPILER = "needs_compiler"
"""Interpreted, one deal of experts takes many minutes."""


def play_batch(
    question: Mapping[str, object], seed: int, first: int, count: int
) -> dict[str, dict[str, int]]:
    """Tally of deals ``first`` … ``first + count - 1``; deal i depends on the seed and i."""
    return simulate(Question.from_json(question), seed, first, count).to_json()


def add_tallies(tallies: Iterable[Mapping[str, Mapping[str, int]]]) -> Tally:
    return reduce(Tally.__add__, map(Tally.from_json, tallies), Tally())


def is_too_slow(levels: Iterable[str]) -> bool:
    """Whether one of these levels needs the compiler and this process lacks it."""
    return Level.EXPERT in levels and not space().compiled


def levels_in(question: QuestionJson) -> set[str]:
    return set(question["levels"].values())


def checked_question(value: object) -> QuestionJson:
    question = Question.from_json(value)
    for side, level in zip(("NS", "EW"), question.levels, strict=True):
        if level not in LEVELS:
            known = ", ".join(LEVELS)
            raise RuleError("unknown_level", f"levels.{side}", value=level, known=known)
    return cast(QuestionJson, question.to_json())


def build_question(
    *,
    variant: object,
    dealer: str | None,
    hands: Mapping[str, Sequence[str]],
    contract: ContractJson | None,
    levels: Mapping[str, str],
) -> QuestionJson:
    """A checked question as JSON; four whole hands are dealt in typed order, so that the
    first five cards are bid on.

    Raises RuleError at the invalid key.
    """
    question = {
        "variant": variant,
        "deals": deals_json(variant, dealer, hands, contract),
        "dealer": dealer,
        "contract": contract,
        "levels": levels,
    }
    return checked_question(question)


def deals_json(
    variant: object,
    dealer: str | None,
    hands: Mapping[str, Sequence[str]],
    contract: ContractJson | None,
) -> str | PackJson | KnownJson:
    """The ``deals`` of a question: random, some known cards, or a whole pack."""
    if not hands:
        return "random"
    rules = variant_from_json(variant)
    seats = seats_of(rules)
    is_whole = all(len(hands.get(seat, ())) == HAND_SIZE for seat in seats)
    if not is_whole or dealer is None or (rules.auction == "turn_up" and contract is None):
        return {"known": {seat: " ".join(cards) for seat, cards in hands.items()}}
    taker = seats.index(contract["declarer"]) if contract else 0
    pack = [0] * len(CARDS)
    for seat, own in zip(seats, pack_places(rules, seats.index(dealer), taker), strict=True):
        for place, card in zip(own, hands[seat], strict=True):
            pack[place] = CARD_OF[card]
    return {"pack": " ".join(CARDS[card] for card in pack)}


def question_of_record(record: Mapping[str, object]) -> QuestionJson | None:
    """The cards of a recorded deal as a question.

    None if it is not for four players or the hands depend on who takes a turned-up card.
    """
    deal = Deal.from_record(record)
    if deal.table.players != 4 or deal.variant.auction == "turn_up":
        return None
    hands = {
        seat: [CARDS[card] for card in cards]
        for seat, cards in zip(deal.table.seats, deal.received, strict=True)
    }
    return build_question(
        variant=variant_to_json(deal.variant),
        dealer=deal.dealer,
        hands=hands,
        contract=None,
        levels={"NS": USUAL_LEVEL, "EW": USUAL_LEVEL},
    )
