import random
import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from tests.builders import enter, make_user, plays_of
from tests.tournaments.scorer.villages import figures, village
from tournaments.errors import RuleViolationError
from tournaments.models import Play, Result, ScorerEntry, ScorerPresence
from tournaments.scorer.services.entries import add_typed_entry, undo_last_step
from tournaments.scorer.services.presence import claim_row

pytestmark = pytest.mark.django_db(transaction=True)
STEPS = 40
PASSES = 200


@pytest.fixture(autouse=True)
def _rows_are_locked() -> None:
    if not connection.features.has_select_for_update:
        pytest.skip("one writer at a time here")


def test_scorers_claiming_rows_concurrently_never_deadlock():
    tournament = village()
    plays = plays_of(tournament)[:2]

    def go(number: int) -> int:
        user = make_user(f"scorer {number}")
        places = 0
        for step in range(PASSES):
            play = plays[(step + number) % 2]
            try:
                claim_row(tournament=tournament, play_id=play.pk, typed={}, actor=user)
            except RuleViolationError:
                continue
            places += 1
        connection.close()
        return places

    with ThreadPoolExecutor(2) as both:
        assert min(both.map(go, range(2))) > 0
    assert ScorerPresence.objects.count() <= 2


def test_concurrent_scorers_and_phones_lose_no_entries():
    tournament = village()
    plays = plays_of(tournament)

    def scorer(number: int) -> int:
        user, rng, stored = make_user(f"scorer {number}"), random.Random(number), 0
        for _step in range(STEPS // 2):
            play = rng.choice(plays)
            common = {"tournament": tournament, "actor": user, "client_key": uuid.uuid4()}
            try:
                claim_row(tournament=tournament, play_id=play.pk, typed={}, actor=user)
                typed = figures(1300 + rng.randrange(3), 900)
                add_typed_entry(play_id=play.pk, typed=typed, **common)
                stored += 1
                if rng.random() < 0.2:
                    undo_last_step(**{**common, "client_key": uuid.uuid4()})
                    stored += 1
            except RuleViolationError:
                continue
        connection.close()
        return stored

    def phone(number: int) -> int:
        rng, stored = random.Random(number), 0
        for _step in range(STEPS // 2):
            play = Play.objects.select_related("sitting__table").get(pk=rng.choice(plays).pk)
            try:
                enter(play, slip={"game": {"NS": 1300 + rng.randrange(3), "EW": 900}})
                stored += 1
            except RuleViolationError:
                continue
        connection.close()
        return stored

    with ThreadPoolExecutor(4) as hall:
        typed = list(hall.map(scorer, range(2)))
        entered = list(hall.map(phone, range(2)))
    assert ScorerEntry.objects.count() == sum(typed)
    assert sum(entered) <= Result.objects.count()
    for play in plays_of(tournament):
        numbers = sorted(play.results.values_list("version", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
