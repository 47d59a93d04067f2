from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.organiser.access import Request, director_page, posted_text
from tournaments.organiser.pages import show
from tournaments.results.selectors.plays import play_of
from tournaments.rulings.selectors.suspicious_results import suspicious_results
from tournaments.rulings.services.flags import dismiss_doubt
from tournaments.standings.texts import doubt_words


@director_page
def doubts(request: Request, tournament: Tournament) -> HttpResponse:
    if request.method == "POST":
        try:
            dismiss(request, tournament)
        except RuleViolationError as refusal:
            messages.error(request, str(refusal))
        else:
            messages.success(request, _("Marked as reviewed."))
        return redirect("manage_doubts", tournament.code)
    rows = [(each, doubt_words(each.doubt)) for each in suspicious_results(tournament)]
    return show(request, tournament, "rulings/doubts", part="console", rows=rows)


def dismiss(request: Request, tournament: Tournament) -> None:
    play = play_of(tournament, posted_id(request.POST.get("play")))
    if play is None:
        raise Http404
    dismiss_doubt(
        play=play,
        result_id=posted_id(request.POST.get("result")),
        suspicion=posted_text(request, "suspicion"),
        note=posted_text(request, "note"),
        actor=request.user,
    )


def posted_id(text: str | None) -> int:
    return int(text) if text and text.isascii() and text.isdigit() and len(text) < 18 else 0
