"""A variant of the game: one frozen record of tables, numbers and switches (rules 3)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Auction = Literal["ladder", "turn_up", "name"]
NobodyBids = Literal["thrown_in", "dealer_names"]
PartnerRule = Literal["always", "unless_partner_wins"]
Overtrump = Literal["or_any_card", "no_duty", "or_any_trump"]
LongRuns = Literal["full", "five"]
RunOfEight = Literal["quinte", "quinte_and_tierce", "wins_match"]
EqualSequences = Literal["void", "earlier"]
Contest = Literal["by_kind", "together"]
TrickNeeded = Literal[False, "but_belote", "all"]
BeloteWhen = Literal["lead_follow_trump", "always"]
OnEqual = Literal["hang", "lost"]
Sheet = Literal["match_points", "card_points"]
CapotExit = Literal[False, "raised", True]
Irregularity = Literal["director", "forfeit"]
Until = Literal["deal", "enough"]
Layout = Literal["packets", "set_aside", "turned_card", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """Every rule that differs from one way of playing to another; one field per switch.

    The first four fields are the shape of the table, which no house rule changes: the number of
    players, the lowest rank in the pack ("7" or "9") and how the cards lie: in packets, with two
    cards set aside by the taker, with a card turned up that stays out, or partly on the table.
    `preset` only remembers where the record came from; no rule asks for it.
    """

    preset: str = field(compare=False)
    players: int
    lowest: Literal["7", "9"]
    layout: Layout

    packets: str
    contracts: str
    auction: Auction
    contra_levels: int
    all_trumps_recontra_ends: bool
    nobody_bids: NobodyBids
    dealer_may_cancel: int | None
    """Card points up to which an obliged dealer may pass; None: never."""
    beat_plain: bool
    beat_trump: PartnerRule
    trump_when_void: PartnerRule
    overtrump: Overtrump
    long_runs: LongRuns
    run_of_eight: RunOfEight
    equal_sequences: EqualSequences
    contest: Contest
    carre_order: str
    card_in_two: bool
    trick_needed: TrickNeeded
    belote_when: BeloteWhen
    capot_doubled_in_no_trumps: bool
    no_trumps_four_aces: int
    on_equal: OnEqual
    capot_multiplied: bool
    sheet: Sheet
    target: int
    capot_exit: CapotExit
    kirtik: int
    irregularity: Irregularity
    until: Until


VariantJSON = str | Mapping[str, object]
