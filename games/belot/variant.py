from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from games.belot.factors import contra_factor

Direction = Literal["counter_clockwise", "clockwise"]
Auction = Literal["ladder", "turn_up", "name", "eldest", "numeric"]
FirstCall = Literal["eldest", "dealer"]
TrumpLead = Literal["free", "by_contra"]
TurnUpGoesTo = Literal["taker", "dealer", "out"]
NobodyBids = Literal["thrown_in", "dealer_names", "first_names"]
CapotBid = Literal["none", "top", "with_number"]
RecontraEnds = Literal["never", "all_trumps", "always"]
RecontraBy = Literal["side", "bidder"]
PartnerRule = Literal["always", "unless_partner_wins"]
Overtrump = Literal["or_any_card", "no_duty", "or_any_trump", "not_under"]
Points = Literal["classic", "level", "scaled"]
Declarations = Literal["hand", "trick", "none"]
LongRuns = Literal["full", "five", "four"]
RunOfEight = Literal["quinte", "quinte_and_tierce", "wins_match"]
EqualSequences = Literal["void", "earlier", "trump_then_earlier"]
Contest = Literal["by_kind", "together"]
TrickNeeded = Literal[False, "but_belote", "all"]
BeloteWhen = Literal["lead_follow_trump", "always"]
OnEqual = Literal["hang", "lost", "lost / NT own"]
EqualUnderContra = Literal["as_on_equal", "last_doubler_loses"]
Goal = Literal["more", "bid", "bid_and_more"]
MadeAward = Literal["taken", "taken_and_bid", "bid"]
LostDeclarations = Literal["both", "defence"]
FactorsOn = Literal["deal", "bid"]
BeloteWhenLost = Literal["other_side", "kept", "nobody"]
Rounding = Literal["paired", "half_up", "half_down", "none"]
LastDeal = Literal["rounded", "exact"]
CapotFor = Literal["both", "declarer"]
Sheet = Literal["match_points", "card_points"]
CapotExit = Literal[False, "raised", True]
Irregularity = Literal["director", "forfeit"]
Until = Literal["deal", "enough"]
Layout = Literal["packets", "set_aside", "turned_card", "table"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """Every rule that differs between variants, one field per switch (rules 3).

    No switch changes the number of players, lowest rank and layout of the cards (in packets,
    two set aside by the taker, a turned-up card out of play, or partly on the table). `preset`
    affects no rule.
    """

    preset: str = field(compare=False)
    players: int
    lowest: Literal["7", "9"]
    layout: Layout

    direction: Direction
    packets: str
    contracts: str
    auction: Auction
    first_call: FirstCall
    bids: str
    """Parsed by `numbers.steps_in`."""
    capot_bid: CapotBid
    capot_value: int
    """Card points of all tricks bid without a number."""
    solo_value: int
    """Card points of all tricks bid alone; 0: not possible."""
    turn_up_goes_to: TurnUpGoesTo
    turn_up_again: bool
    """Whether the second round can name the refused suit."""
    turn_up_no_trumps: bool
    """Over a suit too (`sun`)."""
    exchange_seven: bool
    """For the turned-up card."""
    contra_levels: int
    factors: str
    """Of contra; parsed by `factors.factors_of`."""
    contra_closes: bool
    """Whether only recontra and pass can follow."""
    recontra_by: RecontraBy
    recontra_ends: RecontraEnds
    nobody_bids: NobodyBids
    dealer_may_cancel: int | None
    """Up to this many card points; None: never."""
    beat_plain: bool
    beat_trump: PartnerRule
    trump_when_void: PartnerRule
    overtrump: Overtrump
    trump_lead: TrumpLead
    """`by_contra`: a contra can forbid trump leads."""
    points: Points
    """In no-trumps and all-trumps."""
    no_trumps_factor: int
    declarations: Declarations
    """Combinations announced from hands, scored in tricks, or none."""
    long_runs: LongRuns
    run_of_eight: RunOfEight
    equal_sequences: EqualSequences
    contest: Contest
    carre_order: str
    """Parsed by `carres.carre_strengths`."""
    carre_points: str
    """Parsed by `carres.carre_points_of`."""
    card_in_two: bool
    trick_needed: TrickNeeded
    belote_when: BeloteWhen
    capot_points: int
    capot_for: CapotFor
    capot_doubled_in_no_trumps: bool
    no_trumps_four_aces: int
    no_trumps_declarations: bool
    goal: Goal
    goal_floor: int
    """Points required for any contract; 0: none."""
    on_equal: OnEqual
    """Outcome of equal totals."""
    equal_under_contra: EqualUnderContra
    made_award: MadeAward
    lost_base: int | str
    """`total`, or a number of the sheet."""
    lost_base_capot: int | str
    lost_declarations: LostDeclarations
    factors_on: FactorsOn
    capot_multiplied: bool
    belote_multiplied: bool
    belote_when_lost: BeloteWhenLost
    sheet: Sheet
    rounding: Rounding
    last_deal: LastDeal
    """Whether the deal that ends a match is rounded."""
    no_trumps_tens_first: bool
    """Rounded to tens before doubling; a 5 stays."""
    target: int
    match_deals: int | None
    """Then the higher sum wins, regardless of `target`; None: unlimited."""
    capot_exit: CapotExit
    kirtik: int
    irregularity: Irregularity
    fault_points: int
    """On top of all points of the deal."""
    until: Until

    def __hash__(self) -> int:
        """Hash only the fields that usually differ: tables are looked up at every deal."""
        shape = (
            self.players,
            self.direction,
            self.packets,
            self.overtrump,
            self.carre_order,
            self.trick_needed,
        )
        return hash((shape, self.sheet, self.target, self.contra_levels, self.factors))

    @property
    def counts_bids(self) -> bool:
        return self.goal != "more" or self.made_award != "taken"

    def contra_factor(self, contract: str, level: int) -> int | None:
        """Multiplier of a contra level in a contract; None: it decides the match."""
        return contra_factor(self.factors, self.contra_levels, contract, level)

    @property
    def bids_numbers(self) -> bool:
        """Whether a call is a number and a contract."""
        return self.auction == "numeric"

    @property
    def counts_belotes_apart(self) -> bool:
        """Whether a slip must list belotes apart from other announcements."""
        return self.declarations == "hand" and (
            not self.belote_multiplied
            or self.belote_when_lost != "other_side"
            or self.lost_declarations == "defence"
        )


VariantJSON = str | Mapping[str, object]
