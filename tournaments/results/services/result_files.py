from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from games.wording.texts import score_text
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.errors import RuleViolationError
from tournaments.events.entry import Entry
from tournaments.models import Play, Tournament
from tournaments.permissions import Actor
from tournaments.results.file_rows import RowFault, SheetRow
from tournaments.results.services.imports import plays_by_place
from tournaments.results.services.results import correct_result
from tournaments.results.services.slips import entry_of, is_same_result
from tournaments.state.locks import lock_tournament


@dataclass(frozen=True)
class JudgedRow:
    row: SheetRow
    play: Play | None = None
    entry: Entry | None = None
    faults: tuple[RowFault, ...] = ()

    @property
    def stands(self) -> bool:
        """Whether exactly this result is already confirmed."""
        if self.play is None or self.entry is None or self.play.current is None:
            return False
        is_sure = self.play.state == Play.State.CONFIRMED
        current = self.play.current
        is_same = current.kind == self.entry.kind and is_same_result(current.slip, self.entry.slip)
        return is_sure and is_same

    @property
    def replaces(self) -> bool:
        return self.play is not None and self.play.current_id is not None and not self.stands

    @property
    def is_new(self) -> bool:
        return not self.faults and not self.stands


def judge_sheet(
    tournament: Tournament, rows: Sequence[SheetRow], *, override: bool = False
) -> list[JudgedRow]:
    """Score every row by the rules; store nothing.

    ``override`` skips the check against the cards: they were dealt elsewhere.
    """
    plays = [play for group in plays_by_place(tournament).values() for play in group]
    line_by_play: dict[int, int] = {}
    return [judge_row(row, plays, line_by_play, override=override) for row in rows]


def judge_row(
    row: SheetRow, plays: Sequence[Play], seen: dict[int, int], *, override: bool
) -> JudgedRow:
    if row.faults:
        return JudgedRow(row, faults=tuple(row.faults))
    try:
        play = find_play(row.place, plays)
        if play.pk in seen:
            raise RuleViolationError("twice", _("The same as in line %d.") % seen[play.pk])
        entry = entry_of(play, row.slip, override=override)
    except RuleViolationError as refusal:
        return JudgedRow(row, faults=(RowFault(refusal.field, "", str(refusal)),))
    seen[play.pk] = row.line
    fault = score_fault(row, entry)
    return JudgedRow(row, play, entry, (fault,) if fault else ())


def find_play(place: Mapping[str, int], plays: Sequence[Play]) -> Play:
    matches = [play for play in plays if all(position_of(play)[key] == place[key] for key in place)]
    if not matches or not place:
        raise RuleViolationError("no_such_play", _("This board is not played there."))
    if len(matches) > 1:
        raise RuleViolationError(
            "which_play", _("Several boards match: give round, table and board.")
        )
    return matches[0]


def position_of(play: Play) -> dict[str, int]:
    return {
        "round": play.sitting.round.number,
        "table": play.sitting.table.number,
        "board": play.board.number,
    }


def score_fault(row: SheetRow, entry: Entry) -> RowFault | None:
    """The fault of a row whose score differs from the rules."""
    right = dict(zip(("NS", "EW"), entry.score, strict=False))
    if all(right.get(side) == value for side, value in row.score.items()):
        return None
    entered_score = score_text(row.score.get("NS"), row.score.get("EW"))
    words = _("By the rules it is %s.") % score_text(right.get("NS"), right.get("EW"))
    return RowFault("score", entered_score, words)


@transaction.atomic
def record_sheet(
    *,
    tournament: Tournament,
    judged: Sequence[JudgedRow],
    override: bool = False,
    late: bool = False,
    actor: Actor = None,
) -> int:
    """Record the valid rows, all or none; return how many were new."""
    tournament = lock_tournament(tournament.pk)
    new_rows = [each for each in judged if each.is_new and each.play is not None]
    if new_rows:
        store_archive(tournament=tournament, happened=Happened.IMPORT, actor=actor)
    for each in new_rows:
        assert each.play is not None
        correct_result(
            play_id=each.play.pk,
            slip=each.row.slip,
            reason=_("from a file"),
            actor=actor,
            override=override,
            late=late,
        )
    return len(new_rows)
