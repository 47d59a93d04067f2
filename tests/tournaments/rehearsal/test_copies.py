"""A rehearsal copy has other cards and leaves nothing behind."""

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Deal, Record
from tests.builders import (
    enter_and_confirm,
    enter_teams,
    fill_rounds,
    make_drawn,
    make_tournament,
    plays_of,
    rebuild,
)
from tests.tournaments.manage import client_of
from tests.tournaments.rehearsal.evening import play_to_the_end, rehearse, run_until_pause
from tournaments.errors import RuleViolationError
from tournaments.models import Board, Rating, Rehearsal, Tournament
from tournaments.rehearsal.jobs import REMOVAL_JOB
from tournaments.rehearsal.services import remove_rehearsal
from tournaments.rehearsal.tasks import enqueue_removals
from tournaments.setup.selectors.my_tournaments import copyable_tournaments, tournaments_by_state
from tournaments.setup.services.tournaments import change_settings
from tournaments.site.selectors.calendar import calendar_of

pytestmark = pytest.mark.django_db


def test_copy_keeps_entrants_and_seats_but_has_other_cards():
    original = make_drawn(6, publish=False)
    copy = rehearse(original).tournament
    assert names_by_number(copy) == names_by_number(original)
    assert seats_of(copy) == seats_of(original)
    assert copy.seed != original.seed
    packs, others = packs_of(original), packs_of(copy)
    assert len(packs) == len(others) == 10
    assert packs.isdisjoint(others)


def names_by_number(tournament: Tournament) -> list[tuple[int | None, str]]:
    return list(tournament.teams.order_by("number").values_list("number", "name"))


def seats_of(tournament: Tournament) -> list[tuple[Any, ...]]:
    rows = tournament.rounds.order_by("number", "seats__team__number", "seats__half")
    return list(
        rows.values_list(
            "number", "seats__team__number", "seats__side", "seats__sitting__table__number"
        )
    )


def packs_of(tournament: Tournament) -> set[str]:
    return set(Board.objects.filter(tournament=tournament).values_list("deal__pack", flat=True))


def test_copy_contains_no_seed_of_the_original_draw():
    """Movements drawn by lot store a value derived from the seed."""
    original = make_drawn(8, publish=False)
    original.movement_params = {**original.movement_params, "seed": 12345}
    original.save()
    copy = rehearse(original).tournament
    assert copy.movement_params.get("seed") != 12345
    texts = [str(value) for value in vars(copy).values()]
    assert not [text for text in texts if original.seed in text or original.seed_hash in text]


def test_rehearsal_draws_an_undrawn_tournament_only_in_copy():
    original = make_tournament()
    enter_teams(original, 8)
    absent = original.teams.order_by("entry_order")[7]
    absent.is_present = False
    absent.save()
    copy = rehearse(original).tournament
    assert copy.state == Tournament.State.PLAYING
    assert copy.teams.count() == 7
    original.refresh_from_db()
    assert (original.state, original.seed, original.rounds.count()) == ("entry", "", 0)


def test_rehearsal_with_too_few_entrants_is_rejected():
    original = make_tournament()
    enter_teams(original, 1)
    with pytest.raises(RuleViolationError):
        rehearse(original)
    assert not Tournament.objects.filter(rehearses=original).exists()


def test_rehearsal_of_begun_tournament_or_copy_is_rejected():
    original = make_drawn(4)
    copy = rehearse(original).tournament
    with pytest.raises(RuleViolationError, match="copy already"):
        rehearse(copy)
    enter_and_confirm(plays_of(original)[0])
    with pytest.raises(RuleViolationError, match="has begun"):
        rehearse(original)


def test_second_rehearsal_replaces_the_first():
    original = make_drawn(4)
    first = rehearse(original)
    run_until_pause(first)
    second = rehearse(original)
    assert list(Tournament.objects.filter(rehearses=original)) == [second.tournament]


def test_copy_appears_in_no_list_and_no_rating(client: Client):
    original = make_drawn(4)
    copy = rehearse(original).tournament
    play_to_the_end(copy.rehearsal)
    rebuild(copy)
    found = calendar_of()
    listed = {event.code for event in (*found.running, *found.upcoming, *found.past)}
    assert original.code in listed
    assert copy.code not in listed
    assert copy.code not in client.get("/api/v1/tournaments/").content.decode()
    assert copy.code not in client.get(f"/clubs/{copy.club_id}/").content.decode()
    mine = {row.code for group in tournaments_by_state([copy.club]) for row in group.tournaments}
    assert mine == {original.code}
    assert copyable_tournaments([copy.club]) == [original]
    assert not Rating.objects.exists()
    page = client_of(original).get(reverse("manage_season_new", args=[copy.club_id]))
    assert copy.name in page.content.decode()
    assert f'value="{copy.pk}"' not in page.content.decode()


def test_copy_cannot_be_made_public():
    copy = rehearse(make_drawn(4)).tournament
    with pytest.raises(RuleViolationError, match="never listed"):
        change_settings(tournament=copy, is_public=True)
    copy.is_public = True
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()


def test_copy_is_removed_after_a_day_and_original_stays():
    original = make_drawn(4)
    copy = rehearse(original).tournament
    play_to_the_end(copy.rehearsal)
    enqueue_removals()
    assert not REMOVAL_JOB.unfinished_jobs().exists()
    day = datetime.timedelta(days=1, minutes=1)
    Tournament.objects.filter(pk=copy.pk).update(created_at=timezone.now() - day)
    enqueue_removals()
    from jobs.tasks import run

    run(REMOVAL_JOB.unfinished_jobs().get().pk)
    assert list(Tournament.objects.all()) == [original]
    assert (Deal.objects.count(), original.boards.count()) == (6, 6)
    assert not Record.objects.exists()
    assert not Rehearsal.objects.exists()
    fill_rounds(original, 1)


@pytest.mark.sql
def test_removal_rejects_an_original_tournament():
    original = make_drawn(4)
    with pytest.raises(RuleViolationError):
        remove_rehearsal(tournament=original)
    assert Tournament.objects.filter(pk=original.pk).exists()
