"""Import a result table: upload, preview row by row, record."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import ngettext

from tournaments.exports.workbooks import UnreadableError
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.results.file_rows import rows_in
from tournaments.results.forms.sheets import UNREADABLE_SHEETS, SheetForm
from tournaments.results.services.result_files import JudgedRow, judge_sheet, record_sheet


@director_page
def sheet(request: Request, tournament: Tournament) -> HttpResponse:
    sent = (request.POST, request.FILES) if request.method == "POST" else ()
    form = SheetForm(*sent).of(tournament)
    judged = judge_form(form, tournament) if form.is_bound else None
    if judged is None:
        status = 422 if form.errors else 200
        return show_sheet(request, tournament, form, status=status)
    if "store" in request.POST and record_rows(request, tournament, form, judged):
        return redirect("manage_files", tournament.code)
    again = SheetForm(initial=form.cleaned_data).of(tournament)
    wrong = [each for each in judged if each.faults]
    return show_sheet(
        request,
        tournament,
        again,
        rows=[*wrong, *(each for each in judged if not each.faults)],
        good=sum(each.is_new for each in judged),
        wrong=len(wrong),
        standing=sum(each.stands and not each.faults for each in judged),
        replaced=sum(each.is_new and each.replaces for each in judged),
    )


def judge_form(form: SheetForm, tournament: Tournament) -> list[JudgedRow] | None:
    if not form.is_valid():
        return None
    try:
        rows = rows_in(form.lines, tournament)
    except UnreadableError as error:
        form.add_error("file", str(UNREADABLE_SHEETS[error.code]))
        return None
    return judge_sheet(tournament, rows, override=form.cleaned_data["override"])


def record_rows(
    request: Request, tournament: Tournament, form: SheetForm, judged: list[JudgedRow]
) -> bool:
    count = sum(each.is_new for each in judged)
    done = ngettext("%d result recorded.", "%d results recorded.", count) % count
    return run_with_message(
        request,
        lambda: record_sheet(
            tournament=tournament,
            judged=judged,
            override=form.cleaned_data["override"],
            late="late" in request.POST,
            actor=request.user,
        ),
        done,
    )


def show_sheet(
    request: Request, tournament: Tournament, form: SheetForm, status: int = 200, **more: object
) -> HttpResponse:
    return show(
        request,
        tournament,
        "results/sheet_preview" if more else "results/sheet",
        part="files",
        form=form,
        status=status,
        is_official=tournament.official_at is not None,
        **more,
    )
