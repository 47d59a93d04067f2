"""The deal of a practice played on, move by move, through the checks of the engine."""

import random
import secrets
from typing import Final

from games.belot import CARD_OF, Choice, Deal, Variant, random_pack, seats_of
from games.belot.bots import THINKS, bot_on
from games.belot.heuristics import Bot, with_announcements
from games.models import Practice, Record

SEAT: Final = "S"
"""The seat of the person."""


def new_deal(variant: Variant) -> Deal:
    """A deal that nobody can foresee; any seat has dealt."""
    luck = random.Random(secrets.randbits(128))
    return Deal(variant, luck.choice(seats_of(variant)), random_pack(variant, luck))


def deal_of(practice: Practice) -> Deal:
    """The deal as far as it is played, with all its cards."""
    return Deal.from_record(practice.record)


def moves_of(deal: Deal) -> int:
    """How many calls and cards were made and played."""
    return len(deal.calls) + len(deal.played)


def is_thinking(practice: Practice, deal: Deal) -> bool:
    """Whether it is the turn of an expert, who thinks in a worker."""
    return practice.rung in THINKS and deal.turn not in {None, practice.seat}


def make_move(deal: Deal, code: str) -> None:
    """A call, or a card with all that may be announced with it; RuleError for an illegal one."""
    if code in CARD_OF and CARD_OF[code] in _open_cards(deal):
        apply_choice(deal, with_announcements(deal.view(deal.turn or ""), CARD_OF[code]))
    else:
        deal.apply(code)


def _open_cards(deal: Deal) -> list[int]:
    return [CARD_OF[code] for code in deal.legal if code in CARD_OF]


def apply_choice(deal: Deal, choice: Choice) -> None:
    """What a player has chosen, through the checked moves."""
    if choice.code in CARD_OF:
        deal.play(choice.code, choice.declare, choice.belote)
    else:
        deal.apply(choice.code)


def play_bots(practice: Practice, deal: Deal) -> None:
    """The moves of the computer until the person is in turn, or the deal is over."""
    bots: dict[str, Bot] = {}
    while deal.turn not in {None, practice.seat}:
        seat = deal.turn or ""
        if seat not in bots:
            bots[seat] = bot_on(practice.rung, random.Random(f"{practice.share} {seat}"))
        luck = random.Random(f"{practice.share} {moves_of(deal)}")
        apply_choice(deal, bots[seat](deal.view(seat), luck))


def store(practice: Practice, deal: Deal) -> None:
    """Keep the deal as it stands now; once it is over its record stands by itself."""
    practice.record, practice.moves = deal.record(), moves_of(deal)
    if deal.turn is None:
        practice.kept = Record.objects.create(record=practice.record, source=Record.Source.PRACTICE)
    practice.save(update_fields=["record", "moves", "kept"])
