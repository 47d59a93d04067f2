"""Questions to many deals, and the tallies that answer them, as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from typing import Any

from games.belot import SEATS, Deal, RuleError, variant_from_json, variant_to_json
from games.belot.cards import CARD_OF, CARDS
from games.belot.compiling import space
from games.belot.deal import places
from games.belot.levels import LEVELS
from games.belot.question import Question
from games.belot.simulate import simulate
from games.belot.tally import Tally

HAND_SIZE = 8
NEEDS_COMPILER = "needs_compiler"
"""Why a job ended: one deal of experts would keep an interpreted worker for many minutes."""


def play(question: Mapping[str, Any], seed: int, first: int, count: int) -> dict[str, Any]:
    """The tally of deals ``first`` … ``first + count - 1``; deal i depends on the seed and i."""
    return simulate(Question.from_json(question), seed, first, count).to_json()


def added(tallies: Iterable[Mapping[str, Any]]) -> Tally:
    """The tally of all batches together."""
    return reduce(Tally.__add__, map(Tally.from_json, tallies), Tally())


def is_too_slow(levels: Iterable[str]) -> bool:
    """Whether this process cannot play at one of these levels in any sensible time."""
    return "expert" in levels and not space().compiled


def levels_in(question: Mapping[str, Any]) -> set[str]:
    """The levels of the players in a question."""
    return set(question["levels"].values())


def whole_question(value: object) -> dict[str, Any]:
    """A question in its whole form, checked; RuleError at the key at fault."""
    question = Question.from_json(value)
    for side, level in zip(("NS", "EW"), question.levels, strict=True):
        if level not in LEVELS:
            known = ", ".join(LEVELS)
            raise RuleError("unknown_level", f"levels.{side}", value=level, known=known)
    return question.to_json()


def question_of(
    *,
    variant: Any,
    dealer: str | None,
    hands: Mapping[str, Sequence[str]],
    contract: Mapping[str, Any] | None,
    levels: Mapping[str, str],
) -> dict[str, Any]:
    """A checked question as JSON; four whole hands are played as typed, the first five bid on.

    Raises RuleError at the key at fault.
    """
    asked = {
        "variant": variant,
        "deals": cards_asked(variant, dealer, hands, contract),
        "dealer": dealer,
        "contract": contract,
        "levels": levels,
    }
    return whole_question(asked)


def cards_asked(
    variant: Any,
    dealer: str | None,
    hands: Mapping[str, Sequence[str]],
    contract: Mapping[str, Any] | None,
) -> Any:
    """The ``deals`` of a question: random, some known cards, or a whole pack."""
    if not hands:
        return "random"
    rules = variant_from_json(variant)
    is_whole = all(len(hands.get(seat, ())) == HAND_SIZE for seat in SEATS)
    if not is_whole or dealer is None or (rules.auction == "turn_up" and contract is None):
        return {"known": {seat: " ".join(cards) for seat, cards in hands.items()}}
    taker = SEATS.index(contract["declarer"]) if contract else 0
    pack = [0] * len(CARDS)
    for seat, own in zip(SEATS, places(rules, SEATS.index(dealer), taker), strict=True):
        for place, card in zip(own, hands[seat], strict=True):
            pack[place] = CARD_OF[card]
    return {"pack": " ".join(CARDS[card] for card in pack)}


def question_of_record(record: Mapping[str, Any]) -> dict[str, Any] | None:
    """The cards of a recorded deal as a question.

    None where it is no game for four, or where the hands depend on who takes a turned-up card.
    """
    deal = Deal.from_record(record)
    if len(deal.received) != len(SEATS) or deal.variant.auction == "turn_up":
        return None
    hands = {
        seat: [CARDS[card] for card in cards]
        for seat, cards in zip(SEATS, deal.received, strict=True)
    }
    return question_of(
        variant=variant_to_json(deal.variant),
        dealer=deal.dealer,
        hands=hands,
        contract=None,
        levels={"NS": "thumb", "EW": "thumb"},
    )
