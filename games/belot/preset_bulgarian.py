"""The Bulgarian preset, base of all others. Sources are named as in `presets`."""

from typing import Final

from games.belot.variant import Variant

BULGARIAN: Final = Variant(
    preset="bulgarian",
    players=4,  # S0 intro; S1 intro
    lowest="7",  # S0 intro: 32 cards
    layout="packets",  # S0 Раздаване
    direction="counter_clockwise",  # S0 Раздаване: надясно
    packets="3+2 / 3",  # S0 Раздаване, Наддаване; S1 §1, §2; S2 §1
    contracts="C D H S NT AT",  # S0 Наддаване; S1 §2
    auction="ladder",  # S0 Наддаване; S1 §2
    first_call="eldest",  # S0 Наддаване: the player on the dealer's right
    bids="80-160 by 10",  # S0, S1: no numbers are bid
    capot_bid="none",  # S0, S1: no numbers are bid
    capot_value=250,  # S0, S1: no numbers are bid
    solo_value=0,  # S0, S1: no numbers are bid
    turn_up_goes_to="taker",  # S4 French, Dealing, where a card is turned up
    turn_up_again=False,  # S4 French, Bidding
    turn_up_no_trumps=False,  # not in S0 to S4
    exchange_seven=False,  # not in S0 to S4
    contra_levels=2,  # S0 Наддаване: контра, реконтра
    factors="double",  # S0 Точкуване: удвоява, учетворява
    contra_closes=False,  # S0, S1 §2: a higher bid cancels it
    recontra_by="side",  # S0 Наддаване: either of the two players
    recontra_ends="never",  # S0: three consecutive passes end it
    nobody_bids="thrown_in",  # S0 Наддаване; S1 §2
    dealer_may_cancel=None,  # not in S0, S1, S2
    beat_plain=False,  # S1 §3.1 requires only following suit
    beat_trump="always",  # S0 Всичко коз; S1 §3.3; S2 §3.1
    trump_when_void="unless_partner_wins",  # S0, S1 §3.1: "взятката принадлежи на противника"
    overtrump="or_any_card",  # S0, S1 §3.1; S2 §3.1
    trump_lead="free",  # S0, S1 §3
    points="classic",  # S0, S1 §4
    no_trumps_factor=2,  # S0 Точкуване; S1 §4
    declarations="hand",  # S0 Анонси; S1 Премии
    long_runs="full",  # S2 Bonuses: the longest sequence
    run_of_eight="quinte",  # S1 Премии: "пет или повече" 100
    equal_sequences="void",  # S0 Анонси; S1 Премии
    contest="by_kind",  # S0: "не елиминират поредни"
    carre_order="J 9 A T K Q",  # S1 Премии: trump values, table 1
    carre_points="J 200 9 150",  # S0, S1 Премии
    card_in_two=False,  # S0, S1: the player chooses one
    trick_needed=False,  # not in S0, S1, S2
    belote_when="lead_follow_trump",  # S0, S1 Премия за белот
    capot_points=90,  # S0, S1 Премия за капо
    capot_for="both",  # S0, S1: the side that took every trick
    capot_doubled_in_no_trumps=False,  # S0 Точкуване; S1 §4
    no_trumps_four_aces=0,  # S0 Анонси: nothing in no-trumps
    no_trumps_declarations=False,  # S0 Анонси
    goal="more",  # S0 Точкуване; S1 §4
    goal_floor=0,  # not in S0, S1, S2
    on_equal="hang",  # S0 Точкуване; S1 §4
    equal_under_contra="as_on_equal",  # S0 Точкуване; S1 §4
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
    last_deal="rounded",  # S0, S1 Закръгляне: every deal
    no_trumps_tens_first=False,  # S0, S1 Закръгляне: doubled first
    target=151,  # S0; S1 §4; S2 §4
    match_deals=None,  # S0: to 151
    capot_exit=False,  # S0, S1: "С капо не се излиза" (S2: raised)
    kirtik=0,  # not in S0, S1, S2
    irregularity="director",  # not in S0, S1, S2
    fault_points=0,  # not in S0, S1, S2
    until="deal",  # S0 Точкуване
)
