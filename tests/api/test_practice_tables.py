"""Practice against bots by API; hidden cards are never returned."""

import json
import random
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from games.belot import SUITS, score
from games.belot.bots import Rung
from games.models import Practice, Record
from games.practice.forms import FOUR_PLAYER_PRESETS
from games.practice.jobs import MOVES_JOB
from games.practice.playing import deal_of
from games.practice.tasks import NEEDS_COMPILER
from jobs.models import Job
from jobs.tasks import run
from tests.builders import make_user
from tests.card_finder import cards_in
from tournaments.accounts.services.tokens import create_token

pytestmark = pytest.mark.django_db
ROOT = "/api/v1/practice-tables/"
MAX_ANSWERS = 60
KEY = "0b5d3f1e-0000-4000-8000-000000000001"


@pytest.fixture(autouse=True)
def _deals_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make deals reproducible, so that a failure can be repeated."""
    drawn = SimpleNamespace(randbits=random.Random(5).getrandbits)
    monkeypatch.setattr("games.practice.playing.secrets", drawn)


def post(client: Client, path: str = "", body: Any = None, **headers: str) -> Any:
    data = json.dumps({} if body is None else body)
    return client.post(f"{ROOT}{path}", data, content_type="application/json", headers=headers)


def sat_down(client: Client, rung: str = "random", rules: str = "bulgarian") -> Any:
    answer = post(client, body={"rung": rung, "rules": rules})
    assert answer.status_code == 201, answer.content
    return answer.json()


def move(client: Client, table: Any, code: str, at: int | None = None) -> Any:
    body = {"at": table["at"] if at is None else at, "move": code}
    return post(client, f"{table['share']}/moves/", body)


def practice_of(table: Any) -> Practice:
    return Practice.objects.get(share=table["share"])


def cards_shown(answer: Any) -> set[str]:
    """Every card that a response contains in any notation."""
    return {card for way in cards_in(answer.content.decode()) for card in way}


def choose_move(table: Any, luck: random.Random) -> str:
    """Prefer a bid, so that deals are played instead of passed out."""
    bids = [code for code in table["moves"] if code.endswith(tuple(SUITS)) and len(code) < 5]
    return bids[0] if table["state"] == "auction" and bids else luck.choice(table["moves"])


def play_deal(client: Client, table: Any, luck: random.Random) -> list[Any]:
    """All states of a deal; each is checked for hidden cards."""
    shown = [table]
    for _ in range(MAX_ANSWERS):
        if shown[-1]["state"] == "over":
            return shown
        answer = move(client, shown[-1], choose_move(shown[-1], luck))
        assert answer.status_code == 200, answer.content
        assert cards_shown(answer) <= set(deal_of(practice_of(table)).cards_seen_by("S"))
        shown.append(answer.json())
    raise AssertionError("the deal does not end")


# A deal -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ["bulgarian", "contree_ffb", "belote"])
def test_practice_deal_is_played_to_its_end(client: Client, rules: str) -> None:
    last = play_deal(client, sat_down(client, rules=rules), random.Random(2))[-1]
    practice = practice_of(last)
    deal = deal_of(practice)
    assert practice.kept is not None
    assert deal.status == "complete"
    assert (last["state"], last["moves"], last["hand"]) == ("over", [], [])
    assert (last["contract"], last["declarer"]) == (deal.contract, deal.declarer)
    assert last["score"] == score(practice.record)["score"]
    assert last["at"] == len(deal.calls) + len(deal.played)
    replay = client.get(f"/api/v1/replays/{last['replay']}/")
    assert (replay.status_code, last["replay"]) == (200, practice.kept.share)


@pytest.mark.parametrize("rules", FOUR_PLAYER_PRESETS)
def test_practice_responses_never_hold_a_hidden_card(client: Client, rules: str) -> None:
    table = sat_down(client, "thumb", rules)
    luck = random.Random(1)
    for shown in play_deal(client, table, luck):
        assert {own["card"] for own in shown["hand"] if own["is_legal"]} <= set(shown["moves"])
        assert (shown["replay"] == "") is (shown["state"] != "over")
        assert len(shown["hand"]) == next(
            place["cards"] for place in shown["places"] if place["is_own"]
        )


def test_practice_table_shows_only_own_cards_before_the_end(client: Client) -> None:
    table = sat_down(client)
    deal = deal_of(practice_of(table))
    answer = client.get(f"{ROOT}{table['share']}/")
    assert (answer.status_code, answer.json()) == (200, table)
    assert cards_shown(answer) == set(deal.hands["S"])
    assert [own["card"] for own in table["hand"]] == [own["card"] for own in answer.json()["hand"]]
    assert not Record.objects.exists()


def test_practice_table_is_described_in_codes(client: Client) -> None:
    table = sat_down(client)
    practice = practice_of(table)
    deal = deal_of(practice)
    assert (table["rung"], table["rules"], table["seat"]) == ("random", "bulgarian", "S")
    assert (table["state"], table["reason"], table["at"]) == ("auction", "", practice.moves)
    assert table["moves"] == deal.legal
    assert [place["seat"] for place in table["places"]] == list(deal.table.seats)
    (turn,) = [place["seat"] for place in table["places"] if place["is_turn"]]
    (dealer,) = [place["seat"] for place in table["places"] if place["is_dealer"]]
    assert (turn, dealer) == ("S", deal.dealer)
    called = [place["call"] for place in table["places"] if place["call"]]
    assert sorted(called) == sorted(deal.table.code_of(call) for call in deal.calls)


def test_practice_table_codes_do_not_depend_on_language(client: Client) -> None:
    table = sat_down(client)
    table = move(client, table, choose_move(table, random.Random(1))).json()
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "bg"
    assert client.get(f"{ROOT}{table['share']}/").json() == table


def test_practice_table_returns_the_bid_as_called(client: Client) -> None:
    table = sat_down(client, "thumb", "contree_ffb")
    number = next(code for code in table["moves"] if code[0].isdigit())
    table = move(client, table, number).json()
    deal = deal_of(practice_of(table))
    calls = [deal.table.code_of(call) for call in deal.calls]
    assert table["bid"] == [call for call in calls if call[0].isdigit()][-1]
    assert table["bid"].endswith(table["contract"])


def test_practice_table_shows_last_trick_and_announcements(client: Client) -> None:
    tricks, kinds = 0, set()
    for number in range(6):
        for shown in play_deal(client, sat_down(client, "thumb"), random.Random(number)):
            kinds.update(kind for place in shown["places"] for kind in place["announced"])
            if shown["last"]:
                tricks += 1
                assert len(shown["last"]["cards"]) == 4
                assert shown["last"]["winner"] in {laid["seat"] for laid in shown["last"]["cards"]}
    assert tricks > 8
    assert kinds
    assert kinds <= {"tierce", "quarte", "quinte", "carre", "belote"}


def test_practice_table_returns_404_for_other_users(client: Client) -> None:
    table = sat_down(client)
    member = Client()
    member.force_login(make_user("ana"))
    for other in (Client(), member):
        assert other.get(f"{ROOT}{table['share']}/").status_code == 404
        assert move(other, table, "P").status_code == 404
        assert post(other, f"{table['share']}/again/").status_code == 404
    assert practice_of(table).moves == table["at"]
    assert client.get(f"{ROOT}nothing/").status_code == 404


def test_practice_of_a_visitor_belongs_to_the_session(client: Client) -> None:
    table = sat_down(client)
    practice = practice_of(table)
    assert (practice.created_by, practice.visitor) == (None, client.session.session_key)


def test_visitor_retrying_with_same_key_gets_the_same_table() -> None:
    sent: Any = {"body": {"rung": "random"}, "Idempotency-Key": KEY}
    lost, again = post(Client(), **sent), Client()
    found = post(again, **sent)
    assert (found.json(), found["Idempotency-Replayed"]) == (lost.json(), "true")
    table = f"{ROOT}{practice_of(found.json()).share}/"
    assert again.get(table).status_code == 200
    Session.objects.all().delete()
    gone = Client()
    assert post(gone, **sent).json() == lost.json()
    assert gone.get(table).status_code == 404


def test_practice_continues_with_token_and_in_browser() -> None:
    user = make_user("ana")
    secret = create_token(user=user, name="p", scopes=["read", "results"], days=30)[1]
    program = Client(headers={"Authorization": f"Bearer {secret}"}, enforce_csrf_checks=True)
    table = sat_down(program)
    assert practice_of(table).created_by == user
    assert move(program, table, table["moves"][0]).status_code == 200
    browser = Client()
    browser.force_login(user)
    assert browser.get(f"{ROOT}{table['share']}/").json()["at"] > table["at"]
    assert browser.get(reverse("practice_table", args=[table["share"]])).status_code == 200


def test_read_token_sees_practice_but_cannot_move() -> None:
    user = make_user("ana")
    secret = create_token(user=user, name="p", scopes=["read"], days=30)[1]
    program, browser = Client(headers={"Authorization": f"Bearer {secret}"}), Client()
    browser.force_login(user)
    table = sat_down(browser)
    assert program.get(f"{ROOT}{table['share']}/").json() == table
    for answer in (post(program), move(program, table, "P")):
        assert (answer.status_code, answer.json()["code"]) == (403, "missing_scope")


# Errors
# -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("body", "attr"),
    [
        ({"rung": "genius"}, "rung"),
        ({"rules": "bela3"}, "rules"),
        ({"rules": {"variant": "bulgarian"}}, "rules"),
        ({"rung": None}, "rung"),
    ],
)
def test_invalid_practice_option_is_rejected_with_pointer(
    client: Client, body: Any, attr: str
) -> None:
    answer = post(client, body=body)
    assert answer.status_code == 400
    assert [error["pointer"] for error in answer.json()["errors"]] == [f"#/{attr}"]
    assert not Practice.objects.exists()


def test_practice_without_options_uses_defaults(client: Client) -> None:
    table = post(client).json()
    assert (table["rung"], table["rules"]) == ("club", "bulgarian")


@pytest.mark.parametrize("code", ["H9", "no such call", "XXXX", "p"])
def test_illegal_move_is_rejected_with_legal_moves(client: Client, code: str) -> None:
    table = sat_down(client)
    before = practice_of(table).record
    answer = move(client, table, code)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (400, "illegal_move")
    assert told["errors"][0]["pointer"] == "#/move"
    assert told["details"] == {"legal": table["moves"]}
    assert practice_of(table).record == before


@pytest.mark.parametrize(
    "body",
    [{}, {"move": "P"}, {"at": 1}, {"at": "1", "move": "P"}, {"at": 1, "move": "P" * 13}],
)
def test_malformed_move_is_rejected_as_invalid(client: Client, body: Any) -> None:
    table = sat_down(client)
    answer = post(client, f"{table['share']}/moves/", body)
    assert (answer.status_code, answer.json()["type"].partition("#")[2]) == (400, "invalid")


def test_move_from_an_older_state_is_ignored(client: Client) -> None:
    table = sat_down(client)
    now = move(client, table, table["moves"][0])
    for at in (table["at"], now.json()["at"] + 1):
        late = move(client, table, table["moves"][0], at)
        assert (late.status_code, late.json()) == (200, now.json())


def test_repeated_key_creates_one_practice() -> None:
    browser = Client()
    browser.force_login(make_user("ana"))
    first, again = (post(browser, body={}, **{"Idempotency-Key": KEY}) for _ in range(2))
    assert first.json() == again.json()
    assert again["Idempotency-Replayed"] == "true"
    assert Practice.objects.count() == 1


def test_move_after_the_end_is_rejected(client: Client) -> None:
    last = play_deal(client, sat_down(client), random.Random(2))[-1]
    answer = move(client, last, "P")
    assert (answer.status_code, answer.json()["code"]) == (400, "not_in_turn")


# Experts ----------------------------------------------------------------------------------------


def until_an_expert_thinks(client: Client) -> Any:
    table = sat_down(client, "expert")
    while table["state"] != "thinking":
        table = move(client, table, "P").json()
    return table


def test_move_while_the_expert_thinks_is_rejected(client: Client) -> None:
    table = until_an_expert_thinks(client)
    assert table["moves"] == []
    answer = move(client, table, "P")
    assert (answer.status_code, answer.json()["code"]) == (400, "not_in_turn")
    assert answer.json()["details"] == {}


def test_failed_expert_move_can_be_retried(client: Client) -> None:
    table = until_an_expert_thinks(client)
    run(Job.objects.get(kind=MOVES_JOB.name).pk)
    address = f"{ROOT}{table['share']}/"
    failed = client.get(address).json()
    assert (failed["state"], failed["reason"]) == ("failed", NEEDS_COMPILER)
    again = post(client, f"{table['share']}/again/")
    assert (again.status_code, again.json()["state"]) == (200, "thinking")
    assert Job.objects.filter(kind=MOVES_JOB.name, state=Job.State.QUEUED).count() == 1


# The ladder -------------------------------------------------------------------------------------


def test_ladder_lists_rungs_from_weak_to_strong(client: Client) -> None:
    steps = client.get("/api/v1/ladder/").json()
    assert [step["rung"] for step in steps] == [rung.value for rung in Rung]
    assert [step["thinks"] for step in steps] == [False] * 4 + [True] * 2
    weakest, beginner, *_others = steps
    assert (weakest["deals"], weakest["gain"], weakest["error"]) == (0, 0, 0)
    assert beginner["name"] == "Beginner"
    assert all(step["gain"] > 2 * step["error"] > 0 for step in steps[1:])
    [narrowed] = client.get("/api/v1/ladder/?filter[rung]=club&fields=rung,deals").json()
    assert narrowed == {"rung": "club", "deals": steps[2]["deals"]}
