import csv
import json

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rulebook import rules_name
from games.studies.page_figures import study_shown
from games.studies.selectors import (
    Findings,
    findings_at,
    main_findings,
    shipped_findings,
    studies,
    study_file,
    table_rows,
)


@require_safe
def boards_study(request: HttpRequest) -> HttpResponse:
    """The study with the most boards under the usual rules."""
    return render_study(request, main_findings())


@require_safe
def study(request: HttpRequest, share: str) -> HttpResponse:
    return render_study(request, findings_or_404(share))


def render_study(request: HttpRequest, findings: Findings | None) -> HttpResponse:
    context = {
        "findings": findings,
        "rules": rules_name(findings.variant.preset) if findings else "",
        "shown": study_shown(findings) if findings and findings.boards else None,
        "others": [
            {"share": each.share, "rules": rules_name(each.variant.preset), "seed": each.seed}
            for each in studies()
            if findings is None or each.share != findings.share
        ],
        "has_shipped": bool(shipped_findings() and not (findings and findings.is_shipped)),
    }
    return render(request, "games/studies/study.html", context)


@require_safe
def study_json(_request: HttpRequest, share: str) -> HttpResponse:
    """All sums of a study with column names (``docs/boards-study.md``)."""
    body = json.dumps(study_file(findings_or_404(share)), separators=(",", ":"))
    return attachment_response(HttpResponse(body, content_type="application/json"), share, "json")


@require_safe
def study_csv(_request: HttpRequest, share: str) -> HttpResponse:
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    writer = csv.writer(response)
    writer.writerow(["table", "row", "column", "number"])
    writer.writerows(table_rows(findings_or_404(share).sums))
    return attachment_response(response, share, "csv")


def attachment_response(response: HttpResponse, share: str, form: str) -> HttpResponse:
    response["Content-Disposition"] = f'attachment; filename="boards-study-{share}.{form}"'
    return response


def findings_or_404(share: str) -> Findings:
    findings = findings_at(share)
    if findings is None:
        raise Http404
    return findings
