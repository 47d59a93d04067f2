"""Event log, suspicious results, helper links, rehearsals, rules and deal records."""

import json
from collections.abc import Sequence
from typing import Final

from django.db.models import QuerySet
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers

from api.declarative import Kwargs, OperationSpec, ResourceSpec, api_path
from api.serializers.director import (
    DoubtSerializer,
    HelperLinkSerializer,
    HouseRulesSerializer,
    LogLineSerializer,
    MadeLinkSerializer,
    RecordsDoneSerializer,
    RuleChangeSerializer,
    RuleSetSerializer,
)
from api.serializers.fields import (
    IdField,
    TextField,
    VariantField,
    WholeField,
    WordField,
    YesNoField,
)
from api.serializers.preconditions import SeenMark
from api.serializers.tournaments import TournamentSerializer
from api.views.rounds import play_at
from api.views.tournament_admin import CODE, DIRECTED, with_counts
from games.wording.collation import sort_by_name
from tournaments.accounts.services.helpers import (
    DURATION_DAYS,
    MAX_TABLES_LENGTH,
    create_link,
    resume_link,
    stop_link,
)
from tournaments.errors import RuleViolationError
from tournaments.events.log import GROUPS, LogLine, log_lines, log_rows
from tournaments.models import HelperLink, PersonalToken, Rehearsal, RuleSet, Tournament
from tournaments.permissions import Actor
from tournaments.rehearsal.services import remove_rehearsal, start_rehearsal, steer_rehearsal
from tournaments.results.deal_files import UnreadableFileError, read_records
from tournaments.results.forms.files import UNREADABLE, item_problem
from tournaments.results.selectors.exports import records_of, results_of
from tournaments.results.services.imports import import_records, judge_items
from tournaments.rules.services.rescoring import RuleChange, rule_change
from tournaments.rules.services.rules import (
    NAME_LENGTH,
    REASON_LENGTH,
    change_rules,
    four_handed_rules,
    save_rule_set,
)
from tournaments.rulings.selectors.suspicious_results import suspicious_results
from tournaments.rulings.services.flags import dismiss_doubt
from tournaments.scoring import Suspicion
from tournaments.state.version_tokens import rules_state

MOST_LINES: Final = 500


def recent_log_lines(tournament: Tournament, request: HttpRequest) -> list[LogLine]:
    group = request.GET.get("group", "")
    return log_lines(log_rows(tournament, group=group if group in GROUPS else "")[:MOST_LINES])


def links_of(tournament: Tournament) -> QuerySet[HelperLink]:
    return tournament.helper_links.order_by("-pk")


def link_at(tournament: Tournament, link_id: int) -> Kwargs:
    return {"link": get_object_or_404(HelperLink, pk=link_id, tournament=tournament)}


def current_rules(tournament: Tournament) -> dict[str, object]:
    version_token = rules_state(tournament).seen
    facts = tournament.facts_version
    return {"variant": tournament.variant, "seen": version_token, "facts_version": facts}


def preview_rules(tournament: Tournament, variant: object) -> RuleChange:
    return rule_change(tournament, four_handed_rules(variant))


def save_rules(tournament: Tournament, name: str, variant: object, actor: Actor) -> RuleSet:
    return save_rule_set(club=tournament.club, name=name, variant=variant, actor=actor)


def saved_rules(tournament: Tournament) -> list[RuleSet]:
    rows = RuleSet.objects.filter(club=tournament.club_id).order_by("-version")
    return sort_by_name(rows, lambda row: row.name)


def rehearsed_tournament(tournament: Tournament) -> Tournament:
    if tournament.rehearses is None:
        raise Http404
    return tournament.rehearses


def control_rehearsal(tournament: Tournament, **wanted: bool | None) -> Tournament:
    rehearsal = get_object_or_404(Rehearsal, pk=tournament.pk)
    steer_rehearsal(rehearsal=rehearsal, **wanted)
    return tournament


