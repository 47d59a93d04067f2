from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.archive.services.archive import Happened, store_archive
from tournaments.errors import RuleViolationError
from tournaments.events.entry import Author, Entry
from tournaments.models import Play, Result, Tournament
from tournaments.permissions import Actor
from tournaments.results.deal_files import RecordItem
from tournaments.results.services.records import record_deal
from tournaments.results.services.slips import entry_of_record
from tournaments.state.locks import lock_tournament


@dataclass(frozen=True)
class JudgedRecord:
    item: RecordItem
    play: Play | None = None
    entry: Entry | None = None
    problem: str = ""

    @property
    def replaces(self) -> bool:
        return self.play is not None and self.play.current_id is not None


def judge_items(tournament: Tournament, items: Sequence[RecordItem]) -> list[JudgedRecord]:
    """Check every item against its board with the engine; store nothing."""
    plays = plays_by_place(tournament)
    line_by_play: dict[int, int] = {}
    return [judge_item(item, plays, line_by_play) for item in items]


@transaction.atomic
def import_records(
    *, tournament: Tournament, judged: Sequence[JudgedRecord], actor: Actor = None
) -> int:
    """Store the valid items, all or none; return their number."""
    tournament = lock_tournament(tournament.pk)
    author = Author(source=Result.Source.DIRECTOR, user=actor)
    good = [each for each in judged if each.play and not each.problem]
    if good:
        store_archive(tournament=tournament, happened=Happened.IMPORT, actor=actor)
    for each in good:
        assert each.play is not None
        record_deal(
            play_id=each.play.pk,
            record=each.item.record,
            author=author,
            reason=_("from a file"),
        )
    return len(good)


def judge_item(
    item: RecordItem, plays: dict[int, list[Play]], seen: dict[int, int]
) -> JudgedRecord:
    if item.problem:
        return JudgedRecord(item)
    try:
        play = find_play(item, plays)
        if play.pk in seen:
            raise RuleViolationError("twice", _("The same as in line %d.") % seen[play.pk])
        entry = entry_of_record(play, item.record)
    except RuleViolationError as refusal:
        place = f"{refusal.field}: " if refusal.field else ""
        return JudgedRecord(item, problem=f"{place}{refusal}")
    seen[play.pk] = item.line
    return JudgedRecord(item, play, entry)


def find_play(item: RecordItem, plays: dict[int, list[Play]]) -> Play:
    place = item.place
    matches = [
        play
        for play in plays.get(place.get("board", 0), [])
        if place.get("table") in (None, play.sitting.table.number)
        and place.get("round") in (None, play.sitting.round.number)
    ]
    if not matches:
        raise RuleViolationError("no_such_play", _("This board is not played there."))
    if len(matches) > 1:
        raise RuleViolationError(
            "which_play", _("Several tables play this board. Give “table” or “round”.")
        )
    return matches[0]


def plays_by_place(tournament: Tournament) -> dict[int, list[Play]]:
    plays: dict[int, list[Play]] = {}
    rows = Play.objects.filter(sitting__round__tournament=tournament).select_related(
        "sitting__round", "sitting__table", "board__deal", "current"
    )
    for play in rows:
        plays.setdefault(play.board.number, []).append(play)
    return plays
