from collections.abc import Callable
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.deal_sets.forms import DealForm, ImportDealsForm
from games.deal_sets.selectors import boards_of, recent_sets, records_of, set_progress
from games.deal_sets.services import find_deal_set, import_deal_set, record_view
from games.deal_sets.texts import wish_words
from games.errors import RuleViolationError
from games.models import DealSet
from games.rulebook import rules_name
from games.visitors.sessions import ensure_visitor_key, visitor_key


@never_cache
def deal_sets(request: HttpRequest) -> HttpResponse:
    form = DealForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        new_deal_set = call_service(
            form,
            lambda: find_deal_set(
                variant=form.house.variant,
                wishes=form.wishes,
                count=form.cleaned_data["count"],
                seed=form.cleaned_data["seed"],
                person=request.user,
                visitor=ensure_visitor_key(request),
            ),
        )
        if new_deal_set:
            return redirect("deal_set", new_deal_set.share)
    return show_page(request, form, ImportDealsForm(), bound=form.is_bound)


@require_POST
def deal_sets_import(request: HttpRequest) -> HttpResponse:
    form = ImportDealsForm(request.POST, request.FILES)
    if form.is_valid():
        new_deal_set = call_service(
            form,
            lambda: import_deal_set(
                deals=form.deals, person=request.user, visitor=ensure_visitor_key(request)
            ),
        )
        if new_deal_set:
            return redirect("deal_set", new_deal_set.share)
    return show_page(request, DealForm(), form, bound=True)


def call_service(
    form: DealForm | ImportDealsForm, service: Callable[[], DealSet]
) -> DealSet | None:
    """The service's result; None, with the error on the form, if it refuses."""
    try:
        return service()
    except RuleViolationError as refused:
        form.add_service_error(refused)
        return None


def show_page(
    request: HttpRequest, form: DealForm, bring: ImportDealsForm, *, bound: bool
) -> HttpResponse:
    context = {
        "form": form,
        "bring": bring,
        "recent": [
            {"deal_set": each, "words": [wish_words(wish) for wish in each.wishes]}
            for each in recent_sets(request.user, visitor_key(request))
        ],
    }
    return render(request, "games/deal_sets/deal_sets.html", context, status=422 if bound else 200)


def guard_set(view: Callable[[HttpRequest, DealSet], HttpResponse]) -> Callable[..., HttpResponse]:
    """Decorate a page of a set: refuse while sealed, record views by other users."""

    @wraps(view)
    def look(request: HttpRequest, share: str) -> HttpResponse:
        deal_set_row = get_object_or_404(DealSet, share=share)
        try:
            record_view(deal_set=deal_set_row, person=request.user, visitor=visitor_key(request))
        except RuleViolationError as refused:
            context = {"problem": refused}
            return render(request, "games/deal_sets/sealed.html", context, status=403)
        return view(request, deal_set_row)

    return look


@never_cache
@require_safe
@guard_set
def deal_set(request: HttpRequest, found: DealSet) -> HttpResponse:
    """The boards found so far; the page polls every second during a search."""
    context = {
        "deal_set": found,
        "progress": set_progress(found),
        "wishes": [wish_words(wish) for wish in found.wishes],
        "boards": boards_of(found),
        "rules": rules_name(found.variant.preset),
        "address": request.build_absolute_uri(),
    }
    alone = "HX-Request" in request.headers
    template = "games/deal_sets/_deal_set.html" if alone else "games/deal_sets/deal_set.html"
    return render(request, template, context)


@never_cache
@require_safe
@guard_set
def deal_set_json(_request: HttpRequest, found: DealSet) -> HttpResponse:
    response = JsonResponse(records_of(found), safe=False, json_dumps_params={"indent": 1})
    response["Content-Disposition"] = f'attachment; filename="deals-{found.share}.json"'
    return response


@never_cache
@require_safe
@guard_set
def deal_set_print(request: HttpRequest, found: DealSet) -> HttpResponse:
    context = {
        "deals": boards_of(found),
        "wishes": [wish_words(wish) for wish in found.wishes],
        "back": reverse("deal_set", args=[found.share]),
    }
    return render(request, "games/deal_sets/print_deals.html", context)
