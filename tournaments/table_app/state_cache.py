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
from tournaments.state.hall import SharedState
from tournaments.state.result_history import RequestOutcome
from tournaments.table_app.selectors.incremental import apply_step, update_from_database
from tournaments.table_app.selectors.tables import TableState, shared_state, states_of, table_etag

MAX_CACHED: Final = 2000
CACHE_TTL_SECONDS: Final = 60
REBUILD_ALL_AFTER: Final = 3
"""Requests from this many tables after a change for all rebuild every state."""


@dataclass(frozen=True, slots=True)
class CachedTableState:
    """A state, its JSON and its ETag."""

    etag: str
    version: int
    state: TableState
    written: str

    def answer(self) -> str:
        """JSON response for a phone."""
        # By hand: the state is serialized once for all phones.
        return f'{{"state": {self.written}, {json.dumps(self.metadata())[1:]}'

    def metadata(self) -> dict[str, object]:
        """ETag, table version and server time."""
        return {"etag": self.etag, "version": self.version, "now": timezone.now().isoformat()}


STATES: OrderedDict[str, CachedTableState] = OrderedDict()
REBUILD_COUNTS: Counter[str] = Counter()
REBUILD_LOCKS: dict[str, threading.Lock] = {}


def current_state(
    table: Table, hall: SharedState | None = None, step: RequestOutcome | None = None
) -> CachedTableState:
    """The current state, updated by ``step`` if given."""
    hall = hall or shared_state(table)
    etag = table_etag(table, hall)
    return cached_state(table, etag) or rebuild_state(table, hall, etag, step)


def state_after(table: Table, step: RequestOutcome | None = None) -> CachedTableState:
    """The state after a request from a table; ``table`` is as before the request."""
    if step is not None and step.is_new:
        table.version = step.play.sitting.table.version
        return current_state(table, step=step)
    table.refresh_from_db(fields=["version"])
    return current_state(table)


def cached_state(table: Table, etag: str) -> CachedTableState | None:
    """The cached state, from this process or the shared cache."""
    local_state = STATES.get(table.token)
    if local_state is not None and local_state.etag == etag:
        return local_state
    shared: CachedTableState | None = cache.get(cache_key(table.token))
    if shared is None or shared.etag != etag:
        return None
    STATES[table.token] = shared
    return shared


def fetch_states(tags: Mapping[str, str]) -> None:
    """Load states built by other processes, by table token."""
    known = {token: cached.etag for token, cached in list(STATES.items())}
    names = {cache_key(token): token for token, tag in tags.items() if known.get(token) != tag}
    for name, state in cache.get_many(names).items():
        if state.etag == tags[names[name]]:
            STATES[names[name]] = state


def cache_key(token: str) -> str:
    """Cache key of a table; hashed, since the token is secret."""
    return "state:" + hashlib.blake2s(token.encode()).hexdigest()


def rebuild_state(
    table: Table, hall: SharedState, etag: str, step: RequestOutcome | None = None
) -> CachedTableState:
    """Rebuild incrementally or alone; for all tables at once when several asked."""
    before = STATES.get(table.token)
    is_new = before is None or hall.version not in before.etag
    REBUILD_COUNTS[hall.version] += is_new
    if not is_new or REBUILD_COUNTS[hall.version] < REBUILD_ALL_AFTER:
        led = (
            update_incrementally(before, table, hall, step)
            if before is not None and not is_new
            else None
        )
        alone = cache_state(table, hall, led) if led else build_states([table], hall)[0]
        cache.set(cache_key(table.token), alone, CACHE_TTL_SECONDS)
        return alone
    with REBUILD_LOCKS.setdefault(hall.version, threading.Lock()):
        state = cached_state(table, etag)
        if state is None:
            tables = list(Table.objects.filter(tournament=table.tournament_id).exclude(pk=table.pk))
            state = build_states([table, *tables], hall)[0]
    trim_counters()
    return state


def update_incrementally(
    before: CachedTableState, table: Table, hall: SharedState, step: RequestOutcome | None
) -> TableState | None:
    """Update a state by the latest changes; None if it must be rebuilt."""
    if step is not None and table.version == before.version + 1:
        after = apply_step(before.state, step.play, step.history.entries, hall)
        if after is not None:
            return after
    return update_from_database(before.state, table, hall)


def build_states(tables: list[Table], hall: SharedState) -> list[CachedTableState]:
    """Build and cache states; ``tables[0]`` has its tournament loaded."""
    states = states_of(tables[0].tournament, tables, hall)
    return [cache_state(table, hall, state) for table, state in zip(tables, states, strict=True)]


def cache_state(table: Table, hall: SharedState, state: TableState) -> CachedTableState:
    cached = CachedTableState(
        table_etag(table, hall), table.version, state, json.dumps(state, default=vars)
    )
    STATES[table.token] = cached
    STATES.move_to_end(table.token)
    while len(STATES) > MAX_CACHED:
        STATES.popitem(last=False)
    return cached


def trim_counters() -> None:
    """Clear counters and locks when there are too many."""
    if len(REBUILD_COUNTS) > MAX_CACHED:
        REBUILD_COUNTS.clear()
        REBUILD_LOCKS.clear()
