"""Finished analyses, as pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.analysis.stored import StoredLine, StoredPar
from games.analysis.versions import analysis_version
from games.belot import Variant, next_seat, seats_of
from games.models import Analysis


@dataclass(frozen=True, slots=True)
class MakeLine:
    """One contract: North–South's card points at best play, by seat on lead (or taker).

    ``side`` makes it (empty: neither) and writes ``score``, its own first. With a turned-up
    card each taker has different cards; ``makers`` are the seats that make it.
    """

    contract: str
    points: tuple[int, ...]
    side: str
    score: tuple[int, int]
    makers: tuple[str, ...] = ()
    call: str = ""
    """Highest bid made, as written, with number bidding."""
    with_roem: bool = False
    """Only differences are exact: ``points`` is North–South's lead."""


@dataclass(frozen=True, slots=True)
class Par:
    """Result of best bidding and play by both sides; an empty contract: passed out.

    ``contracts`` are all that reach par, as (contract, side or seat); ``net`` is North–South
    minus East–West.
    """

    contract: str
    seat: str
    contra: int
    outcome: str
    score: tuple[int, int]
    net: int
    contracts: tuple[tuple[str, str], ...]
    call: str = ""
    """As written, with number bidding, like ``contracts``."""
    rules: Variant | None = None
    with_roem: bool = False
    """Only the score's difference is right, as in ``MakeLine``."""

    @property
    def own_score(self) -> tuple[int, int]:
        ns, ew = self.score
        return (ew, ns) if self.seat == "EW" else (ns, ew)


@dataclass(frozen=True, slots=True)
class DealAnalysis:
    """What a deal can make; ``leader`` is the real leader, ``seats`` are in playing order."""

    lines: tuple[MakeLine, ...]
    par: Par
    seats: tuple[str, ...]
    leader: str
    by_taker: bool
    with_roem: bool = False

    @property
    def columns(self) -> tuple[tuple[str, bool], ...]:
        """Seats above the points, each with whether it is the real leader."""
        return tuple((seat, not self.by_taker and seat == self.leader) for seat in self.seats)


def analyses_of(deals: Iterable[int], variant: Variant) -> dict[int, DealAnalysis]:
    """Finished analyses by deal, for deals that share one variant; one query."""
    rows = Analysis.objects.filter(
        deal__in=list(deals), version=analysis_version(variant), is_whole=True
    ).select_related("deal")
    return {row.deal_id: read_row(row) for row in rows}


def read_row(row: Analysis) -> DealAnalysis:
    variant = row.deal.variant
    with_roem = variant.declarations == "trick"
    return DealAnalysis(
        lines=tuple(make_line(line, with_roem) for line in row.makes),
        par=par_from(row.par, variant),
        seats=seats_of(variant),
        leader=next_seat(variant, row.deal.dealer),
        by_taker=bool(row.par["by_taker"]),
        with_roem=with_roem,
    )


def make_line(line: StoredLine, with_roem: bool = False) -> MakeLine:
    own, other = line["score"]
    return MakeLine(
        line["contract"],
        tuple(line["points"]),
        line["side"],
        (own, other),
        tuple(line["makers"]),
        line.get("call", ""),
        with_roem,
    )


def par_from(par: StoredPar, variant: Variant) -> Par:
    ns, ew = par["score"]
    return Par(
        contract=par["contract"],
        seat=par["seat"],
        contra=par["contra"],
        outcome=par["outcome"],
        score=(ns, ew),
        net=ns - ew,
        contracts=tuple((contract, seat) for contract, seat in par["contracts"]),
        call=par.get("call", ""),
        rules=variant,
        with_roem=variant.declarations == "trick",
    )
