"""Sync messages between installations; processing is idempotent.

A message holds unacknowledged facts, acknowledgements, and, from the leader, a snapshot if
the other side's differs. It is processed in one transaction that locks the tournament, after
new local facts were collected.
"""

import base64
import re
from dataclasses import dataclass
from typing import Final

from django.db import transaction
from django.utils import timezone

from tournaments.archive.file import ArchiveFileError, Json, pack
from tournaments.events.append import log, refresh_all_tables, refresh_pages
from tournaments.models import SyncConflict, SyncedFact, SyncLink, Tournament
from tournaments.state.locks import lock_regardless_of_leader
from tournaments.sync.inbox import Inbox
from tournaments.sync.messages import SyncSnapshot, build_snapshot, read_snapshot
from tournaments.sync.names import RowNames
from tournaments.sync.outbox import Outbox
from tournaments.sync.replica import Replica

SyncMessage = dict[str, Json]
MAX_FACTS_PER_MESSAGE: Final = 200
MOST_TAKEN: Final = 1000
MOST_LISTED: Final = 2000
MESSAGE_KEYS: Final = frozenset(
    {
        "epoch", "leader", "split", "wanted", "has", "facts", "have", "aside", "frame", "hash",
        "more",
    }
)  # fmt: skip
MAX_EPOCHS_AHEAD: Final = 100
"""Changes of the leader in a message, beyond those known here."""
UUID_TEXT: Final = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
PLACES: Final = frozenset(SyncLink.Place.values)


@dataclass
class SyncSession:
    """A locked link with its row names; new local facts are collected."""

    line: SyncLink
    names: RowNames

    @property
    def here(self) -> str:
        return self.line.place


def open_session(line_id: int) -> SyncSession:
    """Lock the link and its tournament for this transaction."""
    line = SyncLink.objects.get(pk=line_id)
    tournament = lock_regardless_of_leader(line.tournament_id)
    line = SyncLink.objects.select_for_update().get(pk=line_id)
    line.tournament = tournament
    names = RowNames(line)
    Outbox(line, names).fill()
    return SyncSession(line, names)


@transaction.atomic
def write_message(line_id: int, *, far_has: str | None = None) -> SyncMessage:
    """Build the message to send; ``far_has``: hash of the other side's snapshot."""
    return build_message(open_session(line_id), far_has=far_has)


def build_message(
    desk: SyncSession, *, far_has: str | None, have: list[str] | None = None
) -> SyncMessage:
    line = desk.line
    waiting = line.carried.filter(is_own=True, taken_at=None).order_by("pk")
    facts = list(waiting[: MAX_FACTS_PER_MESSAGE + 1])
    frame = build_snapshot(line, desk.names) if line.leads and not line.is_split else None
    if have is None:
        have = [str(key) for key in unacknowledged_keys(line)]
    return {
        "epoch": line.epoch,
        "leader": line.leader,
        "split": line.is_split,
        "wanted": line.wanted,
        "has": line.taken_frame,
        "facts": [
            {"key": str(each.key), "kind": each.kind, "body": each.body}
            for each in facts[:MAX_FACTS_PER_MESSAGE]
        ],
        "more": len(facts) > MAX_FACTS_PER_MESSAGE,
        "have": have,
        "aside": [str(key) for key in set_aside_keys(line)],
        "frame": frame.wire if frame and frame.hash != far_has else None,
        "hash": frame.hash if frame else "",
    }


def unacknowledged_keys(line: SyncLink) -> list[object]:
    """Received facts not yet acknowledged."""
    rows = line.carried.filter(is_own=False, taken_at=None)
    return list(rows.values_list("key", flat=True)[:MOST_TAKEN])


