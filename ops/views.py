"""Status page for administrators; retries failed jobs."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from jobs.retry import JobNotFailedError, retry_job
from ops.permissions import OPERATE
from ops.selectors import get_installation

View = Callable[..., HttpResponse]


def operators_only(view: View) -> View:
    """Decorator: 404 for users who are not operators."""

    @login_required
    @wraps(view)
    def guard(request: HttpRequest, *parts: object, **named: object) -> HttpResponse:
        if not request.user.has_perm(OPERATE):
            raise Http404
        return view(request, *parts, **named)

    guard.permission = OPERATE  # type: ignore[attr-defined]
    return guard


@operators_only
def page(request: HttpRequest) -> HttpResponse:
    return render(request, "ops/installation.html", {"all": get_installation(), "nav": "manage"})


@require_POST
@operators_only
def retry(request: HttpRequest, job_id: int) -> HttpResponse:
    try:
        retry_job(job_id=job_id)
    except JobNotFailedError:
        messages.warning(request, _("This job is already queued again, or done."))
    else:
        messages.success(request, _("Queued again; the next free worker takes it."))
    return redirect("installation")
