"""Memory layout: row `w` for the deal and the path's frames, row `tt` for the table."""

from typing import Final

TRUMPS: Final = 0
DUTIES: Final = 1
TABLE_GENERATION: Final = 2
"""The generation: entries of the table made in another one are dead."""
NODES: Final = 3
HANDS: Final = 4
CAPOT_NS: Final = 8
CAPOT_EW: Final = 9
"""What all tricks bring North-South, and East-West."""
COUNTS: Final = 10
"""Whether combinations in tricks count."""
USED_ENTRIES: Final = 11
"""How many entries of the table are filled."""
HELD: Final = 12
"""The four hands as they were when the deal was laid out."""
SURE_LOW: Final = 16
SURE_ALL: Final = 17
SURE_ANY: Final = 18
"""Of what is certain without playing: as `LOW`, `ALL` and `ANY` of a frame."""
DEAL_GENERATION: Final = 19
"""The generation of what is known of contracts that are lost: one a deal laid out."""
POINTS: Final = 32
"""The points of each label."""
OWNERS: Final = 64
"""For each slot and byte of cards left: who holds them, highest first, two bits each from bit 15
of 16 down."""
LENGTHS: Final = OWNERS + 4 * 256
"""For each slot and byte of cards left: how many each seat holds, four bits each."""
ROEM: Final = LENGTHS + 4 * 256
"""For each slot and byte of a trick's cards: half of what their runs and their pair bring."""
MOST_ROEM: Final = ROEM + 4 * 256
"""For each slot and byte of cards left: half of what their runs can bring at most."""
FOURS: Final = MOST_ROEM + 4 * 256
"""Four cards of a rank as a mask, by rank; 0 where they bring nothing or cannot fall together."""
FOUR_ROEM: Final = FOURS + 8
"""Half of what they bring."""
FRAMES: Final = FOUR_ROEM + 8

FRAME: Final = 25
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
OPEN: Final = 15
"""The cards still to be tried, as a mask."""
REST: Final = 16
"""The points of all cards left when the trick began, with the last ten."""
SLACK: Final = 17
"""Half of what combinations in tricks can bring at most from the beginning of the trick on."""
SPARE: Final = 18
"""While a contract is lost: half of what combinations may still bring."""
ANSWER: Final = 19
TOP: Final = 20
"""The best card of the trick so far, as a mask."""
LOW: Final = 21
"""Cards whose ranks the proof of the value needs; those of all higher ones count with them."""
ALL: Final = 22
"""Cards that the side for which the value is a promise wins in every line of the proof."""
ANY: Final = 23
"""Cards that it wins in some line."""
DUTY: Final = 24
"""The best card of the trick where its rank closes some cards to the player, else 0."""
LENGTH: Final = FRAMES + 33 * FRAME

ENTRY: Final = 4
"""Numbers an entry; entry 0 stays empty."""
ENTRY_BITS: Final = 15
ENTRIES: Final = 1 << ENTRY_BITS
HEADS: Final = ENTRY * ENTRIES
"""Behind the entries, two numbers a key: itself, and its newest entry with the generation."""
HEAD_BITS: Final = 13
MEMO: Final = HEADS + (2 << HEAD_BITS)
"""Behind the table what is known of contracts that are lost."""
MEMO_BITS: Final = 15
TABLE_LENGTH: Final = MEMO + (2 << MEMO_BITS)

LAST_TEN: Final = 10
INFINITE_POINTS: Final = 4096
"""More than any points."""
