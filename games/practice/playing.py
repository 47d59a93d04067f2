import random
import secrets
from typing import Final

from games.belot import CARD_OF, BotMove, Deal, Variant, random_pack, seats_of
from games.belot.bots import SAMPLING_RUNGS, bot_for_rung
from games.belot.heuristics import Bot, with_announcements
from games.models import Practice, Record

PERSON_SEAT: Final = "S"


def new_deal(variant: Variant) -> Deal:
    """An unpredictable deal with a random dealer."""
    luck = random.Random(secrets.randbits(128))
    return Deal(variant, luck.choice(seats_of(variant)), random_pack(variant, luck))


def deal_of(practice: Practice) -> Deal:
    return Deal.from_record(practice.record)


def move_count(deal: Deal) -> int:
    return len(deal.calls) + len(deal.played)


def is_thinking(practice: Practice, deal: Deal) -> bool:
    """Whether an expert bot is to move, which runs in a worker."""
    return practice.rung in SAMPLING_RUNGS and deal.turn not in {None, practice.seat}


def make_move(deal: Deal, code: str) -> None:
    """Make a call, or play a card with all its announcements; RuleError if illegal."""
    if code in CARD_OF and CARD_OF[code] in _open_cards(deal):
        apply_choice(deal, with_announcements(deal.view(deal.turn or ""), CARD_OF[code]))
    else:
        deal.apply(code)


def _open_cards(deal: Deal) -> list[int]:
    return [CARD_OF[code] for code in deal.legal if code in CARD_OF]


def apply_choice(deal: Deal, choice: BotMove) -> None:
    if choice.code in CARD_OF:
        deal.play(choice.code, choice.declare, choice.belote)
    else:
        deal.apply(choice.code)


def play_bots(practice: Practice, deal: Deal) -> None:
    """Make the bots' moves until it is the person's turn or the deal is over."""
    bots: dict[str, Bot] = {}
    while deal.turn not in {None, practice.seat}:
        seat = deal.turn or ""
        if seat not in bots:
            bots[seat] = bot_for_rung(practice.rung, random.Random(f"{practice.share} {seat}"))
        luck = random.Random(f"{practice.share} {move_count(deal)}")
        apply_choice(deal, bots[seat](deal.view(seat), luck))


def save_deal(practice: Practice, deal: Deal) -> None:
    """Save the deal; once it is over, also as a separate record."""
    practice.record, practice.moves = deal.record(), move_count(deal)
    if deal.turn is None:
        practice.kept = Record.objects.create(record=practice.record, source=Record.Source.PRACTICE)
    practice.save(update_fields=["record", "moves", "kept"])
