from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe
from django.views.decorators.vary import vary_on_headers

from games.calculator.answer import ScoreExplanation, explain_score
from games.calculator.forms import SlipForm
from games.rulebook.house import HouseRules
from games.slips.scoring import RuleError


@require_safe
@vary_on_headers("HX-Request")
def calculator(request: HttpRequest) -> HttpResponse:
    """The slip comes from the URL; htmx requests get the fragment without the frame."""
    house = HouseRules(request.GET)
    form = SlipForm(request.GET, house.record)
    reasons = explanation_for(form, house)
    link = link_of(form, house)
    scores = list(zip(form.sides.values(), reasons.score, strict=True)) if reasons else []
    context = {"house": house, "form": form, "reasons": reasons, "scores": scores, "link": link}
    alone = "HX-Request" in request.headers
    template = "games/calculator/_calculator.html" if alone else "games/calculator/calculator.html"
    response = render(request, template, context)
    if alone:
        response["HX-Replace-Url"] = link
    return response


def explanation_for(form: SlipForm, house: HouseRules) -> ScoreExplanation | None:
    if house.fault or not form.is_valid() or form.slip is None:
        return None
    try:
        return explain_score(house.record, form.slip, form.belotes)
    except RuleError as error:
        form.add_rule_error(error)
        return None


def link_of(form: SlipForm, house: HouseRules) -> str:
    return f"{reverse('calculator')}?{urlencode([*house.query(), *form.query()])}"
