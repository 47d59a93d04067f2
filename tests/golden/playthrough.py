"""A deal from the first call to the score sheet, as text."""

from collections.abc import Mapping
from typing import Any

from games.belot.cards import CARDS, CONTRACTS, SUITS, card_list, write_cards
from games.belot.records.game import Deal
from games.belot.records.shape import START_KEYS
from games.belot.roem import combinations_in

SEAT_NAMES = {"N": "North", "W": "West", "S": "South", "E": "East"}


def playthrough(record: Mapping[str, Any]) -> str:
    """The deal of a full record as a story: hands, auction, tricks with who could play how many
    cards, announcements, and what is written."""
    whole = Deal.from_record(record)
    deal = Deal.from_record({key: record[key] for key in START_KEYS if key in record})
    lines = _heading(deal, record)
    for call in whole.calls:
        seat, open_calls = deal.turn, len(deal.legal)
        code = deal.table.code_of(call)
        deal.call(code)
        lines.append(f"  {seat} {code:<5} of {open_calls}")
    lines += _after_auction(whole, deal)
    for card in whole.played:
        lines += _one_card(whole, deal, card)
    return "\n".join(lines + _sheet(whole)) + "\n"


def _heading(deal: Deal, record: Mapping[str, Any]) -> list[str]:
    lines = [f"Variant {record['variant']}", f"Dealer {SEAT_NAMES[deal.dealer]}"]
    if deal.turned >= 0:
        lines.append(f"Turned up {CARDS[deal.turned]}")
    lines.append("Seen in the auction")
    for seat, letter in enumerate(deal.table.seats):
        lines.append(f"  {letter} {write_cards(deal.cards_seen_in_auction(seat))}")
    return [*lines, "Auction"]


def _after_auction(whole: Deal, deal: Deal) -> list[str]:
    if whole.standing.bid < 0:
        return ["Nobody bid"]
    doubled = f", contra {whole.standing.contra}" if whole.standing.contra else ""
    lines = [f"Contract {CONTRACTS[whole.standing.bid]} by {whole.declarer}{doubled}", "Hands"]
    for letter, cards in zip(deal.table.seats, whole.received, strict=True):
        lines.append(f"  {letter} {write_cards(cards)}")
    if whole.set_aside_cards:
        deal.set_aside(write_cards(whole.set_aside_cards))
        lines.append(f"Set aside {write_cards(whole.set_aside_cards)}")
    if whole.exchanger >= 0:
        deal.exchange(whole.table.seats[whole.exchanger])
        lines.append(f"{whole.table.seats[whole.exchanger]} changes the seven")
    return lines


def _one_card(whole: Deal, deal: Deal, card: int) -> list[str]:
    size = deal.table.players
    place = len(deal.played)
    lines = [f"Trick {place // size + 1}"] if place % size == 0 else []
    seat, choices = deal.turn, deal.legal
    deal.push(card)
    lines.append(f"  {seat} {CARDS[card]}  of {' '.join(choices)}{_said(whole, place)}")
    if len(deal.played) % size == 0:
        points = "–".join(map(str, deal.side_points))
        lines.append(f"  to {deal.table.seats[deal.trick_winner]}, points {points}")
        lines += _roem(whole, deal)
    return lines


def _roem(whole: Deal, deal: Deal) -> list[str]:
    """Cards and claimed points of the finished trick."""
    size = deal.table.players
    if deal.variant.declarations != "trick":
        return []
    trick = sum(1 << card for card in deal.played[-size:])
    found = combinations_in(deal.table, deal.standing.bid, trick)
    shown = ", ".join(f"{each.kind} {each.value}" for each in found)
    claims = dict(whole.claims or ())
    number = len(deal.played) // size
    claimed = f", claimed {claims.get(number, 0)}" if whole.claims is not None else ""
    return [f"  holds {shown}{claimed}"] if found else []


def _said(whole: Deal, place: int) -> str:
    said = [
        f"declares {write_cards(card_list(m.cards))}" for at, m in whole.melds if at == place + 1
    ]
    said += [f"belote {SUITS[found.suit]}" for at, found in whole.belotes if at == place + 1]
    return f"  ({', '.join(said)})" if said else ""


def _sheet(whole: Deal) -> list[str]:
    result: dict[str, Any] = whole.result()
    lines = [] if whole.offender < 0 else [f"Fault of {whole.table.seats[whole.offender]}"]
    lines.append("Sheet")
    for key, value in result.items():
        lines.append(f"  {key:<13}{_shown(value)}")
    return lines


def _shown(value: object) -> str:
    if isinstance(value, dict):
        return "  ".join(f"{side} {number}" for side, number in value.items())
    return "-" if value is None else str(value)
