"""Memory layout: row `w` for the deal and the path's frames, row `tt` for the table."""

from typing import Final

TRUMPS: Final = 0
DUTIES: Final = 1
TABLE_GENERATION: Final = 2
"""Table entries of other generations are dead."""
NODES: Final = 3
HANDS: Final = 4
CAPOT_NS: Final = 8
CAPOT_EW: Final = 9
HAS_ROEM: Final = 10
USED_ENTRIES: Final = 11
INITIAL_HANDS: Final = 12
SURE_LOW: Final = 16
SURE_ALL: Final = 17
SURE_ANY: Final = 18
"""As a frame's `LOW`, `ALL` and `ANY`, for what is certain without playing."""
DEAL_GENERATION: Final = 19
"""Of the memo of lost contracts."""
POINTS: Final = 32
"""By label."""
OWNERS: Final = 64
"""By slot and byte of cards left: owners from the highest, two bits from bit 15 down."""
LENGTHS: Final = OWNERS + 4 * 256
"""By slot and byte of cards left: per seat, four bits each."""
ROEM: Final = LENGTHS + 4 * 256
"""By slot and byte of a trick's cards: half the roem of runs and pair."""
MAX_ROEM: Final = ROEM + 4 * 256
"""By slot and byte of cards left: half the maximal roem of runs."""
FOURS: Final = MAX_ROEM + 4 * 256
"""By rank: mask; 0 if worthless or unable to fall together."""
FOUR_ROEM: Final = FOURS + 8
"""By rank: half the roem."""
FRAMES: Final = FOUR_ROEM + 8

FRAME: Final = 25
SEAT: Final = 0
LED: Final = 1
"""Mask; 0 before the lead."""
HIGHER: Final = 2
"""Mask."""
TRUMPED: Final = 3
WINNER: Final = 4
POT: Final = 5
NEED: Final = 6
COUNT: Final = 7
STATE: Final = 8
"""Bit 0: North-South have a trick; bit 1: East-West."""
LEFT: Final = 9
"""When the trick began."""
VALUE: Final = 10
MOVE: Final = 11
GAIN: Final = 12
"""Of North-South, in the trick just completed."""
KEY: Final = 13
BEST: Final = 14
OPEN: Final = 15
"""Mask of untried cards."""
REST: Final = 16
"""Points left when the trick began, with the last ten."""
SLACK: Final = 17
"""Half the maximal roem from this trick on."""
SPARE: Final = 18
"""For a lost contract: half the roem still allowed."""
ANSWER: Final = 19
TOP: Final = 20
"""Mask of the best card so far."""
LOW: Final = 21
"""Cards whose ranks the proof needs, with all higher ones."""
ALL: Final = 22
"""Cards the favoured side wins in every line."""
ANY: Final = 23
"""Cards it wins in some line."""
DUTY: Final = 24
"""Best card of the trick if its rank makes cards illegal, else 0."""
LENGTH: Final = FRAMES + 33 * FRAME

ENTRY_SIZE: Final = 4
"""Entry 0 stays empty."""
ENTRY_BITS: Final = 15
ENTRIES: Final = 1 << ENTRY_BITS
HEADS: Final = ENTRY_SIZE * ENTRIES
"""Two numbers per key: itself; newest entry and generation."""
HEAD_BITS: Final = 13
MEMO: Final = HEADS + (2 << HEAD_BITS)
"""Memo of lost contracts."""
MEMO_BITS: Final = 15
TABLE_LENGTH: Final = MEMO + (2 << MEMO_BITS)

LAST_TEN: Final = 10
INFINITE_POINTS: Final = 4096
