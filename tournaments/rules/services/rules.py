from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.belot import RuleError, Variant, is_identical, variant_from_json, variant_to_json
from games.models import Deal
from games.rulebook import rules_name
from games.wording.messages import error_text
from tournaments.bots.jobs import restart_field
from tournaments.errors import ConflictError, RuleViolationError
from tournaments.events.append import append_result, log, record_general_change, set_current_result
from tournaments.events.entry import Author, Entry
from tournaments.models import Club, Play, Result, RuleSet, Tournament
from tournaments.permissions import Actor
from tournaments.rules.services.rescoring import RescoredResult, RuleChange, rescore, rule_change
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.dealing_rules import has_same_dealing
from tournaments.state.locks import lock_tournament
from tournaments.state.official import check_is_not_official
from tournaments.state.version_tokens import rules_state

PLAYERS_PER_TABLE: Final = 4
NAME_LENGTH: Final = 80
REASON_LENGTH: Final = 300
UNSETTLED: Final = frozenset({Play.State.ENTERED, Play.State.DISPUTED})


@transaction.atomic
def save_rule_set(*, club: Club, name: str, variant: object, actor: Actor = None) -> RuleSet:
    """Save rules under a name as a new version, unless the newest equals them."""
    name = " ".join(name.split())
    if not name:
        raise RuleViolationError("name_needed", _("Give the rules a name."), field="name")
    if len(name) > NAME_LENGTH:
        raise RuleViolationError(
            "name_too_long", _("At most %d letters.") % NAME_LENGTH, field="name"
        )
    rules = four_handed_rules(variant)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    newest = RuleSet.objects.filter(club=club, name=name).order_by("-version").first()
    if newest is not None and is_identical(newest.variant, rules):
        return newest
    version = newest.version + 1 if newest else 1
    return RuleSet.objects.create(
        club=club, name=name, version=version, variant=rules, created_by=actor
    )


@transaction.atomic
def change_rules(
    *,
    tournament: Tournament,
    variant: object,
    reason: str = "",
    confirmed: bool = False,
    expected: int | None = None,
    seen: VersionToken = None,
    actor: Actor = None,
) -> RuleChange:
    """Change the rules and rescore existing results.

    With results a ``reason`` is required; only results that score differently get a new
    version. Impossible results stay unchanged and need ``confirmed``. ``expected`` is the
    facts version of the preview, ``seen`` the rules that the director saw; raise
    ConflictError if either changed. Setting the current rules again rescores outdated
    results.
    """
    tournament = lock_tournament(tournament.pk)
    check_is_not_official(tournament)
    rules = four_handed_rules(variant)
    is_drawn = Play.objects.filter(sitting__round__tournament=tournament).exists()
    if is_drawn and not has_same_dealing(tournament.variant, rules):
        raise RuleViolationError(
            "dealt_already",
            _("The boards are dealt. These rules deal differently; take the draw back first."),
            field="variant",
        )
    change = rule_change(tournament, rules)
    is_same = is_identical(rules, tournament.variant)
    if is_same and not change.rescored:
        return change
    if not is_same:
        check_version(seen, rules_state(tournament))
    reason = reason.strip()[:REASON_LENGTH]
    if not change.is_plain:
        check_previewed(tournament, change, reason, confirmed, expected)
    store_rules(tournament, change, reason, actor)
    return change


def check_previewed(
    tournament: Tournament, change: RuleChange, reason: str, confirmed: bool, expected: int | None
) -> None:
    """Require an unchanged preview, a reason and, if needed, confirmation."""
    if expected is not None and expected != tournament.facts_version:
        raise ConflictError(
            "results_came_in", _("New results have come in. Please check the effect again.")
        )
    if not reason:
        raise RuleViolationError(
            "reason_needed", _("Please give a reason for the log."), field="reason"
        )
    if change.stranded and not confirmed:
        raise RuleViolationError(
            "results_impossible",
            ngettext(
                "%d result is impossible under these rules. Confirm that it stays as it is.",
                "%d results are impossible under these rules. Confirm that they stay as they are.",
                len(change.stranded),
            )
            % len(change.stranded),
            field="confirmed",
            results=len(change.stranded),
        )


def store_rules(tournament: Tournament, change: RuleChange, reason: str, actor: Actor) -> None:
    """Store the rules, new result versions and log; enqueue standings."""
    before = tournament.variant
    tournament.variant = change.variant
    tournament.save(update_fields=["variant"])
    unsettled = {each.play.pk for each in change.rescored if each.play.state in UNSETTLED}
    for each in change.rescored:
        if each.play.pk not in unsettled:
            append_confirmed(each, reason, actor)
    for play in unsettled_plays(tournament):
        append_unsettled(play, change.variant, reason, actor)
    Deal.objects.filter(board__tournament=tournament).update(variant=change.variant)
    restart_field(tournament)
    log(
        tournament.pk,
        "rules_chosen" if change.is_plain else "rules_changed",
        user=actor,
        rules=rules_name(change.variant.preset),
        results=len(change.rescored),
        stranded=len(change.stranded),
        reason=reason,
        before=variant_to_json(before),
        after=variant_to_json(change.variant),
    )
    record_general_change(tournament.pk)


def append_confirmed(each: RescoredResult, reason: str, actor: Actor) -> None:
    """Append the next version of a confirmed result, by the director."""
    author = Author(source=Result.Source.DIRECTOR, user=actor)
    append_result(
        each.play, store_entry(each.after), author, state=Play.State(each.play.state), reason=reason
    )


def unsettled_plays(tournament: Tournament) -> list[Play]:
    plays = Play.objects.filter(sitting__round__tournament=tournament, state__in=UNSETTLED)
    return list(plays.select_related("current", "board__deal", "sitting__round").order_by("pk"))


def append_unsettled(play: Play, variant: Variant, reason: str, actor: Actor) -> None:
    """Append each side's last entry rescored, still unconfirmed."""
    newest: dict[str, Result] = {}
    for result in play.results.select_related("record").order_by("version"):
        newest[result.side] = result
    counts = play.current
    if counts is not None:
        newest[counts.side] = counts
    for result in newest.values():
        rescored = rescore(play, result, variant)
        if isinstance(rescored, RescoredResult):
            again = append_copy(play, rescored, reason, actor)
            counts = again if result == counts else counts
    if play.current != counts:
        set_current_result(play, counts, Play.State(play.state))


def append_copy(play: Play, found: RescoredResult, reason: str, actor: Actor) -> Result:
    """Append the next version with the previous author."""
    before = found.before
    author = Author(
        source=Result.Source(before.source), side=before.side, who=before.who, user=actor
    )
    return append_result(
        play, store_entry(found.after), author, state=Play.State(play.state), reason=reason
    )


def store_entry(entry: Entry) -> Entry:
    """Save the entry's record, if any."""
    if entry.record is not None:
        entry.record.save()
    return entry


def four_handed_rules(asked: object) -> Variant:
    """Four-player rules from JSON or a Variant; raise RuleViolationError at the switch."""
    try:
        rules = asked if isinstance(asked, Variant) else variant_from_json(asked)
    except RuleError as error:
        raise RuleViolationError("bad_rules", error_text(error), field=error.at) from error
    if rules.players != PLAYERS_PER_TABLE:
        raise RuleViolationError(
            "wrong_players",
            _(
                "These rules are for %(players)d at a table. House rules are for four: for two or "
                "three make a new tournament with the rules for so many."
            )
            % {"players": rules.players},
            field="variant",
        )
    return rules
