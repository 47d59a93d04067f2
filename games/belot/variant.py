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
Goal = Literal["more", "bid", "bid_and_more"]
MadeAward = Literal["taken", "taken_and_bid", "bid"]
LostDeclarations = Literal["both", "defence"]
FactorsOn = Literal["deal", "bid"]
BeloteWhenLost = Literal["other_side", "kept"]
Rounding = Literal["paired", "half_up", "half_down", "none"]
CapotFor = Literal["both", "declarer"]
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
    factors: str
    """What contra multiplies by: `factors.factors_of` reads it; as long as `contra_levels` says."""
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
    capot_points: int
    capot_for: CapotFor
    capot_doubled_in_no_trumps: bool
    no_trumps_four_aces: int
    goal: Goal
    goal_floor: int
    """Points without which no contract is made; 0: none."""
    on_equal: OnEqual
    made_award: MadeAward
    lost_base: int | str
    """What the cards of a lost contract count: `total`, or a number of the sheet."""
    lost_base_capot: int | str
    lost_declarations: LostDeclarations
    factors_on: FactorsOn
    capot_multiplied: bool
    belote_multiplied: bool
    belote_when_lost: BeloteWhenLost
    sheet: Sheet
    rounding: Rounding
    target: int
    capot_exit: CapotExit
    kirtik: int
    irregularity: Irregularity
    until: Until

    def __hash__(self) -> int:
        """The fields by which variants mostly differ: tables are looked up by it at every deal."""
        shape = self.players, self.packets, self.overtrump, self.carre_order, self.trick_needed
        return hash((shape, self.sheet, self.target, self.contra_levels, self.factors))

    @property
    def counts_bids(self) -> bool:
        """Whether the number that was bid decides what is written."""
        return self.goal != "more" or self.made_award != "taken"

    @property
    def counts_belotes_apart(self) -> bool:
        """Whether a slip must say how much of what was announced belotes are."""
        return (
            not self.belote_multiplied
            or self.belote_when_lost == "kept"
            or self.lost_declarations == "defence"
        )


VariantJSON = str | Mapping[str, object]
