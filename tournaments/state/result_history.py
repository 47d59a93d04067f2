"""What was entered and said of one play so far, read at once under the play's lock."""

from dataclasses import dataclass
from functools import cache
from uuid import UUID

from django.db.models import IntegerField, Q, QuerySet, UUIDField
from django.utils.translation import gettext as _

from tournaments.errors import Conflict
from tournaments.events.prepared_queries import Parameter, Rows, prepared
from tournaments.models import Confirmation, Play, Result


@dataclass(frozen=True, slots=True)
class History:
    """Every version of a play's result and every word on one, oldest first."""

    play: Play
    results: list[Result]
    words: list[Confirmation]

    def entry_by_key(self, key: UUID | None) -> Result | None:
        """What was stored under a client's key: an entry, or the entry that an equal one agreed to.

        A request that comes twice is answered the same.
        """
        if key is None:
            return None
        entered = next((row for row in self.results if row.client_key == key), None)
        return entered or self.agreement_by_key(key)

    def agreement_by_key(self, key: UUID | None) -> Result | None:
        """The entry that was confirmed, or refused, under a client's key."""
        if key is None:
            return None
        return next((word.result for word in self.words if word.client_key == key), None)

    def latest_against(self, side: str) -> Result | None:
        """What the other side of the table entered last."""
        rows = (row for row in reversed(self.results) if row.source == Result.Source.TABLE)
        return next((row for row in rows if row.side != side), None)

    @property
    def next_version(self) -> int:
        """The number of the version that is entered next."""
        return self.results[-1].version + 1 if self.results else 1

    def version(self, number: int) -> Result | None:
        """The version with this number."""
        return next((row for row in self.results if row.version == number), None)

    def newest_of(self, result: Result) -> Result:
        """The same entry as it scores by the rules of today, where they were changed since."""
        again = (
            row
            for row in reversed(self.results)
            if row.side and row.side == result.side and row.slip == result.slip
        )
        return next(again, result)

    def entries_by(self, side: str) -> int:
        """How many versions a side of the table has entered."""
        return sum(row.source == Result.Source.TABLE and row.side == side for row in self.results)

    def words_by(self, side: str) -> int:
        """How often a side has said that a version is right, or is not."""
        return sum(word.side == side for word in self.words)

    @property
    def entries(self) -> list[tuple[Result, list[Confirmation]]]:
        """Every version, with what was said of it."""
        return [
            (row, [word for word in self.words if word.result_id == row.pk]) for row in self.results
        ]

    def behind(self, result: Result) -> set[str]:
        """The sides that stand by a version."""
        agreed = {word.side for word in self.words if word.result == result and word.agrees}
        return {result.side, *agreed}


@dataclass(frozen=True, slots=True)
class Step:
    """What a table's request came to: the version it was about, and all that is known of the play.

    ``is_new`` unless it had come before, or says what stands already.
    """

    result: Result
    history: History
    is_new: bool = True

    @property
    def play(self) -> Play:
        """The play, as the request left it."""
        return self.history.play


def history_of(play: Play, key: UUID | None = None, entry_key: UUID | None = None) -> History:
    """What is known of a play; two queries. A key that belongs to another play is a Conflict."""
    keys = {"key": key, "entry_key": entry_key}
    results = [*results_of_play(play=play.pk, **keys)]
    by_id = {row.pk: row for row in results}
    ids = {f"result{place}": pk for place, pk in enumerate(by_id)}
    words = [*confirmations_of(len(ids))(**ids, **keys)]
    is_strange = any(row.play_id != play.pk for row in results)
    if is_strange or any(word.result_id not in by_id for word in words):
        raise key_reused()
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
    """The query for what was said of so many results, or sent with one of the keys."""
    ids = [Parameter(f"result{place}", IntegerField()) for place in range(results)]

    def build() -> QuerySet[Confirmation]:
        said = Confirmation.objects.filter(Q(result__pk__in=ids) | has_key())
        return said.order_by("created_at", "pk")

    return prepared(build)


def has_key() -> Q:
    keys = [Parameter(name, UUIDField()) for name in ("key", "entry_key")]
    return Q(client_key__in=keys)


def key_reused() -> Conflict:
    """A client's key that was used for another play."""
    return Conflict("key_reused", _("This entry was sent for another board before."))
