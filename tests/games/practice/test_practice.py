import random
import re
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client
from django.urls import reverse

from games.belot import PRESETS, score, thumb_bot
from games.belot.bots import Rung
from games.errors import RuleViolationError
from games.models import Practice, Record
from games.practice.forms import rules_choices
from games.practice.jobs import MOVES_JOB
from games.practice.playing import deal_of
from games.practice.selectors import ladder
from games.practice.services import play_move, start_practice
from jobs.models import Job
from jobs.tasks import run
from tests.builders import make_user
from tests.card_finder import cards_in

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _deals_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Seed the dealing, so that a failing deal can be repeated."""
    drawn = SimpleNamespace(randbits=random.Random(5).getrandbits)
    monkeypatch.setattr("games.practice.playing.secrets", drawn)


@pytest.fixture
def visitor() -> Client:
    return Client()


def sat_down(visitor: Client, rung: str = "thumb", rules: str = "bulgarian") -> Practice:
    answer = visitor.post(reverse("practice"), {"rung": rung, "rules": rules})
    assert answer.status_code == 302
    return Practice.objects.latest("pk")


def address(practice: Practice) -> str:
    return reverse("practice_table", args=[practice.share])


def moves_in(page: str) -> list[str]:
    return re.findall(r'name="move"\s+value="([^"]+)"', page)


def play_to_the_end(visitor: Client, practice: Practice, luck: random.Random) -> Practice:
    for _ in range(60):
        page = visitor.get(address(practice)).content.decode()
        moves = moves_in(page)
        if not moves:
            break
        calls = [move for move in moves if move == "P"]
        at = re.search(r'name="at" value="(\d+)"', page)
        assert at
        sent = {"at": at[1], "move": calls[0] if calls else luck.choice(moves)}
        assert visitor.post(address(practice), sent).status_code == 302
    practice.refresh_from_db()
    return practice


@pytest.mark.sample
@pytest.mark.parametrize("rules", [preset for preset, _name in rules_choices()])
def test_practice_of_every_four_player_game_runs_to_its_end(visitor: Client, rules: str) -> None:
    for number in range(2):
        practice = play_to_the_end(visitor, sat_down(visitor, rules=rules), random.Random(number))
        deal = deal_of(practice)
        assert deal.status in {"complete", "passed_out"}
        assert practice.kept is not None
        assert practice.kept.record == practice.record
        assert score(practice.record) == deal.result()
        page = visitor.get(address(practice)).content.decode()
        assert reverse("replay", args=[practice.kept.share]) in page
        assert Client().get(reverse("replay", args=[practice.kept.share])).status_code == 200


def test_practice_page_shows_only_cards_known_to_the_seat(visitor: Client) -> None:
    practice = sat_down(visitor)
    luck = random.Random(3)
    while True:
        practice.refresh_from_db()
        deal = deal_of(practice)
        if deal.turn is None:
            return
        page = visitor.get(address(practice)).content.decode()
        spoken, codes, *_by_suit = cards_in(page)
        assert {*spoken, *codes} <= set(deal.cards_seen_by("S"))
        assert len(set(spoken)) >= len(deal.hands["S"])
        sent = {"at": practice.moves, "move": luck.choice(moves_in(page))}
        visitor.post(address(practice), sent)


def test_practice_is_private_and_has_no_replay_before_the_end(visitor: Client) -> None:
    practice = sat_down(visitor)
    assert Client().get(address(practice)).status_code == 404
    assert Client().post(address(practice), {"at": practice.moves, "move": "P"}).status_code == 404
    member = Client()
    member.force_login(make_user("ana"))
    assert member.get(address(practice)).status_code == 404
    assert practice.kept is None
    assert not Record.objects.exists()


def test_member_resumes_practice_in_another_browser() -> None:
    user = make_user("ana")
    for _ in range(2):
        browser = Client()
        browser.force_login(user)
        practice = Practice.objects.first() or sat_down(browser)
        assert browser.get(address(practice)).status_code == 200


def test_illegal_move_is_rejected_and_changes_nothing(visitor: Client) -> None:
    practice = sat_down(visitor)
    before = practice.record
    for move in ("H9", "XX", "", "no such call"):
        answer = visitor.post(address(practice), {"at": practice.moves, "move": move})
        assert answer.status_code == 422
        assert "The rules do not allow that now." in answer.content.decode()
    practice.refresh_from_db()
    assert practice.record == before


def test_repeated_move_request_is_applied_once(visitor: Client) -> None:
    practice = sat_down(visitor)
    sent = {"at": practice.moves, "move": "P"}
    records = []
    for _ in range(2):
        assert visitor.post(address(practice), sent).status_code == 302
        practice.refresh_from_db()
        records.append(practice.record)
    assert records[0] == records[1]
    again = play_move(practice=practice, at=sent["at"], code="P")
    assert again.record == records[0]


def test_practice_record_is_only_appended(visitor: Client) -> None:
    practice = sat_down(visitor)
    calls = practice.record["calls"]
    visitor.post(address(practice), {"at": practice.moves, "move": "P"})
    practice.refresh_from_db()
    assert practice.record["pack"] == deal_of(practice).record()["pack"]
    assert practice.record["calls"][: len(calls)] == calls


@pytest.mark.sql
def test_expert_moves_are_made_by_a_worker(visitor: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr("games.practice.tasks.space", lambda: SimpleNamespace(compiled=True))
    monkeypatch.setattr("games.practice.playing.bot_for_rung", lambda _rung, _temper: thumb_bot)
    practice = sat_down(visitor, "quick")
    luck = random.Random(1)
    for _ in range(60):
        page = visitor.get(address(practice)).content.decode()
        jobs = list(Job.objects.filter(kind=MOVES_JOB.name, state=Job.State.QUEUED))
        if jobs:
            assert "hx-trigger" in page
            assert "The computer is thinking" in page
            assert not moves_in(page)
            run(jobs[0].pk)
            continue
        if not moves_in(page):
            break
        practice.refresh_from_db()
        visitor.post(address(practice), {"at": practice.moves, "move": luck.choice(moves_in(page))})
    practice.refresh_from_db()
    assert deal_of(practice).turn is None


@pytest.mark.sql
def test_expert_without_compiler_shows_an_error_and_can_retry(visitor: Client) -> None:
    practice = sat_down(visitor, "expert")
    while not Job.objects.exists():
        visitor.post(address(practice), {"at": practice.moves, "move": "P"})
        practice.refresh_from_db()
    run(Job.objects.get().pk)
    page = visitor.get(address(practice)).content.decode()
    assert "Experts need a compiler" in page
    visitor.post(address(practice), {"again": "1"})
    assert Job.objects.filter(state=Job.State.QUEUED).count() == 1


@pytest.mark.sql
def test_move_out_of_turn_is_rejected(visitor: Client) -> None:
    practice = sat_down(visitor, "expert")
    while deal_of(practice).turn == "S":
        practice = play_move(practice=practice, at=practice.moves, code="P")
    with pytest.raises(RuleViolationError, match="not your turn"):
        play_move(practice=practice, at=practice.moves, code="P")


def test_ladder_lists_every_rung_with_a_significant_gain(visitor: Client) -> None:
    page = visitor.get(reverse("practice")).content.decode()
    assert "Beginner" in page
    steps = ladder()
    assert [step.rung for step in steps] == [rung.value for rung in Rung]
    for step in steps[1:]:
        assert step.gain > 2 * step.error > 0


def test_unknown_rung_is_rejected(visitor: Client) -> None:
    answer = visitor.post(reverse("practice"), {"rung": "genius", "rules": "bela3"})
    assert answer.status_code == 422
    assert not Practice.objects.exists()


def test_practice_deal_uses_the_chosen_preset() -> None:
    made = start_practice(rung="club", preset="bela", person=AnonymousUser(), visitor="x")
    assert deal_of(made).variant == PRESETS["bela"]
