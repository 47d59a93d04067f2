"""Create numbered deal sets by search or import."""

import secrets
from collections.abc import Sequence

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.belot import DEFAULT_PRESET, RuleError, is_identical, variant_from_json
from games.belot.simulation import wishes_of
from games.deal_sets.tasks import FIND_JOB, resume_search, store_progress
from games.errors import RuleViolationError
from games.models import Deal, DealSet, SetBoard
from games.parsing.deals import ImportedDeal
from games.visitors.sessions import is_creator
from games.wording.messages import error_text

Person = User | AnonymousUser
MOST_BOARDS = 64
MOST_SEARCHES_VISITORS = 3
SECRET_SEEDS = 2**61
"""Seeds from here on: too many to find one by dealing them all."""


@transaction.atomic
def find_deal_set(
    *,
    variant: object = DEFAULT_PRESET,
    wishes: Sequence[object] = (),
    count: int = 1,
    seed: int | None = None,
    person: Person,
    visitor: str = "",
) -> DealSet:
    check_count(count)
    try:
        rules = variant_from_json(variant)
        if rules.players != 4:
            raise RuleError("four_players_only", "variant")
        wishes_of(wishes, rules)
    except RuleError as error:
        raise RuleViolationError(error.rule, error_text(error), field=error.at) from error
    user = person if person.is_authenticated else None
    if wishes:
        check_search_limits(user, visitor)
    deal_set = DealSet.objects.create(
        variant=rules,
        wishes=list(wishes),
        seed=SECRET_SEEDS + secrets.randbelow(SECRET_SEEDS) if seed is None else seed,
        wanted=count,
        created_by=user,
        visitor="" if user else visitor,
    )
    if wishes:
        FIND_JOB.submit(deal_set.pk, total=count, user=user)
        return deal_set
    for number, progress in enumerate(resume_search(deal_set), start=1):
        store_progress(deal_set, number, progress)
    return deal_set


@transaction.atomic
def import_deal_set(*, deals: Sequence[ImportedDeal], person: Person, visitor: str = "") -> DealSet:
    """Create a set from imported deals, in their order; all must have the same rules."""
    check_count(len(deals))
    variants = [deal.variant for deal in deals]
    if not all(is_identical(variant, variants[0]) for variant in variants):
        raise RuleViolationError(
            "variant_differs", _("All deals of a set are played by the same rules.")
        )
    user = person if person.is_authenticated else None
    deal_set = DealSet.objects.create(
        variant=variants[0], wanted=len(deals), created_by=user, visitor="" if user else visitor
    )
    stored = Deal.objects.bulk_create(
        Deal(variant=deal.variant, pack=deal.pack, dealer=deal.dealer) for deal in deals
    )
    SetBoard.objects.bulk_create(
        SetBoard(deal_set=deal_set, number=number, deal=deal)
        for number, deal in enumerate(stored, start=1)
    )
    return deal_set


def record_view(*, deal_set: DealSet, person: Person, visitor: str = "") -> DealSet:
    """Record the first view by another user than the creator; refuse while the set is sealed."""
    if deal_set.is_sealed:
        raise RuleViolationError(
            "sealed",
            _("These deals are to be played. They are open again when the tournament is over."),
        )
    if deal_set.seen_by_others_at is None and not is_creator(deal_set, person, visitor):
        unseen = DealSet.objects.filter(pk=deal_set.pk, seen_by_others_at=None)
        unseen.update(seen_by_others_at=timezone.now())
    return deal_set


def check_count(count: int) -> None:
    if not 1 <= count <= MOST_BOARDS:
        text = _("A set has 1 to %(most)d boards.") % {"most": MOST_BOARDS}
        raise RuleViolationError("wrong_count", text, field="count")


def check_search_limits(user: User | None, visitor: str) -> None:
    """Allow one search at a time per user, and a limited number for all visitors."""
    searches = FIND_JOB.unfinished_jobs().values_list("key", flat=True)
    going = DealSet.objects.filter(pk__in=[int(key) for key in searches])
    own = going.filter(created_by=user) if user else going.filter(visitor=visitor)
    if own.exists():
        raise RuleViolationError("busy", _("Your last search is still running. Wait for it."))
    if user is None and going.filter(created_by=None).count() >= MOST_SEARCHES_VISITORS:
        raise RuleViolationError(
            "busy_site", _("Other visitors keep the computer busy. Try again in a minute.")
        )
