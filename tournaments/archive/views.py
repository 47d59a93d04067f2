from collections.abc import Callable

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from tournaments.archive.file import ENDING, pack
from tournaments.archive.forms import ArchiveForm
from tournaments.archive.selectors import (
    archives_of,
    archives_of_deleted,
    contents_of,
    document_in_kept,
    put_back_preview,
    waiting_files,
)
from tournaments.archive.services.restore import (
    bring_file,
    bring_in,
    note_download,
    put_kept_back,
    throw_file_away,
)
from tournaments.archive.texts import place_text, result_text
from tournaments.archive.writer import document_of
from tournaments.errors import Refused
from tournaments.events.log import log_lines
from tournaments.models import Club, KeptArchive, Tournament
from tournaments.organiser.access import Request, attempt, director_page, in_club
from tournaments.organiser.pages import show

club_page = in_club("tournaments.create_in_club")
"""A page for whoever makes tournaments of a club, and so may delete them."""


@require_POST
@director_page
def archive(request: Request, tournament: Tournament) -> HttpResponse:
    """Download the archive by POST, logged: it can contain cards not yet played."""
    note_download(tournament=tournament, actor=request.user)
    response = HttpResponse(pack(document_of(tournament)), content_type="application/gzip")
    response["Content-Disposition"] = f'attachment; filename="{tournament.code}{ENDING}"'
    return response


@director_page
def archives(request: Request, tournament: Tournament) -> HttpResponse:
    form = form_of(request)
    if request.method == "POST":
        kept = bring(request, form, club=tournament.club, tournament=tournament)
        if kept:
            return redirect("manage_kept_archive", tournament.code, kept.pk)
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


def bring(
    request: Request, form: ArchiveForm, *, club: Club, tournament: Tournament | None = None
) -> KeptArchive | None:
    if not form.is_valid():
        return None
    try:
        return bring_file(
            club=club, content=form.content, tournament=tournament, actor=request.user
        )
    except Refused as refusal:
        form.add_error("file", str(refusal))
        return None


@director_page
def kept_archive(request: Request, tournament: Tournament, kept_id: int) -> HttpResponse:
    kept = get_object_or_404(KeptArchive, tournament=tournament, pk=kept_id)
    if request.method == "POST":
        done = _("It is as it was then. What there was before is set aside; the log says where.")
        if decide(request, kept, done, lambda **said: put_kept_back(tournament=tournament, **said)):
            return redirect("manage_files", tournament.code)
    document = document_in_kept(kept)
    preview = put_back_preview(tournament, document)
    shown = preview.compared.first_others
    return show(
        request,
        tournament,
        "archive/put_back",
        part="files",
        kept=kept,
        contents=contents_of(kept, document),
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


def decide(
    request: Request, kept: KeptArchive, done: str, bring_back: Callable[..., object]
) -> bool:
    if "remove" in request.POST:
        return attempt(request, lambda: throw_file_away(kept=kept), _("The file is thrown away."))
    return attempt(
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
        kept = bring(request, form, club=club)
        if kept:
            return redirect("manage_club_archive", club.pk, kept.pk)
    context = {
        **frame(club, _("From an archive")),
        "form": form,
        "deleted": archives_of_deleted(club),
        "waiting": waiting_files(club),
    }
    status = 422 if form.errors else 200
    return render(request, "tournaments/archive/club_archives.html", context, status=status)


@club_page
def club_archive(request: Request, club: Club, kept_id: int) -> HttpResponse:
    kept = get_object_or_404(KeptArchive, club=club, tournament=None, pk=kept_id)
    made: list[Tournament] = []
    if request.method == "POST":
        done = _("The tournament is here, as it was when the archive was made.")
        if decide(request, kept, done, lambda **said: made.append(bring_in(**said))):
            if made:
                return redirect("manage_tournament", made[0].code)
            return redirect("manage_club_archives", club.pk)
    contents = contents_of(kept, document_in_kept(kept))
    context = {**frame(club, kept.name), "kept": kept, "contents": contents}
    return render(request, "tournaments/archive/bring_in.html", context)


def frame(club: Club, here: str) -> dict[str, object]:
    crumbs = [
        (_("My tournaments"), reverse("manage_home")),
        (club.name, reverse("manage_club", args=[club.pk])),
        (here, ""),
    ]
    return {"club": club, "club_name": club.name, "nav": "manage", "crumbs": crumbs}
