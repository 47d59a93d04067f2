from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TypedDict, Unpack

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.errors import Conflict, Refused
from tournaments.events.append import facts_changed, log
from tournaments.models import SCORING_NAMES, Play, Tournament
from tournaments.permissions import Actor
from tournaments.scoring import IMP_TABLES, FactsError, TieBreak, options_of, unknown_options
from tournaments.standings.tasks import rebuild_now
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.locks import hold_for_change
from tournaments.state.official import must_be_open_for_corrections
from tournaments.state.scoring import NO_TIE_BREAKS, figure_unit, matches_count, methods_for
from tournaments.state.version_tokens import SCORING, present_scoring


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
    seen: Seen = None,
    actor: Actor = None,
    **values: Unpack[Scoring],
) -> Tournament:
    """Change the scoring; results stay, standings are rebuilt.

    ``values``: any of ``SCORING``. With results, a reason is required. Raises ConflictError if
    the facts are newer than ``expected`` (of the preview) or the scoring differs from ``seen``,
    and RuleViolationError for unsuitable settings.
    """
    tournament = hold_for_change(tournament.pk)
    before = describe_scoring(tournament)
    given: Mapping[str, object] = values
    changed = [key for key in SCORING if key in given and getattr(tournament, key) != given[key]]
    if not changed:
        return tournament
    must_be_as_seen(seen, present_scoring(tournament))
    if expected is not None and expected != tournament.facts_version:
        raise Conflict(
            "results_came_in", _("Results came in meanwhile. Please look at the effect again.")
        )
    must_be_open_for_corrections(tournament, late=late, actor=actor)
    reason = reason.strip()[:300]
    if has_results(tournament) and not reason:
        raise Refused("reason_needed", _("Please say why, for the log."), field="reason")
    for key in changed:
        setattr(tournament, key, given[key])
    must_fit(tournament)
    if "scoring_options" in changed:
        must_know_options(tournament)
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
    facts_changed(tournament.pk)
    return tournament


def has_results(tournament: Tournament) -> bool:
    plays = Play.objects.filter(sitting__round__tournament=tournament)
    return plays.filter(current__isnull=False).exists()


def describe_scoring(tournament: Tournament) -> str:
    scale = tournament.match_scale
    more = scale.get("vp", "tariff") if scale else ""
    return f"{tournament.scoring} {more}".strip()


def must_fit(tournament: Tournament) -> None:
    """Refuse unsuitable scoring; the error names the field."""
    method = tournament.method
    if method not in methods_for(tournament.unit, tournament.cards):
        raise Refused(
            "scoring_unfit", _("This way of scoring does not fit this contest."), field="scoring"
        )
    must_be_a_scale(tournament)
    must_be_a_chain(tournament.tie_breaks)
    must_be_options(tournament)
    must_carry(tournament)


def must_be_a_scale(tournament: Tournament) -> None:
    stored, method = tournament.match_scale, tournament.method
    try:
        _known = tournament.scale
    except FactsError as error:
        raise Refused("bad_scale", str(error), field="matches") from error
    if not stored:
        return
    if not method.for_games and stored.get("tariff", {}).get("by_games"):
        raise Refused(
            "scale_unfit",
            _("Boards are counted here, so a match has no games to give points for."),
            field="matches",
        )
    if method.told.has_own_points or (method.for_games and "vp" in stored):
        raise Refused(
            "scale_unfit", _("With this scoring a match has its own points."), field="matches"
        )


def must_be_a_chain(stored: object) -> None:
    known = {each.value for each in TieBreak}
    if stored == [NO_TIE_BREAKS]:
        return
    if not isinstance(stored, list) or any(name not in known for name in stored):
        raise Refused("bad_tie_break", _("There is no such tie-break."), field="tie_breaks")
    if len(set(stored)) != len(stored):
        raise Refused("tie_break_twice", _("Name each tie-break once."), field="tie_breaks")


def must_be_options(tournament: Tournament) -> None:
    try:
        options = tournament.options
    except FactsError as error:
        raise Refused("bad_options", str(error), field="options") from error
    if options.imp_table not in IMP_TABLES:
        raise Refused("bad_options", _("There is no such IMP table."), field="imp_table")
    if options.clip is not None and options.clip < 1:
        raise Refused("bad_options", _("Cut differences at 1 or more."), field="clip")


def must_know_options(tournament: Tournament) -> None:
    """Refuse new options unknown to the method; old stored ones are ignored."""
    method = tournament.method
    for name in unknown_options(method, tournament.scoring_options):
        words = _("“%(method)s” does not know the option “%(option)s”. It knows: %(known)s.") % {
            "method": SCORING_NAMES[method],
            "option": name,
            "known": ", ".join(options_of(method)),
        }
        raise Refused("option_unfit", words, field=f"scoring_options.{name}")


def must_carry(tournament: Tournament) -> None:
    """Refuse carry-over from another unit, or a share outside 0 to 1."""
    if tournament.carry == Tournament.Carry.NONE:
        return
    before = tournament.follows
    if before is None:
        raise Refused("no_stage_before", _("There is no stage before this one."), field="carry")
    if figure_unit(before) != figure_unit(tournament) or matches_count(before) != matches_count(
        tournament
    ):
        raise Refused(
            "other_unit",
            _("The stage before is counted in another unit, so nothing can be taken along."),
            field="carry",
        )
    if tournament.carry_share:
        try:
            share = Fraction(tournament.carry_share)
        except (ValueError, ZeroDivisionError):
            share = Fraction(-1)
        if not 0 <= share <= 1:
            raise Refused(
                "bad_share", _("Write a part between 0 and 1, such as 1/3."), field="carry_share"
            )


def make_standings_now(tournament_id: int) -> None:
    """Rebuild in the caller's transaction instead of by a worker."""
    rebuild_now(tournament_id)
