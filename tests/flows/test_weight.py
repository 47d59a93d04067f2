"""What a first visit of a public page costs: so many requests and bytes, and no more."""

import re
from collections import Counter

import brotli
import pytest

from tests.flows.test_every_page import whole_evening
from tests.tournaments.card_world import make_world

MOST_REQUESTS = 14
MOST_BYTES = 110_000
PACKED = 5
"""How thoroughly pages are compressed; files are more so (``config/shared_pages.py``)."""
PAGES = (
    "/{language}/",
    "/{language}/tournaments/",
    "/{language}/club/{club}/",
    "/{language}/t/{live}/",
    "/{language}/t/{over}/",
    "/{language}/t/{live}/team/1/",
    "/{language}/t/{live}/board/1/",
    "/{language}/t/{live}/boards/",
    "/{language}/t/{live}/round/2/",
    "/{language}/rules/bulgarian/",
)


@pytest.fixture
def first_visit(browser, live_server):
    """Opens a page in a browser that has seen nothing, and tells what each answer weighs."""

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
    """The bytes of an answer as they are sent; a stream of news has no end."""
    if answer.request.resource_type == "eventsource":
        return 0
    body = answer.body()
    kind = answer.headers.get("content-type", "")
    is_text = re.match(r"text/|image/svg|application/\w*(?:json|javascript)", kind)
    return len(brotli.compress(body, quality=PACKED) if is_text else body)


@pytest.mark.browser
@pytest.mark.parametrize("language", ["bg", "hr"])
def test_a_first_visit_takes_few_requests_and_bytes(first_visit, language):
    world = make_world()
    names = {"language": language, "live": world.live.code, "club": world.live.club_id}
    names["over"] = whole_evening(world).code
    for path in PAGES:
        weights = first_visit(path.format(**names))
        told = f"{path}: {len(weights)} requests, {sum(weights.values())} bytes"
        assert len(weights) <= MOST_REQUESTS, told
        assert 20_000 < sum(weights.values()) <= MOST_BYTES, told
        ends = Counter(url.split("?")[0].rsplit(".", 1)[-1] for url in weights)
        assert ends["woff2"] <= 3, told
        assert (ends["css"], ends["js"]) == (1, 2), told
