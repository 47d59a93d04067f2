"""FFB and Cannes are the regulations of their years; Bazar Blot as played in Armenia. FFB
without a date is 27/01/2016. Lines that name no source follow `PRESET_SOURCES`.
"""

from dataclasses import replace
from typing import Final

from games.belot.preset_bulgarian import BULGARIAN

CONTREE_FFB: Final = replace(
    BULGARIAN,
    preset="contree_ffb",
    packets="3+2+3",  # FFB 27/01/2016
    contracts="C D H S",  # FFB (no-trumps, all-trumps: §11, an option)
    auction="numeric",  # FFB, annonces
    bids="80-160 by 10",  # FFB, annonces
    capot_bid="top",  # FFB, annonces
    capot_value=250,  # FFB §10
    contra_levels=2,  # FFB §10: 1, 2, 4
    contra_closes=True,  # FFB, annonces
    recontra_ends="always",  # FFB, annonces
    beat_trump="always",  # FFB: the partner's too
    trump_when_void="unless_partner_wins",  # FFB 27/01/2016
    overtrump="or_any_card",  # FFB (or_any_trump: an option of clubs)
    declarations="none",  # FFB: the belote alone
    belote_when="always",  # FFB 27/01/2016
    goal="bid",  # FFB §10: also with fewer points than the defence
    on_equal="lost",  # no effect: the bid decides
    made_award="taken_and_bid",  # FFB §10, points made and bid
    lost_base=160,  # FFB §10
    lost_base_capot=250,  # FFB §10
    factors_on="deal",  # FFB §10 (bid: Note 1)
    belote_multiplied=False,  # FFB §10: 20 more, whatever the contra
    rounding="half_up",  # FFB §10
    sheet="card_points",  # FFB §10
    target=2000,  # usual; the FFB names none
    capot_exit=True,  # the FFB has no bar
)

CONTREE_CANNES: Final = replace(
    CONTREE_FFB,
    preset="contree_cannes",
    bids="80-260 by 10",  # Cannes 2016
    capot_value=270,  # Cannes 2016
    lost_base=162,  # Cannes 2016
    lost_base_capot=252,  # Cannes 2016
    factors="1 2 3",  # Cannes 2016
    factors_on="bid",  # Cannes 2016
    rounding="half_down",  # Cannes 2016
    last_deal="exact",  # 204 – 58, not 200 – 60
    target=2001,  # Cannes 2016
)

COINCHE_FFB: Final = replace(
    CONTREE_FFB,
    preset="coinche_ffb",
    contracts="C D H S NT AT",  # FFB Coinche 2015
    bids="80+ by 10",  # FFB Coinche 2015: declarations allow higher bids
    points="level",  # Pagat: 162 points in every contract (FFB 27/01/2016 §11: scaled)
    no_trumps_factor=1,  # FFB 27/01/2016 §11; Pagat
    declarations="hand",  # FFB Coinche 2015
    long_runs="five",  # FFB Coinche 2015, as in belote
    contest="by_kind",  # FFB Coinche 2015, as in belote
    goal="bid_and_more",  # FFB Coinche 2015: the bid, and more than the defence
    belote_when_lost="kept",  # FFB Coinche 2015: never lost
)

BAZAR_BLOT: Final = replace(
    BULGARIAN,
    preset="bazar_blot",
    direction="clockwise",  # Bazar Blot (counter-clockwise: a paper)
    packets="4+4",  # Bazar Blot
    contracts="C D H S NT",  # "boy" is no-trumps
    auction="numeric",  # Bazar Blot
    bids="8-80 by 1 in tens",  # Bazar Blot
    capot_bid="with_number",  # a mark on a number
    contra_levels=2,  # Bazar Blot
    factors="1 2 4 / NT 2 3 5",  # Bazar Blot
    contra_closes=True,  # recontra or accept
    recontra_by="bidder",  # Bazar Blot
    recontra_ends="always",  # Bazar Blot
    beat_trump="always",  # Bazar Blot
    trump_when_void="unless_partner_wins",  # Bazar Blot (always: terz.am, a paper)
    overtrump="or_any_trump",  # Bazar Blot (or_any_card: another program)
    points="level",  # an ace 19 in no-trumps
    no_trumps_factor=1,  # 162 always
    no_trumps_declarations=True,  # Bazar Blot
    long_runs="full",  # by length
    equal_sequences="trump_then_earlier",  # Bazar Blot
    contest="together",  # any carré beats any sequence
    carre_order="J 9 A K Q T / NT A K Q J T 9",  # Bazar Blot
    carre_points="J 200 9 140 A 110 / NT A 190 9 0",  # Bazar Blot
    belote_when="always",  # Bazar Blot
    goal="bid",  # Bazar Blot
    on_equal="lost",  # no effect: the bid decides
    made_award="taken_and_bid",  # Bazar Blot
    lost_base=16,  # Bazar Blot
    lost_base_capot=25,  # where the defence took all tricks
    lost_declarations="defence",  # Bazar Blot
    factors_on="bid",  # Bazar Blot
    belote_multiplied=False,  # the bid alone is multiplied
    belote_when_lost="nobody",  # 0 - 11 + 16 + 5
    rounding="half_down",  # Bazar Blot (paired: a paper, where nothing was announced)
    target=301,  # Bazar Blot (101, 151: options)
    capot_exit=True,  # Bazar Blot has no bar
)
