from dataclasses import dataclass

from games.analysis.versions import analysis_version, is_solvable
from games.models import CardCosts, Record
from games.replay.jobs import COSTS_JOB
from games.replay.selectors.replay import Replay
from jobs.models import Job

DEAREST = 5


@dataclass(frozen=True, slots=True)
class CostlyCard:
    """A card that cost points: the ``order``-th played (from 0), shown after ``step``.

    ``best`` are the cards that would have cost nothing.
    """

    order: int
    step: int
    trick: int
    seat: str
    card: str
    cost: int
    best: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Costs:
    """Search progress (``state``: none, running, failed or done) and the costly cards."""

    state: str
    percent: int
    cards: tuple[CostlyCard, ...]
    sides: tuple[tuple[str, int], ...]
    with_roem: bool = False
    """Whether points include combinations in tricks."""

    @property
    def costliest_cards(self) -> tuple[CostlyCard, ...]:
        return tuple(sorted(self.cards, key=lambda each: (-each.cost, each.order))[:DEAREST])

    @property
    def by_order(self) -> dict[int, int]:
        return {each.order: each.cost for each in self.cards}


def costs_of(record: Record, replay: Replay) -> Costs | None:
    """Costs known so far; None for a game that cannot be searched."""
    if not is_solvable(replay.variant) or not replay.contract or not has_played_cards(replay):
        return None
    version = analysis_version(replay.variant)
    stored = CardCosts.objects.filter(record=record, version=version).first()
    if stored is None or not stored.is_whole:
        return cost_search_progress(record, version, stored.place if stored else 0)
    cards = tuple(costly_card(replay, *row) for row in stored.costs)
    sides = tuple(
        (side, sum(each.cost for each in cards if each.seat in side)) for side in replay.sides
    )
    with_roem = replay.variant.declarations == "trick"
    return Costs("done", 100, cards, sides, with_roem)


def has_played_cards(replay: Replay) -> bool:
    return replay.first_play < len(replay.frames)


def cost_search_progress(record: Record, version: str, place: int) -> Costs:
    """Progress of the newest search of this version; ``place`` cards are done."""
    jobs = COSTS_JOB.of(record.pk).filter(payload__version=version)
    job = jobs.order_by("-pk").first()
    if job is None or job.state == Job.State.CANCELLED:
        return Costs("none", 0, (), ())
    if job.state == Job.State.FAILED:
        return Costs("failed", 0, (), ())
    total = len(record.record.get("play", "").split())
    return Costs("running", 100 * place // max(total, 1), (), ())


def costly_card(replay: Replay, order: int, cost: int, best: list[str]) -> CostlyCard:
    frame = next(
        frame for frame in replay.frames if frame.kind == "card" and frame.played == order + 1
    )
    size = len(replay.seats)
    seat, card = frame.trick[order % size]
    return CostlyCard(order, frame.number, order // size + 1, seat, card, cost, tuple(best))
