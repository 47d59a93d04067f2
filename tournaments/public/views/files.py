"""Standings and results as CSV, safe to open in a spreadsheet."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from games.wording.words import contract_words, outcome_name
from tournaments.public.pages import public_tournament
from tournaments.public.selectors.boards import board_counts, board_page
from tournaments.ranking.selectors import Line, standings_of
from tournaments.ranking.words import ruling_words, tie_words
from tournaments.results.selectors.compared import Compared
from tournaments.spreadsheets import Cell, csv_answer


def standings_csv(request: HttpRequest, code: str) -> HttpResponse:
    """The standings, a line for each team."""
    tournament = public_tournament(request, code)
    found = standings_of(tournament)
    head = [_("List"), _("Place"), _("Number"), _("Pair"), _("Boards"), _("Total")]
    head += [_("Category"), _("Taken along"), _("Handicap"), _("Rulings"), _("Between equals")]
    head += [_("Round %(number)d") % {"number": number + 1} for number in range(found.rounds)]
    rows = (
        standings_row(ranking.section, line) for ranking in found.lists for line in ranking.lines
    )
    return csv_answer(f"{code}-standings.csv", head, rows)


def standings_row(section: str, line: Line) -> list[Cell]:
    """One team: its place, its total, and its place after each round."""
    place = f"{line.rank}=" if line.is_tied else str(line.rank)
    team = line.team
    row: list[Cell] = [section, place, team.number, team.name, line.boards, line.total]
    row += [team.category, line.carry, line.handicap, line.adjusted, tie_words(line.decided)]
    return [*row, *line.places]


def board_csv(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """All results of a board that is over; there is no such file before."""
    tournament = public_tournament(request, code)
    count = next((each for each in board_counts(tournament) if each.number == number), None)
    page = board_page(tournament, count) if count else None
    if page is None:
        raise Http404(_("This board is not over yet."))
    head = [
        *(_("Round"), _("Table"), _("North–South"), _("East–West"), _("Contract"), _("Outcome")),
        *(_("Points NS"), _("Points EW"), _("Score NS"), _("Score EW"), _("Difference")),
        *(_("Result NS"), _("Result EW"), _("Other cards")),
    ]
    return csv_answer(f"{code}-board-{number}.csv", head, map(board_row, page.results))


def board_row(row: Compared) -> list[Cell]:
    """One table's result."""
    words = contract_words(row.contract, row.declarer, row.contra) if row.net is not None else ""
    outcome = (
        outcome_name(row.outcome) if row.net is not None else ruling_words(row.kind, row.awards)
    )
    points = row.points or (None, None)
    return [
        *(row.round, row.table, row.ns_team.name, row.ew_team.name, words, outcome),
        *(*points, *row.score, row.net, row.ns, row.ew, row.cards),
    ]
