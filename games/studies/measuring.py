"""Measure one board: results with all cards seen, par, and the value of a lead.

Board ``n`` of a seed is number ``n + 1`` of ``manage.py deals --seed``: every dealer in
turn. Points are those of best play by both sides, a capot's 90 included.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from games.belot import (
    CONTRACTS,
    Deal,
    Variant,
    next_seat,
    parse_bid,
    parse_pack,
    seats_of,
    table_of,
)
from games.belot.simulation import SearchProgress, find_deals, wishes_of
from games.belot.solving import (
    Making,
    Par,
    best_cards,
    hands_if_taken,
    par,
    solve_board,
    what_makes,
)
from games.studies.patterns import card_kind, count_of, honours_of, kind_of, lengths_of, shape_of
from games.studies.sums import Sums

SIDES: Final = ("NS", "EW")
MEAN_DENOMINATOR: Final = 840
"""Differences to a mean of 1 to 8 leads are counted in 840ths, always whole numbers."""


@dataclass(frozen=True, slots=True)
class MeasuredBoard:
    """A solved board; points are North–South's, by contract and seat on lead."""

    variant: Variant
    hands: tuple[int, ...]
    first: int
    points: Mapping[str, Sequence[int]]
    makings: Sequence[Making]
    par: Par
    opened: str
    """The contract whose opening leads are compared."""
    leads: Mapping[str, int]
    """Points of the leader's side by card led."""

    def own_points(self, contract: str, seat: int, leader: int) -> int:
        points = self.points[contract][leader]
        return points if seat % 2 == 0 else self.total(contract) - points

    def total(self, contract: str) -> int:
        return table_of(self.variant).contracts[CONTRACTS.index(contract)].total


def boards_of(variant: Variant, seed: int, first: int, count: int) -> Iterator[MeasuredBoard]:
    """Boards ``first`` to ``first + count - 1`` of a seed, measured lazily."""
    deals = find_deals(variant, wishes_of((), variant), seed, first + count, first, first)
    for number, progress in enumerate((each for each in deals if each.pack), start=first):
        yield measure(variant, progress, number)


