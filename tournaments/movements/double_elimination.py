"""Double elimination: a first loss leads to the losers' bracket, a second one out.

Winners' rounds W1 … Wk, losers' rounds L1 … L(2k − 2). Losers of neighbouring W1 matches
meet in L1; those of Wr enter at L(2r − 2), in an order that delays the first possible
rematch.
"""

from collections.abc import Sequence

from tournaments.movements.errors import _, require
from tournaments.movements.knockout import (
    Bracket,
    Match,
    SideSource,
    bracket_size,
    check_series,
    main_rounds,
    neighbour_pairs,
)

DROP_ORDERS = {
    4: ["identity"],
    8: ["reverse", "identity"],
    16: ["reverse", "identity", "identity"],
    32: ["reverse", "half_swap", "identity", "identity"],
    64: ["reverse", "half_swap", "reverse_halves", "identity", "identity"],
}
"""Order in which losers of W2, W3, … enter, by size; from exhaustive search."""
LARGEST = 128


def double_elimination(entrants: int, *, best_of: int = 1, reset: bool = True) -> Bracket:
    """A seeded double elimination for 3–128; byes go to the best seeds in both brackets.

    With `reset` the final is repeated if the side from the losers' bracket wins it.
    """
    require(
        3 <= entrants <= LARGEST,
        "double_elimination_size",
        _("A double elimination needs 3 to 128 entrants."),
    )
    check_series(best_of)
    size = bracket_size(entrants)
    upper = main_rounds(entrants, size, best_of, best_of)
    lower = _losers(upper, _orders(size), best_of)
    final = Match(
        "final",
        "final",
        len(upper) + 1,
        SideSource("winner", match=upper[-1][0].name),
        SideSource("winner", match=lower[-1][0].name),
        best_of,
    )
    matches = [*_interleave(upper, lower), final]
    if reset:
        again = [SideSource(kind, match="final") for kind in ("winner", "loser")]
        matches.append(
            Match("reset", "final", len(upper) + 2, again[0], again[1], best_of, if_needed=True)
        )
    return Bracket("double_elimination", entrants, size, tuple(matches))


def losers_in_order(order: str, matches: Sequence[Match]) -> list[SideSource]:
    half = len(matches) // 2
    first, second = list(matches[:half]), list(matches[half:])
    arranged = {
        "identity": first + second,
        "reverse": (first + second)[::-1],
        "half_swap": second + first,
        "reverse_halves": first[::-1] + second[::-1],
    }[order]
    return [SideSource("loser", match=match.name) for match in arranged]


def _orders(size: int) -> list[str]:
    known = DROP_ORDERS.get(size, DROP_ORDERS[64])
    return known + ["identity"] * (size.bit_length() - 2 - len(known))


def _losers(upper: list[list[Match]], orders: list[str], best_of: int) -> list[list[Match]]:
    rounds: list[list[Match]] = []
    sides = [SideSource("loser", match=match.name) for match in upper[0]]

    def play_round(meetings: list[tuple[SideSource, SideSource]]) -> list[SideSource]:
        number = len(rounds) + 1
        matches = [
            Match(f"L{number}.{at}", "losers", number, a, b, best_of)
            for at, (a, b) in enumerate(meetings, 1)
        ]
        rounds.append(matches)
        return [SideSource("winner", match=match.name) for match in matches]

    for matches, order in zip(upper[1:], orders, strict=True):
        sides = play_round(list(neighbour_pairs(sides)))
        sides = play_round(list(zip(sides, losers_in_order(order, matches), strict=True)))
    return rounds


def _interleave(upper: list[list[Match]], lower: list[list[Match]]) -> list[Match]:
    order = list(upper[0])
    for number, matches in enumerate(upper[1:]):
        order += lower[2 * number] + matches + lower[2 * number + 1]
    return order
