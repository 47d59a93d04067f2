from typing import Final

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils.translation import gettext as _

from games.belot import PRESETS, Deal, RuleError
from games.belot.bots import Rung
from games.errors import RuleViolationError
from games.models import Practice
from games.practice.jobs import MOVES_JOB
from games.practice.playing import (
    PERSON_SEAT,
    deal_of,
    is_thinking,
    make_move,
    move_count,
    new_deal,
    play_bots,
    save_deal,
)

Person = User | AnonymousUser
MAX_MOVE_LENGTH: Final = 12


@transaction.atomic
def start_practice(*, rung: str, preset: str, person: Person, visitor: str = "") -> Practice:
    """Deal a new practice; bots act until it is the person's turn."""
    deal = new_deal(PRESETS[preset])
    user = person if person.is_authenticated else None
    practice = Practice.objects.create(
        rung=Rung(rung).value,
        seat=PERSON_SEAT,
        record=deal.record(),
        created_by=user,
        visitor="" if user else visitor,
    )
    advance_bots(practice, deal)
    return practice


@transaction.atomic
def play_move(*, practice: Practice, at: int, code: str) -> Practice:
    """Make the person's move, chosen when ``at`` moves had been made.

    A stale ``at`` (double click, old page) changes nothing. Illegal moves and moves out of turn
    are refused.
    """
    held = Practice.objects.select_for_update().get(pk=practice.pk)
    if held.moves != at:
        return held
    deal = deal_of(held)
    if deal.turn != held.seat:
        raise RuleViolationError("not_in_turn", _("It is not your turn."))
    try:
        make_move(deal, code)
    except RuleError as error:
        message = _("The rules do not allow that now.")
        raise RuleViolationError("illegal_move", message, field="move", legal=deal.legal) from error
    advance_bots(held, deal)
    return held


def advance_bots(practice: Practice, deal: Deal) -> None:
    """Let the bots move: simple ones at once, experts in a worker."""
    if not is_thinking(practice, deal):
        play_bots(practice, deal)
    if move_count(deal) > practice.moves or deal.turn is None:
        save_deal(practice, deal)
    if is_thinking(practice, deal):
        MOVES_JOB.submit(practice.pk)


@transaction.atomic
def retry_expert_moves(*, practice: Practice) -> None:
    """Enqueue an expert's moves again after a worker failed."""
    held = Practice.objects.select_for_update().get(pk=practice.pk)
    if is_thinking(held, deal_of(held)):
        MOVES_JOB.submit(held.pk)
