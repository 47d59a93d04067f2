"""An evening rehearsed on a copy: what bots play, when they wait, and that nothing of it stays."""

import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.models import Deal, Record
from tests.builders import (
    director_of,
    enter_and_confirm,
    enter_teams,
    fill_rounds,
    forget_bodies,
    make_drawn,
    make_tournament,
    names_of,
    plays_of,
    rebuild,
)
from tests.tournaments.manage import client_of, stranger
from tournaments.calendar.selectors.calendar import calendar_of
from tournaments.draws.services import publish_draw
from tournaments.entries.services.entries import add_team
from tournaments.errors import Refused
from tournaments.hall.services.calls import settle_call
from tournaments.models import Board, Play, Rating, Rehearsal, Result, Tournament
from tournaments.people.services.people import join_late
from tournaments.rehearsal.jobs import REHEARSAL_JOB, REMOVAL_JOB
from tournaments.rehearsal.selectors import rehearsal_page
from tournaments.rehearsal.services import remove_rehearsal, start_rehearsal, steer_rehearsal
from tournaments.rehearsal.story import SECONDS, beat, come_late
from tournaments.rehearsal.tasks import find_old_copies
from tournaments.results.services.results import correct_result
from tournaments.setup.selectors.my_tournaments import former_tournaments, tournaments_by_state
from tournaments.setup.services.tournaments import change_settings

pytestmark = pytest.mark.django_db
MOST_BEATS = 400


def rehearse(tournament: Tournament, **more: Any) -> Rehearsal:
    return start_rehearsal(tournament=tournament, actor=director_of(tournament), **more)


def play_on(rehearsal: Rehearsal, seconds: float = 2.0) -> Rehearsal:
    """Beats until the bots wait, pause or are at the end."""
    for _n in range(MOST_BEATS):
        goes_on = beat(rehearsal.pk, seconds)
        rehearsal = Rehearsal.objects.get(pk=rehearsal.pk)
        if rehearsal.waits_for or not goes_on:
            return rehearsal
    raise AssertionError("the evening has no end")


def settle(rehearsal: Rehearsal) -> None:
    """What the organiser does when bots wait."""
    user = director_of(rehearsal.tournament)
    if rehearsal.waits_for == "call":
        assert rehearsal.call
        settle_call(call=rehearsal.call, actor=user)
    elif rehearsal.waits_for == "late":
        assert rehearsal.late
        join_late(tournament=rehearsal.tournament, team=rehearsal.late, from_round=2, actor=user)
    else:
        assert rehearsal.dispute
        assert rehearsal.dispute.current
        slip = rehearsal.dispute.current.slip
        correct_result(play_id=rehearsal.dispute.pk, slip=slip, reason="test", actor=user)


def play_to_the_end(rehearsal: Rehearsal) -> list[str]:
    """What bots waited for on the way to the end."""
    waited = []
    while rehearsal.ended_at is None:
        rehearsal = play_on(rehearsal)
        if rehearsal.waits_for:
            waited.append(rehearsal.waits_for)
            settle(rehearsal)
        assert not rehearsal.is_paused
    return waited


EVENINGS: list[dict[str, Any]] = [
    {"teams": 6},
    {"teams": 7},
    {"teams": 6, "cards": "open", "game": {"deals": 8}},
    {"teams": 6, "cards": "open", "game": {"to": 501}},
    {"teams": 4, "cards": "open", "game": {"to": 301, "best_of": 3}},
    {"teams": 6, "kind": "swiss", "params": {"rounds": 3}},
    {"teams": 6, "kind": "single_elimination", "params": {"entrants": 6}, "cards": "open"},
    {"teams": 4, "unit": "team"},
]


@pytest.mark.parametrize("evening", EVENINGS, ids=lambda each: f"{each}")
def test_bots_play_the_drawn_evening_to_its_end_and_wait(evening: dict[str, Any]):
    original = make_evening(evening)
    rehearsal = rehearse(original)
    late = [] if evening.get("kind") == "single_elimination" else ["late"]
    assert play_to_the_end(rehearsal) == ["call", *late, "dispute"]
    copy = Tournament.objects.get(pk=rehearsal.pk)
    assert copy.state == Tournament.State.FINISHED
    assert original.movement_kind in {"", copy.movement_kind}
    assert not plays_of(copy, state=Play.State.EMPTY)
    assert [event.state for event in rehearsal_page(reload(rehearsal)).events] == (
        ["over"] * (7 + len(late))
    )
    original.refresh_from_db()
    assert not Result.objects.filter(play__sitting__round__tournament=original).exists()


