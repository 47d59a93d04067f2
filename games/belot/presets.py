"""Named variants: values only, with sources.

S0 "Как се играе Белот?", S1 "Официални правила на играта белот", S2 "Official rules for
Belot", S3 the encyclopedia article on Belot/Bela, S4 the encyclopedia article on Belote
(common rules, French, Belot). "Settled": the project's own rules document, section 3
unless named. Lines that name no source follow `PRESET_SOURCES`.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.belot.preset_bulgarian import BULGARIAN
from games.belot.presets_of_numbers import BAZAR_BLOT, COINCHE_FFB, CONTREE_CANNES, CONTREE_FFB
from games.belot.variant import Variant

DEFAULT_PRESET: Final = "bulgarian"

BELOTE: Final = replace(
    BULGARIAN,
    preset="belote",
    packets="3+2 / 3",  # S4 Dealing
    contra_levels=2,  # S4 Bidding: two levels (option three)
    recontra_ends="all_trumps",  # S4 Bidding
    beat_trump="unless_partner_wins",  # S4 Play
    trump_when_void="always",  # S4 Play, read literally
    overtrump="no_duty",  # S4 Play names none
    long_runs="five",  # S4 Declarations
    run_of_eight="quinte_and_tierce",  # S4 Declarations
    belote_when="always",  # S4 Declarations
    capot_doubled_in_no_trumps=True,  # S4 Scoring
    no_trumps_four_aces=0,  # S4 Declarations: "may be" 200 (option)
)

BELOT: Final = replace(
    BULGARIAN,
    preset="belot",
    packets="3+2 / 3",  # S4 Belot, 4 players
    contra_levels=2,  # S4 Belot, Dealing and bidding (option three)
    recontra_ends="all_trumps",  # S4 Belot, Dealing and bidding
    trump_when_void="always",  # S4 Belot, Playing
    overtrump="or_any_trump",  # settled; S4 Belot, Playing
    long_runs="five",  # S4 Belot, Declarations
    run_of_eight="quinte_and_tierce",  # S4 Belot, Declarations
    carre_order="J 9 A K Q T",  # S4 Belot: "10s are weaker than Qs"
    trick_needed="but_belote",  # S4 Belot, Scoring
    belote_when="lead_follow_trump",  # S4 Belot, Declarations; settled
    capot_doubled_in_no_trumps=False,  # S4 Belot, Scoring; settled
    capot_multiplied=False,  # S4 Belot, Scoring: "not doubled"
    irregularity="forfeit",  # S4 Belot, Playing
)

FRENCH: Final = replace(
    BULGARIAN,
    preset="french",
    packets="3+2, next card turned up / taker: the turn-up and 2; others 3",  # S4 French, Dealing
    contracts="C D H S",  # S4 French, Bidding
    auction="turn_up",  # S4 French, Bidding
    contra_levels=0,  # S4 French, Bidding
    trump_when_void="unless_partner_wins",  # settled: the classic French rule
    overtrump="or_any_trump",  # settled: the classic French rule
    long_runs="five",  # S4 Declarations
    run_of_eight="quinte",  # settled
    belote_when="always",  # S4 Declarations
    on_equal="lost",  # S4 French, Scoring: must score more
    sheet="card_points",  # settled
    target=1001,  # settled
    capot_exit=True,  # settled
)

BELA: Final = replace(
    BULGARIAN,
    preset="bela",
    packets="3+3 / 2",  # S3, 4 players, of Croatia (option 2+3 / 3)
    contracts="C D H S",  # S3, 4 players
    auction="name",  # S3, 4 players
    contra_levels=0,  # S3 has none
    nobody_bids="dealer_names",  # S3, 4 players (option thrown_in)
    dealer_may_cancel=None,  # S3, 4 players (option 7)
    beat_plain=True,  # S3, Playing
    trump_when_void="always",  # S3, Playing
    overtrump="or_any_trump",  # settled; S3, Playing
    long_runs="five",  # S3, Declarations
    run_of_eight="wins_match",  # S3, Declarations
    equal_sequences="earlier",  # S3, Declarations
    contest="together",  # S3, Declarations
    carre_order="J 9 A K Q T",  # settled; S3, Declarations
    trick_needed="all",  # S3, Playing: "including Bela"
    belote_when="always",  # S3, Declarations
    on_equal="lost",  # S3: "less or equal"
    sheet="card_points",  # S3, Winning
    target=1001,  # S3, Winning (options 501, 701)
    capot_exit=True,  # S3 has no bar
    irregularity="forfeit",  # S3, Playing: 162 and all declarations
)

BELA3: Final = replace(
    BELA,
    preset="bela3",
    players=3,  # S3, 3 players
    packets="2+3 / 3",  # no effect: the layout sets the packets
    layout="set_aside",  # S3, 3 players
    target=701,  # S3, Winning, 3 players
)

BELA2: Final = replace(
    BELA,
    preset="bela2",
    players=2,  # S3, 2 players
    packets="2+3 / 3",  # no effect: the layout sets the packets
    layout="turned_card",  # S3, 2 players
    auction="turn_up",  # S3, 2 players
    target=501,  # S3, Winning, 2 players
)

KLABERJASS2: Final = replace(
    BELA2,
    preset="klaberjass2",
    layout="packets",  # six cards each, then three
    packets="3+3 / 3",  # in threes
    nobody_bids="thrown_in",  # two rounds of passes
    turn_up_goes_to="out",  # the 13th card stays on the table
    exchange_seven=True,  # the seven of trumps for the card turned up
    long_runs="four",  # three cards 20, four and more 50
    run_of_eight="quinte",  # as any four cards and more
    equal_sequences="trump_then_earlier",  # Klaberjass, a translated manual: trumps win
    carre_points="9 0 T 0 J 0 Q 0 K 0 A 0",  # sequences only
    on_equal="hang",  # McNeely
    target=500,  # Klaberjass
)

BELOT3: Final = replace(
    BELOT,
    preset="belot3",
    players=3,  # S4 Belot, 3 players
    lowest="9",  # S4 Belot: the 24-card deck
)

BELOT2: Final = replace(
    BELOT,
    preset="belot2",
    players=2,  # S4 Belot, 2 players
    lowest="9",  # S4 Belot: the 24-card deck
    packets="3+3 / 3",  # S4 Belot, 2 players: six cards, then three
)

OPEN_BELOT: Final = replace(
    BELOT,
    preset="open_belot",
    players=2,  # S4 Belot, 2 players: open
    layout="table",  # S4 Belot, 2 players: four cards on four
)

FRENCH_FFB: Final = replace(
    FRENCH,
    preset="french_ffb",
    on_equal="hang",  # FFB Belote 2015: 81-81 and 91-91 hang
    belote_when_lost="kept",  # FFB Belote 2015: the belote stays with its owner
)

KLAVERJAS_ROTTERDAM: Final = replace(
    BULGARIAN,
    preset="klaverjas_rotterdam",
    direction="clockwise",  # NKU Rotterdam
    packets="3+2+3",  # NKU Rotterdam
    contracts="C D H S",  # NKU Rotterdam
    auction="name",  # "play" with a suit, or pass, one round
    first_call="dealer",  # NKU Rotterdam (eldest: many clubs)
    contra_levels=0,  # NKU Rotterdam has none
    nobody_bids="first_names",  # the dealer must
    beat_trump="always",  # the partner's too
    trump_when_void="always",  # the partner's too
    overtrump="or_any_trump",  # else a lower trump
    declarations="trick",  # NKU Rotterdam, roem
    carre_points="7 100 8 100",  # NKU Rotterdam, roem: four equal 100
    capot_points=100,  # NKU Rotterdam, pit
    capot_for="declarer",  # NKU Rotterdam, pit (both: some clubs)
    goal="more",  # more than half of 162 and all roem
    on_equal="lost",  # 82 of 162
    made_award="taken",  # NKU Rotterdam
    lost_base="total",  # NKU Rotterdam, nat: 162 and all roem
    sheet="card_points",  # NKU Rotterdam
    rounding="none",  # NKU Rotterdam
    target=1500,  # no effect: 16 deals
    match_deals=16,  # a "boompje"
    capot_exit=True,  # no effect: 16 deals
    irregularity="forfeit",  # NKU Rotterdam, verzaken
    fault_points=100,  # NKU Rotterdam, verzaken (clubs vary)
)

KLAVERJAS_AMSTERDAM: Final = replace(
    KLAVERJAS_ROTTERDAM,
    preset="klaverjas_amsterdam",
    first_call="eldest",  # KBN (auction eldest, "verplicht": some clubs)
    trump_when_void="unless_partner_wins",  # KBN
    overtrump="not_under",  # KBN: a lower trump only with nothing else
    carre_points="J 200 7 100 8 100",  # KBN, roem: four jacks 200
)

BALOOT: Final = replace(
    BULGARIAN,
    preset="baloot",
    packets="3+2, next card turned up / taker: the turn-up and 2; others 3",  # Pagat, Baloot
    contracts="C D H S NT",  # hokm and sun
    auction="turn_up",  # Pagat, Baloot
    turn_up_no_trumps=True,  # sun goes over hokm; ashkal
    contra_levels=4,  # Validator, doubling: hokm to coffee
    factors="1 2 3 4 match / NT 1 2",  # Validator, doubling
    recontra_ends="always",  # Validator, doubling: nothing follows coffee, or contra of sun
    beat_trump="always",  # Pagat, Baloot (for a winning partner: not established)
    trump_when_void="unless_partner_wins",  # Pagat, Baloot
    overtrump="or_any_card",  # no source: as in contrée
    trump_lead="by_contra",  # Validator, doubling: open or closed
    declarations="hand",  # Pagat, Baloot
    long_runs="five",  # sira 20, fifty, hundred
    run_of_eight="quinte",  # no source
    equal_sequences="earlier",  # no source
    contest="together",  # Pagat, Baloot
    carre_order="A K Q J T 9",  # the higher rank
    carre_points="9 0 / NT A 200 9 0",  # no nines; 400 in sun
    belote_when="always",  # in hokm
    capot_points=90,  # Validator: 25 and 44
    capot_doubled_in_no_trumps=True,  # Validator: 44
    no_trumps_four_aces=200,  # 400, doubled with the rest
    no_trumps_declarations=True,  # Pagat, Baloot
    on_equal="lost / NT own",  # Validator
    equal_under_contra="last_doubler_loses",  # Validator
    belote_multiplied=False,  # Validator: always 2
    sheet="match_points",  # Pagat, Baloot
    rounding="paired",  # Validator: the same on all 163 splits
    no_trumps_tens_first=True,  # Validator
    target=152,  # Pagat, Baloot
    capot_exit=True,  # no source forbids it
    irregularity="director",  # penalties differ
)

PRESETS: Final[Mapping[str, Variant]] = MappingProxyType(
    {
        variant.preset: variant
        for variant in (
            BULGARIAN,
            BELOTE,
            BELOT,
            FRENCH,
            BELA,
            BELA3,
            BELA2,
            KLABERJASS2,
            BELOT3,
            BELOT2,
            OPEN_BELOT,
            FRENCH_FFB,
            CONTREE_FFB,
            CONTREE_CANNES,
            COINCHE_FFB,
            BAZAR_BLOT,
            KLAVERJAS_ROTTERDAM,
            KLAVERJAS_AMSTERDAM,
            BALOOT,
        )
    }
)

PRESET_SOURCES: Final[Mapping[str, Mapping[str, str]]] = MappingProxyType(
    {
        "bela3": dict.fromkeys(("packets", "contracts", "auction"), "S3 3 players"),
        "bela2": dict.fromkeys(
            ("packets", "contracts", "auction", "nobody_bids", "dealer_may_cancel"),
            "S3 2 players",
        ),
        **{key: {"packets": "S4 Belot"} for key in ("belot3", "belot2", "open_belot")},
        "french_ffb": {"on_equal": "FFB Belote 2015", "belote_when_lost": "FFB Belote 2015"},
        "klaberjass2": {"": "Klaberjass; S3 2 players", "on_equal": "McNeely"},
        "contree_ffb": {"": "FFB 27/01/2016"},
        "contree_cannes": {"": "Cannes 2016"},
        "coinche_ffb": {
            "": "FFB Coinche 2015",
            "points": "Pagat; FFB 27/01/2016 §11",
            "no_trumps_factor": "Pagat; FFB 27/01/2016 §11",
        },
        "bazar_blot": {"": "Bazar Blot"},
        "baloot": {
            "": "Baloot",
            **dict.fromkeys(
                (
                    "factors",
                    "contra_levels",
                    "recontra_ends",
                    "trump_lead",
                    "on_equal",
                    "equal_under_contra",
                    "belote_multiplied",
                    "rounding",
                    "no_trumps_tens_first",
                ),
                "Validator",
            ),
        },
        "klaverjas_rotterdam": {"": "NKU Rotterdam"},
        "klaverjas_amsterdam": {
            "": "KBN",
            "match_deals": "NKU Rotterdam",
            "irregularity": "NKU Rotterdam",
            "fault_points": "NKU Rotterdam",
        },
    }
)
"""By switch, "" for all others; default: the value's sources."""