def measure(variant: Variant, found: SearchProgress, number: int) -> MeasuredBoard:
    """Solve a board; its number decides the contract whose leads are compared."""
    dealer = seats_of(variant).index(found.dealer)
    hands = hands_if_taken(variant, parse_pack(found.pack, variant), dealer, 0)
    table = solve_board(variant, hands)
    contracts = variant.contracts.split()
    opened = contracts[number // 4 % len(contracts)]
    return MeasuredBoard(
        variant,
        hands,
        seats_of(variant).index(next_seat(variant, found.dealer)),
        table.to_json(),
        what_makes(table, variant, hands, dealer),
        par(variant, hands, dealer, table),
        opened,
        leads_of(variant, found, opened),
    )


def leads_of(variant: Variant, found: SearchProgress, contract: str) -> Mapping[str, int]:
    """The result of each lead in a contract bid by the first caller."""
    deal = Deal(variant, found.dealer, pack=found.pack)
    while deal.status == "auction":
        calls = [call for call in deal.legal if contract_of_call(call) == contract]
        deal.call("P" if deal.contract or not calls else calls[0])
    return best_cards(deal)


def contract_of_call(call: str) -> str:
    """The contract of a call, without a number bid with it."""
    bid = parse_bid(call)
    return call if bid is None else bid.contract


def sums_of(board: MeasuredBoard) -> Sums:
    rows: dict[str, dict[str, tuple[int, ...]]] = defaultdict(dict)
    rows["boards"]["all"] = (1,)
    add_par(board, rows)
    for contract in board.points:
        add_contract(board, contract, rows)
    add_hands(board, rows)
    add_lead(board, rows)
    return Sums(dict(rows))


Tables = dict[str, dict[str, tuple[int, ...]]]


def add_par(board: MeasuredBoard, rows: Tables) -> None:
    own = SIDES[board.first % 2]
    net = board.par.net if own == "NS" else -board.par.net
    rows["par"][str(net)] = (1,)
    ends = [
        (each.contract, "first" if each.side == own else "other", str(each.contra), each.outcome)
        for each in board.par.makings
    ]
    for end in ends:
        rows["par_ends"][".".join(end)] = (1,)
    reached = {end[0] for end in ends} | ({"thrown_in"} if board.par.passed_out else set())
    for contract in reached:
        doubled = any(end[0] == contract and end[2] != "0" for end in ends)
        rows["par_contracts"][contract] = (1, int(len(reached) == 1), int(doubled))


def add_contract(board: MeasuredBoard, contract: str, rows: Tables) -> None:
    """A contract's four results for the side on lead, and who can make it."""
    won = [board.own_points(contract, leader, leader) for leader in range(4)]
    for points, count in Counter(won).items():
        rows["points"][f"{contract}.{points}"] = (count,)
    rows["on_lead"][contract] = (1, sum(won), sum(won) ** 2)
    makers = makers_of(board, contract)
    first = board.first % 2 in makers
    other = (board.first + 1) % 2 in makers
    rows["makes"][contract] = (1, int(first), int(other), int(not makers))


def makers_of(board: MeasuredBoard, contract: str) -> set[int]:
    return {
        SIDES.index(each.side)
        for each in board.makings
        if each.contract == contract and is_made(each)
    }


def is_made(making: Making) -> bool:
    """Whether the declaring side makes it, or wins the match by a run of eight."""
    other = "EW" if making.side == "NS" else "NS"
    return making.outcome == "made" or (
        making.outcome == "run_of_eight" and making.score[making.side] > making.score[other]
    )


def add_hands(board: MeasuredBoard, rows: Tables) -> None:
    hands: dict[str, list[tuple[int, int]]] = defaultdict(list)
    leaders: dict[str, list[tuple[int, ...]]] = defaultdict(list)
    lengths = [lengths_of(hand) for hand in board.hands]
    for contract in board.points:
        kind, makers = kind_of(contract), makers_of(board, contract)
        for seat, hand in enumerate(board.hands):
            count, honours, shape = patterns_of(hand, lengths[seat], contract, kind)
            figures = (board.own_points(contract, seat, board.first), int(seat % 2 in makers))
            # Seats in playing order: declarer, right, partner, left.
            by = [board.own_points(contract, seat, (seat + step) % 4) for step in range(4)]
            for pattern in (count, honours, shape):
                hands[pattern].append(figures)
            for pattern in (count, honours):
                leaders[pattern].append((by[0], by[2], by[3], by[1]))
    for key, each in hands.items():
        points, made_count = (sum(values) for values in zip(*each, strict=True))
        rows["hands"][key] = (1, *square_of(len(each)), *products_of(len(each), points, made_count))
    for key, those in leaders.items():
        own, partner, left, right = (sum(values) for values in zip(*those, strict=True))
        gain = own + partner - left - right
        sums = (own, partner, left, right, *products_of(len(those), gain))
        rows["leaders"][key] = (1, *square_of(len(those)), *sums)


def patterns_of(
    hand: int, lengths: tuple[int, ...], contract: str, kind: str
) -> tuple[str, str, str]:
    return (
        f"{kind}.count.{count_of(hand, lengths, contract)}",
        f"{kind}.honours.{honours_of(hand, lengths, contract)}",
        f"{kind}.shape.{shape_of(lengths, contract)}",
    )


def square_of(count: int) -> tuple[int, int]:
    return count, count * count


def products_of(count: int, *values: int) -> tuple[int, ...]:
    return tuple(part for value in values for part in (value, value * value, count * value))


def add_lead(board: MeasuredBoard, rows: Tables) -> None:
    """The best opening lead against the others, and which card it is."""
    kind, values = kind_of(board.opened), board.leads
    best, worst = max(values.values()), min(values.values())
    role = "for" if 2 * best > board.total(board.opened) else "against"
    over = MEAN_DENOMINATOR // len(values) * (len(values) * best - sum(values.values()))
    spread, many = best - worst, sum(1 for each in values.values() if each == best)
    rows["openings"][f"{kind}.{role}"] = (
        *(1, int(spread == 0), many),
        *(spread, spread**2, over, over**2),
    )
    rows["spreads"][f"{kind}.{role}.{spread}"] = (1,)
    cards: dict[str, list[int]] = defaultdict(list)
    for card, points in values.items():
        cards[f"{kind}.{role}.{card_kind(card, board.opened)}"].append(best - points)
    for key, costs in cards.items():
        count, right = len(costs), costs.count(0)
        rows["cards"][key] = (1, *square_of(count), *products_of(count, right, sum(costs)))
