"""The named variants: values only, each line with its source.

S0 "Как се играе Белот?", S1 "Официални правила на играта белот", S2 "Official rules for Belot",
S3 the encyclopedia article on Belot/Bela, S4 the encyclopedia article on Belote (common rules,
French, Belot). "Settled" points to the project's own rules document, section 3 unless named.
"""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from games.belot.variant import Variant

DEFAULT_PRESET: Final = "bulgarian"

BULGARIAN: Final = Variant(
    preset="bulgarian",
    players=4,  # S0 intro; S1 intro
    lowest="7",  # S0 intro: 32 cards
    layout="packets",  # S0 Раздаване
    packets="3+2 / 3",  # S0 Раздаване, Наддаване; S1 §1, §2; S2 §1
    contracts="C D H S NT AT",  # S0 Наддаване; S1 §2
    auction="ladder",  # S0 Наддаване; S1 §2
    contra_levels=2,  # S0 Наддаване: контра, реконтра
    factors="double",  # S0 Точкуване: удвоява, учетворява
    all_trumps_recontra_ends=False,  # S0: three consecutive passes end it
    nobody_bids="thrown_in",  # S0 Наддаване; S1 §2
    dealer_may_cancel=None,  # not in S0, S1, S2
    beat_plain=False,  # S1 §3.1 asks only to follow
    beat_trump="always",  # S0 Всичко коз; S1 §3.3; S2 §3.1
    trump_when_void="unless_partner_wins",  # S0, S1 §3.1: "взятката принадлежи на противника"
    overtrump="or_any_card",  # S0, S1 §3.1; S2 §3.1
    long_runs="full",  # S2 Bonuses: the longest sequence
    run_of_eight="quinte",  # S1 Премии: "пет или повече" 100
    equal_sequences="void",  # S0 Анонси; S1 Премии
    contest="by_kind",  # S0: "не елиминират поредни"
    carre_order="J 9 A T K Q",  # S1 Премии: trump values, table 1
    card_in_two=False,  # S0, S1: the player chooses one
    trick_needed=False,  # not in S0, S1, S2
    belote_when="lead_follow_trump",  # S0, S1 Премия за белот
    capot_points=90,  # S0, S1 Премия за капо
    capot_for="both",  # S0, S1: the side that took every trick
    capot_doubled_in_no_trumps=False,  # S0 Точкуване; S1 §4
    no_trumps_four_aces=0,  # S0 Анонси: nothing in no-trumps
    goal="more",  # S0 Точкуване; S1 §4
    goal_floor=0,  # not in S0, S1, S2
    on_equal="hang",  # S0 Точкуване; S1 §4
    made_award="taken",  # S0 Точкуване: each side its own
    lost_base="total",  # S0 Точкуване: all points of both
    lost_base_capot="total",  # S0 Точкуване
    lost_declarations="both",  # S0 Точкуване: all points of both
    factors_on="deal",  # S0 Точкуване: the whole deal
    capot_multiplied=True,  # S0: "включително премията за капо"
    belote_multiplied=True,  # S0 Точкуване: the whole deal
    belote_when_lost="other_side",  # S0 Точкуване: all points of both
    sheet="match_points",  # S0 Точкуване, Закръгляне
    rounding="paired",  # S0, S1 Закръгляне
    target=151,  # S0; S1 §4; S2 §4
    capot_exit=False,  # S0, S1: "С капо не се излиза" (S2: raised)
    kirtik=0,  # not in S0, S1, S2
    irregularity="director",  # not in S0, S1, S2
    until="deal",  # S0 Точкуване
)

BELOTE: Final = replace(
    BULGARIAN,
    preset="belote",
    packets="3+2 / 3",  # S4 Dealing
    contra_levels=2,  # S4 Bidding: two levels (option three)
    all_trumps_recontra_ends=True,  # S4 Bidding
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
    all_trumps_recontra_ends=True,  # S4 Belot, Dealing and bidding
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
    packets="2+3 / 3",  # S3, 4 players (option 3+3 / 2)
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
    layout="set_aside",  # S3, 3 players
    target=701,  # S3, Winning, 3 players
)

BELA2: Final = replace(
    BELA,
    preset="bela2",
    players=2,  # S3, 2 players
    layout="turned_card",  # S3, 2 players
    auction="turn_up",  # S3, 2 players
    target=501,  # S3, Winning, 2 players
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
            BELOT3,
            BELOT2,
            OPEN_BELOT,
        )
    }
)
