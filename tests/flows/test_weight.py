"""Requests and bytes of a first visit to a public page."""

import re
from collections import Counter

import brotli
import pytest

from games.models import DealSet
from tests.walk.site import Site
from tournaments.models import Rating, Signup, Tournament

MOST_REQUESTS = 14
MOST_BYTES = 110_000
BROTLI_QUALITY = 5
"""For pages; static files are compressed more (``web/microcache.py``)."""
MAX_SCRIPTS = 3
"""Display settings, the page's own script, the loader of fragments."""
PAGES = (
    "/{language}/",
    "/{language}/tournaments/",
    "/{language}/club/{club}/",
    "/{language}/t/{live}/",
    "/{language}/t/{over}/",
    "/{language}/t/{over}/standings/",
    "/{language}/t/{live}/team/1/",
    "/{language}/t/{live}/board/1/",
    "/{language}/t/{live}/boards/",
    "/{language}/t/{live}/round/2/",
    "/{language}/rules/bulgarian/",
    "/{language}/t/{over}/figures/",
    "/{language}/t/{over}/share/",
    "/{language}/t/{entry}/enter/",
    "/signup/{secret}/",
    "/{language}/club/{club}/archive/",
    "/{language}/season/{season}/",
    "/{language}/club/{club}/players/",
    "/{language}/player/{player}/",
    "/{language}/calculator/",
    "/{language}/replay/{replay}/",
    "/{language}/simulations/",
    "/{language}/simulations/{simulation}/",
    "/{language}/deals/",
    "/{language}/deals/{deals}/",
)


@pytest.fixture
def first_visit(browser, live_server):

    def visit(path: str) -> dict[str, int]:
        context = browser.new_context(viewport={"width": 390, "height": 844})
        page = context.new_page()
        answers = []

        def note(answer) -> None:  # playwright cannot call a list's own method
            answers.append(answer)

        page.on("response", note)
        page.goto(live_server.url + path, wait_until="load")
        page.evaluate("document.fonts.ready")
        weights = {each.url: weight_of(each) for each in answers}
        context.close()
        return weights

    return visit


def weight_of(answer) -> int:
    """Transferred bytes; an event stream has no end."""
    if answer.request.resource_type == "eventsource":
        return 0
    body = answer.body()
    kind = answer.headers.get("content-type", "")
    is_text = re.match(r"text/|image/svg|application/\w*(?:json|javascript)", kind)
    return len(brotli.compress(body, quality=BROTLI_QUALITY) if is_text else body)


def names_of(site: Site) -> dict[str, object]:
    over = Tournament.objects.get(state="finished", club=site.club)
    signup = Signup.objects.order_by("place")[0]
    return {
        "live": site.world.live.code,
        "club": site.club.pk,
        "over": over.code,
        "entry": signup.tournament.code,
        "secret": signup.secret,
        "season": site.club.seasons.get().code,
        "player": Rating.objects.values_list("player", flat=True)[0],
        "replay": site.world.names["replay/<slug:share>"][1],
        "simulation": site.world.names["simulations/<slug:share>"][0],
        "deals": DealSet.objects.get(wanted=1).share,
    }


@pytest.mark.browser
def test_first_visit_takes_few_requests_and_bytes(first_visit):
    names = names_of(Site())
    for number, page in enumerate(PAGES):
        path = page.format(language=("bg", "hr")[number % 2], **names)
        weights = first_visit(path)
        told = f"{path}: {len(weights)} requests, {sum(weights.values())} bytes"
        assert len(weights) <= MOST_REQUESTS, told
        assert 20_000 < sum(weights.values()) <= MOST_BYTES, told
        ends = Counter(url.split("?")[0].rsplit(".", 1)[-1] for url in weights)
        assert ends["woff2"] <= 3, told
        assert ends["css"] == 1, told
        assert 1 <= ends["js"] <= MAX_SCRIPTS, told
