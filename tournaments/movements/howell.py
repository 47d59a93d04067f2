"""Howell movements: almost all move, every pair plays every set once, none meets twice.

A design is its first round, `8-7/7 4-3/6 …` (North-South, East-West, set). Numbers up to
R, the number of rounds, move: every round adds one to pairs and sets, R + 1 becomes 1;
higher numbers stay seated. So each pair follows the pair one number lower. R = 2T − 1 is
the full Howell of T tables, about 3T/2 the three-quarter one, others are reduced. The
files hold the best balanced designs found, verified in the tests.
"""

from functools import lru_cache
from pathlib import Path

from tournaments.movements.errors import MovementError, _, require
from tournaments.movements.model import Movement, Round, Sitting, assemble_movement
from tournaments.movements.starters import howell_of_starter
from tournaments.movements.turning import balance_directions

THREE_TABLES = (
    "6-4/4 5-2/3 1-3/2 | 6-2/2 3-5/5 4-1/3 | 6-3/3 5-1/4 4-2/5 | 6-1/5 5-4/2 3-2/4"
    " | 6-5/1 4-3/1 2-1/1"
)
"""Two all-play-alls of six pairs always share a round, where all tables share a set."""

MAX_STORED_TABLES = 40
MAX_CACHED = 64
"""Preparing a draw requests movements repeatedly."""


def howell(tables: int, rounds: int | None = None, missing: bool | None = None) -> Movement:
    """Pairs 1..2T; `missing` leaves out pair 2T, whose opponent rests.

    Without `rounds` all meet; a number without a design stops the next longer one early.
    Tables of unbalanced designs are turned in some rounds.
    """
    longest = 2 * tables - 1
    require(tables >= 2, "too_few_tables", _("A Howell needs at least 2 tables."))
    rounds = longest if rounds is None else rounds
    require(
        1 <= rounds <= longest,
        "rounds_out_of_range",
        _("This Howell of %(tables)d tables has 1 to %(longest)d rounds."),
        tables=tables,
        longest=longest,
    )
    return _howell_with_turns(tables, rounds, bool(missing))


@lru_cache(MAX_CACHED)
def _howell_with_turns(tables: int, rounds: int, missing: bool) -> Movement:
    design = min(size for size in design_lengths(tables) if size >= rounds)
    listed = planned_rounds(tables, design)[:rounds]
    return balance_directions(_movement("howell", tables, listed, design, missing))


def endless_howell(tables: int, missing: bool | None = None) -> Movement:
    """The full Howell as one ring: North-South move up a table, East-West down.

    A schedule places the sets; there is none for 2, 3 and 5 tables.
    """
    known = _designs("endless_howells.txt")
    if (tables, 2 * tables - 1) not in known:
        raise MovementError(
            "no_endless_howell",
            _("There is no endless Howell of %(tables)d tables here."),
            tables=tables,
        )
    design = 2 * tables - 1
    listed = cyclic_rounds(known[tables, design], design)
    return _movement("endless_howell", tables, listed, design, missing)


def design_lengths(tables: int) -> list[int]:
    known = sorted(rounds for size, rounds in _designs("howells.txt") if size == tables)
    full = 2 * tables - 1
    return known if full in known else [*known, full]


def parse_round(text: str) -> Round:
    """A round written as `8-7/7 4-3/6`, at tables 1, 2, …"""
    words = (word.replace("/", "-").split("-") for word in text.split())
    return tuple(
        Sitting(table, int(ns), int(ew), int(board_set))
        for table, (ns, ew, board_set) in enumerate(words, 1)
    )


def planned_rounds(tables: int, design: int) -> list[Round]:
    if (tables, design) == (3, 5):
        return [parse_round(text) for text in THREE_TABLES.split("|")]
    known = _designs("howells.txt")
    first = known[tables, design] if (tables, design) in known else howell_of_starter(design)
    return cyclic_rounds(first, design)


def cyclic_rounds(first_round: str, design: int) -> list[Round]:

    def move(number: int, turn: int) -> int:
        return number if number > design else (number - 1 + turn) % design + 1

    first = [(s.table, s.ns or 0, s.ew or 0, s.board_set or 0) for s in parse_round(first_round)]
    return [
        tuple(
            Sitting(table, move(ns, turn), move(ew, turn), move(board_set, turn))
            for table, ns, ew, board_set in first
        )
        for turn in range(design)
    ]


def _movement(
    kind: str, tables: int, listed: list[Round], design: int, missing: bool | None
) -> Movement:
    phantom = 2 * tables
    if missing:
        listed = [tuple(s for s in sittings if phantom not in s.entrants) for sittings in listed]
    entrants = phantom - bool(missing)
    return assemble_movement(
        kind,
        listed,
        entrants=entrants,
        facts={
            "design_rounds": design,
            "stationary": list(range(design + 1, entrants + 1)),
        },
    )


@lru_cache
def _designs(name: str) -> dict[tuple[int, int], str]:
    designs = {}
    for line in Path(__file__).with_name(name).read_text(encoding="utf-8").splitlines():
        size, first = line.split(": ")
        tables, rounds = size.split()
        designs[int(tables), int(rounds)] = first
    return designs
