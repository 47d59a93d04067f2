from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.scoring import FactsError
from tournaments.standings.reranking import (
    NO_CHANGES,
    RankingChanges,
    enqueue_ranking,
    note_official_changes,
    ranking_changes,
)


class Command(BaseCommand):
    help = (
        "Rank all tournaments, or those with these codes, again from their facts: workers do it, "
        "ladders and ratings follow. The log of each says how many places, totals and prizes "
        "change. Official standings stay as they are, with a note."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of tournaments; all if none is given")
        parser.add_argument(
            "--changed", action="store_true", help="only those of which anything would change"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        codes = list(dict.fromkeys(options["codes"]))
        keys = dict(Tournament.objects.order_by("pk").values_list("code", "pk"))
        unknown = [code for code in codes if code not in keys]
        if unknown:
            raise CommandError(f"there is no tournament {', '.join(unknown)}")
        enqueued = 0
        for code in codes or keys:
            changes = self.changes_of(code, keys[code])
            if changes is None or (options["changed"] and changes == NO_CHANGES):
                continue
            enqueued += self.rank_again(code, keys[code], changes)
        self.stdout.write(f"{enqueued} asked for; workers make them")

    def changes_of(self, code: str, pk: int) -> RankingChanges | None:
        """Changes to the stored ranking; None if it cannot be computed."""
        try:
            return ranking_changes(Tournament.objects.get(pk=pk))
        except FactsError as error:
            self.stderr.write(f"{code}: cannot be ranked: {error}")
            return None

    def rank_again(self, code: str, pk: int, changes: RankingChanges) -> int:
        """Enqueue a ranking, or note changes of official standings; return the number enqueued."""
        if Tournament.objects.get(pk=pk).is_official:
            if changes != NO_CHANGES and note_official_changes(pk, changes):
                self.stdout.write(f"{code}: official, kept; would change: {changes}")
            return 0
        if changes != NO_CHANGES:
            self.stdout.write(f"{code}: changes: {changes}")
        enqueue_ranking(pk, changes)
        return 1
