from datetime import datetime

from django.db import DatabaseError, transaction
from django.utils.translation import gettext as _

from tournaments.archive.file import BadFile, Document, pack
from tournaments.archive.reader import read_document, whole_document
from tournaments.archive.row_writer import Storing
from tournaments.archive.sandbox import findings_apart
from tournaments.archive.selectors import document_in_kept, people_forgotten_since
from tournaments.archive.services.archive import Happened, keep_archive, values_of_list
from tournaments.archive.texts import words_of_bad_file, words_of_finding
from tournaments.archive.verification import check_document
from tournaments.errors import Refused
from tournaments.events.append import facts_changed, log
from tournaments.events.log_texts import sentence
from tournaments.models import Club, HelperLink, KeptArchive, Season, Signup, Table, Tournament
from tournaments.models.parts.event import public_code
from tournaments.permissions import Actor
from tournaments.standings.services import make_standings_now
from tournaments.state.locks import hold_for_change

ODD = (ValueError, TypeError, KeyError, AttributeError, IndexError, DatabaseError)


def document_of_file(content: bytes, *, anyway: bool = False) -> Document:
    """Parse and verify a file; raise RuleViolationError for a faulty one.

    ``anyway`` accepts inconsistent values, for example from before a scoring change; shape
    and hash must still be right.
    """
    try:
        document = whole_document(content)
    except BadFile as error:
        raise Refused(error.code, words_of_bad_file(error), field="file") from error
    findings = () if anyway else check_document(document).findings
    if findings:
        words = _("The file does not agree with itself. The first of %(n)d places: %(finding)s")
        told = words % {"n": len(findings), "finding": words_of_finding(findings[0])}
        raise Refused("not_sound", told, field="file")
    return document


def bring_file(
    *, club: Club, content: bytes, tournament: Tournament | None = None, actor: Actor = None
) -> KeptArchive:
    """Verify an uploaded file in a sandbox and store it for preview.

    With ``tournament`` it must be an archive of that one; raise RuleViolationError.
    """
    try:
        findings = findings_apart(content)
        document = read_document(content)
    except BadFile as error:
        raise Refused(error.code, words_of_bad_file(error), field="file") from error
    if tournament is not None:
        must_be_of(tournament, document)
    return KeptArchive.objects.create(
        club=club,
        tournament=tournament,
        happened=Happened.BROUGHT,
        user_id=actor.pk if actor else None,
        findings=[words_of_finding(each) for each in findings],
        content=pack(document),
        **values_of_list(document),
    )


def must_be_of(tournament: Tournament, document: Document) -> None:
    if document["stages"][-1]["tournament"]["code"] != tournament.code:
        raise Refused("another", _("This is the archive of another tournament."), field="file")


@transaction.atomic
def bring_in(
    *, kept: KeptArchive, anyway: bool = False, with_names: bool = False, actor: Actor = None
) -> Tournament:
    """Create a tournament from a stored archive; delete an uploaded file afterwards.

    ``anyway`` accepts inconsistent values; ``with_names`` accepts names of people since
    anonymised by the club.
    """
    kept = hold_archive(kept)
    document = must_be_agreed(kept, anyway=anyway, with_names=with_names)
    made = restore_archive(document=document, club=kept.club, actor=actor)
    if kept.happened == Happened.BROUGHT:
        kept.delete()
        return made
    KeptArchive.objects.filter(pk=kept.pk).update(tournament=made)
    return under_code(made, kept.code)


def throw_file_away(*, kept: KeptArchive) -> None:
    """Delete an uploaded archive; automatic ones expire."""
    if kept.happened != Happened.BROUGHT:
        raise Refused("kept_by_itself", _("An archive that was made by itself stays a while."))
    kept.delete()


def under_code(made: Tournament, code: str) -> Tournament:
    """Restore the code of a deleted tournament, if it is free."""
    if not Tournament.objects.filter(code=code).exists():
        made.code = code
        made.save(update_fields=["code"])
    return made


@transaction.atomic
def put_kept_back(
    *,
    tournament: Tournament,
    kept: KeptArchive,
    anyway: bool = False,
    with_names: bool = False,
    actor: Actor = None,
) -> Tournament:
    kept = hold_archive(kept)
    document = must_be_agreed(kept, anyway=anyway, with_names=with_names)
    back = put_back(tournament=tournament, document=document, actor=actor)
    if kept.happened == Happened.BROUGHT:
        KeptArchive.objects.filter(pk=kept.pk).delete()
    return back


