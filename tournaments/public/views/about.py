"""Rules and fairness of a tournament."""

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.draws.selectors.fairness import deals_text, fairness_of
from tournaments.draws.selectors.proposals import game_words
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import page_header
from tournaments.rules.selectors.rules import rules_of
from tournaments.standings.texts import scale_words, tie_break_words
from tournaments.state.formats import is_knockout
from tournaments.state.scoring import chain_of


def rules(request: HttpRequest, code: str) -> HttpResponse:
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/rules.html",
        lambda: {
            "tournament": tournament,
            "frame": page_header(tournament, "rules"),
            "rules": rules_of(tournament),
            "game": game_words(tournament),
            "chain": [tie_break_words(tournament)[step] for step in chain_of(tournament)],
            "scale": scale_words(tournament),
            "is_knockout": is_knockout(tournament),
        },
        title=_("Rules"),
    )


def fairness(request: HttpRequest, code: str) -> HttpResponse:
    """Hash of the seed; after the end the seed with all boards dealt again."""
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/fairness.html",
        lambda: {"tournament": tournament, "fairness": fairness_of(tournament)},
        title=_("How the cards were dealt"),
        follows="settled",
    )


def prepared_deals(request: HttpRequest, code: str) -> HttpResponse:
    """Text of seed and prepared deals whose SHA-256 is the fingerprint; after the end only."""
    tournament = public_tournament(request, code)
    if tournament.deal_set_id is None or not tournament.seed_is_public:
        raise Http404
    return HttpResponse(deals_text(tournament), content_type="text/plain; charset=ascii")
