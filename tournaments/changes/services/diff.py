"""Compare a tournament before and after a change."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.wording.texts import percent_text
from tournaments.changes.layout import Layout, SeatRow, TeamRow
from tournaments.changes.services.preview_details import TournamentState
from tournaments.models import Tournament
from tournaments.state.formats import is_knockout

Unit = Tournament.Unit


@dataclass(frozen=True)
class ComparedFigure:
    """A compared figure as text, now and after."""

    label: str
    now: str
    then: str

    @property
    def changes(self) -> bool:
        return self.now != self.then


@dataclass(frozen=True)
class SeatAfter:
    place: str
    number: int | None
    name: str
    moves: bool


@dataclass(frozen=True)
class SeatedTable:
    number: int
    seats: list[SeatAfter]

    @property
    def changes(self) -> bool:
        return any(seat.moves for seat in self.seats)


@dataclass(frozen=True)
class SeatedRound:
    number: int
    tables: list[SeatedTable]
    resting: list[SeatAfter]


def lines_of(
    tournament: Tournament, before: TournamentState, after: TournamentState
) -> list[ComparedFigure]:
    """Changed figures first; a dash if missing."""
    old, new = figures(tournament, before), figures(tournament, after)
    lines = [
        ComparedFigure(label, old.get(label, "–"), new.get(label, "–")) for label in {**new, **old}
    ]
    return sorted(lines, key=lambda line: not line.changes)


def figures(tournament: Tournament, look: TournamentState) -> dict[str, str]:
    layout = look.layout
    here = [key[0] for key, row in layout.teams.items() if takes_part(row)]
    who = {Unit.PAIR: _("Pairs"), Unit.TEAM: _("Teams"), Unit.PLAYER: _("Players")}
    tables = Counter(key[0] for key in layout.tables)
    played, met = boards_and_opponents(layout)
    values_by_label = {
        who[Unit(tournament.unit)]: str(len(here)),
        _("Tables"): range_text(tables.values()),
        _("Sit-outs"): rests_text(layout),
        _("Rounds"): str(look.rounds),
    }
    if not tournament.is_open_play:
        values_by_label[_("Boards each")] = range_text(len(played[team]) for team in here)
    values_by_label[_("Opponents met")] = _("%(met)s of %(all)d") % {
        "met": range_text(len(met[team]) for team in here),
        "all": max(0, sum(row.number is not None for row in layout.teams.values()) - 1),
    }
    if not tournament.is_open_play:
        used = {row.board for row in layout.plays.values()}
        copies = look.checked.most_sharing_tables
        words = ngettext("%(boards)d, %(n)d copy each", "%(boards)d, %(n)d copies each", copies)
        values_by_label[_("Boards and copies")] = words % {"boards": len(used), "n": copies}
        values_by_label[_("Boards not played")] = str(max(0, look.boards - len(used)))
    if is_knockout(tournament):
        values_by_label[_("Walk-overs")] = str(len(layout.walkovers))
    if look.checked.balance is not None and tournament.movement_kind:
        values_by_label[_("Balance")] = percent_text(look.checked.balance, 0)
    values_by_label[_("End")] = timezone.localtime(look.end).strftime("%H:%M")
    return values_by_label


def takes_part(row: TeamRow) -> bool:
    return row.number is not None and row.withdrawn_from is None


def range_text(values: Iterable[int]) -> str:
    """Range such as “3–5”, or a single number."""
    ordered = sorted(values)
    if not ordered:
        return "0"
    return str(ordered[0]) if ordered[0] == ordered[-1] else f"{ordered[0]}–{ordered[-1]}"


def boards_and_opponents(layout: Layout) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Boards played and entrants met, by team."""
    at: dict[tuple[int, int], list[int]] = defaultdict(list)
    boards: dict[tuple[int, int], list[int]] = defaultdict(list)
    for key, row in layout.seats.items():
        if row.table is not None:
            at[key[0], row.table].append(key[1])
    for key, play in layout.plays.items():
        boards[key[0], key[1]].append(play.board)
    played: dict[int, set[int]] = defaultdict(set)
    met: dict[int, set[int]] = defaultdict(set)
    for place, teams in at.items():
        for team in teams:
            played[team].update(boards[place])
            met[team].update(other for other in teams if other != team)
    return played, met


def rests_text(layout: Layout) -> str:
    rests = layout.rests()
    if not rests:
        return _("nobody")
    all_of_them, most = rests.total(), max(rests.values())
    if most == 1:
        words = ngettext("%(n)d in total, each once", "%(n)d in total, each once", all_of_them)
        return words % {"n": all_of_them}
    return _("%(n)d in all, up to %(most)d for one") % {"n": all_of_them, "most": most}


def first_seating(before: TournamentState, after: TournamentState) -> SeatedRound | None:
    """The first round with changed seats, after the change."""
    old, new = before.layout.seats, after.layout.seats
    changed = {key[0] for key in old.keys() | new.keys() if old.get(key) != new.get(key)}
    number = min(changed & {key[0] for key in new}, default=None)
    if number is None:
        return None
    tables: dict[int, list[SeatAfter]] = defaultdict(list)
    for key, row in sorted(new.items(), key=by_place):
        if key[0] != number:
            continue
        team, moves = key[1], old.get(key) != row
        place = row.place or row.side
        seat = SeatAfter(place, after.teams[team].number, after.names[team], moves)
        tables[row.table or 0].append(seat)
    resting = tables.pop(0, [])
    seated = [SeatedTable(table, seats) for table, seats in sorted(tables.items())]
    return SeatedRound(number, seated, resting)


def by_place(item: tuple[tuple[int, ...], SeatRow]) -> int:
    row = item[1]
    return ["NS", "N", "W", "S", "E", "EW", ""].index(row.place or row.side)


def order_of_rests(before: TournamentState, after: TournamentState) -> list[int]:
    rests = [
        (key[0], after.teams[key[1]].number or 0)
        for key, row in after.layout.seats.items()
        if row.table is None and before.layout.seats.get(key) != row
    ]
    return [number for _round, number in sorted(rests)]
