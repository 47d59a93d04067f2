import json
import random
import re
from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from games.belot import Deal, from_text, play_out, random_bot, score, to_text
from games.models import Record
from games.parsing.records import fault_from_error, place_words, read_record
from games.replay.examples import EXAMPLE
from games.replay.selectors.page import page_of, script_data, stops_of
from games.replay.selectors.replay import replay_of
from tests.markup import one_line

GOLDEN = sorted((Path(__file__).parents[2] / "golden").rglob("*.txt"))
IDS = [f"{path.parent.name}/{path.stem}" for path in GOLDEN]


def golden(path: Path) -> dict:
    return from_text(path.read_text().split("-----")[0])


@pytest.fixture
def example():
    return replay_of(from_text(EXAMPLE))


def keep(record: dict | None = None) -> Record:
    return Record.objects.create(record=record or from_text(EXAMPLE), source="import")


def brought(client, text: str):
    return client.post(reverse("replay_new"), {"text": text})


def roem_record() -> dict:
    rules = {"preset": "french", "auction": "name", "packets": "3+2 / 3", "declarations": "trick"}
    deal = play_out(Deal(rules, seed=4), random_bot, random.Random(4))
    assert any(deal.result()["declarations"].values())
    return deal.record()


def test_combinations_are_shown_at_the_trick_that_has_them():
    replay = replay_of(roem_record())
    assert sum(item.points for item in replay.said) == sum(replay.result["declarations"].values())
    assert all(item.order % 4 == 3 for item in replay.said)
    first = replay.said[0]
    trick = replay.tricks[first.order // 4]
    assert first.seat == trick.winner
    assert set(first.cards) <= {card for _, card in trick.cards}
    frame = replay.frames[trick.step]
    assert f"Combinations in the trick: {sum(frame.announced.values())}." in frame.text
    assert sum(replay.frames[trick.step - 1].announced.values()) == 0


@pytest.mark.django_db
def test_replay_shows_only_claimed_combinations(client):
    record = roem_record()
    number = replay_of(record).said[0].order // 4 + 1
    assert replay_of(record | {"melds": []}).said == ()
    (item,) = replay_of(record | {"melds": [[number, 20]]}).said[:1]
    assert item.points == 20
    page = client.get(reverse("replay", args=[keep(record).share])).content.decode()
    assert "Combinations in tricks" in page


# What the table shows ---------------------------------------------------------------------------


@pytest.mark.sample
@pytest.mark.parametrize("path", GOLDEN, ids=IDS)
def test_every_golden_deal_replays_to_its_score(path):
    record = golden(path)
    replay = replay_of(record)
    last = replay.frames[-1]
    assert replay.result == score(record)
    assert (last.calls, last.played) == (
        len(record["calls"]),
        len(record.get("play", "").split()),
    )
    assert last.points == replay.result["points"]
    cards = [tile.card for hand in replay.hands for packet in hand.packets for tile in packet]
    assert len(cards) == len(set(cards))
    for step in range(len(replay.frames)):
        page_of(replay, step)
    json.dumps(script_data(replay))


def test_replay_has_a_frame_per_call_and_card_and_the_end(example):
    kinds = [frame.kind for frame in example.frames]
    assert kinds == ["deal"] + ["call"] * 12 + ["card"] * 32 + ["end"]
    assert example.frames[0].text == "North dealt. West calls first."
    assert example.frames[4].text == "North says: spades."
    assert example.frames[5].text == "West says: contra."
    assert example.frames[13].text == "West leads: queen of hearts."
    assert example.frames[16].text == "North: king of hearts. South takes the trick, 21 points."
    assert example.frames[45].text == "The deal is over."


def test_a_finished_trick_stays_until_the_next_card(example):
    assert len(example.frames[16].trick) == 4
    assert example.frames[16].winner == "S"
    assert example.frames[17].trick == (("S", "S7"),)


def test_replay_points_grow_by_trick_with_ten_for_the_last(example):
    points = [(f.points["NS"], f.points["EW"]) for f in example.frames if f.kind == "card"]
    assert points[3] == (21, 0)
    assert points[7] == (21, 10)
    assert points[-1] == (248, 10)
    assert [trick.points for trick in example.tricks] == [21, 10, 37, 32, 38, 34, 32, 54]


def test_announcement_appears_with_its_card(example):
    said = [(item.seat, item.name, item.points) for item in example.said]
    assert said[:3] == [("W", "tierce", 20), ("W", "tierce", 20), ("S", "quarte", 50)]
    page = page_of(example, 13)
    assert [now for _item, now in page.said][:3] == [True, True, False]


def test_cards_dealt_after_the_auction_wait_for_its_end(example):
    def late(step: int) -> set[str]:
        packets = page_of(example, step).hands[0][2]
        return {css for tile, css in packets[1]}

    assert late(11) == {"is-waiting"}
    assert late(12) == {""}


def test_trick_jumps_stop_after_the_auction_and_each_trick(example):
    assert stops_of(example) == (0, 12, 16, 20, 24, 28, 32, 36, 40, 44, 45)
    ways = page_of(example, 17).ways
    assert {name: way.step for name, way in ways.items()} == {
        "first": 0,
        "trick_back": 16,
        "back": 16,
        "next": 18,
        "trick_on": 20,
        "last": 45,
    }


def test_step_outside_the_deal_is_clamped_to_its_ends(example):
    assert page_of(example, 999).frame.number == 45
    assert page_of(example, -3).frame.number == 0


def test_unfinished_deal_ends_with_its_last_card_without_sheet():
    record = from_text(EXAMPLE)
    replay = replay_of({**record, "play": "HQ H9", "declarations": [], "belotes": []})
    assert replay.frames[-1].kind == "card"
    assert replay.frames[-1].turn == "E"
    assert (replay.is_over, replay.reasons) == (False, ())


def test_passed_out_deal_leaves_the_late_cards_undealt():
    record = from_text(EXAMPLE)
    start = {key: record[key] for key in ("variant", "dealer", "hands")}
    replay = replay_of({**start, "calls": ["P"] * 4})
    page = page_of(replay, replay.last)
    assert replay.frames[-1].text == "Everybody passed."
    assert {css for tile, css in page.hands[0][2][1]} == {"is-waiting"}


# The page ---------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_replay_page_renders_the_step_of_the_url_without_script(client):
    share = keep().share
    text = client.get(reverse("replay", args=[share]), {"step": "16"}).content.decode()
    text = one_line(text)
    assert "South takes the trick, 21 points." in text
    assert text.count("is-played") == 4
    assert 'data-go="next" rel="next" href="?step=17"' in text
    assert 'id="sheet" data-at-end hidden' in text


@pytest.mark.django_db
@pytest.mark.parametrize("step", ["", "x", "-1", "1e9", "99999", "²"])
def test_non_numeric_step_still_renders_the_page(client, step):
    response = client.get(reverse("replay", args=[keep().share]), {"step": step})
    assert response.status_code == 200


@pytest.mark.django_db
def test_last_step_shows_the_sheet_with_its_explanation(client):
    text = client.get(reverse("replay", args=[keep().share]), {"step": "45"}).content.decode()
    text = one_line(text)
    assert 'id="sheet" data-at-end>' in text
    assert "Contra: the whole deal counts 2 times." in text


@pytest.mark.django_db
def test_record_can_be_downloaded_as_text_and_json(client):
    record = keep()
    text = client.get(reverse("replay_text", args=[record.share]))
    assert from_text(text.content.decode()) == record.record
    assert client.get(reverse("replay_json", args=[record.share])).json() == record.record


@pytest.mark.django_db
def test_unknown_share_returns_404(client):
    assert client.get(reverse("replay", args=["nothing-here"])).status_code == 404


# Deals brought by visitors ----------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("write", [to_text, json.dumps, lambda record: json.dumps([record])])
def test_imported_text_or_json_deal_redirects_to_its_replay(client, write):
    response = brought(client, write(from_text(EXAMPLE)))
    stored = Record.objects.get()
    assert response.status_code == 302
    assert response.url == reverse("replay", args=[stored.share])
    assert (stored.source, stored.deal, stored.record) == ("import", None, from_text(EXAMPLE))


@pytest.mark.django_db
def test_deal_can_be_imported_as_a_file(client):
    file = SimpleUploadedFile("deal.txt", EXAMPLE.encode("utf-8-sig"))
    assert client.post(reverse("replay_new"), {"file": file}).status_code == 302


@pytest.mark.django_db
def test_importing_the_same_deal_twice_returns_the_same_url(client):
    first, second = brought(client, EXAMPLE), brought(client, EXAMPLE)
    assert first.url == second.url
    assert Record.objects.count() == 1


@pytest.mark.django_db
def test_illegal_imported_card_shows_its_place_and_legal_cards(client):
    response = brought(client, EXAMPLE.replace("2. S S7 ST D7 C7", "2. S S7 D9 D7 C7"))
    text = response.content.decode()
    assert response.status_code == 422
    assert "Card 6 of the play: East holds cards of the suit led and must play one of them." in text
    assert re.findall(r"tile [^>]*>.*?class=\"sr\">([^<]*)<", text) == [
        "10 of spades",
        "9 of spades",
    ]
    assert not Record.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "Paste a deal or choose a file."),
        ("hello", "cannot be read"),
        ("{", "Line 1: This is not JSON"),
        ("[]", "An object with named values is expected here."),
        ('{"variant": "bulgarian", "passed_out": true}', "is missing"),
        (EXAMPLE.replace("bulgarian", "moon"), "The rules: “moon” is not a known variant"),
        (EXAMPLE.replace('Dealer "N"', 'Dealer "Q"'), "The dealer: “Q” is not a seat"),
    ],
)
def test_invalid_imported_text_is_rejected_with_a_message(client, text, words):
    response = brought(client, text)
    assert response.status_code == 422
    assert words in response.content.decode()


@pytest.mark.django_db
def test_binary_or_too_large_file_is_rejected(client):
    for content, words in ((b"\xff\xfe\x00", "not a text file"), (b"x" * 90_000, "too large")):
        file = SimpleUploadedFile("deal.txt", content)
        response = client.post(reverse("replay_new"), {"file": file})
        assert words in response.content.decode()


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("calls[3]", "Call 4"),
        ("play[13]", "Card 14 of the play"),
        ("declarations[0].cards", "Declaration 1"),
        ("belotes[1]", "Belote 2"),
        ("hands.E", "The hand of East"),
        ("variant.target", "The rules, “Target”"),
        ("variant.foo", "The rules, “foo”"),
        ("line 7", "Line 7"),
        ("foo", "foo"),
    ],
)
def test_place_words_describe_an_error_position(at, words):
    assert place_words(at) == words


def test_illegal_call_error_lists_the_legal_calls():
    from games.belot import RuleError

    text = EXAMPLE.replace("X P P AT", "X P P H")
    with pytest.raises(RuleError) as caught:
        read_record(text)
    fault = fault_from_error(caught.value)
    assert fault.place == "Call 8"
    assert fault.calls == ("pass", "no trumps", "all trumps", "recontra")
