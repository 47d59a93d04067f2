"""Cached table states, shared by all phones of a table until a change."""

import hashlib
import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.utils import timezone

from tournaments.models import Table
from tournaments.state.hall import Hall
from tournaments.state.result_history import Step
from tournaments.table_app.selectors.incremental import after_step, lead_on
from tournaments.table_app.selectors.tables import TableState, etag_of, hall_around, states_of

MOST_KEPT: Final = 2000
SHARED_SECONDS: Final = 60
MANY: Final = 3
"""So many tables that ask after a change of the whole hall are followed by all the others."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A state, its JSON and its ETag."""

    etag: str
    version: int
    state: TableState
    written: str

    def answer(self) -> str:
        """JSON response for a phone."""
        # By hand: the state is serialized once for all phones.
        return f'{{"state": {self.written}, {json.dumps(self.with_time())[1:]}'

    def with_time(self) -> dict[str, object]:
        """ETag, table version and server time."""
        return {"etag": self.etag, "version": self.version, "now": timezone.now().isoformat()}


KEPT: OrderedDict[str, Stated] = OrderedDict()
ASKED: Counter[str] = Counter()
MAKING: dict[str, threading.Lock] = {}


def state_now(table: Table, hall: Hall | None = None, step: Step | None = None) -> Stated:
    """The current state, updated by ``step`` if given."""
    hall = hall or hall_around(table)
    etag = etag_of(table, hall)
    return kept_state(table, etag) or make_state(table, hall, etag, step)


def stated_after(table: Table, step: Step | None = None) -> Stated:
    """The state after a request from a table; ``table`` is as before the request."""
    if step is not None and step.is_new:
        table.version = step.play.sitting.table.version
        return state_now(table, step=step)
    table.refresh_from_db(fields=["version"])
    return state_now(table)


def kept_state(table: Table, etag: str) -> Stated | None:
    """The cached state, from this process or the shared cache."""
    found = KEPT.get(table.token)
    if found is not None and found.etag == etag:
        return found
    shared: Stated | None = cache.get(name_of(table.token))
    if shared is None or shared.etag != etag:
        return None
    KEPT[table.token] = shared
    return shared


def fetch_states(tags: Mapping[str, str]) -> None:
    """Load states built by other processes, by table token."""
    known = {token: kept.etag for token, kept in list(KEPT.items())}
    names = {name_of(token): token for token, tag in tags.items() if known.get(token) != tag}
    for name, found in cache.get_many(names).items():
        if found.etag == tags[names[name]]:
            KEPT[names[name]] = found


def name_of(token: str) -> str:
    """Cache key of a table; hashed, since the token is secret."""
    return "state:" + hashlib.blake2s(token.encode()).hexdigest()


def make_state(table: Table, hall: Hall, etag: str, step: Step | None = None) -> Stated:
    """Rebuild incrementally or alone; for all tables at once when several asked."""
    before = KEPT.get(table.token)
    is_new = before is None or hall.version not in before.etag
    ASKED[hall.version] += is_new
    if not is_new or ASKED[hall.version] < MANY:
        led = follow_step(before, table, hall, step) if before is not None and not is_new else None
        alone = keep(table, hall, led) if led else keep_all([table], hall)[0]
        cache.set(name_of(table.token), alone, SHARED_SECONDS)
        return alone
    with MAKING.setdefault(hall.version, threading.Lock()):
        found = kept_state(table, etag)
        if found is None:
            tables = list(Table.objects.filter(tournament=table.tournament_id).exclude(pk=table.pk))
            found = keep_all([table, *tables], hall)[0]
    forget_halls()
    return found


def follow_step(before: Stated, table: Table, hall: Hall, step: Step | None) -> TableState | None:
    """Update a state by the latest changes; None if it must be rebuilt."""
    if step is not None and table.version == before.version + 1:
        after = after_step(before.state, step.play, step.history.entries, hall)
        if after is not None:
            return after
    return lead_on(before.state, table, hall)


def keep_all(tables: list[Table], hall: Hall) -> list[Stated]:
    """Build and cache states; ``tables[0]`` has its tournament loaded."""
    states = states_of(tables[0].tournament, tables, hall)
    return [keep(table, hall, state) for table, state in zip(tables, states, strict=True)]


def keep(table: Table, hall: Hall, state: TableState) -> Stated:
    found = Stated(etag_of(table, hall), table.version, state, json.dumps(state, default=vars))
    KEPT[table.token] = found
    KEPT.move_to_end(table.token)
    while len(KEPT) > MOST_KEPT:
        KEPT.popitem(last=False)
    return found


def forget_halls() -> None:
    """Clear counters and locks when there are too many."""
    if len(ASKED) > MOST_KEPT:
        ASKED.clear()
        MAKING.clear()
