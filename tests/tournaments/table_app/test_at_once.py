from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.db import connection

from tests.builders import make_drawn, plays_of
from tests.tournaments.table_app.test_cards import denied_slips
from tournaments.errors import RuleViolationError
from tournaments.models import CardRefusal
from tournaments.results.services.results import enter_result
from tournaments.results.services.table_cards import MAX_REFUSALS


@pytest.mark.django_db(transaction=True)
def test_concurrent_entries_share_the_refusal_limit():
    if not connection.features.has_select_for_update:
        pytest.skip("one writer at a time here: nothing runs at the same time")
    play = plays_of(make_drawn(4, boards_per_round=1))[0]
    bad = denied_slips(play)[:12]

    def ask(given: Any) -> str:
        try:
            side = "NS" if bad.index(given) % 2 else "EW"
            enter_result(table=play.sitting.table, play_id=play.pk, slip=given, side=side)
        except RuleViolationError as refused:
            return refused.code
        finally:
            connection.close()
        return "taken"

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(ask, bad))
    assert codes == ["ask_director"] * (12 - MAX_REFUSALS) + ["not_these_cards"] * MAX_REFUSALS
    assert CardRefusal.objects.count() == MAX_REFUSALS
