"""Permanent pages of standings versions."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.exports.responses import table_response
from tournaments.exports.tables import Table
from tournaments.models import Tournament
from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.versions import (
    VersionPage,
    last_after_round,
    version_lines,
    version_page,
)
from tournaments.public.tables.standings import standings_table
from tournaments.public.tables.versions import moved_table, version_texts


def versions(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/versions.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "standings"),
            "versions": [(line, version_texts(line)) for line in version_lines(tournament)],
        },
        title=_("Versions of the standings"),
    )


def version(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = public_tournament(request, code)
    page = version_page(tournament, number)
    if page is None:
        return missing_page(
            request,
            tournament,
            _("There is no version %(number)d of these standings") % {"number": number},
            _("A version is added after each round, at the end, and with each correction."),
        )
    return live_page(
        request,
        tournament,
        "tournaments/public/version.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "standings"),
            "page": page,
            "words": version_texts(page.line),
            "table": table_of_version(tournament, page),
            "moved": moved_table(tournament, page) if page.moved else None,
        },
        title=_("Standings, version %(number)d") % {"number": number},
    )


def after_round(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """Redirect to the last version with exactly this many rounds."""
    tournament = public_tournament(request, code)
    version_number = last_after_round(tournament, number)
    if version_number is None:
        raise Http404(_("No standings were kept after this round."))
    return redirect("tournament_version", code, version_number)


def version_file(request: HttpRequest, code: str, number: int, form: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    page = version_page(tournament, number)
    if page is None:
        raise Http404(_("There is no version %(number)d of these standings") % {"number": number})
    return table_response(table_of_version(tournament, page), form)


def table_of_version(tournament: Tournament, page: VersionPage) -> Table:
    about = ", ".join(version_texts(page.line))
    return standings_table(
        tournament, page.standings, about=about, version=page.line.number, unit=page.unit
    )