def make_evening(evening: dict[str, Any]) -> Tournament:
    values = dict(evening)
    if values.get("unit") == "team":
        tournament = make_tournament(unit="team", scoring="imps", boards_per_round=2)
        for number in range(values["teams"]):
            names = (*names_of(2 * number), *names_of(2 * number + 1))
            add_team(tournament=tournament, players=names, name=f"Team {number}")
        return tournament
    return make_drawn(values.pop("teams"), **values)


def reload(rehearsal: Rehearsal) -> Rehearsal:
    return Rehearsal.objects.get(pk=rehearsal.pk)


def test_copy_has_the_same_entrants_at_the_same_tables_and_other_cards():
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


def test_no_lot_of_the_true_draw_goes_into_the_copy():
    """A movement that is made by lot keeps a value that follows from the seed."""
    original = make_drawn(8, publish=False)
    original.movement_params = {**original.movement_params, "seed": 12345}
    original.save()
    copy = rehearse(original).tournament
    assert copy.movement_params.get("seed") != 12345
    texts = [str(value) for value in vars(copy).values()]
    assert not [text for text in texts if original.seed in text or original.seed_hash in text]


def test_what_is_not_drawn_yet_is_drawn_by_the_first_proposal_and_stays_undrawn():
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


def test_too_few_entrants_are_refused_with_words_and_no_copy_stays():
    original = make_tournament()
    enter_teams(original, 1)
    with pytest.raises(Refused):
        rehearse(original)
    assert not Tournament.objects.filter(rehearses=original).exists()


def test_an_evening_that_has_begun_and_a_copy_are_not_rehearsed():
    original = make_drawn(4)
    copy = rehearse(original).tournament
    with pytest.raises(Refused, match="copy already"):
        rehearse(copy)
    enter_and_confirm(plays_of(original)[0])
    with pytest.raises(Refused, match="has begun"):
        rehearse(original)


def test_a_second_rehearsal_takes_the_place_of_the_first():
    original = make_drawn(4)
    first = rehearse(original)
    play_on(first)
    second = rehearse(original)
    assert list(Tournament.objects.filter(rehearses=original)) == [second.tournament]


def test_bots_wait_for_the_organiser_and_the_clock_of_the_evening_stands():
    rehearsal = play_on(rehearse(make_drawn(6)))
    assert rehearsal.waits_for == "call"
    played, results = rehearsal.played, Result.objects.count()
    assert beat(rehearsal.pk, 5.0)
    assert (reload(rehearsal).played, Result.objects.count()) == (played, results)
    settle(rehearsal)
    assert play_on(reload(rehearsal)).waits_for == "late"
    settle(reload(rehearsal))
    assert play_on(reload(rehearsal)).waits_for == "dispute"


def test_who_goes_on_to_the_next_event_has_bots_settle_what_waits():
    rehearsal = play_on(rehearse(make_drawn(6)))
    steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
    for _n in range(MOST_BEATS):
        if rehearsal.waits_for == "dispute":
            break
        steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
        beat(rehearsal.pk, 0.0)
        rehearsal = reload(rehearsal)
    assert rehearsal.waits_for == "dispute"
    assert rehearsal.call
    assert rehearsal.call.settled_at is not None


def test_in_steps_nothing_moves_before_the_organiser_goes_on():
    rehearsal = rehearse(make_drawn(4), in_steps=True)
    assert not beat(rehearsal.pk, 5.0)
    assert not Result.objects.exists()
    steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
    assert play_on(rehearsal, 0.0).waits_for == "call"
    settle(reload(rehearsal))
    assert beat(rehearsal.pk, 2.0) is False
    assert reload(rehearsal).is_paused