def import_deal_records(
    tournament: Tournament, records: Sequence[object], store: bool, actor: Actor
) -> dict[str, object]:
    """Validate deal records; with ``store`` save the valid ones; raises Refused."""
    try:
        items = read_records(json.dumps(records).encode())
    except UnreadableFileError as error:
        raise RuleViolationError(
            error.code, str(UNREADABLE[error.code]), field="records"
        ) from error
    judged = judge_items(tournament, items)
    faults = {each.item.line: item_problem(each.item) or each.problem for each in judged}
    good = [each for each in judged if not faults[each.item.line]]
    stored = import_records(tournament=tournament, judged=good, actor=actor) if store else 0
    wrong = [{"item": line, "problem": fault} for line, fault in faults.items() if fault]
    return {"good": len(good), "stored": stored, "wrong": wrong}


def delete_rehearsal(tournament: Tournament) -> None:
    rehearsed_tournament(tournament)
    remove_rehearsal(tournament=tournament)


OPTIONAL_BOOL: Final = YesNoField(required=False, allow_null=True, default=None)
VARIANT: Final = {"variant": VariantField()}
LINK: Final = ResourceSpec(find=link_at)
ADDRESSES: Final = [
    api_path(
        f"{CODE}log/",
        "api_log",
        DIRECTED,
        get=OperationSpec(
            does=recent_log_lines,
            asks=("group",),
            gives=LogLineSerializer,
            many=True,
            words="The newest lines of the log, of all or of one `group`.",
        ),
    ),
    api_path(
        f"{CODE}results/all/",
        "api_all_results",
        DIRECTED,
        get=OperationSpec(
            does=lambda tournament: list(results_of(tournament)),
            gives=OpenApiTypes.OBJECT,
            many=True,
            words="Every board at every table with what counts there now.",
        ),
    ),
    api_path(
        f"{CODE}records/",
        "api_records",
        DIRECTED,
        get=OperationSpec(
            does=lambda tournament: list(records_of(tournament)),
            scope=PersonalToken.Scope.DIRECT,
            gives=OpenApiTypes.OBJECT,
            many=True,
            words="Every deal that was recorded card by card (docs/deal-record.md).",
        ),
        post=OperationSpec(
            does=import_deal_records,
            takes={
                "records": serializers.ListField(
                    child=serializers.DictField(),
                    max_length=1000,
                    help_text="each with `board`, and `table` or `round` where several play it",
                ),
                "store": YesNoField(required=False, default=False),
            },
            gives=RecordsDoneSerializer,
            words="Judge deal records against their boards; with `store` keep the right ones.",
        ),
    ),
    api_path(
        f"{CODE}flags/",
        "api_flags",
        DIRECTED,
        get=OperationSpec(
            does=suspicious_results,
            gives=DoubtSerializer,
            many=True,
            words="Results that seem wrong and that nobody has looked at.",
        ),
    ),
    api_path(
        f"{CODE}plays/<int:play_id>/flags/dismiss/",
        "api_flag_dismiss",
        ResourceSpec(find=play_at),
        post=OperationSpec(
            does=dismiss_doubt,
            takes={
                "result_id": IdField(help_text="of the version that was looked at"),
                "suspicion": WordField(choices=[(str(each), str(each)) for each in Suspicion]),
                "note": TextField(max_length=300),
            },
            gives=DoubtSerializer,
            many=True,
            shows=suspicious_results,
            words="Say what you found; the doubt leaves the list, which is given back.",
        ),
    ),
    api_path(
        f"{CODE}helpers/",
        "api_helpers",
        DIRECTED,
        get=OperationSpec(
            does=links_of,
            gives=HelperLinkSerializer,
            many=True,
            words="The links of those who help without an account; no codes.",
        ),
        post=OperationSpec(
            does=create_link,
            takes={
                "kind": WordField(
                    choices=[
                        choice
                        for choice in HelperLink.Kind.choices
                        if choice[0] != HelperLink.Kind.DEAL
                    ]
                ),
                "name": TextField(max_length=80, required=False, default="", allow_blank=True),
                "lasts": WordField(
                    choices=[(each, each) for each in DURATION_DAYS],
                    required=False,
                    default="evening",
                ),
                "tables": TextField(
                    max_length=MAX_TABLES_LENGTH,
                    required=False,
                    default="",
                    allow_blank=True,
                    help_text="of who enters results: only at these, such as 1-6, 9",
                ),
            },
            gives=MadeLinkSerializer,
            status=201,
            words="A link for one helper; only this answer tells its code.",
        ),
    ),
    api_path(
        f"{CODE}helpers/<int:link_id>/stop/",
        "api_helper_stop",
        LINK,
        post=OperationSpec(
            does=stop_link, gives=HelperLinkSerializer, words="Stop a link at once."
        ),
    ),
    api_path(
        f"{CODE}helpers/<int:link_id>/resume/",
        "api_helper_resume",
        LINK,
        post=OperationSpec(
            does=resume_link,
            gives=HelperLinkSerializer,
            words="Take back that a link was stopped a moment ago.",
        ),
    ),
    api_path(
        f"{CODE}rehearsal/",
        "api_rehearsal",
        DIRECTED,
        post=OperationSpec(
            does=start_rehearsal,
            takes={"in_steps": YesNoField(required=False, default=False)},
            gives=TournamentSerializer,
            shows=lambda found: with_counts(found.tournament),
            status=201,
            words="Rehearse the evening on a copy, which is given back.",
        ),
        put=OperationSpec(
            does=control_rehearsal,
            takes={
                "is_paused": OPTIONAL_BOOL,
                "is_fast": OPTIONAL_BOOL,
                "is_hurried": OPTIONAL_BOOL,
            },
            gives=TournamentSerializer,
            shows=with_counts,
            words="Pause the evening of a copy, let it go on, slowly or fast, or on to the next.",
        ),
        delete=OperationSpec(
            does=delete_rehearsal,
            status=204,
            words="Throw the copy away; the tournament itself is as it was.",
        ),
    ),
    api_path(
        f"{CODE}rules/",
        "api_house_rules",
        DIRECTED,
        get=OperationSpec(
            does=current_rules, gives=HouseRulesSerializer, words="The rules that hold."
        ),
        put=OperationSpec(
            does=change_rules,
            takes={
                **VARIANT,
                "reason": TextField(
                    max_length=REASON_LENGTH,
                    required=False,
                    default="",
                    allow_blank=True,
                    help_text="needed once there are results",
                ),
                "confirmed": YesNoField(
                    required=False,
                    default=False,
                    help_text="although some results cannot be under these rules",
                ),
                "expected": WholeField(
                    max_value=2**31 - 1, required=False, allow_null=True, default=None
                ),
                "seen": SeenMark(),
            },
            gives=RuleChangeSerializer,
            words="Play by other rules; results that are there are scored anew.",
        ),
    ),
    api_path(
        f"{CODE}rules/preview/",
        "api_rules_preview",
        DIRECTED,
        post=OperationSpec(
            does=preview_rules,
            takes=VARIANT,
            gives=RuleChangeSerializer,
            words="See what other rules would do; nothing is stored.",
        ),
    ),
    api_path(
        f"{CODE}rules/kept/",
        "api_kept_rules",
        DIRECTED,
        get=OperationSpec(
            does=saved_rules,
            gives=RuleSetSerializer,
            many=True,
            words="The rules that the club keeps under names.",
        ),
        post=OperationSpec(
            does=save_rules,
            takes={"name": TextField(max_length=NAME_LENGTH), **VARIANT},
            gives=RuleSetSerializer,
            status=201,
            words="Keep rules under a name; a new version, unless the newest says the same.",
        ),
    ),
]
