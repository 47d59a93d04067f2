import json

import pytest
from django.template import Context, Template

from games.belot import CARDS, Deal, to_text, variant_from_json
from games.belot.packs import seeded_pack
from games.models import Deal as Board
from games.slips.claims import hands_of
from games.wording.deals import deal_display
from tests.card_finder import cards_in, secrets_of

VARIANT = variant_from_json("bulgarian")
PACK = seeded_pack(VARIANT, b"finder", 1)
HANDS = hands_of(VARIANT, "N", PACK, "N")
SECRETS = secrets_of([PACK], HANDS.values())
OTHER = seeded_pack(VARIANT, b"finder", 2)


def drawn(template: str, **values: object) -> str:
    return Template("{% load belot %}" + template).render(Context(values))


def game() -> Deal:
    made = Deal(VARIANT, "N", pack=PACK)
    for _seat in range(4):
        made.call("P")
    return made


@pytest.mark.parametrize(
    "text",
    [
        PACK,
        f"dealer: {PACK[:14]}…",
        json.dumps({"legal": HANDS["N"].split()}),
        json.dumps({"hands": HANDS}),
        json.dumps([CARDS.index(code) for code in HANDS["W"].split()]),
        json.dumps([CARDS.index(code) for code in PACK.split()]),
        str(sum(1 << CARDS.index(code) for code in HANDS["S"].split())),
        to_text(game().record()),
        drawn("{% hand cards %}", cards=HANDS["E"]),
        drawn("{% suit_lines cards %}", cards=HANDS["E"]),
        drawn("{% for code in cards %}{% card code %}{% endfor %}", cards=PACK.split()[3:7]),
        ", ".join(sorted(HANDS["N"].split())),
    ],
    ids=range(12),
)  # fmt: skip
def test_card_finder_finds_the_deal(text):
    assert SECRETS.found_in(text)


def test_card_finder_ignores_cards_of_another_deal():
    text = drawn("{% hand cards %}", cards=OTHER)
    assert len(cards_in(text)[0]) == 32
    assert SECRETS.found_in(text) == ""


@pytest.mark.parametrize(
    "text",
    [
        drawn("{% contract 'H' 'S' 2 %} 10–6"),
        "Table 7, board 8, 98–64",
        "North–South 10 of 16",
        "&#x27;A7 SAVE DAH7 C7-x 9.SA",
        "2026-11-22T07:10:27",
    ],
)  # fmt: skip
def test_text_without_cards_is_not_read_as_cards(text):
    assert not any(cards_in(text))


def test_suit_signs_are_read_before_and_after_the_ranks():
    assert cards_in("♥KQ10")[2] == ["HK", "HQ", "HT"]
    assert cards_in("♠ A 9, ♦ 7")[2] == ["SA", "S9", "D7"]
    assert cards_in("10♥ A♠")[3] == ["HT", "SA"]


def test_card_finder_finds_displayed_hands():
    face = deal_display(Board(variant="bulgarian", dealer="N", pack=PACK))
    assert SECRETS.found_in(repr([list(hand.cards) for hand in face.hands]))
