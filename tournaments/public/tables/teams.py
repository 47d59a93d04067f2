from django.utils.translation import gettext as _

from games.wording.signs import colon
from tournaments.exports.tables import (
    CodedText,
    Column,
    ColumnKind,
    Table,
    Value,
    non_empty_columns,
    table_of,
)
from tournaments.models import Tournament
from tournaments.public.selectors.careers import BoardLine, Career
from tournaments.public.tables.boards import (
    contra_word,
    contract_word,
    outcome_word,
    seat_word,
    team_number,
)
from tournaments.standings.texts import FIGURE_UNITS
from tournaments.state.scoring import board_figure_unit


def team_table(tournament: Tournament, career: Career) -> Table:
    """A team's boards; unfinished ones show the opponents only."""
    lines = [line for part in career.rounds for line in part.boards]
    return table_of(
        f"{tournament.code}-team-{career.team.number}",
        f"{tournament.name}{colon()}{career.team.name}",
        [*meeting_columns(lines), *result_columns(tournament)],
        lines,
    )


def meeting_columns(lines: list[BoardLine]) -> list[Column[BoardLine]]:
    partner = Column[BoardLine](
        "partner", _("Partner"), lambda row: row.partner.name if row.partner else None
    )
    return [
        Column("round", _("Round"), lambda row: row.round, ColumnKind.WHOLE),
        Column("table", _("Table"), lambda row: row.table, ColumnKind.WHOLE),
        Column("side", _("Side"), lambda row: seat_word(row.side)),
        Column("board", _("Board"), lambda row: row.board, ColumnKind.WHOLE),
        *non_empty_columns([partner], lines),
        Column(
            "opponents_number",
            _("Number"),
            lambda row: team_number(row.opponents),
            ColumnKind.WHOLE,
        ),
        Column("opponents", _("Opponents"), lambda row: row.opponents.name),
    ]


def result_columns(tournament: Tournament) -> list[Column[BoardLine]]:
    unit = FIGURE_UNITS[board_figure_unit(tournament)]
    return [
        Column("contract", _("Contract"), contract_value),
        Column("declarer", _("Declarer"), declarer_value),
        Column("contra", _("Contra"), contra_value),
        Column("outcome", _("Outcome"), outcome_value),
        Column("score", _("Own score"), lambda row: score_at(row, 0), ColumnKind.WHOLE),
        Column(
            "their_score",
            _("Score of the opponents"),
            lambda row: score_at(row, 1),
            ColumnKind.WHOLE,
        ),
        Column("net", _("Difference"), lambda row: row.net, ColumnKind.WHOLE),
        Column("result", f"{_('Result')} {unit}", lambda row: row.figure, ColumnKind.FIGURE),
    ]


def contract_value(row: BoardLine) -> Value:
    return contract_word(row.result) if row.result else None


def declarer_value(row: BoardLine) -> Value:
    return seat_word(row.result.declarer) if row.result else None


def contra_value(row: BoardLine) -> Value:
    return contra_word(row.result) if row.result else None


def outcome_value(row: BoardLine) -> Value:
    return outcome_word(row.result) if row.result else CodedText("open", _("not over yet"))


def score_at(row: BoardLine, at: int) -> int | None:
    return row.score[at] if row.score and row.net is not None else None
