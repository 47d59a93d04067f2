from collections.abc import Mapping
from typing import Any

from games.analysis.versions import analysis_version
from games.belot import CARDS, Deal, variant_from_json
from games.belot.records import START_KEYS
from games.belot.solving import best_cards
from games.models import CardCosts, Record
from games.replay.jobs import COSTS_JOB
from jobs.execution import Attempt, handler

CostRow = list[Any]
"""[index, cost, cards that would have cost nothing]."""


@handler(COSTS_JOB)
def find_costs(attempt: Attempt) -> dict[str, object]:
    """Search a record's cards one at a time; the job result reveals none."""
    record = Record.objects.filter(pk=int(attempt.job.key)).first()
    if record is None:
        return {"gone": True}
    version = analysis_version(variant_from_json(record.record["variant"]))
    row = CardCosts.objects.filter(record=record, version=version).first()
    if row is not None and row.is_whole:
        return {}
    search = CostSearch(record.record, row)
    while not search.is_over and attempt.has_time():
        attempt.progress(search.place, search.total)
        search.step()
    CardCosts.objects.update_or_create(
        record=record,
        version=version,
        defaults={"costs": search.rows, "place": search.place, "is_whole": search.is_over},
    )
    attempt.progress(search.place, search.total)
    if not search.is_over:
        attempt.continue_later()
    return {}


class CostSearch:
    def __init__(self, record: Mapping[str, object], row: CardCosts | None = None) -> None:
        self.whole = Deal.from_record(record)
        start = {key: record[key] for key in START_KEYS if key in record}
        self.deal = Deal.from_record(start)
        for call in self.whole.calls:
            self.deal.push(call)
        self.rows: list[CostRow] = list(row.costs) if row else []
        self.place = row.place if row else 0
        self.total = len(self.whole.played)
        for card in self.whole.played[: self.place]:
            self.deal.push(card)

    @property
    def is_over(self) -> bool:
        return self.place >= self.total

    def step(self) -> None:
        """Compare the next card with the best one; store a row if it lost points."""
        card = self.whole.played[self.place]
        if self.deal.legal_mask().bit_count() > 1:
            values = best_cards(self.deal)
            most = max(values.values())
            cost = most - values[CARDS[card]]
            if cost:
                best = [code for code, value in values.items() if value == most]
                self.rows.append([self.place, cost, best])
        self.deal.push(card)
        self.place += 1
