from datetime import datetime

from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from tournaments.archive.file import ArchiveFileError, Document, pack
from tournaments.archive.reader import read_document, read_verified_document
from tournaments.archive.row_writer import StageWriter
from tournaments.archive.sandbox import check_in_sandbox
from tournaments.archive.selectors import people_forgotten_since, stored_document
from tournaments.archive.services.archive import Happened, archive_metadata, store_archive
from tournaments.archive.texts import file_error_text, finding_text
from tournaments.archive.verification import check_document
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, record_general_change
from tournaments.events.log_texts import sentence
from tournaments.models import Club, HelperLink, Season, Signup, StoredArchive, Table, Tournament
from tournaments.models.parts.event import public_code
from tournaments.permissions import Actor
from tournaments.standings.services import rebuild_standings_now
from tournaments.state.locks import lock_tournament

STORE_ERRORS = (ValueError, TypeError, KeyError, AttributeError, IndexError, DatabaseError)


def load_document(content: bytes, *, anyway: bool = False) -> Document:
    """Parse and verify a file; raise RuleViolationError for a faulty one.

    ``anyway`` accepts inconsistent values, for example from before a scoring change; shape
    and hash must still be right.
    """
    try:
        document = read_verified_document(content)
    except ArchiveFileError as error:
        raise RuleViolationError(error.code, file_error_text(error), field="file") from error
    findings = () if anyway else check_document(document).findings
    if findings:
        words = _("The file contradicts itself. Places found: %(n)d; the first: %(finding)s")
        message = words % {"n": len(findings), "finding": finding_text(findings[0])}
        raise RuleViolationError("not_sound", message, field="file")
    return document


def upload_archive(
    *, club: Club, content: bytes, tournament: Tournament | None = None, actor: Actor = None
) -> StoredArchive:
    """Verify an uploaded file in a sandbox and store it for preview.

    With ``tournament`` it must be an archive of that one; raise RuleViolationError.
    """
    try:
        findings = check_in_sandbox(content)
        document = read_document(content)
    except ArchiveFileError as error:
        raise RuleViolationError(error.code, file_error_text(error), field="file") from error
    if tournament is not None:
        check_same_tournament(tournament, document)
    return StoredArchive.objects.create(
        club=club,
        tournament=tournament,
        happened=Happened.BROUGHT,
        user_id=actor.pk if actor else None,
        findings=[finding_text(each) for each in findings],
        content=pack(document),
        **archive_metadata(document),
    )


def check_same_tournament(tournament: Tournament, document: Document) -> None:
    if document["stages"][-1]["tournament"]["code"] != tournament.code:
        raise RuleViolationError(
            "another", _("This is the archive of another tournament."), field="file"
        )


@transaction.atomic
def import_archive(
    *, kept: StoredArchive, anyway: bool = False, with_names: bool = False, actor: Actor = None
) -> Tournament:
    """Create a tournament from a stored archive; delete an uploaded file afterwards.

    ``anyway`` accepts inconsistent values; ``with_names`` accepts names of people since
    anonymised by the club.
    """
    kept = lock_archive(kept)
    document = check_acknowledged(kept, anyway=anyway, with_names=with_names)
    restored = restore_archive(document=document, club=kept.club, actor=actor)
    if kept.happened == Happened.BROUGHT:
        kept.delete()
        return restored
    StoredArchive.objects.filter(pk=kept.pk).update(tournament=restored)
    return restore_code(restored, kept.code)


def discard_upload(*, kept: StoredArchive) -> None:
    """Delete an uploaded archive; automatic ones expire."""
    if kept.happened != Happened.BROUGHT:
        raise RuleViolationError("kept_by_itself", _("An automatic archive is kept for a while."))
    kept.delete()


def restore_code(made: Tournament, code: str) -> Tournament:
    """Restore the code of a deleted tournament, if it is free."""
    if not Tournament.objects.filter(code=code).exists():
        made.code = code
        made.save(update_fields=["code"])
    return made


@transaction.atomic
def replace_with_stored_archive(
    *,
    tournament: Tournament,
    kept: StoredArchive,
    anyway: bool = False,
    with_names: bool = False,
    actor: Actor = None,
) -> Tournament:
    kept = lock_archive(kept)
    document = check_acknowledged(kept, anyway=anyway, with_names=with_names)
    back = replace_with_archive(tournament=tournament, document=document, actor=actor)
    if kept.happened == Happened.BROUGHT:
        StoredArchive.objects.filter(pk=kept.pk).delete()
    return back


def lock_archive(kept: StoredArchive) -> StoredArchive:
    """Lock the archive so that it is imported once; raise RuleViolationError if it is gone."""
    rows = StoredArchive.objects.select_for_update(of=("self",)).select_related("club")
    locked = rows.filter(pk=kept.pk, tournament=kept.tournament_id).first()
    if locked is None:
        words = _("This archive is no longer here: it has been imported or discarded.")
        raise RuleViolationError("archive_gone", words)
    return locked


