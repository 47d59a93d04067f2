from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.exports.responses import file_response, table_response
from tournaments.public.pages import public_tournament
from tournaments.public.selectors.board_rows import board_rows
from tournaments.public.selectors.boards import board_counts, board_page
from tournaments.public.selectors.careers import career_of
from tournaments.public.selectors.hands import HAND_FORMS, hands_of
from tournaments.public.tables.boards import board_table, boards_table
from tournaments.public.tables.standings import standings_table
from tournaments.public.tables.teams import team_table
from tournaments.standings.selectors import standings_of


def standings(request: HttpRequest, code: str, form: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    shown_standings = standings_of(tournament)
    category = request.GET.get("category", "")[:60]
    category = category if category in shown_standings.categories else ""
    shown_standings = shown_standings.of(category) if category else shown_standings
    return table_response(standings_table(tournament, shown_standings, category), form)


def boards(request: HttpRequest, code: str, form: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    return table_response(boards_table(tournament, board_rows(tournament)), form)


def board(request: HttpRequest, code: str, number: int, form: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    count = next((each for each in board_counts(tournament) if each.number == number), None)
    page = board_page(tournament, count) if count else None
    if page is None:
        raise Http404(_("This board is not over yet."))
    return table_response(board_table(tournament, page), form)


def team(request: HttpRequest, code: str, number: int, form: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    career = career_of(tournament, number)
    if career is None:
        message = _("There is no pair %(number)d in this tournament")
        raise Http404(message % {"number": number})
    return table_response(team_table(tournament, career), form)


def hands(request: HttpRequest, code: str, form: str) -> HttpResponse:
    """Cards of all finished boards."""
    tournament = public_tournament(request, code)
    media, write = HAND_FORMS[form]
    return file_response(write(hands_of(tournament)).encode(), f"{code}-hands.{form}", media)