def test_slow_is_half_as_fast():
    rehearsal = rehearse(make_drawn(6))
    steer_rehearsal(rehearsal=rehearsal, is_fast=False)
    beat(rehearsal.pk, 4.0)
    assert reload(rehearsal).played == 2.0
    assert rehearsal_page(reload(rehearsal)).seconds_left == (SECONDS - 2) * 2


def test_bots_pause_in_the_end_when_nobody_answers():
    rehearsal = play_on(rehearse(make_drawn(4)))
    Rehearsal.objects.update(waited=600)
    assert not beat(rehearsal.pk, 1.0)
    assert reload(rehearsal).is_paused


def test_a_copy_is_in_no_list_and_counts_nowhere(client: Client):
    original = make_drawn(6)
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
    assert former_tournaments([copy.club]) == [original]
    assert not Rating.objects.exists()
    page = client_of(original).get(reverse("manage_season_new", args=[copy.club_id]))
    assert copy.name in page.content.decode()
    assert f'value="{copy.pk}"' not in page.content.decode()


def test_nobody_can_list_a_copy():
    copy = rehearse(make_drawn(4)).tournament
    with pytest.raises(Refused, match="never listed"):
        change_settings(tournament=copy, is_public=True)
    copy.is_public = True
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save()


def test_every_page_of_the_copy_says_that_it_is_one():
    original = make_drawn(6)
    rehearsal = play_on(rehearse(original))
    copy, client = rehearsal.tournament, client_of(original)
    token = copy.tables.get(number=1).token
    public = [
        copy.get_absolute_url(),
        *(reverse(f"tournament_{name}", args=[copy.code]) for name in ("projector", "rules")),
        reverse("table", args=[token]),
        reverse("table_slip", args=[token]),
    ]
    desk = ("tournament", "teams", "draw", "print", "people", "log", "settings", "rehearsal")
    for path in [*public, *(reverse(f"manage_{name}", args=[copy.code]) for name in desk)]:
        forget_bodies()
        assert "This is a copy." in client.get(path).content.decode(), path
    assert "This is a copy." not in client.get(original.get_absolute_url()).content.decode()


def test_only_live_views_of_a_copy_may_be_framed_and_only_by_this_site():
    original = make_drawn(4)
    copy = rehearse(original).tournament
    for tournament, allowed in ((copy, "SAMEORIGIN"), (original, "DENY")):
        for path in (
            reverse("tournament_projector", args=[tournament.code]),
            reverse("table", args=[tournament.tables.get(number=1).token]),
        ):
            answer = Client().get(path)
            assert answer["X-Frame-Options"] == allowed
            ancestors = "frame-ancestors 'self'" if allowed != "DENY" else "frame-ancestors 'none'"
            assert ancestors in answer["Content-Security-Policy"]