def hold_archive(kept: KeptArchive) -> KeptArchive:
    """Lock the archive so that it is imported once; raise RuleViolationError if it is gone."""
    rows = KeptArchive.objects.select_for_update(of=("self",)).select_related("club")
    found = rows.filter(pk=kept.pk, tournament=kept.tournament_id).first()
    if found is None:
        words = _("This archive is not here any more: it was brought in already, or thrown away.")
        raise Refused("archive_gone", words)
    return found


def must_be_agreed(kept: KeptArchive, *, anyway: bool, with_names: bool) -> Document:
    """Return the document, if the user accepted its findings and names."""
    document = document_in_kept(kept)
    if kept.findings and not anyway:
        words = _("Something in this file does not follow from the rest. Say that you saw it.")
        raise Refused("not_sound", words, field="anyway")
    made_at = datetime.fromisoformat(document["made_at"])
    if people_forgotten_since(kept, made_at) and not with_names:
        words = _("The club has forgotten somebody since. Say that you looked at the names.")
        raise Refused("names_forgotten", words, field="with_names")
    return document


def note_download(*, tournament: Tournament, actor: Actor = None) -> None:
    log(tournament.pk, "archive_made", user=actor)


@transaction.atomic
def restore_archive(*, document: Document, club: Club, actor: Actor = None) -> Tournament:
    """Create a new tournament in a club from an archive, with its earlier stages.

    Keys, links and codes are new. Next to its original the copy is unlisted, so that no
    tournament counts twice.
    """
    return store_stages(document=document, club=club, actor=actor).tournament


@transaction.atomic
def store_stages(*, document: Document, club: Club, actor: Actor = None) -> Storing:
    """Store the stages of an archive; return the writer of the last one."""
    done: list[Storing] = []
    try:
        with transaction.atomic():
            for stage in document["stages"]:
                must_read_well(stage)
                done.append(Storing(stage, club, done[-1] if done else None, actor))
                tournament = done[-1].store()
                told = stage["tournament"]
                hide_beside_original(tournament, told["code"])
                log(
                    tournament.pk, "archive_restored", user=actor,
                    made_at=document["made_at"], sha256=document["sha256"], code=told["code"],
                )  # fmt: skip
                facts_changed(tournament.pk)
                make_standings_now(tournament.pk)
    except ODD as error:
        words = _("Something in this archive cannot be stored. Nothing was changed.")
        raise Refused("cannot_be_stored", words, field="file") from error
    tournament.refresh_from_db()
    return done[-1]


def must_read_well(stage: dict[str, object]) -> None:
    """Raise KeyError or similar for log entries that no page can render."""
    for line in stage["log"]:  # type: ignore[attr-defined]
        str(sentence(line["action"], line["details"]))


def hide_beside_original(tournament: Tournament, code: str) -> None:
    if Tournament.objects.filter(code=code).exclude(pk=tournament.pk).exists():
        tournament.is_public = False
        tournament.save(update_fields=["is_public"])


@transaction.atomic
def put_back(*, tournament: Tournament, document: Document, actor: Actor = None) -> Tournament:
    """Replace a tournament by its archived state.

    The current tournament stays with its log, unlisted under a new code. Its code and the
    links of tables, helpers and sign-ups move to the restored one.
    """
    aside = hold_for_change(tournament.pk)
    must_be_of(aside, document)
    if aside.stages.exists():
        words = _("A later stage follows this tournament, so it cannot be set aside.")
        raise Refused("has_stages", words)
    keep_archive(tournament=aside, happened=Happened.PUT_BACK, actor=actor)
    was_public, code = aside.is_public, aside.code
    back = restore_archive(document=document, club=aside.club, actor=actor)
    # Invalidate all cached pages and table states.
    back.extras_version, back.hall_version = aside.extras_version + 1, aside.hall_version + 1
    aside.code, aside.is_public = public_code(), False
    aside.save(update_fields=["code", "is_public"])
    back.code, back.is_public = code, was_public
    back.save(update_fields=["code", "is_public", "extras_version", "hall_version"])
    hand_over(aside, back)
    log(aside.pk, "set_aside", user=actor, code=code, now=aside.code)
    log(back.pk, "put_back", user=actor, aside=aside.code, made_at=document["made_at"])
    facts_changed(back.pk)
    facts_changed(aside.pk)
    return back


def hand_over(aside: Tournament, back: Tournament) -> None:
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
    KeptArchive.objects.filter(tournament=aside).update(tournament=back)
    HelperLink.objects.filter(tournament=aside).update(tournament=back)
    for season in Season.objects.filter(tournaments=aside):
        season.tournaments.remove(aside)
        season.tournaments.add(back)
