"""Prepared querysets return the same rows as newly built ones."""

from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import IntegerField, Q, QuerySet, UUIDField
from django.db.transaction import TransactionManagementError
from django.test.utils import CaptureQueriesContext

from tests.builders import enter, make_drawn, plays_of
from tests.shared_rows import built_once
from tournaments.events.prepared_queries import Parameter, prepared
from tournaments.models import Play, Result, Tournament
from tournaments.state import locks

KEY = UUID("5f0c4f0e-8f5e-4d53-9a55-0f2f8a4a8d11")


@prepared
def play_with_number() -> QuerySet[Play]:
    plays = Play.objects.select_related("sitting__round", "board__deal")
    return plays.filter(pk=Parameter("play", IntegerField()))


@prepared
def results_of() -> QuerySet[Result]:
    key = Parameter("key", UUIDField())
    own = Q(play=Parameter("play", IntegerField()))
    return Result.objects.filter(own | Q(client_key__in=[key])).order_by("pk")


@prepared
def boards_of() -> QuerySet[Play, tuple[int, str]]:
    round_number = Parameter("number", IntegerField())
    plays = Play.objects.filter(sitting__round__number=round_number, state=Play.State.EMPTY)
    return plays.values_list("board__number", "state")[:3]


@prepared
def ids_of() -> QuerySet[Play, int]:
    return Play.objects.filter(sitting=Parameter("sitting", IntegerField())).values_list(
        "pk", flat=True
    )


@built_once
def tournament() -> Tournament:
    drawn = make_drawn(4, boards_per_round=2)
    enter(plays_of(drawn)[0], client_key=KEY)
    return drawn


def plain(row: Play) -> tuple[object, ...]:
    fields = [field.attname for field in Play._meta.concrete_fields]
    return (*(getattr(row, name) for name in fields), row.sitting.round.number, row.board.deal)


@pytest.mark.sql
@pytest.mark.django_db
def test_prepared_query_rows_equal_queryset_rows(tournament):
    plays = Play.objects.select_related("sitting__round", "board__deal")
    for play in plays_of(tournament):
        found = play_with_number(play=play.pk)
        assert [plain(row) for row in found] == [plain(row) for row in plays.filter(pk=play.pk)]
        assert list(results_of(play=play.pk, key=None)) == list(play.results.all())
        own = Play.objects.filter(sitting=play.sitting_id).values_list("pk", flat=True)
        assert list(ids_of(sitting=play.sitting_id)) == list(own)
    for number in (1, 2):
        empty = Play.objects.filter(sitting__round__number=number, state=Play.State.EMPTY)
        assert list(boards_of(number=number)) == list(
            empty.values_list("board__number", "state")[:3]
        )
    assert list(play_with_number(play=0)) == []


@pytest.mark.sql
@pytest.mark.django_db
def test_prepared_query_adapts_parameters_to_the_database(tournament):
    (entered,) = Result.objects.all()
    assert list(results_of(play=0, key=KEY)) == [entered]
    assert list(results_of(play=0, key=uuid4())) == []
    assert list(results_of(play=0, key=None)) == []


@pytest.mark.django_db
def test_prepared_query_loads_related_rows_in_one_query(tournament):
    play = plays_of(tournament)[0]
    with CaptureQueriesContext(connection) as queries:
        (found,) = play_with_number(play=play.pk)
        assert found.sitting.round.number == 1
        assert found.board.deal is not None
    assert len(queries) == 1


@pytest.mark.django_db
def test_prepared_query_raises_key_error_on_missing_parameter(tournament):
    with pytest.raises(KeyError, match="key"):
        results_of(play=1)


@pytest.mark.django_db(transaction=True)
def test_prepared_query_uses_a_connection_per_thread():
    drawn = make_drawn(4, boards_per_round=1)
    plays = plays_of(drawn)

    def pk_of(number: int) -> int:
        try:
            return play_with_number(play=plays[number % len(plays)].pk)[0].pk
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(pk_of, range(40)))
    assert found == [plays[number % len(plays)].pk for number in range(40)]


@pytest.mark.django_db(transaction=True)
def test_lock_play_requires_a_transaction():
    if not connection.features.has_select_for_update:
        pytest.skip("no row locks here")
    play = plays_of(make_drawn(4, boards_per_round=1))[0]
    for _time in range(2):
        with pytest.raises(TransactionManagementError):
            locks.lock_play(play.pk)
