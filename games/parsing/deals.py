import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Final

from games.belot import CARDS, MOVES, Deal, RuleError, Variant, from_text, pack_places
from games.belot.records import read_items
from games.parsing.records import JSON_START

TAG: Final = re.compile(r"\[(\w+)")
PLACE_KEYS: Final = ("board", "table", "round")


@dataclass(frozen=True, slots=True)
class ImportedDeal:
    variant: Variant
    dealer: str
    pack: str


def read_deals(text: str, most: int) -> list[ImportedDeal]:
    """Deals of a text, JSON or text notation; RuleError at ``[i]…`` for the first fault.

    A text with more than ``most`` deals is rejected as a whole.
    """
    text = text.lstrip("\ufeff")
    if JSON_START.match(text):
        items = read_items(text, most)
    else:
        blocks = list(islice(split_blocks(text), most + 1))
        if len(blocks) > most:
            raise RuleError("too_many", most=most)
        items = map(from_text, blocks)
    return [import_record(index, item) for index, item in enumerate(items, start=1)]


def split_blocks(text: str) -> Iterator[str]:
    """Split the text where its first tag repeats."""
    first = TAG.search(text)
    block: list[str] = []
    for line in text.splitlines():
        tag = TAG.match(line.lstrip())
        if tag and first and tag[1] == first[1] and any(map(str.strip, block)):
            yield "\n".join(block)
            block = []
        block.append(line)
    if any(map(str.strip, block)):
        yield "\n".join(block)


def import_record(number: int, item: object) -> ImportedDeal:
    if isinstance(item, RuleError):
        raise item
    try:
        if not isinstance(item, Mapping):
            raise RuleError("not_an_object")
        record = {key: value for key, value in item.items() if key not in PLACE_KEYS}
        return import_deal(Deal.from_record(record))
    except RuleError as error:
        raise error.at_place(f"[{number}]{'.' if error.at else ''}{error.at}") from error


def import_deal(deal: Deal) -> ImportedDeal:
    """A deal as a board; hands without a pack are put in dealing order."""
    if deal.table.players != 4:
        raise RuleError("four_players_only", "variant")
    source = deal.source()
    variant = deal.variant
    if "pack" in source:
        return ImportedDeal(variant, deal.dealer, str(source["pack"]))
    if deal.variant.auction == "turn_up":
        raise RuleError("missing_key", "pack", key="pack")
    pack = [0] * len(CARDS)
    own = pack_places(deal.variant, deal.dealer_seat, 0)
    for at, hand in zip(own, deal.received, strict=True):
        for place, card in zip(at, hand, strict=True):
            pack[place] = card
    return ImportedDeal(variant, deal.dealer, " ".join(MOVES[card] for card in pack))
