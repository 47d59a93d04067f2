from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Final

from games.belot import CONTRACTS, table_of
from games.charts.histogram import Histogram, histogram
from games.charts.shares import Shares, shares_chart
from games.studies import texts
from games.studies.measuring import MEAN_DENOMINATOR
from games.studies.patterns import KINDS
from games.studies.selectors import Findings
from games.studies.sums import Sums, mean_error, ratio_error

MIN_HANDS_SHOWN: Final = 30
"""Rarer patterns are only in the file."""
LEADERS: Final = ("by_declarer", "by_partner", "by_left", "by_right")
RANK_ORDER: Final = {"t": "J9ATKQ87", "p": "ATKQJ987"}


@dataclass(frozen=True, slots=True)
class BoardShare:
    percent: Fraction
    error: float


@dataclass(frozen=True, slots=True)
class Mean:
    value: Fraction
    error: float


@dataclass(frozen=True, slots=True)
class ParShown:
    """Par for the side that calls first; ``level``: neither side has more."""

    mean: Mean
    level: BoardShare
    chart: Histogram | None


@dataclass(frozen=True, slots=True)
class ContractLine:
    """A contract as par, and who can make it; an empty ``contract``: passed out."""

    contract: str
    reached: BoardShare
    alone: BoardShare
    contra: BoardShare | None
    makes: tuple[BoardShare, ...]
    """Side on lead, other side, neither."""
    lead: Mean | None
    """Gain of being on lead, in points."""


@dataclass(frozen=True, slots=True)
class HandLine:
    words: str
    hands: int
    points: Mean
    made: BoardShare


@dataclass(frozen=True, slots=True)
class LeaderLine:
    """Declaring sides' results by leader, and the gain of having the lead."""

    words: str
    hands: int
    means: tuple[Fraction, ...]
    gain: Mean


@dataclass(frozen=True, slots=True)
class KindShown:
    kind: str
    name: str
    counts: tuple[HandLine, ...]
    chart: Shares | None
    honours: tuple[HandLine, ...]
    shapes: tuple[HandLine, ...]
    leaders: tuple[LeaderLine, ...]


@dataclass(frozen=True, slots=True)
class CardLine:
    words: str
    held: int
    best: BoardShare
    cost: Mean


@dataclass(frozen=True, slots=True)
class OpeningShown:
    name: str
    role: str
    boards: int
    spread: Mean
    over: Mean
    alike: BoardShare
    best_cards: Fraction
    cards: tuple[CardLine, ...]


@dataclass(frozen=True, slots=True)
class StudyShown:
    findings: Findings
    par: ParShown
    contracts: tuple[ContractLine, ...]
    par_chart: Shares
    kinds: tuple[KindShown, ...]
    openings: tuple[OpeningShown, ...]
    lead_boards: int
    spreads: Histogram | None

    @property
    def results(self) -> int:
        """Number of exact results: each contract of a board with each leader."""
        return 4 * len(self.findings.variant.contracts.split()) * self.findings.boards


def study_shown(findings: Findings) -> StudyShown:
    sums = findings.sums
    contracts = tuple(contract_lines(findings))
    openings = tuple(openings_of(sums))
    named = [
        (texts.short_name(each.contract), each.reached.percent)
        for each in contracts
        if each.contract
    ]
    return StudyShown(
        findings=findings,
        par=par_shown(sums),
        contracts=contracts,
        par_chart=shares_chart(named),
        kinds=tuple(kind_shown(sums, kind) for kind in KINDS if has_kind(sums, kind)),
        openings=openings,
        lead_boards=sum(each.boards for each in openings),
        spreads=spreads_of(sums),
    )


def has_kind(sums: Sums, kind: str) -> bool:
    return any(key.startswith(f"{kind}.") for key in sums.rows("hands"))


def part_of(count: int, boards: int) -> BoardShare:
    share = count / boards if boards else 0.0
    error = 100 * sqrt(share * (1 - share) / boards) if boards else 0.0
    return BoardShare(Fraction(100 * count, boards or 1), error)


def par_shown(sums: Sums) -> ParShown:
    counts = {int(net): row[0] for net, row in sums.rows("par").items()}
    total = sum(net * count for net, count in counts.items())
    squares = sum(net * net * count for net, count in counts.items())
    mean = Mean(Fraction(total, sums.boards), mean_error(sums.boards, total, squares))
    chart = histogram(counts, float(mean.value))
    return ParShown(mean, part_of(counts.get(0, 0), sums.boards), chart)


def contract_lines(findings: Findings) -> Iterator[ContractLine]:
    sums, boards = findings.sums, findings.boards
    for contract in findings.variant.contracts.split():
        reached, alone, doubled = sums.row("par_contracts", contract)
        make_counts = sums.values("makes", contract)
        yield ContractLine(
            contract,
            part_of(reached, boards),
            part_of(alone, boards),
            part_of(doubled, boards),
            tuple(
                part_of(make_counts[name], boards) for name in ("by_first", "by_other", "by_nobody")
            ),
            lead_of(findings, contract),
        )
    reached, alone, _contra = sums.row("par_contracts", "thrown_in")
    if reached:
        yield ContractLine("", part_of(reached, boards), part_of(alone, boards), None, (), None)


