"""Limit what a table can learn about its board's cards from refused entries.

A refusal reveals a fact about cards that others may still play. So there is one refusal
message, the reason is stored for the director, and refusals are limited per play for all
sides and clients. The play is locked (``tournaments.state.locks``), so concurrent
requests all count.
"""

import hashlib
import json
from collections.abc import Callable, Mapping
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import IntegerField, QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from games.slips.bids import with_unit
from tournaments.errors import CardConflictError, RuleViolationError
from tournaments.events.append import log
from tournaments.events.entry import Author, Entry
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import CardRefusal, Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.slips import (
    check_cards_fit,
    check_has_cards,
    entry_of_table_record,
    has_card_claims,
)
from tournaments.state.locks import lock_play

MAX_REFUSALS: Final = 3
"""Entries of a play that contradict its cards; then only the director can help."""
MAX_DETAIL_LENGTH: Final = 400


class CardRefusalError(RuleViolationError):
    """Sent to the table; its transaction commits because the refusal is stored."""


def fitting_entry(play: Play, entry: Entry, author: Author) -> Entry:
    """Check a table's entry against the cards; raise RuleViolationError."""
    if has_card_claims(entry):
        check_cards_limited(
            play, entry.slip, entry.slip, author, lambda: check_cards_fit(play, entry)
        )
    return entry


def entry_of_record_from_table(play: Play, record: Mapping[str, object], author: Author) -> Entry:
    """Score a table's record with its own cards; raise RuleViolationError."""
    check_has_cards(record)
    entries: list[Entry] = []
    check_cards_limited(
        play,
        {"record": True},
        record,
        author,
        lambda: entries.append(entry_of_table_record(play, record)),
    )
    return entries[0]


def check_cards_limited(
    play: Play,
    asked: Mapping[str, object],
    sent: Mapping[str, object],
    author: Author,
    look: Callable[[], None],
) -> None:
    """Run a card check if attempts are left; store a refusal."""
    digest = slip_digest(sent)
    counted = counted_digests(play)
    if len(counted) >= MAX_REFUSALS:
        raise too_many_attempts_error()
    if digest in counted:
        raise card_refusal_error()
    # Directors read the detail later, in the site's language.
    with translation.override(settings.LANGUAGE_CODE):
        try:
            look()
        except CardConflictError as found:
            store_refusal(play, found, asked, digest, author)
        else:
            return
    raise card_refusal_error()


def counted_digests(play: Play) -> set[str]:
    """Digests of refused entries of a play that were not reset."""
    return set(digests_of_refusals(play=play.pk))


@prepared
def digests_of_refusals() -> QuerySet[CardRefusal, str]:
    counted = CardRefusal.objects.filter(play=Parameter("play", IntegerField()), lifted_at=None)
    return counted.order_by().values_list("digest", flat=True)


def count_attempt(
    play: Play, slip: Mapping[str, object], author: Author, against: CardConflictError | None
) -> None:
    """Store a refusal; raise RuleViolationError for a new one beyond the limit."""
    digest, counted = slip_digest(slip), counted_digests(play)
    if digest in counted:
        return
    if len(counted) >= MAX_REFUSALS:
        raise too_many_attempts_error()
    if against is not None:
        store_refusal(play, against, slip, digest, author)


def store_refusal(
    play: Play, found: CardConflictError, asked: Mapping[str, object], digest: str, author: Author
) -> None:
    """Store a refusal and log it without its reason."""
    CardRefusal.objects.create(
        play=play,
        side=author.side,
        who=author.who,
        code=found.code[:60],
        detail=str(found)[:MAX_DETAIL_LENGTH],
        asked=with_unit(asked, play.board.dealt.variant),
        digest=digest,
    )
    log_play(play, "against_cards", who=author.who, side=author.side)


def log_play(
    play: Play, action: str, *, who: str = "", user: Actor = None, **values: object
) -> None:
    """Log an action on this play without revealing its cards."""
    sitting = play.sitting
    place: dict[str, Any] = {"round": sitting.round.number, "table": sitting.table.number}
    log(
        sitting.round.tournament_id,
        action,
        board=play.board.number,
        **place,
        user=user,
        who=who,
        **values,
    )


@transaction.atomic
def reset_attempts(*, play_id: int, actor: Actor = None) -> Play:
    """Reset the refusals so that the table can enter this board again."""
    play = lock_play(play_id)
    if play is None:
        raise RuleViolationError(
            "no_such_play", _("There is no such board at a table."), field="play"
        )
    lifted = play.card_refusals.filter(lifted_at=None).update(
        lifted_at=timezone.now(), lifted_by=actor
    )
    if lifted:
        log_play(play, "tries_given_back", user=actor)
    return play


def slip_digest(sent: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


def card_refusal_error() -> CardRefusalError:
    """The same refusal for every contradiction with the cards."""
    return CardRefusalError(
        "not_these_cards",
        _("This does not match the cards of this board. Check what you entered."),
    )


def too_many_attempts_error() -> RuleViolationError:
    return RuleViolationError(
        "ask_director",
        _("Too many entries for this board did not match its cards. Call the director."),
    )


def table_author(side: str, who: str) -> Author:
    return Author(source=Result.Source.TABLE, side=side, who=who)
