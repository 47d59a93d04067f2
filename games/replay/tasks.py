"""Find the costly cards of a record: what each card lost against the best one."""

import time
from collections.abc import Mapping
from typing import Any, Final

from games.analysis import version_of
from games.belot import Deal
from games.belot.cards import CARDS, MOVES
from games.belot.playthrough import START_KEYS
from games.belot.solver import best_cards
from games.cost_work import COSTS_JOB, ask_for_costs
from games.models import CardCosts, Record
from jobs.running import Attempt, handles

CostRow = list[Any]
"""When the card was played (from 0), what it lost, and the cards that would have lost nothing."""
SPELL_SECONDS: Final = 2.0
"""After so long a search hands over to a next job, so that other work need not wait for it."""


@handles(COSTS_JOB, patient=True)
def find_costs(attempt: Attempt) -> dict[str, Any]:
    """Search a record for a spell and ask for the rest; the job itself tells no cards."""
    record = Record.objects.filter(pk=int(attempt.job.key)).first()
    if record is None:
        return {"gone": True}
    version = version_of(record.record["variant"])
    row = CardCosts.objects.filter(record=record, version=version).first()
    if row is not None and row.is_whole:
        return {}
    search = CostSearch(record.record, row)
    ends = time.monotonic() + SPELL_SECONDS
    while not search.is_over and time.monotonic() < ends:
        attempt.progress(search.place, search.total)
        search.step()
    CardCosts.objects.update_or_create(
        record=record,
        version=version,
        defaults={"costs": search.rows, "place": search.place, "is_whole": search.is_over},
    )
    if not search.is_over:
        ask_for_costs(record)
    attempt.progress(search.place, search.total)
    return {}


class CostSearch:
    """A record played once more, each card held against the best one."""

    def __init__(self, record: Mapping[str, Any], row: CardCosts | None = None) -> None:
        self.whole = Deal.from_record(record)
        start = {key: record[key] for key in START_KEYS if key in record}
        self.deal = Deal.from_record(start)
        for call in self.whole.calls:
            self.deal.call(MOVES[call])
        self.rows: list[CostRow] = list(row.costs) if row else []
        self.place = row.place if row else 0
        self.total = len(self.whole.played)
        for card in self.whole.played[: self.place]:
            self.deal.push(card)

    @property
    def is_over(self) -> bool:
        return self.place >= self.total

    def step(self) -> None:
        """Hold the next card against the best one; keep a row if it lost anything."""
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
