from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.public.missing import missing_page
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.public.selectors.rounds import seats_in
from tournaments.state.visibility import PUBLISHED, published_rounds


def round_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    tournament = public_tournament(request, code)
    rounds = published_rounds(tournament).count() if tournament.state in PUBLISHED else 0
    if rounds and not 1 <= number <= rounds:
        return missing_page(
            request,
            tournament,
            _("There is no round %(number)d in this tournament") % {"number": number},
            _("%(name)s has rounds 1 to %(last)d. The address may be mistyped.")
            % {"name": tournament.name, "last": rounds},
        )
    return live_page(
        request,
        tournament,
        "tournaments/public/round.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "seats"),
            "seats": seats_in(tournament, number),
        },
        title=_("Round %(number)d") % {"number": number},
    )
