"""`manage.py remake_standings`: rank stored tournaments again after scoring changed."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from tournaments.models import Tournament
from tournaments.ranking.remaking import enqueue_ranking, keep_official, places_changed
from tournaments.standings import FactsError


class Command(BaseCommand):
    help = (
        "Rank all tournaments, or those with these codes, again from their facts: workers do it, "
        "ladders and ratings follow. The log of each says how many places change. Official "
        "standings stay as they are, with a note."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("codes", nargs="*", help="codes of tournaments; all if none is given")
        parser.add_argument(
            "--changed", action="store_true", help="only those of which a place would change"
        )

    def handle(self, *_args: object, **options: Any) -> None:
        codes = list(dict.fromkeys(options["codes"]))
        keys = dict(Tournament.objects.order_by("pk").values_list("code", "pk"))
        unknown = [code for code in codes if code not in keys]
        if unknown:
            raise CommandError(f"there is no tournament {', '.join(unknown)}")
        enqueued = 0
        for code in codes or keys:
            moved = self.places_changed(code, keys[code])
            if moved is None or (options["changed"] and not moved):
                continue
            enqueued += self.rank_again(code, keys[code], moved)
        self.stdout.write(f"{enqueued} asked for; workers make them")

    def places_changed(self, code: str, pk: int) -> int | None:
        """Number of entrants whose stored place differs now; None if unreadable."""
        try:
            return places_changed(Tournament.objects.get(pk=pk))
        except FactsError as error:
            self.stderr.write(f"{code}: cannot be ranked: {error}")
            return None

    def rank_again(self, code: str, pk: int, moved: int) -> int:
        """Enqueue a ranking, or note changes of official standings; return the number enqueued."""
        if Tournament.objects.get(pk=pk).is_official:
            if moved and keep_official(pk, moved):
                self.stdout.write(f"{code}: official, kept; {moved} places would change")
            return 0
        if moved:
            self.stdout.write(f"{code}: {moved} places change")
        enqueue_ranking(pk, moved)
        return 1
