"""Results and confirmations of a play, read under its lock."""

from dataclasses import dataclass
from functools import cache
from uuid import UUID

from django.db.models import IntegerField, Q, QuerySet, UUIDField
from django.utils.translation import gettext as _

from tournaments.errors import ConflictError
from tournaments.events.prepared_queries import Parameter, Rows, prepared
from tournaments.models import Confirmation, Play, Result


@dataclass(frozen=True, slots=True)
class History:
    """All result versions and confirmations, oldest first."""

    play: Play
    results: list[Result]
    words: list[Confirmation]

    def entry_by_key(self, key: UUID | None) -> Result | None:
        """The entry with this idempotency key, or the one it confirmed."""
        if key is None:
            return None
        entered = next((row for row in self.results if row.client_key == key), None)
        return entered or self.agreement_by_key(key)

    def agreement_by_key(self, key: UUID | None) -> Result | None:
        """The entry confirmed or rejected with this key."""
        if key is None:
            return None
        return next((word.result for word in self.words if word.client_key == key), None)

    def latest_against(self, side: str) -> Result | None:
        rows = (row for row in reversed(self.results) if row.source == Result.Source.TABLE)
        return next((row for row in rows if row.side != side), None)

    @property
    def next_version(self) -> int:
        return self.results[-1].version + 1 if self.results else 1

    def version(self, number: int) -> Result | None:
        return next((row for row in self.results if row.version == number), None)

    def newest_of(self, result: Result) -> Result:
        """The same entry rescored after a rule change, if any."""
        again = (
            row
            for row in reversed(self.results)
            if row.side and row.side == result.side and row.slip == result.slip
        )
        return next(again, result)

    def entries_by(self, side: str) -> int:
        return sum(row.source == Result.Source.TABLE and row.side == side for row in self.results)

    def confirmation_count_by(self, side: str) -> int:
        return sum(word.side == side for word in self.words)

    @property
    def entries(self) -> list[tuple[Result, list[Confirmation]]]:
        return [
            (row, [word for word in self.words if word.result_id == row.pk]) for row in self.results
        ]

    def agreeing_sides(self, result: Result) -> set[str]:
        """Sides that agree with a version."""
        agreed = {word.side for word in self.words if word.result == result and word.agrees}
        return {result.side, *agreed}


@dataclass(frozen=True, slots=True)
class RequestOutcome:
    """Outcome of a table's request; ``is_new`` is False for repeated or redundant requests."""

    result: Result
    history: History
    is_new: bool = True

    @property
    def play(self) -> Play:
        return self.history.play


def history_of(play: Play, key: UUID | None = None, entry_key: UUID | None = None) -> History:
    """Read the history with two queries; raises ConflictError if a key belongs to another play."""
    keys = {"key": key, "entry_key": entry_key}
    results = [*results_of_play(play=play.pk, **keys)]
    by_id = {row.pk: row for row in results}
    ids = {f"result{place}": pk for place, pk in enumerate(by_id)}
    words = [*confirmations_of(len(ids))(**ids, **keys)]
    is_strange = any(row.play_id != play.pk for row in results)
    if is_strange or any(word.result_id not in by_id for word in words):
        raise key_reused_error()
    play.current = None if play.current_id is None else by_id[play.current_id]
    for row in results:
        row.play = play
    for word in words:
        word.result = by_id[word.result_id]
    return History(play, results, words)


@prepared
def results_of_play() -> QuerySet[Result]:
    own = Q(play=Parameter("play", IntegerField()))
    return Result.objects.filter(own | has_key()).order_by("version")


@cache
def confirmations_of(results: int) -> Rows[Confirmation]:
    """Prepared query for confirmations of n results or with one of the keys."""
    ids = [Parameter(f"result{place}", IntegerField()) for place in range(results)]

    def build() -> QuerySet[Confirmation]:
        confirmations = Confirmation.objects.filter(Q(result__pk__in=ids) | has_key())
        return confirmations.order_by("created_at", "pk")

    return prepared(build)


def has_key() -> Q:
    keys = [Parameter(name, UUIDField()) for name in ("key", "entry_key")]
    return Q(client_key__in=keys)


def key_reused_error() -> ConflictError:
    return ConflictError("key_reused", _("This entry was sent for another board before."))