def set_aside_keys(line: SyncLink) -> list[object]:
    """Received results without seats here, until decided."""
    opened = line.differences.filter(kind=SyncConflict.Kind.SEATS, decided_at=None).values("about")
    rows = line.carried.filter(is_own=False, is_aside=True, kind=SyncedFact.Kind.RESULT)
    open_keys = {about for (about,) in opened.values_list("about")}
    return [key for key in rows.values_list("key", flat=True) if str(key) in open_keys]


@transaction.atomic
def answer_message(line_id: int, letter: Json) -> SyncMessage:
    check_message(letter)
    desk = open_session(line_id)
    keys = apply_message(desk, letter)
    complete_move(desk, letter)
    desk.line.invalidate_code()
    record_contact(desk.line)
    return build_message(desk, far_has=letter["has"], have=keys)


@transaction.atomic
def process_answer(line_id: int, letter: SyncMessage, answer: Json) -> bool:
    """Process the server's answer; return whether to send again at once."""
    check_message(answer)
    desk = open_session(line_id)
    line = desk.line
    line.carried.filter(is_own=False, key__in=letter["have"]).update(taken_at=timezone.now())
    apply_message(desk, answer)
    record_contact(line)
    waits = line.carried.filter(is_own=True, taken_at=None).exists()
    untold = bool(unacknowledged_keys(line))
    return waits or untold or bool(answer["more"]) or bool(line.wanted)


def check_message(letter: Json) -> None:
    """Validate a message's shape; raises BadFile."""
    if not isinstance(letter, dict) or set(letter) != MESSAGE_KEYS:
        raise ArchiveFileError("bad_shape", "letter")
    kinds = {"epoch": int, "split": bool, "more": bool, "facts": list, "have": list, "aside": list}
    texts = dict.fromkeys(("leader", "wanted", "has", "hash"), str)
    for key, kind in {**kinds, **texts}.items():
        if type(letter[key]) is not kind:
            raise ArchiveFileError("bad_shape", key)
    if letter["leader"] not in PLACES or letter["wanted"] not in {"", *PLACES}:
        raise ArchiveFileError("bad_shape", "leader")
    if not 0 < letter["epoch"] < 2**31 or any(
        len(letter[key]) > MOST_LISTED for key in ("facts", "have", "aside")
    ):
        raise ArchiveFileError("too_large", "letter")
    if not all(isinstance(key, str) for key in [*letter["have"], *letter["aside"]]):
        raise ArchiveFileError("bad_shape", "have")


def apply_message(desk: SyncSession, letter: SyncMessage) -> list[str]:
    """Apply a message; return the keys of its facts."""
    line = desk.line
    if letter["epoch"] > line.epoch + MAX_EPOCHS_AHEAD:
        raise ArchiveFileError("too_large", "epoch")
    line.carried.filter(is_own=True, taken_at=None, key__in=keys_in(letter["have"])).update(
        taken_at=timezone.now()
    )
    agree_on_leader(desk, letter)
    if line.leads:
        line.given_frame = letter["has"]
    taking = Inbox(line, desk.names)
    if letter["frame"] is not None and can_apply_snapshot(line, letter):
        apply_snapshot(desk, read_snapshot(letter["frame"]))
        taking.retry_set_aside()
    keys = taking.take(letter["facts"])
    show_set_aside(line, keys_in(letter["aside"]))
    if letter["wanted"] and line.place == SyncLink.Place.HALL and letter["wanted"] != line.leader:
        line.wanted = letter["wanted"]
    update_led_elsewhere(line)
    line.save()
    return keys


def show_set_aside(line: SyncLink, keys: list[str]) -> None:
    """List own results that have no seats on the other side as conflicts here too."""
    own = line.carried.filter(is_own=True, kind=SyncedFact.Kind.RESULT)
    about = {"line": line, "kind": SyncConflict.Kind.SEATS}
    for fact in own.filter(key__in=keys):
        SyncConflict.objects.get_or_create(
            **about, about=str(fact.key), defaults={"body": fact.body}
        )
    shown = line.differences.filter(kind=SyncConflict.Kind.SEATS, decided_at=None)
    for difference in shown.exclude(about__in=keys):
        if own.filter(key=difference.about).exists():
            SyncConflict.objects.filter(pk=difference.pk).update(decided_at=timezone.now())


