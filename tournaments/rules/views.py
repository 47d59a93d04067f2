import json

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from games.belot import PRESETS, Variant, is_identical, variant_to_json
from games.belot.records import InvalidJsonError, read_json
from games.rulebook import changed_switches, rules_name
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, posted_text
from tournaments.organiser.pages import show
from tournaments.rules.forms import HouseRulesForm, is_four_handed
from tournaments.rules.options import preset_choices
from tournaments.rules.selectors.rule_sets import matching_rule_set, named_rules
from tournaments.rules.services.rescoring import RuleChange, rule_change
from tournaments.rules.services.rules import change_rules, four_handed_rules, save_rule_set
from tournaments.standings.rank_changes import moves_from
from tournaments.state.concurrency import check_version
from tournaments.state.dealing_rules import has_same_dealing
from tournaments.state.version_tokens import rules_state


@director_page
def rules(request: Request, tournament: Tournament) -> HttpResponse:
    form = HouseRulesForm(request.POST or None, variant=initial_variant(request, tournament))
    form.initial["seen"] = rules_state(tournament).seen
    order = request.POST.get("do", "")
    if order and form.is_valid():
        try:
            answer = ORDERS.get(order, redisplay)(request, tournament, form)
        except RuleViolationError as refusal:
            form.add_refusal(refusal)
            answer = None
        if answer is not None:
            return answer
    if form.conflict:
        tournament.refresh_from_db()
        form.compare(HouseRulesForm(None, variant=tournament.variant))
    return show_form(request, tournament, form)


def initial_variant(request: Request, tournament: Tournament) -> Variant:
    """Initial rules of the form: a preset, named rules, or the current ones."""
    source = request.GET.get("from", "")
    if is_four_handed(source):
        return PRESETS[source]
    matching_rules = (line for line in named_rules(tournament.club) if f"set-{line.id}" == source)
    return next((line.variant for line in matching_rules), tournament.variant)


def show_form(request: Request, tournament: Tournament, form: HouseRulesForm) -> HttpResponse:
    return show(
        request,
        tournament,
        "rules/rules",
        part="rules",
        status=422 if form.errors else 200,
        form=form,
        chapters=list(form.chapters()),
        presets=preset_choices(),
        sets=named_rules(tournament.club),
        named=matching_rule_set(tournament.club, tournament.variant),
        now=rules_name(tournament.variant.preset),
        now_changed=changed_switches(tournament.variant),
        is_dealt=tournament.state != Tournament.State.ENTRY,
    )


def redisplay(request: Request, tournament: Tournament, form: HouseRulesForm) -> None:
    """Redisplay the form with the rules that apply now."""


def save_named_rules(
    request: Request, tournament: Tournament, form: HouseRulesForm
) -> HttpResponse | None:
    name = posted_text(request, "name")
    try:
        rule_set = save_rule_set(
            club=tournament.club, name=name, variant=form.rules, actor=request.user
        )
    except RuleViolationError as refusal:
        messages.error(request, str(refusal))
        return None
    words = {"name": rule_set.name, "version": rule_set.version}
    messages.success(request, _("Kept as “%(name)s”, version %(version)d.") % words)
    return redirect(f"{request.path}?from=set-{rule_set.pk}")


def save(request: Request, tournament: Tournament, form: HouseRulesForm) -> HttpResponse:
    """Apply the rules; with results show a preview first."""
    variant = four_handed_rules(form.rules)
    seen_token = form.cleaned_data["seen"]
    change = rule_change(tournament, variant)
    is_other = not is_identical(variant, tournament.variant)
    touches = is_other or change.rescored
    if touches and not change.is_plain:
        if not has_same_dealing(tournament.variant, variant):
            # This call raises the refusal and changes nothing.
            change_rules(tournament=tournament, variant=variant, actor=request.user)
        if is_other:
            check_version(seen_token, rules_state(tournament))
        return show_preview(request, tournament, change, seen_token or "")
    change_rules(tournament=tournament, variant=variant, seen=seen_token, actor=request.user)
    messages.success(request, _("These rules now apply."))
    return redirect(request.path)


ORDERS = {"look": redisplay, "keep": save_named_rules, "save": save}


def show_preview(
    request: Request,
    tournament: Tournament,
    change: RuleChange,
    seen: str,
    problem: RuleViolationError | None = None,
) -> HttpResponse:
    return show(
        request,
        tournament,
        "rules/rules_preview",
        part="rules",
        status=422 if problem else 200,
        change=change,
        variant=json.dumps(variant_to_json(change.variant)),
        before=rules_name(tournament.variant.preset),
        after=rules_name(change.variant.preset),
        after_changed=changed_switches(change.variant),
        expected=tournament.facts_version,
        seen=seen,
        problem=problem,
        reason=posted_text(request, "reason"),
        **moves_from(tournament, list(change.places)),
    )


@require_POST
@director_page
def apply_change(request: Request, tournament: Tournament) -> HttpResponse:
    try:
        variant = four_handed_rules(read_json(request.POST.get("variant", "")))
    except (InvalidJsonError, RuleViolationError):
        return redirect("manage_rules", tournament.code)
    seen_token = request.POST.get("seen") or None
    try:
        change = change_rules(
            tournament=tournament,
            variant=variant,
            seen=seen_token,
            reason=posted_text(request, "reason"),
            confirmed="confirmed" in request.POST,
            expected=expected_version(request),
            actor=request.user,
        )
    except RuleViolationError as refusal:
        tournament.refresh_from_db()
        effect = rule_change(tournament, variant)
        now = refusal.details.get("seen", seen_token or "")
        return show_preview(request, tournament, effect, now, refusal)
    messages.success(
        request,
        ngettext(
            "These rules now apply. %(n)d result scores differently.",
            "These rules now apply. %(n)d results score differently.",
            len(change.rescored),
        )
        % {"n": len(change.rescored)},
    )
    return redirect("manage_rules", tournament.code)


def expected_version(request: Request) -> int:
    """The facts version of the preview; -1 if invalid."""
    text = request.POST.get("expected", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
