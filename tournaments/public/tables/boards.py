from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.wording.signs import colon
from games.wording.texts import contra_name, contract_name, outcome_name, seat_letter, seat_name
from tournaments.entries.selectors.team_lines import TeamLine
from tournaments.exports.tables import (
    CodedText,
    Column,
    ColumnKind,
    Table,
    non_empty_columns,
    table_of,
)
from tournaments.models import Tournament
from tournaments.public.selectors.board_rows import BoardRow
from tournaments.public.selectors.boards import BoardPage
from tournaments.results.selectors.compared import ComparedResult
from tournaments.standings.texts import FIGURE_UNITS, ruling_words
from tournaments.state.scoring import board_figure_unit


def boards_table(tournament: Tournament, rows: Iterable[BoardRow]) -> Table:
    title = f"{tournament.name}{colon()}{_('Boards')}"
    columns = [*count_columns(), *field_columns()]
    return table_of(f"{tournament.code}-boards", title, columns, rows)


def count_columns() -> list[Column[BoardRow]]:
    return [
        Column("board", _("Board"), lambda row: row.count.number, ColumnKind.WHOLE),
        Column(
            "first_round", _("First round"), lambda row: row.count.first_round, ColumnKind.WHOLE
        ),
        Column("last_round", _("Last round"), lambda row: row.count.last_round, ColumnKind.WHOLE),
        Column("done", _("Results"), lambda row: row.count.done, ColumnKind.WHOLE),
        Column("total", _("Tables"), lambda row: row.count.total, ColumnKind.WHOLE),
        Column(
            "is_over", pgettext("board", "over"), lambda row: row.count.is_over, ColumnKind.YES_NO
        ),
    ]


def field_columns() -> list[Column[BoardRow]]:
    return [
        Column("contracts", _("Contracts at the tables"), contracts_text),
        Column("failed", _("Failed"), lambda row: count_if_over(row, row.failed), ColumnKind.WHOLE),
        Column(
            "doubled", _("Contra"), lambda row: count_if_over(row, row.doubled), ColumnKind.WHOLE
        ),
        Column("mean", mean_words(), lambda row: row.mean, ColumnKind.FIGURE),
        Column("par", _("Par"), lambda row: row.par.net if row.par else None, ColumnKind.WHOLE),
        Column("swing", _("Swing"), lambda row: row.swing, ColumnKind.WHOLE),
    ]


def contracts_text(row: BoardRow) -> str:
    return ", ".join(
        f"{contract_name(code) if code else _('Passed out')} {times}"
        for code, times in row.contracts
    )


def count_if_over(row: BoardRow, count: int) -> int | None:
    """A count, None before the board is over."""
    return count if row.count.is_over else None


def mean_words() -> str:
    return _("%(side)s mean") % {"side": side_text("NS")}


def board_table(tournament: Tournament, page: BoardPage) -> Table:
    number = page.count.number
    return table_of(
        f"{tournament.code}-board-{number}",
        f"{tournament.name}{colon()}{_('Board %(number)d') % {'number': number}}",
        [
            Column[ComparedResult]("round", _("Round"), lambda row: row.round, ColumnKind.WHOLE),
            Column[ComparedResult]("table", _("Table"), lambda row: row.table, ColumnKind.WHOLE),
            *side_columns(),
            *contract_columns(),
            *score_columns(tournament),
            *non_empty_columns(
                [Column[ComparedResult]("cards", _("Other cards"), lambda row: row.cards)],
                page.results,
            ),
        ],
        page.results,
    )


def side_columns() -> list[Column[ComparedResult]]:
    return [
        Column(
            "ns_number",
            f"{_('Number')} {side_text('NS')}",
            lambda row: team_number(row.ns_team),
            ColumnKind.WHOLE,
        ),
        Column("ns", _("North–South"), lambda row: row.ns_team.name),
        Column(
            "ew_number",
            f"{_('Number')} {side_text('EW')}",
            lambda row: team_number(row.ew_team),
            ColumnKind.WHOLE,
        ),
        Column("ew", _("East–West"), lambda row: row.ew_team.name),
    ]


def contract_columns() -> list[Column[ComparedResult]]:
    """Contract and outcome; for a ruling only the ruling."""
    return [
        Column("contract", _("Contract"), contract_word),
        Column("declarer", _("Declarer"), lambda row: seat_word(row.declarer)),
        Column("contra", _("Contra"), contra_word),
        Column("outcome", _("Outcome"), outcome_word),
    ]


def score_columns(tournament: Tournament) -> list[Column[ComparedResult]]:
    unit = FIGURE_UNITS[board_figure_unit(tournament)]
    ns, ew = _("Result NS"), _("Result EW")
    return [
        Column(
            "ns_points", _("Points NS"), lambda row: (row.points or (None,))[0], ColumnKind.WHOLE
        ),
        Column(
            "ew_points", _("Points EW"), lambda row: (row.points or (None,))[-1], ColumnKind.WHOLE
        ),
        Column("ns_score", _("Score NS"), lambda row: score_at(row, 0), ColumnKind.WHOLE),
        Column("ew_score", _("Score EW"), lambda row: score_at(row, 1), ColumnKind.WHOLE),
        Column("net", _("Difference"), lambda row: row.net, ColumnKind.WHOLE),
        Column("ns_result", f"{ns} {unit}", lambda row: row.ns, ColumnKind.FIGURE),
        Column("ew_result", f"{ew} {unit}", lambda row: row.ew, ColumnKind.FIGURE),
    ]


def contract_word(row: ComparedResult) -> CodedText | None:
    """The contract; "passed out" without one, None for a ruling."""
    if row.net is None:
        return None
    if not row.contract:
        return CodedText("", _("Passed out"))
    return CodedText(row.contract, contract_name(row.contract))


def seat_word(seat: str) -> CodedText | None:
    return CodedText(seat, seat_name(seat)) if seat else None


def contra_word(row: ComparedResult) -> CodedText | None:
    return CodedText(str(row.contra), contra_name(row.contra)) if row.contra else None


def outcome_word(row: ComparedResult) -> CodedText | None:
    if row.net is None:
        return CodedText(row.kind, ruling_words(row.kind, row.awards))
    return CodedText(row.outcome, outcome_name(row.outcome)) if row.outcome else None


def score_at(row: ComparedResult, at: int) -> int | None:
    """Score written by a side; None for a ruling."""
    return None if row.net is None else row.score[at]


def team_number(team: TeamLine) -> int | None:
    """A side's number; None for two single players."""
    return None if team.members else team.number


def side_text(code: str) -> str:
    return seat_letter(code)
