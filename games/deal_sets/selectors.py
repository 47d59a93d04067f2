from dataclasses import dataclass
from typing import Final

from django.contrib.auth.models import AnonymousUser, User

from games.belot import variant_to_json
from games.deal_sets.tasks import FIND_JOB
from games.models import DealSet
from games.wording.deals import DealDisplay, deal_display
from jobs.models import Job

ENOUGH: Final = 4


@dataclass(frozen=True, slots=True)
class SetProgress:
    """``state`` is waiting, running, done, rare (not all were found) or failed."""

    state: str
    found: int
    wanted: int
    looked_at: int

    @property
    def is_over(self) -> bool:
        return self.state not in {"waiting", "running"}

    @property
    def one_in(self) -> int:
        """Approximate number of deals per match; 0 while too few are found."""
        return self.looked_at // self.found if self.found >= ENOUGH else 0


def set_progress(deal_set: DealSet) -> SetProgress:
    board_count = deal_set.boards.count()
    state = state_of(deal_set, board_count, FIND_JOB.latest(deal_set.pk))
    return SetProgress(state, board_count, deal_set.wanted, deal_set.looked_at)


def state_of(deal_set: DealSet, found: int, job: Job | None) -> str:
    if found >= deal_set.wanted:
        return "done"
    if job is None or job.state in {Job.State.FAILED, Job.State.CANCELLED}:
        return "failed"
    states = {Job.State.QUEUED: "waiting", Job.State.RUNNING: "running"}
    return states.get(Job.State(job.state), "rare")


def boards_of(deal_set: DealSet) -> list[tuple[int, DealDisplay]]:
    boards = deal_set.boards.select_related("deal").order_by("number")
    return [(board.number, deal_display(board.deal)) for board in boards]


def records_of(deal_set: DealSet) -> list[dict[str, object]]:
    boards = deal_set.boards.select_related("deal").order_by("number")
    return [
        {
            "board": board.number,
            "variant": variant_to_json(board.deal.variant),
            "dealer": board.deal.dealer,
            "pack": board.deal.pack,
        }
        for board in boards
    ]


def recent_sets(person: User | AnonymousUser, visitor: str) -> list[DealSet]:
    if person.is_authenticated:
        own = DealSet.objects.filter(created_by=person)
    else:
        own = DealSet.objects.filter(visitor=visitor).exclude(visitor="")
    return list(own.order_by("-pk")[:8])