def test_pages_of_a_rehearsal_begin_steer_and_remove():
    original = make_drawn(6, publish=False)
    client = client_of(original)
    begin = reverse("manage_rehearsal", args=[original.code])
    assert "Rehearse the evening" in client.get(begin).content.decode()
    where = client.post(begin)["Location"]
    copy = Tournament.objects.get(rehearses=original)
    assert where == reverse("manage_rehearsal", args=[copy.code])
    page = client.get(where).content.decode()
    assert page.count('class="is-') == 8
    assert "Delete the copy" in page
    for word, expected in (("pause", True), ("go", False)):
        client.post(reverse("manage_rehearsal_steer", args=[copy.code]), {"do": word})
        assert Rehearsal.objects.get().is_paused is expected
    moving = client.get(where, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in moving
    answer = client.post(reverse("manage_rehearsal_remove", args=[copy.code]))
    assert answer["Location"] == reverse("manage_draw", args=[original.code])
    assert not Tournament.objects.filter(pk=copy.pk).exists()


def test_strangers_find_no_rehearsal():
    copy = rehearse(make_drawn(4)).tournament
    visitor = stranger()
    assert visitor.get(reverse("manage_rehearsal", args=[copy.code])).status_code == 404
    assert visitor.post(reverse("manage_rehearsal_remove", args=[copy.code])).status_code == 404
    assert Tournament.objects.filter(pk=copy.pk).exists()


def test_what_the_organiser_tried_is_ticked_and_what_bots_did_is_not():
    rehearsal = play_on(rehearse(make_drawn(6)))
    assert ticks_of(rehearsal) == [False] * 5
    settle(rehearsal)
    rehearsal = play_on(reload(rehearsal))
    assert ticks_of(rehearsal) == [False, True, False, False, False]
    settle(rehearsal)
    rehearsal = play_on(reload(rehearsal))
    assert ticks_of(rehearsal) == [False, True, False, True, True]
    settle(rehearsal)
    assert ticks_of(reload(rehearsal)) == [False, True, True, True, True]


def test_whoever_comes_late_waits_at_the_door_until_somebody_seats_them():
    rehearsal = play_on(rehearse(make_drawn(6)))
    settle(rehearsal)
    rehearsal = play_on(reload(rehearsal))
    late = rehearsal.late
    assert rehearsal.waits_for == "late"
    assert late
    assert (late.number, late.is_present) == (None, False)
    page = client_of(rehearsal.tournament).get(
        reverse("manage_evening", args=[rehearsal.tournament.code, "join"])
    )
    assert late.name in page.content.decode()
    steer_rehearsal(rehearsal=rehearsal, is_hurried=True)
    play_on(rehearsal)
    late.refresh_from_db()
    assert late.number == 7


def test_bots_name_the_late_pair_in_the_language_of_who_looks_on():
    with translation.override("bg"):
        rehearsal = rehearse(make_drawn(6))
    assert rehearsal.language == "bg"
    come_late(rehearsal)
    assert rehearsal.late
    assert rehearsal.late.name == "Закъснял гост 1 – Закъснял гост 2"


def test_whoever_was_sent_home_does_not_come_again():
    rehearsal = play_on(rehearse(make_drawn(6)))
    settle(rehearsal)
    rehearsal = play_on(reload(rehearsal))
    assert rehearsal.late
    rehearsal.late.delete()
    assert play_on(reload(rehearsal)).waits_for == "dispute"
    assert not reload(rehearsal).has_late


def ticks_of(rehearsal: Rehearsal) -> list[bool]:
    return [trial.is_done for trial in rehearsal_page(rehearsal).trials]


def test_a_copy_goes_after_a_day_with_its_cards_and_the_true_one_stays():
    original = make_drawn(6)
    copy = rehearse(original).tournament
    play_to_the_end(copy.rehearsal)
    find_old_copies()
    assert not REMOVAL_JOB.unfinished_jobs().exists()
    day = datetime.timedelta(days=1, minutes=1)
    Tournament.objects.filter(pk=copy.pk).update(created_at=timezone.now() - day)
    find_old_copies()
    from jobs.tasks import run

    run(REMOVAL_JOB.unfinished_jobs().get().pk)
    assert list(Tournament.objects.all()) == [original]
    assert (Deal.objects.count(), original.boards.count()) == (10, 10)
    assert not Record.objects.exists()
    assert not Rehearsal.objects.exists()
    fill_rounds(original, 1)


def test_removal_takes_copies_only():
    original = make_drawn(4)
    with pytest.raises(Refused):
        remove_rehearsal(tournament=original)
    assert Tournament.objects.filter(pk=original.pk).exists()


def test_a_beat_asks_for_the_next_and_a_wait_too_but_a_pause_does_not():
    from jobs.tasks import run

    rehearsal = rehearse(make_drawn(6))
    first = REHEARSAL_JOB.unfinished_jobs().get()
    run(first.pk)
    second = REHEARSAL_JOB.unfinished_jobs().get()
    assert second.pk != first.pk
    steer_rehearsal(rehearsal=rehearsal, is_paused=True)
    run(second.pk)
    assert not REHEARSAL_JOB.unfinished_jobs().exists()


def test_the_draw_offers_a_rehearsal_until_results_are_there():
    original = make_drawn(4, publish=False)
    client, path = client_of(original), reverse("manage_draw", args=[original.code])
    assert "Rehearse tonight" in client.get(path).content.decode()
    publish_draw(tournament=original)
    fill_rounds(original, 1)
    assert "Rehearse tonight" not in client.get(path).content.decode()