def keys_in(have: list[str]) -> list[str]:
    """Keys that are valid UUIDs."""
    return [key for key in have if UUID_TEXT.fullmatch(key)]


def can_apply_snapshot(line: SyncLink, letter: SyncMessage) -> bool:
    """Whether the other side leads and neither side is split."""
    leads = not line.leads and letter["leader"] != line.place and letter["epoch"] == line.epoch
    return leads and not line.is_split and not letter["split"]


def apply_snapshot(desk: SyncSession, frame: SyncSnapshot) -> None:
    Replica(frame, desk.names).apply()
    desk.line.taken_frame = frame.hash
    desk.line.tournament.refresh_from_db()


def agree_on_leader(desk: SyncSession, letter: SyncMessage) -> None:
    """Accept the higher epoch; mark the link as split if both sides led and changed data."""
    line = desk.line
    if letter["epoch"] > line.epoch:
        both = line.leads and letter["leader"] != line.place and not line.is_split
        split = letter["split"] or (both and has_changed(desk))
        line.epoch, line.leader, line.wanted = letter["epoch"], letter["leader"], ""
        mark_split(desk, split=split)
    elif letter["epoch"] == line.epoch and (letter["split"] or letter["leader"] != line.leader):
        mark_split(desk, split=True)


def has_changed(desk: SyncSession) -> bool:
    """Whether this side changed its state since the other side last received it."""
    return build_snapshot(desk.line, desk.names).hash != desk.line.given_frame


def mark_split(desk: SyncSession, *, split: bool) -> None:
    """Mark the link as split, storing this side's state, or resolve the split."""
    line = desk.line
    if split and not line.is_split:
        packed_state = pack(build_snapshot(line, desk.names).document)
        SyncConflict.objects.get_or_create(
            line=line,
            kind=SyncConflict.Kind.LEAD,
            about=str(line.epoch),
            defaults={"body": {"document": base64.b64encode(packed_state).decode()}},
        )
        log(line.tournament_id, "evening_split")
    if not split and line.is_split:
        line.differences.filter(kind=SyncConflict.Kind.LEAD, decided_at=None).update(
            decided_at=timezone.now()
        )
    line.is_split = split


def complete_move(desk: SyncSession, letter: SyncMessage) -> None:
    """Carry out a requested move once nothing of the hall's state is missing here."""
    line = desk.line
    new_leader = letter["wanted"] if letter["epoch"] == line.epoch else ""
    if not new_leader or new_leader == line.leader or line.is_split or letter["more"]:
        return
    if new_leader == SyncLink.Place.SERVER and letter["hash"] != line.taken_frame:
        return
    set_leader(line, new_leader)


def set_leader(line: SyncLink, to: str) -> None:
    """Make another installation the leader, in a new epoch."""
    line.epoch += 1
    line.leader, line.wanted = to, ""
    line.save()
    update_led_elsewhere(line)
    log(line.tournament_id, f"evening_to_{to}")


def update_led_elsewhere(line: SyncLink) -> None:
    """Update ``led_elsewhere``; during a move neither side leads."""
    elsewhere = line.ended_at is None and (not line.leads or bool(line.wanted) or line.is_split)
    if (
        Tournament.objects.filter(pk=line.tournament_id)
        .exclude(led_elsewhere=elsewhere)
        .update(led_elsewhere=elsewhere)
    ):
        refresh_all_tables(line.tournament_id)
        refresh_pages(line.tournament_id)


def record_contact(line: SyncLink) -> None:
    now = timezone.now()
    line.heard_at = line.tried_at = now
    line.failures, line.trouble = 0, ""
    if line.is_quiet:
        line.is_quiet = False
        refresh_pages(line.tournament_id)
    line.save()