def lead_of(findings: Findings, contract: str) -> Mean:
    """Points above half for the side on lead, over all leaders."""
    boards, points, squares = findings.sums.row("on_lead", contract)
    total = table_of(findings.variant).contracts[CONTRACTS.index(contract)].total
    value = Fraction(points, 4 * boards) - Fraction(total, 2)
    return Mean(value, mean_error(boards, points, squares) / 4)


def kind_shown(sums: Sums, kind: str) -> KindShown:
    counts = hand_lines(sums, f"{kind}.count.", lambda key: texts.count_words(kind, key), int)
    honours = hand_lines(
        sums,
        f"{kind}.honours.",
        lambda key: texts.honours_words(kind, key),
        lambda key: texts.honours_key(kind, key),
    )
    shapes = hand_lines(
        sums,
        f"{kind}.shape.",
        texts.shape_words,
        lambda key: tuple(-int(part) for part in key.split("-")),
    )
    bars = [(key, line.made.percent) for key, line in counts]
    return KindShown(
        kind,
        texts.kind_name(kind),
        tuple(line for _key, line in counts),
        shares_chart(bars) if bars else None,
        tuple(line for _key, line in honours),
        tuple(line for _key, line in shapes),
        tuple(leader_lines(sums, kind)),
    )


def hand_lines(
    sums: Sums, start: str, say: Callable[[str], str], order: Callable[[str], object]
) -> list[tuple[str, HandLine]]:
    keys = [key.removeprefix(start) for key in sums.rows("hands") if key.startswith(start)]
    lines = []
    for key in sorted(keys, key=order):  # type: ignore[arg-type]
        row = sums.values("hands", start + key)
        if row["hands"] >= MIN_HANDS_SHOWN:
            made_ratio = ratio(sums, row, "hands", "made", "hands_made")
            lines.append(
                (
                    key,
                    HandLine(
                        say(key),
                        row["hands"],
                        ratio(sums, row, "hands", "points", "hands_points"),
                        BoardShare(100 * made_ratio.value, 100 * made_ratio.error),
                    ),
                )
            )
    return lines


def ratio(sums: Sums, row: dict[str, int], count: str, total: str, products: str) -> Mean:
    """A mean over hands or cards, with boards as the independent samples."""
    error = ratio_error(
        sums.boards,
        row[count],
        row[f"{count}_squared"],
        row[total],
        row[f"{total}_squared"],
        row[products],
    )
    return Mean(Fraction(row[total], row[count]), error)


def leader_lines(sums: Sums, kind: str) -> Iterator[LeaderLine]:
    """By the declarer's number of trumps, aces or jacks."""
    start = f"{kind}.count."
    keys = [key for key in sums.rows("leaders") if key.startswith(start)]
    for key in sorted(keys, key=lambda key: int(key.removeprefix(start))):
        row = sums.values("leaders", key)
        if row["hands"] < MIN_HANDS_SHOWN:
            continue
        gain = ratio(sums, row, "hands", "gain", "hands_gain")
        yield LeaderLine(
            texts.count_words(kind, key.removeprefix(start)),
            row["hands"],
            tuple(Fraction(row[name], row["hands"]) for name in LEADERS),
            Mean(gain.value / 2, gain.error / 2),
        )


def openings_of(sums: Sums) -> Iterator[OpeningShown]:
    for kind in KINDS:
        for role in ("against", "for"):
            row = sums.values("openings", f"{kind}.{role}")
            boards = row["boards"]
            if not boards:
                continue
            over = mean_error(boards, row["over_mean"], row["over_mean_squared"])
            yield OpeningShown(
                texts.kind_name(kind),
                texts.role_words(role),
                boards,
                Mean(
                    Fraction(row["spread"], boards),
                    mean_error(boards, row["spread"], row["spread_squared"]),
                ),
                Mean(
                    Fraction(row["over_mean"], MEAN_DENOMINATOR * boards), over / MEAN_DENOMINATOR
                ),
                part_of(row["alike"], boards),
                Fraction(row["best_cards"], boards),
                tuple(card_lines(sums, kind, role)),
            )


def card_lines(sums: Sums, kind: str, role: str) -> Iterator[CardLine]:
    for group, ranks in RANK_ORDER.items():
        for rank in ranks:
            row = sums.values("cards", f"{kind}.{role}.{group}{rank}")
            if row["cards"] < MIN_HANDS_SHOWN:
                continue
            best = ratio(sums, row, "cards", "best", "cards_best")
            yield CardLine(
                texts.card_words(kind, f"{group}{rank}"),
                row["cards"],
                BoardShare(100 * best.value, 100 * best.error),
                ratio(sums, row, "cards", "cost", "cards_cost"),
            )


def spreads_of(sums: Sums) -> Histogram | None:
    """Differences between the best and the worst lead, over all boards compared."""
    counts = Counter[int]()
    for key, (count,) in sums.rows("spreads").items():
        counts[int(key.rsplit(".", 1)[1])] += count
    boards = counts.total()
    mean = sum(points * count for points, count in counts.items()) / boards if boards else 0.0
    return histogram(counts, mean)
