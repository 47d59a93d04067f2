from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.models import SCORING_NAMES, Play, Tournament
from tournaments.permissions import Actor
from tournaments.scoring import IMP_TABLES, FactsError, TieBreak, options_of, unknown_options
from tournaments.standings.tasks import rebuild_now
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.locks import lock_tournament
from tournaments.state.official import check_is_correctable
from tournaments.state.scoring import NO_TIE_BREAKS, figure_unit, has_match_scoring, methods_for
from tournaments.state.version_tokens import SCORING, scoring_state


class Scoring(TypedDict, total=False):
    scoring: str
    match_scale: Mapping[str, object]
    tie_breaks: Sequence[str]
    scoring_options: Mapping[str, object]
    carry: str
    carry_share: str


@transaction.atomic
def change_scoring(
    *,
    tournament: Tournament,
    reason: str = "",
    late: bool = False,
    expected: int | None = None,
    seen: VersionToken = None,
    actor: Actor = None,
    **values: Unpack[Scoring],
) -> Tournament:
    """Change the scoring; results stay, standings are rebuilt.

    ``values``: any of ``SCORING``. With results, a reason is required. Raises ConflictError if
    the facts are newer than ``expected`` (of the preview) or the scoring differs from ``seen``,
    and RuleViolationError for unsuitable settings.
    """
    tournament = lock_tournament(tournament.pk)
    before = describe_scoring(tournament)
    new_values: Mapping[str, object] = values
    changed = [
        key for key in SCORING if key in new_values and getattr(tournament, key) != new_values[key]
    ]
    if not changed:
        return tournament
    check_version(seen, scoring_state(tournament))
    if expected is not None and expected != tournament.facts_version:
        raise ConflictError(
            "results_came_in", _("New results have come in. Please check the effect again.")
        )
    check_is_correctable(tournament, late=late, actor=actor)
    reason = reason.strip()[:300]
    if has_results(tournament) and not reason:
        raise RuleViolationError(
            "reason_needed", _("Please give a reason for the log."), field="reason"
        )
    for key in changed:
        setattr(tournament, key, new_values[key])
    check_scoring(tournament)
    if "scoring_options" in changed:
        check_options_known(tournament)
    tournament.save(update_fields=changed)
    log(
        tournament.pk,
        "scoring_changed",
        user=actor,
        before=before,
        after=describe_scoring(tournament),
        reason=reason,
        fields=changed,
    )
    record_general_change(tournament.pk)
    return tournament


def has_results(tournament: Tournament) -> bool:
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    return plays.filter(current__isnull=False).exists()


def describe_scoring(tournament: Tournament) -> str:
    scale = tournament.match_scale
    scale_name = scale.get("vp", "tariff") if scale else ""
    return f"{tournament.scoring} {scale_name}".strip()


def check_scoring(tournament: Tournament) -> None:
    """Refuse unsuitable scoring; the error names the field."""
    method = tournament.method
    if method not in methods_for(tournament.unit, tournament.cards):
        raise RuleViolationError(
            "scoring_unfit", _("This way of scoring does not fit this contest."), field="scoring"
        )
    check_scale(tournament)
    check_tie_breaks(tournament.tie_breaks)
    check_options(tournament)
    check_carry_over(tournament)


def check_scale(tournament: Tournament) -> None:
    stored, method = tournament.match_scale, tournament.method
    try:
        _known = tournament.scale
    except FactsError as error:
        raise RuleViolationError("bad_scale", str(error), field="matches") from error
    if not stored:
        return
    if not method.for_games and stored.get("tariff", {}).get("by_games"):
        raise RuleViolationError(
            "scale_unfit",
            _("Boards are counted here, so a match has no games to give points for."),
            field="matches",
        )
    if method.told.has_own_points or (method.for_games and "vp" in stored):
        raise RuleViolationError(
            "scale_unfit", _("With this scoring a match has its own points."), field="matches"
        )


def check_tie_breaks(stored: object) -> None:
    known = {each.value for each in TieBreak}
    if stored == [NO_TIE_BREAKS]:
        return
    if not isinstance(stored, list) or any(name not in known for name in stored):
        raise RuleViolationError(
            "bad_tie_break", _("There is no such tie-break."), field="tie_breaks"
        )
    if len(set(stored)) != len(stored):
        raise RuleViolationError(
            "tie_break_twice", _("Name each tie-break once."), field="tie_breaks"
        )


def check_options(tournament: Tournament) -> None:
    try:
        options = tournament.options
    except FactsError as error:
        raise RuleViolationError("bad_options", str(error), field="options") from error
    if options.imp_table not in IMP_TABLES:
        raise RuleViolationError("bad_options", _("There is no such IMP table."), field="imp_table")
    if options.clip is not None and options.clip < 1:
        raise RuleViolationError("bad_options", _("The cap must be 1 or more."), field="clip")


def check_options_known(tournament: Tournament) -> None:
    """Refuse new options unknown to the method; old stored ones are ignored."""
    method = tournament.method
    for name in unknown_options(method, tournament.scoring_options):
        words = _("“%(method)s” does not know the option “%(option)s”. It knows: %(known)s.") % {
            "method": SCORING_NAMES[method],
            "option": name,
            "known": ", ".join(options_of(method)),
        }
        raise RuleViolationError("option_unfit", words, field=f"scoring_options.{name}")


def check_carry_over(tournament: Tournament) -> None:
    """Refuse carry-over from another unit, or a share outside 0 to 1."""
    if tournament.carry == Tournament.Carry.NONE:
        return
    before = tournament.follows
    if before is None:
        raise RuleViolationError(
            "no_stage_before", _("There is no stage before this one."), field="carry"
        )
    if figure_unit(before) != figure_unit(tournament) or has_match_scoring(
        before
    ) != has_match_scoring(tournament):
        raise RuleViolationError(
            "other_unit",
            _("The previous stage is counted in another unit, so nothing can be carried over."),
            field="carry",
        )
    if tournament.carry_share:
        try:
            share = Fraction(tournament.carry_share)
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if not 0 <= share <= 1:
            raise RuleViolationError(
                "bad_share", _("Write a part between 0 and 1, such as 1/3."), field="carry_share"
            )


def rebuild_standings_now(tournament_id: int) -> None:
    """Rebuild in the caller's transaction instead of by a worker."""
    rebuild_now(tournament_id)
