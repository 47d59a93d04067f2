"""What the cards of a deal can make, as pages show it."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.analysis.stored import StoredLine, StoredPar
from games.analysis.versions import version_of
from games.belot import SEATS, Variant
from games.models import Analysis


@dataclass(frozen=True, slots=True)
class MakeLine:
    """One contract: North–South's card points at best play, by the seat that leads (or takes).

    ``side`` makes it (empty: neither) and writes ``score``, its own before the other side's;
    where a card is turned up each taker has its own cards, and ``makers`` are the seats that
    make it.
    """

    contract: str
    points: tuple[int, ...]
    side: str
    score: tuple[int, int]
    makers: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Par:
    """The result of best bidding and play by both sides; an empty contract: thrown in.

    ``contracts`` are all that come to it, as (contract, side or seat); ``net`` is North–South
    minus East–West.
    """

    contract: str
    seat: str
    contra: int
    outcome: str
    score: tuple[int, int]
    net: int
    contracts: tuple[tuple[str, str], ...]

    @property
    def own_score(self) -> tuple[int, int]:
        """The declaring side's score, and the other side's."""
        ns, ew = self.score
        return (ew, ns) if self.seat == "EW" else (ns, ew)


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """What a deal can make: a line a contract, and par; ``leader`` is who really led."""

    lines: tuple[MakeLine, ...]
    par: Par
    leader: str
    by_taker: bool

    @property
    def columns(self) -> tuple[tuple[str, bool], ...]:
        """The seats over the points, and whether the column is that of the real leader."""
        return tuple((seat, not self.by_taker and seat == self.leader) for seat in SEATS)


def analyses_of(deals: Iterable[int], variant: Variant) -> dict[int, DealAnalysis]:
    """The finished analyses of deals that are all played by these rules, by deal; one query."""
    rows = Analysis.objects.filter(
        deal__in=list(deals), version=version_of(variant), is_whole=True
    ).select_related("deal")
    return {row.deal_id: read_row(row) for row in rows}


def read_row(row: Analysis) -> DealAnalysis:
    """A stored row."""
    leader = SEATS[(SEATS.index(row.deal.dealer) + 1) % len(SEATS)]
    return DealAnalysis(
        lines=tuple(make_line(line) for line in row.makes),
        par=par_from(row.par),
        leader=leader,
        by_taker=bool(row.par["by_taker"]),
    )


def make_line(line: StoredLine) -> MakeLine:
    own, other = line["score"]
    return MakeLine(
        line["contract"], tuple(line["points"]), line["side"], (own, other), tuple(line["makers"])
    )


def par_from(par: StoredPar) -> Par:
    ns, ew = par["score"]
    return Par(
        contract=par["contract"],
        seat=par["seat"],
        contra=par["contra"],
        outcome=par["outcome"],
        score=(ns, ew),
        net=ns - ew,
        contracts=tuple((contract, seat) for contract, seat in par["contracts"]),
    )
