"""A hall is paired with a tournament of a server: once, by a code; ended by either of them.

An answer may be lost on the line. Until the hall has told that it has it, whoever types the code in
the same hall is given the same answer, in which the server still believes.
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
    """A line that waits for its hall, and the code to be typed there, which is shown once."""

    line: Line
    code: str


@transaction.atomic
def offer_line(*, tournament: Tournament, actor: Actor = None) -> Offer:
    """A code by which a hall takes part in this tournament; an earlier one is worth nothing."""
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
    """What the hall is given for a code: the whole evening, which it leads then.

    The hall shows its ``secret`` from then on, and is given the same once more if it asks again
    before it has told anything. Raises Refused for a code that is unknown, used or too old.
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
    """The line of a code that is still good, held until the transaction is over."""
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
    """A code that is unknown, used or too old; which of these is not told."""
    return Refused("no_such_code", _("This code is not known, or was used already."))


def give_evening(found: Line, secret: str, *, take: bool) -> dict[str, Json]:
    """Pair a line with the hall of this secret; the evening as that is given it."""
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
    """The tournament that a server has given, with its line; raises Refused for anything else."""
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
    """The rows that were just stored have at both places the names that the server gave."""
    names = Names(line)
    for part in SHARED:
        known = {
            name: storing.keys[part, at]
            for at, name in enumerate(named[part], start=1)
            if (part, at) in storing.keys
        }
        names.learn(part, known)


def strange_answer() -> Refused:
    """Something answered that is no server of this kind."""
    words = _("What answers at this address is no belot server of this version.")
    return Refused("strange_answer", words, field="address")


@transaction.atomic
def end_line(*, line: Line, actor: Actor = None) -> Line:
    """The two places tell each other nothing any more; here the evening is led again."""
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
