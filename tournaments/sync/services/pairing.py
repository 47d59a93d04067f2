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

from tournaments.archive.file import BadFile, Json
from tournaments.archive.row_writer import Storing
from tournaments.archive.services.restore import store_stages
from tournaments.errors import Refused
from tournaments.events.append import log
from tournaments.models import Club, Line, Tournament
from tournaments.permissions import Actor
from tournaments.state.locks import hold_whole
from tournaments.sync.messages import frame_of, read_frame
from tournaments.sync.names import SHARED, Names
from tournaments.sync.outbox import share_plays
from tournaments.sync.protocol import set_leading
from tournaments.sync.secrets import CODE_LASTS, clean_code, hash_of, new_code


@dataclass(frozen=True, slots=True)
class Offer:
    """An unpaired link and its code, shown once."""

    line: Line
    code: str


@transaction.atomic
def offer_line(*, tournament: Tournament, actor: Actor = None) -> Offer:
    """Create a pairing code; invalidates an earlier one."""
    tournament = hold_whole(tournament.pk)
    line = Line.objects.filter(tournament=tournament, ended_at=None).first()
    if line is not None and line.paired_at is not None:
        raise Refused("paired_already", _("A hall is paired with this tournament already."))
    if line is None:
        line = Line(tournament=tournament, place=Line.Place.SERVER, key=uuid4())
    code = new_code()
    line.code_hash, line.code_until = hash_of(code), timezone.now() + CODE_LASTS
    line.made_by = actor
    line.save()
    return Offer(line, code)


@transaction.atomic
def pair_hall(*, code: str, secret: str, take: bool = True) -> dict[str, Json]:
    """Pair a hall and return the tournament, which the hall then leads.

    The hall authenticates by ``secret`` from then on; a repeated request before its first message
    gets the same response. Raises RuleViolationError for an unknown, used or expired code.
    """
    found = line_of_code(code)
    if found.paired_at is None:
        answer = give_evening(found, secret, take=take)
        found.given_answer = answer
        found.save()
        return answer
    is_again = constant_time_compare(found.secret_hash, hash_of(secret))
    if not is_again or found.given_answer is None:
        raise no_such_code()
    return dict(found.given_answer)


def line_of_code(code: str) -> Line:
    """The link of a valid code, locked for this transaction."""
    found = Line.objects.filter(code_hash=hash_of(clean_code(code)), ended_at=None).first()
    if found is not None:
        hold_whole(found.tournament_id)
        found = Line.objects.select_for_update().get(pk=found.pk)
    if found is None or not found.code_hash:
        raise no_such_code()
    if found.code_until is None or found.code_until <= timezone.now():
        raise no_such_code()
    return found


def no_such_code() -> Refused:
    """One error for unknown, used and expired codes, so that none is revealed."""
    return Refused("no_such_code", _("This code is not known, or was used already."))


def give_evening(found: Line, secret: str, *, take: bool) -> dict[str, Json]:
    """Pair the link with the hall of this secret; return the response."""
    found.secret_hash = hash_of(secret)
    found.paired_at = found.heard_at = timezone.now()
    log(found.tournament_id, "evening_paired")
    if take:
        found.leader = Line.Place.HALL
        found.epoch += 1
        log(found.tournament_id, "evening_to_hall")
    names = Names(found)
    found.save()
    share_plays(found)
    frame = frame_of(found, names)
    found.given_frame = found.taken_frame = frame.hash
    found.save()
    set_leading(found)
    return {
        "key": str(found.key),
        "code": found.tournament.code,
        "leader": found.leader,
        "epoch": found.epoch,
        "frame": frame.wire,
    }


@transaction.atomic
def join_server(*, address: str, secret: str, given: Json, club: Club, actor: Actor = None) -> Line:
    """Store a server's tournament and link; raises RuleViolationError if invalid."""
    try:
        frame = read_frame(given["frame"])
        key, far_code = UUID(given["key"]), given["code"]
        leader, epoch = Line.Place(given["leader"]), int(given["epoch"])
    except (BadFile, KeyError, TypeError, ValueError) as error:
        raise strange_answer() from error
    if Line.objects.filter(key=key, place=Line.Place.HALL, ended_at=None).exists():
        raise Refused("paired_already", _("This tournament is here already."))
    storing = store_stages(document=frame.document, club=club, actor=actor)
    line = Line.objects.create(
        tournament=storing.tournament,
        place=Line.Place.HALL,
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
    know_names(line, storing, frame.names)
    share_plays(line)
    set_leading(line)
    return line


def know_names(line: Line, storing: Storing, named: dict[str, list[str]]) -> None:
    """Store the server's names for the new rows."""
    names = Names(line)
    for part in SHARED:
        known = {
            name: storing.keys[part, at]
            for at, name in enumerate(named[part], start=1)
            if (part, at) in storing.keys
        }
        names.learn(part, known)


def strange_answer() -> Refused:
    words = _("What answers at this address is no belot server of this version.")
    return Refused("strange_answer", words, field="address")


@transaction.atomic
def end_line(*, line: Line, actor: Actor = None) -> Line:
    """End synchronisation; this installation leads again."""
    hold_whole(line.tournament_id)
    line = Line.objects.select_for_update().get(pk=line.pk)
    if line.ended_at is None:
        line.ended_at = timezone.now()
        line.secret = line.secret_hash = ""
        line.use_code_up()
        line.save()
        set_leading(line)
        log(line.tournament_id, "evening_unpaired", user=actor)
    return line
