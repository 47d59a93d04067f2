from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.exports.responses import table_response
from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.heatmaps import has_heat, heat_map
from tournaments.public.tables.heat import heat_table

MOST_DIGITS = 4


def figures(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    if not has_heat(tournament):
        return missing_page(
            request,
            tournament,
            _("There is no such table of this tournament"),
            _(
                "It shows every result on every board, in tournaments where each entrant "
                "plays a board once."
            ),
        )
    group_param = request.GET.get("group", "")
    is_number = group_param.isascii() and group_param.isdigit() and len(group_param) <= MOST_DIGITS
    group = int(group_param) if is_number else 0
    return live_page(
        request,
        tournament,
        "tournaments/public/figures.html",
        lambda: figures_values(tournament, group),
        kind=str(group),
        title=_("Everybody on every board"),
        frame="tournaments/public/figures_page.html",
        follows="settled",
    )


def figures_values(tournament: Tournament, group: int) -> dict[str, object]:
    """Context; phones show one group of boards, by default the last."""
    page = heat_map(tournament)
    groups = page.groups if page else ()
    return {
        "tournament": tournament,
        "frame": page_header(tournament, "figures"),
        "page": page,
        "shown": group if 1 <= group <= len(groups) else len(groups),
    }


def figures_file(request: HttpRequest, code: str, form: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    page = heat_map(tournament)
    if page is None:
        raise Http404(_("No board is over yet."))
    return table_response(heat_table(tournament, page), form)
