"""Import deal records; export records and results."""

import csv
import json
from collections.abc import Iterable
from typing import Any, TypeVar

from django.contrib import messages
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.archive.selectors import archives_of
from tournaments.exports import safe_cell
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, run_with_message
from tournaments.organiser.pages import show
from tournaments.results.forms.files import RecordsForm, item_problem
from tournaments.results.selectors.exports import RESULT_COLUMNS, facts_of, records_of, results_of
from tournaments.results.selectors.usebio import usebio_of
from tournaments.results.services.imports import JudgedRecord, import_records, judge_items

Response = TypeVar("Response", HttpResponse, StreamingHttpResponse)


@director_page
def files(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method != "POST":
        return show_files(request, tournament, RecordsForm())
    form = RecordsForm(request.POST, request.FILES)
    if not form.is_valid():
        return show_files(request, tournament, form)
    judged = judge_items(tournament, form.items)
    if "store" in request.POST and store_records(request, tournament, judged):
        return redirect("manage_files", tournament.code)
    return show(
        request, tournament, "results/files_preview", part="files", **preview_of(form, judged)
    )


def show_files(request: Request, tournament: Tournament, form: RecordsForm) -> HttpResponse:
    return show(
        request,
        tournament,
        "results/files",
        part="files",
        form=form,
        archives=archives_of(tournament).count(),
        status=422 if form.errors else 200,
    )


def preview_of(form: RecordsForm, judged: list[JudgedRecord]) -> dict[str, Any]:
    good = sum(not problem_of(each) for each in judged)
    return {
        "form": RecordsForm(initial={"text": form.cleaned_data["text"]}),
        "rows": [(each, problem_of(each)) for each in judged],
        "good": good,
        "wrong": len(judged) - good,
        "replaced": sum(each.replaces for each in judged if not problem_of(each)),
    }


def problem_of(judged: JudgedRecord) -> str:
    """The problem of an item: its format first, then the rules."""
    return item_problem(judged.item) or judged.problem


def store_records(request: Request, tournament: Tournament, judged: list[JudgedRecord]) -> bool:
    good = [each for each in judged if not problem_of(each)]
    if not good:
        messages.error(request, _("There is no record that could be stored."))
        return False
    done = ngettext("%d deal stored.", "%d deals stored.", len(good)) % len(good)
    return run_with_message(
        request,
        lambda: import_records(tournament=tournament, judged=good, actor=request.user),
        done,
    )


@director_page
def records_jsonl(request: Request, tournament: Tournament) -> StreamingHttpResponse:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in records_of(tournament))
    response = StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")
    return as_file(response, f"records-{tournament.code}.jsonl")


@director_page
def results_json(request: Request, tournament: Tournament) -> HttpResponse:
    body = json.dumps(list(results_of(tournament)), ensure_ascii=False, indent=1)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    return as_file(response, f"results-{tournament.code}.json")


@director_page
def facts_json(request: Request, tournament: Tournament) -> HttpResponse:
    body = json.dumps(facts_of(tournament), ensure_ascii=False, indent=1)
    response = HttpResponse(body, content_type="application/json; charset=utf-8")
    return as_file(response, f"facts-{tournament.code}.json")


@director_page
def results_usebio(request: Request, tournament: Tournament) -> HttpResponse:
    response = HttpResponse(usebio_of(tournament), content_type="application/xml; charset=utf-8")
    return as_file(response, f"usebio-{tournament.code}.xml")


@director_page
def results_csv(request: Request, tournament: Tournament) -> HttpResponse:
    response = HttpResponse("\ufeff", content_type="text/csv; charset=utf-8")
    write_rows(response, results_of(tournament))
    return as_file(response, f"results-{tournament.code}.csv")


def write_rows(response: HttpResponse, rows: Iterable[dict[str, object]]) -> None:
    writer = csv.DictWriter(response, RESULT_COLUMNS)
    writer.writeheader()
    for row in rows:
        writer.writerow({key: safe_cell(value) for key, value in row.items()})


def as_file(response: Response, name: str) -> Response:
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
