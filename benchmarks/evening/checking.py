"""Compare what clients sent with what is stored; print the differences as JSON.

    python -m benchmarks.evening.checking TOURNAMENT < sent.json

Input: a list of ``{"kind", "key", "play", "side", "slip", "accepted"}``.
"""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

COMPARED_FIELDS: Final = ("contract", "declarer", "points", "not_played")
Sent = dict[str, Any]


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    import django

    django.setup()
    tournament = int(sys.argv[1])
    sent: list[Sent] = json.load(sys.stdin)
    results = Results(tournament)
    faults = [*results.lost(sent), *results.doubled(sent), *results.inconsistent_plays()]
    found = {
        "results": len(results.rows),
        "plays": len(results.plays),
        "confirmed": sum(play.state == "confirmed" for play in results.plays.values()),
        "accepted": sum(each["accepted"] for each in sent),
        "faults": faults,
        "standings": list(wrong_standings(tournament)),
        "jobs": job_counts(),
    }
    print(json.dumps(found))


class Results:
    """All stored versions of results, and their confirmations."""

    def __init__(self, tournament: int) -> None:
        from tournaments.models import Confirmation, Play, Result

        of_ours = {"play__sitting__round__tournament": tournament}
        self.rows = list(Result.objects.filter(**of_ours).order_by("play", "version"))
        self.by_key = {str(row.client_key): row for row in self.rows if row.client_key}
        words = Confirmation.objects.filter(result__play__sitting__round__tournament=tournament)
        self.words = {str(word.client_key): word.result for word in words.select_related("result")}
        plays = Play.objects.filter(sitting__round__tournament=tournament)
        self.plays = {play.pk: play for play in plays.select_related("current")}

    def lost(self, sent: list[Sent]) -> Iterator[str]:
        for each in sent:
            if not each["accepted"]:
                continue
            if each["kind"] == "correction":
                found = any(self.is_correction(row, each) for row in self.rows)
            elif each["kind"] == "confirmation":
                found = each["key"] in self.words or self.stands(each)
            else:
                row = self.by_key.get(each["key"]) or self.words.get(each["key"])
                found = (
                    row is not None and row.play_id == each["play"] and is_same_slip(row.slip, each)
                )
            if not found:
                yield f"lost: {each['kind']} of play {each['play']} ({each['key']})"

    def is_correction(self, row: Any, each: Sent) -> bool:
        is_same = row.play_id == each["play"] and row.reason == each["key"]
        return bool(is_same and is_same_slip(row.slip, each))

    def stands(self, each: Sent) -> bool:
        """Whether the result was already confirmed, so that a confirmation changed nothing."""
        return self.plays[each["play"]].state == "confirmed"

    def doubled(self, sent: list[Sent]) -> Iterator[str]:
        asked = Counter(
            (each["play"], each["side"]) for each in sent if each["kind"] != "confirmation"
        )
        there = Counter((row.play_id, row.side) for row in self.rows)
        for (play, side), count in there.items():
            if count > asked[play, side]:
                who = side or "the director"
                yield f"doubled: {count} versions of play {play} by {who}, sent {asked[play, side]}"
        reasons = Counter(row.reason for row in self.rows if row.reason)
        yield from (f"doubled: correction {key}" for key, count in reasons.items() if count > 1)

    def inconsistent_plays(self) -> Iterator[str]:
        """Plays without consecutive versions 1, 2, 3 …, or with results but empty."""
        versions: dict[int, list[int]] = {}
        for row in self.rows:
            versions.setdefault(row.play_id, []).append(row.version)
        for play, numbers in versions.items():
            if numbers != list(range(1, len(numbers) + 1)):
                yield f"torn: play {play} has versions {numbers}"
            if self.plays[play].state == "empty" or self.plays[play].current is None:
                yield f"torn: play {play} has results and counts as empty"


def is_same_slip(slip: dict[str, Any], each: Sent) -> bool:
    return all(slip.get(name) == each["slip"].get(name) for name in COMPARED_FIELDS)


def wrong_standings(tournament_id: int) -> Iterator[str]:
    from tournaments.models import MatchRow, PlayScore, StandingRow, Tournament
    from tournaments.standings import storage as derived
    from tournaments.standings.cached import rebuild_from
    from tournaments.state.snapshot import snapshot_of

    tournament = Tournament.objects.get(pk=tournament_id)
    if not tournament.is_fresh:
        yield f"made from {tournament.standings_version} of {tournament.facts_version} facts"
    running = rebuild_from(snapshot_of(tournament)).kept.running
    compared: list[tuple[str, Any, tuple[str, ...], Any]] = [
        ("lines", StandingRow.objects.filter(tournament=tournament),
         (*derived.STANDING_KEYS, *derived.STANDING_FIELDS), derived.standing_rows(running)),
        ("board scores", PlayScore.objects.filter(play__board__tournament=tournament),
         (*derived.SCORE_KEYS, *derived.SCORE_FIELDS), derived.play_scores(running)),
        ("matches", MatchRow.objects.filter(tournament=tournament),
         (*derived.MATCH_KEYS, *derived.MATCH_FIELDS), derived.match_rows(running)),
    ]  # fmt: skip
    for name, stored, fields, wanted in compared:
        here = {json.dumps(row) for row in stored.values_list(*fields)}
        there = {json.dumps(key + values) for key, values in wanted.items()}
        if here != there:
            yield f"{name}: {len(here - there)} of {len(here)} wrong, {len(there - here)} missing"


def job_counts() -> dict[str, int]:
    """Number of jobs by kind and state, and of jobs started more than once."""
    from jobs.models import Job

    found = Counter(f"{job.kind} {job.state}" for job in Job.objects.all())
    found["begun again"] = Job.objects.filter(attempt__gt=1).count()
    return dict(found)


if __name__ == "__main__":
    main()
