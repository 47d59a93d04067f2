"""Preparing boards by hand: links, packets, checks, more attempts.

Check results leak information about unplayed cards. Therefore few cards are named, none
if many are wrong, and wrong checks per hand are limited and counted under a lock.
"""

import hashlib
from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from tournaments.accounts.services.helpers import create_link, open_links, stop_link
from tournaments.board_prep.selectors import (
    MAX_WRONG_CHECKS,
    Packet,
    Verdict,
    card_counts,
    card_pad,
    check_cards,
    packet_at,
)
from tournaments.errors import RuleViolationError
from tournaments.events.actor import actor_name
from tournaments.events.append import log
from tournaments.models import Board, HandCheck, HelperLink, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import lock_tournament


@transaction.atomic
def create_dealing_links(
    *, tournament: Tournament, lasts: str = "evening", actor: Actor = None
) -> list[HelperLink]:
    """Create a link for each place and revoke the previous ones."""
    tournament = lock_tournament(tournament.pk)
    places = tuple(card_counts(tournament))
    if not places:
        raise RuleViolationError("not_dealt", _("There are no boards to make up: draw first."))
    for link in open_links(tournament):
        if link.kind == HelperLink.Kind.DEAL:
            stop_link(link=link, actor=actor)
    kind = HelperLink.Kind.DEAL.value
    return [
        create_link(tournament=tournament, kind=kind, lasts=lasts, place=place, actor=actor)
        for place in places
    ]


@transaction.atomic
def show_packet(*, tournament: Tournament, number: int, place: str, actor: Actor = None) -> Packet:
    """Cards of one place; the access is logged."""
    board = board_of(tournament, number)
    packet = packet_of(board, place)
    log(tournament.pk, "packet_shown", user=actor, board=number, place=place)
    return packet


@transaction.atomic
def check_hand(
    *,
    tournament: Tournament,
    number: int,
    place: str,
    cards: Sequence[str],
    actor: Actor = None,
) -> Verdict:
    """Check and record the cards of a place.

    Raises RuleViolationError for an impossible hand or after too many wrong checks.
    """
    board = board_of(tournament, number, locked=True)
    packet = packet_of(board, place)
    check_is_possible_hand(tournament, cards, len(packet.cards))
    digest = hashlib.sha256(" ".join(cards if packet.has_order else sorted(cards)).encode())
    counted = set(wrong_checks(board, place).values_list("digest", flat=True))
    known = digest.hexdigest() in counted
    if len(counted) >= MAX_WRONG_CHECKS and not known:
        raise RuleViolationError(
            "ask_director",
            _("This hand was checked with wrong cards too often. Call the director."),
        )
    verdict = check_cards(packet, cards)
    if not known:
        who = actor.get_username() if actor else actor_name()
        HandCheck.objects.create(
            board=board, place=place, is_right=verdict.is_right, digest=digest.hexdigest(), who=who
        )
        action = "hand_checked" if verdict.is_right else "hand_wrong"
        log(tournament.pk, action, user=actor, board=number, place=place)
    return verdict


@transaction.atomic
def reset_wrong_checks(
    *, tournament: Tournament, number: int, place: str, actor: Actor = None
) -> int:
    """Reset the wrong checks of a hand; return how many were counted."""
    board = board_of(tournament, number, locked=True)
    lifted = wrong_checks(board, place).update(lifted_at=timezone.now(), lifted_by=actor)
    if lifted:
        log(tournament.pk, "checks_given_back", user=actor, board=number, place=place)
    return lifted


def board_of(tournament: Tournament, number: int, *, locked: bool = False) -> Board:
    """A prepared board; locked so that parallel checks are all counted."""
    boards = Board.objects.filter(tournament=tournament, deal__isnull=False)
    if locked:
        boards = boards.select_for_update(of=("self",), no_key=True)
    board = boards.select_related("deal").filter(number=number).first()
    if board is None:
        raise RuleViolationError("no_such_board", _("There is no such board."), field="board")
    board.tournament = tournament
    return board


def packet_of(board: Board, place: str) -> Packet:
    packet = packet_at(board, place)
    if packet is None:
        raise RuleViolationError("no_such_place", _("This board has no such place."), field="place")
    return packet


def check_is_possible_hand(tournament: Tournament, cards: Sequence[str], size: int) -> None:
    """Refuse an impossible hand without using the board's cards."""
    pack = {card for _suit, row in card_pad(tournament) for card in row}
    if not cards or len(set(cards)) != len(cards) or not pack.issuperset(cards):
        raise RuleViolationError(
            "bad_cards", _("Tap the cards that lie there, each once."), field="cards"
        )
    if len(cards) > size + 2:
        raise RuleViolationError(
            "too_many_cards",
            _("%(n)d cards are too many: %(size)d belong there.") % {"n": len(cards), "size": size},
            field="cards",
        )


def wrong_checks(board: Board, place: str) -> QuerySet[HandCheck]:
    """Wrong checks that were not reset."""
    return HandCheck.objects.filter(board=board, place=place, is_right=False, lifted_at=None)
