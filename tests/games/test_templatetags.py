import re
from html.parser import HTMLParser

import pytest
from django.template import Context, Template
from django.utils.translation import override

from games.belot import PRESETS


def render(source: str, **context: object) -> str:
    with override("en"):
        return Template("{% load belot %}" + source).render(Context(context)).strip()


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[bool] = []
        self.words: list[str] = []

    def handle_starttag(self, tag, attrs):
        self.open.append(("aria-hidden", "true") in attrs)

    def handle_startendtag(self, tag, attrs):
        """Elements without content hold no text."""

    def handle_endtag(self, tag):
        if self.open:
            self.open.pop()

    def handle_data(self, data):
        if not any(self.open):
            self.words += data.split()


def heard(html: str) -> str:
    reader = Reader()
    reader.feed(html)
    return " ".join(reader.words)


def test_suit_tag_draws_and_names_the_suit():
    html = render('{% suit "H" %}')
    assert '<use href="#suit-h"/>' in html
    assert heard(html) == "hearts"


def test_contract_tag_has_a_text_for_screen_readers():
    html = render('{% contract "H" "S" 1 %}')
    assert heard(html) == "hearts, South, contra"
    assert '<span class="contra">×2</span>' in html


def test_contract_tag_shows_the_contra_factor_of_the_rules():
    html = render('{% contract "H" "S" 2 "90" rules %}', rules=PRESETS["contree_cannes"])
    assert '<span class="contra">×3</span>' in html
    assert heard(html) == "90 in hearts, South, recontra"
    slip = {"contract": "H", "declarer": "S", "contra": 2, "bid": 90}
    html = render("{% contract_in slip rules %}", slip=slip, rules=PRESETS["contree_cannes"])
    assert '<span class="contra">×3</span>' in html


def test_contract_tag_abbreviates_no_trumps():
    html = render('{% contract "NT" "W" %}')
    assert "<b>NT</b> West" in html
    assert heard(html) == "no trumps, West"


@pytest.mark.parametrize("code", ["", None])
def test_contract_tag_says_passed_out_without_a_contract(code):
    assert heard(render("{% contract code %}", code=code)) == "Passed out"


def test_hand_tag_shows_packets_of_five_and_three():
    html = render('{% hand "C9 HK HT HQ C7" "C8 ST H9" %}')
    packets = html.split('<span class="hand-packet">')[1:]
    assert [packet.count('class="tile') for packet in packets] == [5, 3]
    assert heard(packets[1]) == "10 of spades 9 of hearts 8 of clubs"


def test_hand_tag_without_cards_draws_empty_five_and_three():
    html = render("{% hand %}")
    packets = html.split('<span class="hand-packet">')[1:]
    assert [packet.count("tile-empty") for packet in packets] == [5, 3]


def test_hand_tag_with_one_packet_draws_no_empty_packet():
    assert render('{% hand "C9 HK" %}').count("hand-packet") == 1


def test_place_filter_marks_a_shared_place():
    html = render("{{ 13|place:True }}")
    assert html.startswith('<span class="place">13<span class="place-tie"')
    assert heard(html) == "13 shared"
    assert render("{{ none|place }}", none=None) == "–"


@pytest.mark.parametrize(
    ("up", "words"), [(1, "up 1 place"), (5, "up 5 places"), (-2, "down 2 places"), (0, "–")]
)
def test_place_change_tag_names_its_direction(up, words):
    assert heard(render("{% place_change up %}", up=up)) == words


def test_state_dot_tag_has_shape_text_and_colour():
    html = render('{% state_dot "silent" "silent 9 min" %}')
    assert 'href="#triangle"' in html
    assert "state-silent" in html
    assert heard(html) == "silent 9 min"


def test_names_tag_escapes_names():
    assert "&lt;b&gt;" in render("{% names people %}", people=["<b>", "Eve"])


def test_filters_format_scores_and_percentages():
    assert render("{{ 10|score:6 }}") == "10–6"
    assert render('{{ "67.425"|percent:2 }}') == "67.43"
    assert render('{{ "67.425"|percent_sign:1 }}') == "67.4%"


def test_outcome_tag_is_empty_for_a_made_contract():
    assert render('{% outcome "made" %}') == ""
    assert heard(render('{% outcome "lost" %}')) == "failed"


def test_board_box_tag_names_its_state():
    assert heard(render('{% board_box 13 "dispute" %}')) == "13 disputed"


def test_charts_use_decimal_points_in_every_language():
    with override("bg"):
        html = Template("{% load belot %}{% bar 1 3 %}{% spark p 5 %}{% strip 1 p %}").render(
            Context({"p": [1, 4, 2]})
        )
    assert 'width="33.33%"' in html
    assert not re.search(r'="\d+,\d+"', html.replace('points="', ""))


def test_strip_tag_says_how_many_tables_are_beaten():
    html = render("{% strip 2 others %}", others=[-4, 0, 6])
    assert "better than 2 of 3 other tables" in html
