import csv

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.slips.bids import bid_text
from games.wording.texts import contract_words, score_text
from tournaments.events.log import GROUPS, LogLine, log_lines, log_rows
from tournaments.exports import list_separator, safe_cell
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page
from tournaments.organiser.pages import number_in, show
from tournaments.results.texts import logged_game_words, reason_without_score
from tournaments.state.formats import entrants_word

LINES_PER_PAGE = 100
GROUP_LABELS = {
    "results": gettext_lazy("Results"),
    "corrections": gettext_lazy("Corrections and disputes"),
    "calls": gettext_lazy("Calls"),
    "clock": gettext_lazy("Clock"),
}


@director_page
def log(request: Request, tournament: Tournament) -> HttpResponse:
    group = request.GET.get("group", "")
    group = group if group in GROUPS else ""
    table = number_in(request.GET.get("table"))
    rows = log_rows(tournament, group=group, table=table)
    page = Paginator(rows, LINES_PER_PAGE).get_page(request.GET.get("page"))
    return show(
        request,
        tournament,
        "console/log",
        part="log",
        page_obj=page,
        lines=log_lines(page.object_list),
        groups=[*GROUP_LABELS.items(), ("teams", entrants_word(tournament.unit))],
        group=group,
        table=table,
        query=request.GET.urlencode(),
    )


@director_page
def log_csv(request: Request, tournament: Tournament) -> HttpResponse:
    rows = log_rows(
        tournament,
        group=request.GET.get("group", ""),
        table=number_in(request.GET.get("table")),
    )
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="log-{tournament.code}.csv"'
    response.write("\ufeff")  # BOM, so that spreadsheets read Cyrillic as UTF-8.
    writer = csv.writer(response, delimiter=list_separator())
    writer.writerow([_("Time"), _("Who"), _("Where"), _("What"), _("Before"), _("After")])
    for line in log_lines(rows.iterator(chunk_size=500)):
        writer.writerow([safe_cell(cell) for cell in cells_of(line)])
    return response


def cells_of(line: LogLine) -> list[str]:
    at = timezone.localtime(line.at).strftime("%Y-%m-%d %H:%M:%S")
    return [
        at,
        line.who,
        line.where,
        line.what,
        logged_result_text(line.before),
        logged_result_text(line.after),
    ]


def logged_result_text(result: dict[str, object]) -> str:
    """A logged result as text."""
    if not result:
        return ""
    if ruled := reason_without_score(result):
        return ruled
    if result.get("kind") == "game":
        return logged_game_words(result)
    contra = result.get("contra")
    words = contract_words(
        str(result.get("contract") or ""),
        str(result.get("declarer") or ""),
        contra if isinstance(contra, int) else 0,
        bid_text(result),
    )
    ns, ew = result.get("ns"), result.get("ew")
    score = score_text(ns if isinstance(ns, int) else None, ew if isinstance(ew, int) else None)
    return f"{words} {score}"
