from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.belot import RuleError, Variant, identical, variant_from_json, variant_to_json
from games.models import Deal
from games.rulebook import rules_name
from games.wording.messages import words_of
from tournaments.bots.jobs import play_field_anew
from tournaments.errors import Conflict, Refused
from tournaments.events.append import append_result, facts_changed, log, settle
from tournaments.events.entry import Author, Entry
from tournaments.models import Club, Play, Result, RuleSet, Tournament
from tournaments.permissions import Actor
from tournaments.rules.services.rescoring import (
    Rescored,
    RuleChange,
    rescore,
    rule_change,
)
from tournaments.state.concurrency import Seen, must_be_as_seen
from tournaments.state.dealing_rules import deals_alike
from tournaments.state.locks import hold_for_change
from tournaments.state.official import must_not_be_official
from tournaments.state.version_tokens import present_rules

PLAYERS: Final = 4
NAME_LENGTH: Final = 80
REASON_LENGTH: Final = 300
UNSETTLED: Final = frozenset({Play.State.ENTERED, Play.State.DISPUTED})


@transaction.atomic
def keep_rule_set(*, club: Club, name: str, variant: object, actor: Actor = None) -> RuleSet:
    """Save rules under a name as a new version, unless the newest equals them."""
    name = " ".join(name.split())
    if not name:
        raise Refused("name_needed", _("Give the rules a name."), field="name")
    if len(name) > NAME_LENGTH:
        raise Refused("name_too_long", _("At most %d letters.") % NAME_LENGTH, field="name")
    rules = four_handed_rules(variant)
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    newest = RuleSet.objects.filter(club=club, name=name).order_by("-version").first()
    if newest is not None and identical(newest.variant, rules):
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
    seen: Seen = None,
    actor: Actor = None,
) -> RuleChange:
    """Change the rules and rescore existing results.

    With results a ``reason`` is required; only results that score differently get a new
    version. Impossible results stay unchanged and need ``confirmed``. ``expected`` is the
    facts version of the preview, ``seen`` the rules that the director saw; raise
    ConflictError if either changed. Setting the current rules again rescores outdated
    results.
    """
    tournament = hold_for_change(tournament.pk)
    must_not_be_official(tournament)
    rules = four_handed_rules(variant)
    is_drawn = Play.objects.filter(sitting__round__tournament=tournament).exists()
    if is_drawn and not deals_alike(tournament.variant, rules):
        raise Refused(
            "dealt_already",
            _("The boards are dealt. These rules deal differently; take the draw back first."),
            field="variant",
        )
    change = rule_change(tournament, rules)
    is_same = identical(rules, tournament.variant)
    if is_same and not change.rescored:
        return change
    if not is_same:
        must_be_as_seen(seen, present_rules(tournament))
    reason = reason.strip()[:REASON_LENGTH]
    if not change.is_plain:
        must_be_previewed(tournament, change, reason, confirmed, expected)
    store_rules(tournament, change, reason, actor)
    return change


def must_be_previewed(
    tournament: Tournament, change: RuleChange, reason: str, confirmed: bool, expected: int | None
) -> None:
    """Require an unchanged preview, a reason and, if needed, confirmation."""
    if expected is not None and expected != tournament.facts_version:
        raise Conflict(
            "results_came_in", _("Results came in meanwhile. Please look at the effect again.")
        )
    if not reason:
        raise Refused("reason_needed", _("Please say why, for the log."), field="reason")
    if change.stranded and not confirmed:
        raise Refused(
            "results_impossible",
            _("%d results are impossible under these rules. Confirm that they stay as they are.")
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
            append_settled(each, reason, actor)
    for play in unsettled_plays(tournament):
        append_unsettled(play, change.variant, reason, actor)
    Deal.objects.filter(board__tournament=tournament).update(variant=change.variant)
    play_field_anew(tournament)
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
    facts_changed(tournament.pk)


def append_settled(each: Rescored, reason: str, actor: Actor) -> None:
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
        found = rescore(play, result, variant)
        if isinstance(found, Rescored):
            again = append_copy(play, found, reason, actor)
            counts = again if result == counts else counts
    if play.current != counts:
        settle(play, counts, Play.State(play.state))


def append_copy(play: Play, found: Rescored, reason: str, actor: Actor) -> Result:
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
        raise Refused("bad_rules", words_of(error), field=error.at) from error
    if rules.players != PLAYERS:
        raise Refused(
            "wrong_players",
            _(
                "These rules are for %(players)d at a table. House rules are for four: for two or "
                "three make a new tournament with the rules for so many."
            )
            % {"players": rules.players},
            field="variant",
        )
    return rules
