"""Find the costly cards of a record: what each card lost against the best one."""

from collections.abc import Mapping
from typing import Any

from games.analysis import version_of
from games.belot import Deal
from games.belot.cards import CARDS, MOVES
from games.belot.playthrough import START_KEYS
from games.belot.solver import best_cards
from games.cost_work import COSTS_JOB
from games.models import CardCosts, Record
from jobs.running import Attempt, handles

CostRow = tuple[int, int, list[str]]


@handles(COSTS_JOB)
def find_costs(attempt: Attempt) -> dict[str, Any]:
    """Search a record card by card and keep what was lost; its job tells nobody the cards."""
    record = Record.objects.filter(pk=int(attempt.job.key)).first()
    if record is None:
        return {"gone": True}
    version = version_of(record.record["variant"])
    if not CardCosts.objects.filter(record=record, version=version).exists():
        search = CostSearch(record.record)
        rows = []
        while not search.is_over:
            attempt.progress(search.place, search.total)
            rows += search.step()
        costs = CardCosts(record=record, version=version, costs=rows)
        CardCosts.objects.bulk_create([costs], ignore_conflicts=True)
    total = max(attempt.job.total, 1)
    attempt.progress(total, total)
    return {}


class CostSearch:
    """A record played once more, each card held against the best one."""

    def __init__(self, record: Mapping[str, Any]) -> None:
        self.whole = Deal.from_record(record)
        start = {key: record[key] for key in START_KEYS if key in record}
        self.deal = Deal.from_record(start)
        for call in self.whole.calls:
            self.deal.call(MOVES[call])
        self.place = 0
        self.total = len(self.whole.played)

    @property
    def is_over(self) -> bool:
        return self.place >= self.total

    def step(self) -> list[CostRow]:
        """The next card's row if it lost anything: when played, the loss, the better cards."""
        card = self.whole.played[self.place]
        found: list[CostRow] = []
        if self.deal.legal_mask().bit_count() > 1:
            values = best_cards(self.deal)
            most = max(values.values())
            cost = most - values[CARDS[card]]
            if cost:
                best = [code for code, value in values.items() if value == most]
                found = [(self.place, cost, best)]
        self.deal.push(card)
        self.place += 1
        return found
