"""What a table may learn of its board's cards: whether its own entry goes with them, a few times.

Each answer "no" is a fact about cards that somebody may have yet to play. So there is one refusal
for all reasons; it is stored with its reason for the director, and there are few a play, whatever
side or window asks. The play is held (see ``tournaments.state.locks``), so none of two posts at
once is lost.
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
from tournaments.errors import AgainstCards, Refused
from tournaments.events.append import log
from tournaments.events.entry import Author, Entry
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import CardRefusal, Play, Result
from tournaments.permissions import Actor
from tournaments.results.services.slips import (
    asks_cards,
    entry_of_own_record,
    must_bring_cards,
    must_fit_cards,
)
from tournaments.state.locks import hold_play

MOST_REFUSALS: Final = 3
"""Entries of one play that may go against its cards before only the director can help."""
LONGEST_DETAIL: Final = 400


class NotTheseCards(Refused):
    """What a table is told; the transaction it was raised in is kept, since it stored that."""


def fitting_entry(play: Play, entry: Entry, author: Author) -> Entry:
    """The entry of a table, if the cards do not speak against it; raises Refused."""
    if asks_cards(entry):
        ask_once(play, entry.slip, entry.slip, author, lambda: must_fit_cards(play, entry))
    return entry


def entry_of_record_from_table(play: Play, record: Mapping[str, object], author: Author) -> Entry:
    """A table's record, with cards of its own, and its score; raises Refused."""
    must_bring_cards(record)
    found: list[Entry] = []
    ask_once(
        play,
        {"record": True},
        record,
        author,
        lambda: found.append(entry_of_own_record(play, record)),
    )
    return found[0]


def ask_once(
    play: Play,
    asked: Mapping[str, object],
    sent: Mapping[str, object],
    author: Author,
    look: Callable[[], None],
) -> None:
    """Look at the cards for a table, if it has tries left; what they speak against is stored."""
    digest = fingerprint(sent)
    counted = counted_tries(play)
    if len(counted) >= MOST_REFUSALS:
        raise too_many_tries()
    if digest in counted:
        raise not_these_cards()
    # Directors read it later, in whatever language the table asked.
    with translation.override(settings.LANGUAGE_CODE):
        try:
            look()
        except AgainstCards as found:
            store(play, found, asked, digest, author)
        else:
            return
    raise not_these_cards()


def counted_tries(play: Play) -> set[str]:
    """The fingerprints of what was entered against the cards of a play, and not given back."""
    return set(digests_of_refusals(play=play.pk))


@prepared
def digests_of_refusals() -> QuerySet[CardRefusal, str]:
    counted = CardRefusal.objects.filter(play=Parameter("play", IntegerField()), lifted_at=None)
    return counted.order_by().values_list("digest", flat=True)


def note_try(
    play: Play, slip: Mapping[str, object], author: Author, against: AgainstCards | None
) -> None:
    """Keep that the cards speak against a slip; raises Refused for a new one without tries left."""
    digest, counted = fingerprint(slip), counted_tries(play)
    if digest in counted:
        return
    if len(counted) >= MOST_REFUSALS:
        raise too_many_tries()
    if against is not None:
        store(play, against, slip, digest, author)


def store(
    play: Play, found: AgainstCards, asked: Mapping[str, object], digest: str, author: Author
) -> None:
    """Keep a refusal with its reason, and say in the log that there was one."""
    CardRefusal.objects.create(
        play=play,
        side=author.side,
        who=author.who,
        code=found.code[:60],
        detail=str(found)[:LONGEST_DETAIL],
        asked=with_unit(asked, play.board.dealt.variant),
        digest=digest,
    )
    log_of(play, "against_cards", who=author.who, side=author.side)


def log_of(play: Play, action: str, *, who: str = "", user: Actor = None, **values: object) -> None:
    """A line about this play, which says nothing of its cards."""
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
def give_tries_back(*, play_id: int, actor: Actor = None) -> Play:
    """The director has looked: the table may enter this board again."""
    play = hold_play(play_id)
    if play is None:
        raise Refused("no_such_play", _("There is no such board at a table."), field="play")
    lifted = play.card_refusals.filter(lifted_at=None).update(
        lifted_at=timezone.now(), lifted_by=actor
    )
    if lifted:
        log_of(play, "tries_given_back", user=actor)
    return play


def fingerprint(sent: Mapping[str, object]) -> str:
    """A fingerprint that is the same for entries that say the same."""
    return hashlib.sha256(json.dumps(sent, sort_keys=True).encode()).hexdigest()


def not_these_cards() -> NotTheseCards:
    """The one refusal for everything that the cards speak against."""
    return NotTheseCards(
        "not_these_cards",
        _("This does not go with the cards of this board. Look once more at what was written."),
    )


def too_many_tries() -> Refused:
    return Refused(
        "ask_director",
        _("This board was entered with other cards too often. Call the director."),
    )


def from_table(side: str, who: str) -> Author:
    """A side of a table as the author of what it sends."""
    return Author(source=Result.Source.TABLE, side=side, who=who)
