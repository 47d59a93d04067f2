"""Where the numbers of a search lie: one row for the deal and the path, one for the table.

The row `w` holds, at the offsets named here, the deal in its contract's labels, what was learnt
about good moves, and a frame for every card on the path from the root.
"""

from typing import Final

TRUMPS: Final = 0
DUTIES: Final = 1
TURN_OF_TABLE: Final = 2
"""The generation: entries of the table made in another one are dead."""
NODES: Final = 3
HANDS: Final = 4
POINTS: Final = 32
"""The points of each label."""
CANON: Final = 64
"""For each slot and byte of cards left: the first cards with the same owners in the same order."""
HISTORY: Final = CANON + 4 * 256
"""For each side and label: how often it settled a position."""
FRAMES: Final = HISTORY + 64

FRAME: Final = 32
SEAT: Final = 0
LED: Final = 1
"""The suit led as a mask; 0 before the lead."""
HIGHER: Final = 2
"""The mask of cards that beat the best so far."""
TRUMPED: Final = 3
WINNER: Final = 4
POT: Final = 5
NEED: Final = 6
COUNT: Final = 7
STATE: Final = 8
"""Bit 0: North-South have a trick; bit 1: East-West have one."""
LEFT: Final = 9
"""All cards left when the trick began."""
VALUE: Final = 10
MOVE: Final = 11
GAIN: Final = 12
"""What North-South win with the trick that the last move completed."""
KEY: Final = 13
BEST: Final = 14
MOVES: Final = 15
"""How many moves are still in the list."""
REST: Final = 16
"""The points of all cards left when the trick began, with the last ten."""
LIST: Final = 17
LENGTH: Final = FRAMES + 33 * FRAME

TABLE_BITS: Final = 16
TABLE_LENGTH: Final = 2 << TABLE_BITS
"""Two numbers an entry."""

LAST_TEN: Final = 10
CAPOT: Final = 90
FAR: Final = 4096
"""More than any points."""
