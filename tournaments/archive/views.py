from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.archive.file import FILE_SUFFIX, pack
from tournaments.archive.forms import ArchiveForm
from tournaments.archive.selectors import (
    archive_contents,
    archives_of,
    archives_of_deleted,
    pending_uploads,
    put_back_preview,
    stored_document,
)
from tournaments.archive.services.restore import (
    discard_upload,
    import_archive,
    log_download,
    replace_with_stored_archive,
    upload_archive,
)
from tournaments.archive.texts import place_text, result_text
from tournaments.archive.writer import document_of
from tournaments.errors import RuleViolationError
from tournaments.events.log import log_lines
from tournaments.models import Club, StoredArchive, Tournament
from tournaments.organiser.access import Request, club_page_for, director_page, run_with_message
from tournaments.organiser.pages import show

club_page = club_page_for("tournaments.create_in_club")


@require_POST
@director_page
def archive(request: Request, tournament: Tournament) -> HttpResponse:
    """Download the archive by POST, logged: it can contain cards not yet played."""
    log_download(tournament=tournament, actor=request.user)
    response = HttpResponse(pack(document_of(tournament)), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}{FILE_SUFFIX}"'
    return response


@director_page
def archives(request: Request, tournament: Tournament) -> HttpResponse:
    form = form_of(request)
    if request.method == "POST":
        upload = upload_from_form(request, form, club=tournament.club, tournament=tournament)
        if upload:
            return redirect("manage_kept_archive", tournament.code, upload.pk)
    return show(
        request,
        tournament,
        "archive/archives",
        part="files",
        form=form,
        kept=archives_of(tournament),
        status=422 if form.errors else 200,
    )


def form_of(request: Request) -> ArchiveForm:
    return ArchiveForm(request.POST, request.FILES) if request.method == "POST" else ArchiveForm()


def upload_from_form(
    request: Request, form: ArchiveForm, *, club: Club, tournament: Tournament | None = None
) -> StoredArchive | None:
    if not form.is_valid():
        return None
    try:
        return upload_archive(
            club=club, content=form.content, tournament=tournament, actor=request.user
        )
    except RuleViolationError as refusal:
        form.add_error("file", str(refusal))
        return None


@director_page
def kept_archive(request: Request, tournament: Tournament, kept_id: int) -> HttpResponse:
    stored = get_object_or_404(StoredArchive, tournament=tournament, pk=kept_id)
    if request.method == "POST":
        done = _("Restored. The previous state is kept at another address; see the log.")
        if apply_choice(
            request,
            stored,
            done,
            lambda **said: replace_with_stored_archive(tournament=tournament, **said),
        ):
            return redirect("manage_files", tournament.code)
    document = stored_document(stored)
    preview = put_back_preview(tournament, document)
    shown = preview.compared.first_others
    return show(
        request,
        tournament,
        "archive/put_back",
        part="files",
        kept=stored,
        contents=archive_contents(stored, document),
        compared=preview.compared,
        since=log_lines(preview.since),
        more_lines=preview.more,
        results=[
            (
                place_text(each, is_open=tournament.is_open_play),
                result_text(each.now),
                result_text(each.then),
            )
            for each in shown
        ],
        more_results=len(preview.compared.others) - len(shown),
    )


def apply_choice(
    request: Request, kept: StoredArchive, done: str, bring_back: Callable[..., object]
) -> bool:
    if "remove" in request.POST:
        return run_with_message(
            request, lambda: discard_upload(kept=kept), _("The file has been discarded.")
        )
    return run_with_message(
        request,
        lambda: bring_back(
            kept=kept,
            anyway="anyway" in request.POST,
            with_names="with_names" in request.POST,
            actor=request.user,
        ),
        done,
    )


@club_page
def club_archives(request: Request, club: Club) -> HttpResponse:
    form = form_of(request)
    if request.method == "POST":
        upload = upload_from_form(request, form, club=club)
        if upload:
            return redirect("manage_club_archive", club.pk, upload.pk)
    context = {
        **base_context(club, _("From an archive")),
        "form": form,
        "deleted": archives_of_deleted(club),
        "waiting": pending_uploads(club),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/archive/club_archives.html", context, status=status)


@club_page
def club_archive(request: Request, club: Club, kept_id: int) -> HttpResponse:
    stored = get_object_or_404(StoredArchive, club=club, tournament=None, pk=kept_id)
    restored: list[Tournament] = []
    if request.method == "POST":
        done = _("The tournament has been restored as it was when the archive was made.")
        if apply_choice(
            request, stored, done, lambda **said: restored.append(import_archive(**said))
        ):
            if restored:
                return redirect("manage_tournament", restored[0].code)
            return redirect("manage_club_archives", club.pk)
    contents = archive_contents(stored, stored_document(stored))
    context = {**base_context(club, stored.name), "kept": stored, "contents": contents}
    return render(request, "tournaments/archive/bring_in.html", context)


def base_context(club: Club, here: str) -> dict[str, object]:
    crumbs = [
        (_("My tournaments"), reverse("manage_home")),
        (club.name, reverse("manage_club", args=[club.pk])),
        (here, ""),
    ]
    return {"club": club, "club_name": club.name, "nav": "manage", "crumbs": crumbs}