def check_acknowledged(kept: StoredArchive, *, anyway: bool, with_names: bool) -> Document:
    """Return the document, if the user accepted its findings and names."""
    document = stored_document(kept)
    if kept.findings and not anyway:
        words = _(
            "Something in this file does not follow from the rest. Confirm that you have seen it."
        )
        raise RuleViolationError("not_sound", words, field="anyway")
    made_at = datetime.fromisoformat(document["made_at"])
    if people_forgotten_since(kept, made_at) and not with_names:
        words = _("The club has erased someone since. Confirm that you have checked the names.")
        raise RuleViolationError("names_forgotten", words, field="with_names")
    return document


def log_download(*, tournament: Tournament, actor: Actor = None) -> None:
    log(tournament.pk, "archive_made", user=actor)


@transaction.atomic
def restore_archive(*, document: Document, club: Club, actor: Actor = None) -> Tournament:
    """Create a new tournament in a club from an archive, with its earlier stages.

    Keys, links and codes are new. Next to its original the copy is unlisted, so that no
    tournament counts twice.
    """
    return store_stages(document=document, club=club, actor=actor).tournament


@transaction.atomic
def store_stages(*, document: Document, club: Club, actor: Actor = None) -> StageWriter:
    """Store the stages of an archive; return the writer of the last one."""
    done: list[StageWriter] = []
    try:
        with transaction.atomic():
            for stage in document["stages"]:
                check_log_renders(stage)
                done.append(StageWriter(stage, club, done[-1] if done else None, actor))
                tournament = done[-1].store()
                archived = stage["tournament"]
                unlist_copy(tournament, archived["code"])
                log(
                    tournament.pk, "archive_restored", user=actor,
                    made_at=document["made_at"], sha256=document["sha256"], code=archived["code"],
                )  # fmt: skip
                record_general_change(tournament.pk)
                rebuild_standings_now(tournament.pk)
    except STORE_ERRORS as error:
        words = _("The tournament cannot be restored from this archive. Nothing was changed.")
        raise RuleViolationError("cannot_be_stored", words, field="file") from error
    tournament.refresh_from_db()
    return done[-1]


def check_log_renders(stage: dict[str, object]) -> None:
    """Raise KeyError or similar for log entries that no page can render."""
    for line in stage["log"]:  # type: ignore[attr-defined]
        str(sentence(line["action"], line["details"]))


def unlist_copy(tournament: Tournament, code: str) -> None:
    if Tournament.objects.filter(code=code).exclude(pk=tournament.pk).exists():
        tournament.is_public = False
        tournament.save(update_fields=["is_public"])


@transaction.atomic
def replace_with_archive(
    *, tournament: Tournament, document: Document, actor: Actor = None
) -> Tournament:
    """Replace a tournament by its archived state.

    The current tournament stays with its log, unlisted under a new code. Its code and the
    links of tables, helpers and sign-ups move to the restored one.
    """
    aside = lock_tournament(tournament.pk)
    check_same_tournament(aside, document)
    if aside.stages.exists():
        words = _("A later stage follows this tournament, so it cannot be set aside.")
        raise RuleViolationError("has_stages", words)
    store_archive(tournament=aside, happened=Happened.PUT_BACK, actor=actor)
    was_public, code = aside.is_public, aside.code
    back = restore_archive(document=document, club=aside.club, actor=actor)
    # Invalidate all cached pages and table states.
    back.extras_version, back.hall_version = aside.extras_version + 1, aside.hall_version + 1
    aside.code, aside.is_public = public_code(), False
    aside.save(update_fields=["code", "is_public"])
    back.code, back.is_public = code, was_public
    back.save(update_fields=["code", "is_public", "extras_version", "hall_version"])
    transfer_links(aside, back)
    log(aside.pk, "set_aside", user=actor, code=code, now=aside.code)
    log(back.pk, "put_back", user=actor, aside=aside.code, made_at=document["made_at"])
    record_general_change(back.pk)
    record_general_change(aside.pk)
    return back


def transfer_links(aside: Tournament, back: Tournament) -> None:
    """Move links to the restored tournament: tables by number, sign-ups by place."""
    held = list(aside.tables.values_list("number", "token", "code", "version"))
    for number, token, code, version in held:
        fresh = Table(tournament=aside)
        aside.tables.filter(number=number).update(token=fresh.token, code=fresh.code)
        back.tables.filter(number=number).update(token=token, code=code, version=version + 1)
    for place, key, secret in list(aside.signups.values_list("place", "players", "secret")):
        twin = back.signups.filter(place=place, players=key)
        if twin.exists():
            aside.signups.filter(place=place).update(secret=Signup().secret)
            twin.update(secret=secret)
    StoredArchive.objects.filter(tournament=aside).update(tournament=back)
    HelperLink.objects.filter(tournament=aside).update(tournament=back)
    for season in Season.objects.filter(tournaments=aside):
        season.tournaments.remove(aside)
        season.tournaments.add(back)
