"""Cards of finished boards as text and as deal records."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from django.utils.translation import gettext as _

from games.belot import variant_to_json
from games.models import Deal
from games.wording.moves import number_text
from games.wording.signs import colon
from games.wording.texts import (
    contract_words,
    ranks_by_suit,
    score_text,
    seat_letter,
    seat_name,
    signed_text,
)
from tournaments.console.selectors.prints import HandRecord, hand_records
from tournaments.models import Tournament
from tournaments.state.visibility import finished_boards

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


@dataclass(frozen=True)
class Hands:
    tournament: Tournament
    records: tuple[HandRecord, ...]
    deals: tuple[tuple[int, Deal], ...]


def hands_of(tournament: Tournament) -> Hands:
    over = finished_boards(tournament).select_related("deal").order_by("number")
    deals = tuple((board.number, board.dealt) for board in over)
    return Hands(tournament, tuple(hand_records(tournament, every_board=False)), deals)


def hands_text(hands: Hands) -> str:
    """Text: each board with one line per hand, and par if known."""
    title = f"{hands.tournament.name}{colon()}{_('Hand records')}"
    if not hands.records:
        return f"{title}\n\n{_('No board is over yet.')}\n"
    return "\n".join([title, *(board_text(record) for record in hands.records)])


def board_text(record: HandRecord) -> str:
    deal = record.deal
    number = _("Board %(number)d") % {"number": record.number}
    dealer = _("%(seat)s deals") % {"seat": seat_name(deal.dealer)}
    lines = ["", f"{number}, {dealer}"]
    lines += [f"  {seat_letter(hand.seat)}  {suits_text(hand.cards)}" for hand in deal.hands]
    if deal.turned:
        lines.append(f"  {_('Turned up')}{colon()}{suits_text((deal.turned,), short=True)}")
        lines.append(f"  {_('Stock, in this order')}{colon()}{cards_text(deal.stock)}")
    if record.analysis:
        par = record.analysis.par
        number = number_text(par.call)
        words = contract_words(par.contract, par.seat, par.contra, number)
        score = signed_text(par.net) if par.with_roem else score_text(*par.score)
        lines.append(f"  {_('Par')}{colon()}{words} {score}")
    return "\n".join([*lines, ""])


def suits_text(cards: tuple[str, ...], *, short: bool = False) -> str:
    """Cards by suit: "♠ A K 10  ♥ –"; ``short`` omits empty suits."""
    return "  ".join(
        f"{SUIT_SIGNS[suit]} {ranks}"
        for suit, ranks in ranks_by_suit(cards)
        if not short or any(card[0] == suit for card in cards)
    )


def cards_text(cards: tuple[str, ...]) -> str:
    """Cards in significant order."""
    return " ".join(suits_text((card,), short=True).replace(" ", "") for card in cards)


def deal_records(hands: Hands) -> list[dict[str, object]]:
    """Deal records (docs/deal-record.md)."""
    return [
        {
            "board": number,
            "variant": variant_to_json(deal.variant),
            "dealer": deal.dealer,
            "pack": deal.pack,
        }
        for number, deal in hands.deals
    ]


def hands_json(hands: Hands) -> str:
    return json.dumps(deal_records(hands), indent=1)


HAND_FORMS: Final[dict[str, tuple[str, Callable[[Hands], str]]]] = {
    "txt": ("text/plain; charset=utf-8", hands_text),
    "json": ("application/json; charset=utf-8", hands_json),
}


class HandsConverter:
    """URL converter for the file form."""

    regex = "|".join(HAND_FORMS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value
