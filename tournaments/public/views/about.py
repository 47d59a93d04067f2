"""What a tournament plays by, and how anybody can check its cards."""

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from tournaments.draws.selectors.fairness import fairness_of
from tournaments.facts.scoring import chain_of
from tournaments.public.pages import live_page, public_tournament
from tournaments.public.selectors.frames import frame_of
from tournaments.ranking.words import TIE_BREAKS, scale_words
from tournaments.rules.selectors.rules import rules_of


def rules(request: HttpRequest, code: str) -> HttpResponse:
    """The rules of the game and the terms of the contest."""
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/rules.html",
        lambda: {
            "tournament": tournament,
            "frame": frame_of(tournament, "rules"),
            "rules": rules_of(tournament),
            "chain": [TIE_BREAKS[step] for step in chain_of(tournament)],
            "scale": scale_words(tournament),
        },
        title=_("Rules"),
    )


def fairness(request: HttpRequest, code: str) -> HttpResponse:
    """The fingerprint of the seed, and afterwards the seed with every board dealt again."""
    tournament = public_tournament(request, code)
    return live_page(
        request,
        tournament,
        "tournaments/public/fairness.html",
        lambda: {"tournament": tournament, "fairness": fairness_of(tournament)},
        title=_("How the cards were dealt"),
        follows="settled",
    )
