"""Pairing of a hall with a server's tournament, by a one-time code.

Responses can get lost: until the hall confirms receipt, the same code in the same hall gets
the same response.
"""

from dataclasses import dataclass
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from tournaments.archive.file import ArchiveFileError, Json
from tournaments.archive.row_writer import StageWriter
from tournaments.archive.services.restore import store_stages
from tournaments.errors import RuleViolationError
from tournaments.events.append import log
from tournaments.models import Club, SyncLink, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import lock_regardless_of_leader
from tournaments.sync.messages import build_snapshot, read_snapshot
from tournaments.sync.names import SHARED_PARTS, RowNames
from tournaments.sync.outbox import share_plays
from tournaments.sync.protocol import update_led_elsewhere
from tournaments.sync.secrets import CODE_LASTS, clean_code, hash_of, new_code


@dataclass(frozen=True, slots=True)
class PairingOffer:
    """An unpaired link and its code, shown once."""

    line: SyncLink
    code: str


@transaction.atomic
def offer_pairing(*, tournament: Tournament, actor: Actor = None) -> PairingOffer:
    """Create a pairing code; invalidates an earlier one."""
    tournament = lock_regardless_of_leader(tournament.pk)
    line = SyncLink.objects.filter(tournament=tournament, ended_at=None).first()
    if line is not None and line.paired_at is not None:
        raise RuleViolationError(
            "paired_already", _("A hall is paired with this tournament already.")
        )
    if line is None:
        line = SyncLink(tournament=tournament, place=SyncLink.Place.SERVER, key=uuid4())
    code = new_code()
    line.code_hash, line.code_until = hash_of(code), timezone.now() + CODE_LASTS
    line.made_by = actor
    line.save()
    return PairingOffer(line, code)


@transaction.atomic
def pair_hall(*, code: str, secret: str, take: bool = True) -> dict[str, Json]:
    """Pair a hall and return the tournament, which the hall then leads.

    The hall authenticates by ``secret`` from then on; a repeated request before its first message
    gets the same response. Raises RuleViolationError for an unknown, used or expired code.
    """
    link = lock_link_by_code(code)
    if link.paired_at is None:
        answer = pair_link(link, secret, take=take)
        link.given_answer = answer
        link.save()
        return answer
    is_again = constant_time_compare(link.secret_hash, hash_of(secret))
    if not is_again or link.given_answer is None:
        raise unknown_code_error()
    return dict(link.given_answer)


def lock_link_by_code(code: str) -> SyncLink:
    """The link of a valid code, locked for this transaction."""
    link = SyncLink.objects.filter(code_hash=hash_of(clean_code(code)), ended_at=None).first()
    if link is not None:
        lock_regardless_of_leader(link.tournament_id)
        link = SyncLink.objects.select_for_update().get(pk=link.pk)
    if link is None or not link.code_hash:
        raise unknown_code_error()
    if link.code_until is None or link.code_until <= timezone.now():
        raise unknown_code_error()
    return link


def unknown_code_error() -> RuleViolationError:
    """One error for unknown, used and expired codes, so that none is revealed."""
    return RuleViolationError("no_such_code", _("This code is not known, or was used already."))


def pair_link(found: SyncLink, secret: str, *, take: bool) -> dict[str, Json]:
    """Pair the link with the hall of this secret; return the response."""
    found.secret_hash = hash_of(secret)
    found.paired_at = found.heard_at = timezone.now()
    log(found.tournament_id, "evening_paired")
    if take:
        found.leader = SyncLink.Place.HALL
        found.epoch += 1
        log(found.tournament_id, "evening_to_hall")
    names = RowNames(found)
    found.save()
    share_plays(found)
    frame = build_snapshot(found, names)
    found.given_frame = found.taken_frame = frame.hash
    found.save()
    update_led_elsewhere(found)
    return {
        "key": str(found.key),
        "code": found.tournament.code,
        "leader": found.leader,
        "epoch": found.epoch,
        "frame": frame.wire,
    }


@transaction.atomic
def join_server(
    *, address: str, secret: str, given: Json, club: Club, actor: Actor = None
) -> SyncLink:
    """Store a server's tournament and link; raises RuleViolationError if invalid."""
    try:
        frame = read_snapshot(given["frame"])
        key, far_code = UUID(given["key"]), given["code"]
        leader, epoch = SyncLink.Place(given["leader"]), int(given["epoch"])
    except (ArchiveFileError, KeyError, TypeError, ValueError) as error:
        raise unexpected_answer_error() from error
    if SyncLink.objects.filter(key=key, place=SyncLink.Place.HALL, ended_at=None).exists():
        raise RuleViolationError("paired_already", _("This tournament is here already."))
    storing = store_stages(document=frame.document, club=club, actor=actor)
    line = SyncLink.objects.create(
        tournament=storing.tournament,
        place=SyncLink.Place.HALL,
        key=key,
        leader=leader,
        epoch=epoch,
        address=address,
        secret=secret,
        far_code=str(far_code)[:12],
        taken_frame=frame.hash,
        given_frame=frame.hash,
        paired_at=timezone.now(),
        heard_at=timezone.now(),
        made_by=actor,
    )
    store_row_names(line, storing, frame.names)
    share_plays(line)
    update_led_elsewhere(line)
    return line


def store_row_names(line: SyncLink, storing: StageWriter, named: dict[str, list[str]]) -> None:
    """Store the server's names for the new rows."""
    names = RowNames(line)
    for part in SHARED_PARTS:
        known = {
            name: storing.keys[part, at]
            for at, name in enumerate(named[part], start=1)
            if (part, at) in storing.keys
        }
        names.store(part, known)


def unexpected_answer_error() -> RuleViolationError:
    words = _("There is no compatible belot server at this address.")
    return RuleViolationError("strange_answer", words, field="address")


@transaction.atomic
def end_link(*, line: SyncLink, actor: Actor = None) -> SyncLink:
    """End synchronisation; this installation leads again."""
    lock_regardless_of_leader(line.tournament_id)
    line = SyncLink.objects.select_for_update().get(pk=line.pk)
    if line.ended_at is None:
        line.ended_at = timezone.now()
        line.secret = line.secret_hash = ""
        line.invalidate_code()
        line.save()
        update_led_elsewhere(line)
        log(line.tournament_id, "evening_unpaired", user=actor)
    return line
