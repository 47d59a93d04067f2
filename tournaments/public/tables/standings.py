"""Standings table: rounds and components of the total."""

from collections.abc import Callable, Iterator
from fractions import Fraction

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.wording.signs import colon
from games.wording.texts import seat_name
from tournaments.exports.tables import (
    CodedText,
    Column,
    ColumnKind,
    Table,
    non_empty_columns,
    table_of,
)
from tournaments.models import Tournament
from tournaments.standings.selectors import PublicStandings, StandingLine
from tournaments.standings.texts import FIGURE_UNITS, tie_words
from tournaments.state.scoring import figure_unit

Ranked = tuple[str, StandingLine]


def standings_table(
    tournament: Tournament,
    standings: PublicStandings,
    category: str = "",
    about: str = "",
    version: int = 0,
    unit: str = "",
) -> Table:
    """Standings of all or of one ``category``.

    An earlier ``version`` can have another ``unit``.
    """
    lines = [(ranking.section, line) for ranking in standings.lists for line in ranking.lines]
    columns = [
        *place_columns(tournament, standings, lines),
        *figure_columns(tournament, unit or figure_unit(tournament), standings, lines),
    ]
    after = _("After round %(number)d") % {"number": standings.rounds}
    return table_of(
        f"{tournament.code}-standings{f'-{version}' if version else ''}",
        f"{tournament.name}{colon()}{_('Standings')}",
        columns,
        lines,
        about or ", ".join(filter(None, (after, category))),
    )


def place_columns(
    tournament: Tournament, standings: PublicStandings, lines: list[Ranked]
) -> Iterator[Column[Ranked]]:
    if len(standings.lists) > 1:
        yield Column("list", _("List"), lambda row: CodedText(row[0], seat_name(row[0].upper())))
    yield Column("place", _("Place"), lambda row: row[1].rank, ColumnKind.WHOLE)
    if any(line.is_tied for _section, line in lines):
        yield Column(
            "tied", pgettext("place", "Shared"), lambda row: row[1].is_tied, ColumnKind.YES_NO
        )
    yield Column("number", _("Number"), lambda row: row[1].team.number, ColumnKind.WHOLE)
    yield Column("name", _("Pair"), lambda row: row[1].team.name)
    yield from non_empty_columns(
        [
            Column[Ranked]("players", _("Players"), lambda row: ", ".join(row[1].team.under_name)),
            Column[Ranked]("category", _("Category"), lambda row: row[1].team.category),
        ],
        lines,
    )
    played = _("Games") if tournament.is_open_play else _("Boards")
    yield Column("boards", played, lambda row: row[1].boards, ColumnKind.WHOLE)
    yield from non_empty_columns(
        [
            Column[Ranked](
                "eliminated_in",
                _("Eliminated in round"),
                lambda row: row[1].team.eliminated_in,
                ColumnKind.WHOLE,
            )
        ],
        lines,
    )


def figure_columns(
    tournament: Tournament, unit: str, standings: PublicStandings, lines: list[Ranked]
) -> Iterator[Column[Ranked]]:
    for number in range(1, standings.rounds + 1):
        yield round_column(number)
    yield from non_empty_columns(
        [
            figure_column("carry", _("Carried over"), lambda line: line.carry),
            figure_column("handicap", _("Handicap"), lambda line: line.handicap),
            figure_column("adjusted", _("Rulings"), lambda line: line.adjusted),
        ],
        lines,
    )
    yield figure_column("total", f"{_('Total')} {FIGURE_UNITS[unit]}", lambda line: line.shown)
    yield from non_empty_columns(
        [
            Column[Ranked](
                "decided_by", _("Tie-break"), lambda row: tie_break_cell(row, tournament)
            ),
            Column[Ranked](
                "stand_ins",
                _("Played for them"),
                lambda row: "; ".join(map(str, row[1].team.stand_ins)),
            ),
        ],
        lines,
    )


def tie_break_cell(row: Ranked, tournament: Tournament) -> CodedText | None:
    decided = row[1].decided
    return CodedText(decided[0], tie_words(decided, tournament).lstrip("=, ")) if decided else None


def round_column(number: int) -> Column[Ranked]:
    """Figure of a round; empty without a table."""

    def value(row: Ranked) -> Fraction | None:
        results = row[1].results
        return results[number - 1] if number <= len(results) else None

    title = _("Round %(number)d") % {"number": number}
    return Column(f"round_{number}", title, value, ColumnKind.FIGURE)


def figure_column(
    key: str, title: str, figure: Callable[[StandingLine], Fraction | None]
) -> Column[Ranked]:
    return Column(key, title, lambda row: figure(row[1]), ColumnKind.FIGURE)
