"""Use a prepared set of deals for a tournament's boards, or release it."""

from typing import Final

from django.db import transaction
from django.utils.translation import gettext as _

from games.deal_sets.services import SECRET_SEEDS
from games.deal_sets.tasks import FIND_JOB
from games.models import Deal, DealSet
from tournaments.draws.seating import check_deal_set, deals_of
from tournaments.draws.selectors.fairness import fingerprint_of
from tournaments.draws.services.draws import publish_deal_set
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.models import HandCheck, Tournament
from tournaments.permissions import Actor
from tournaments.state.dealing_rules import has_same_dealing
from tournaments.state.locks import lock_tournament

State = Tournament.State
OPEN: Final = frozenset({State.ENTRY, State.DRAWN})


@transaction.atomic
def assign_deal_set(*, tournament: Tournament, share: str, actor: Actor = None) -> Tournament:
    """Play the deals of a set in order; the set becomes hidden.

    ``share`` is its name or URL. A drafted draw is dealt again. Raise RuleViolationError for
    a set that does not fit or whose cards can be known, and after publication.
    """
    tournament = lock_tournament(tournament.pk)
    check_draw_unpublished(tournament)
    name = share.strip().rstrip("/").rsplit("/", 1)[-1]
    deal_set = DealSet.objects.select_for_update(of=("self",)).filter(share=name).first()
    if deal_set is None:
        raise RuleViolationError(
            "no_such_set", _("There is no set of deals with this link."), field="share"
        )
    if deal_set.pk == tournament.deal_set_id:
        return tournament
    check_set_fits(tournament, deal_set)
    check_set_unseen(deal_set)
    publish_deal_set(tournament)
    DealSet.objects.filter(pk=deal_set.pk).update(is_sealed=True)
    tournament.deal_set = deal_set
    redeal_draft(tournament)
    log(tournament.pk, "deal_set_taken", user=actor, boards=deal_set.boards.count())
    return tournament


@transaction.atomic
def release_deal_set(*, tournament: Tournament, actor: Actor = None) -> Tournament:
    """Deal from the secret seed again; idempotent."""
    tournament = lock_tournament(tournament.pk)
    check_draw_unpublished(tournament)
    if tournament.deal_set_id is None:
        return tournament
    detach_deal_set(tournament, actor)
    redeal_draft(tournament)
    return tournament


def detach_deal_set(tournament: Tournament, actor: Actor) -> None:
    """Detach the set and make it visible again.

    The caller locks and saves the tournament.
    """
    publish_deal_set(tournament)
    tournament.deal_set = None
    log(tournament.pk, "deal_set_given_back", user=actor)


def check_draw_unpublished(tournament: Tournament) -> None:
    """Refuse after publication, and in open play."""
    if tournament.is_open_play:
        raise RuleViolationError(
            "open_play", _("Cards are shuffled at the tables, so no deals are prepared.")
        )
    if tournament.state not in OPEN:
        raise RuleViolationError(
            "boards_begun",
            _("The draw is published, so the boards are fixed. Take the draw back first."),
        )


def check_set_fits(tournament: Tournament, deal_set: DealSet) -> None:
    """Refuse deals of other rules and incomplete sets."""
    if not has_same_dealing(tournament.variant, deal_set.variant):
        raise RuleViolationError(
            "other_rules",
            _("These deals are made for other rules: they give other hands here."),
            field="share",
        )
    there = deal_set.boards.count()
    searched = FIND_JOB.unfinished_jobs().filter(key=str(deal_set.pk))
    if not there or searched.exists():
        raise RuleViolationError(
            "not_found", _("The deals of this set are still being searched for."), field="share"
        )


def check_set_unseen(deal_set: DealSet) -> None:
    """Refuse deals that others can know: seen, played, or from a short seed."""
    if deal_set.seen_by_others_at is not None:
        raise RuleViolationError(
            "seen",
            _("Others than its maker have opened this set, so they may know its cards."),
            field="share",
        )
    if Tournament.objects.filter(deal_set=deal_set).exists():
        raise RuleViolationError(
            "used", _("Another tournament plays this set, or has played it."), field="share"
        )
    if deal_set.seed is not None and deal_set.seed < SECRET_SEEDS:
        raise RuleViolationError(
            "short_seed",
            _(
                "These deals follow from a short number that a computer can find after one "
                "board. Create the set again and leave the seed empty."
            ),
            field="share",
        )


def redeal_draft(tournament: Tournament) -> None:
    """Deal the boards of a draft and store the new fingerprint."""
    boards = list(tournament.boards.order_by("number"))
    check_deal_set(tournament, len(boards))
    if tournament.state == State.DRAWN:
        old = [board.deal_id for board in boards if board.deal_id is not None]
        new_deals = Deal.objects.bulk_create(deals_of(tournament, range(1, len(boards) + 1)))
        for board, deal in zip(boards, new_deals, strict=True):
            board.deal = deal
            board.save(update_fields=["deal"])
        Deal.objects.filter(pk__in=old).delete()
        HandCheck.objects.filter(board__tournament=tournament).delete()
        tournament.seed_hash = fingerprint_of(tournament)
    tournament.save(update_fields=["deal_set", "seed_hash"])
    record_general_change(tournament.pk)
