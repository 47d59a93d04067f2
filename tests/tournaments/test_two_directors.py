"""Two directors have the same form open: the later one is told, sees both, and may insist."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.builders import enter, fill_rounds, make_drawn, make_user, plays_of, slip
from tests.tournaments.manage import address, client_of, said
from tests.tournaments.results.test_correcting import PLAYED
from tournaments.hall.services.clock import start_round
from tournaments.models import (
    Adjustment,
    Change,
    Club,
    Membership,
    Play,
    Player,
    Season,
    Sitting,
    Team,
    Tournament,
)
from tournaments.results.services.results import correct_result
from tournaments.rounds.services import draw_next_round, redraw_round
from tournaments.rules.services.rules import change_rules
from tournaments.seasons.services import found_season

pytestmark = pytest.mark.django_db

RULED = {
    "ruling": "adjusted", "ns_award": "plus", "ns_nets": "", "ew_award": "minus", "ew_nets": "",
    "ruling_reason": "Revoke", "is_public": "on",
}  # fmt: skip


@pytest.fixture
def tournament() -> Tournament:
    return make_drawn()


@pytest.fixture
def ana(tournament) -> Client:
    """One director, who is the first to send."""
    user = make_user("ana")
    Membership.objects.create(club=tournament.club, user=user, role=Membership.Role.DIRECTOR)
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def bo(tournament) -> Client:
    """The other director, who had the form open before."""
    return client_of(tournament)


@pytest.fixture
def play(tournament) -> Play:
    return plays_of(tournament)[0]


def seen_in(page: Any, name: str = "form") -> str:
    """The state that a form on a page was made from, as its hidden field says it."""
    value = str(page.context[name]["seen"].value())
    assert f'<input type="hidden" name="seen" value="{value}"' in page.content.decode()
    return value


def told(page: Any) -> list[tuple[str, str, str]]:
    """What a page puts side by side."""
    return [
        (str(row.label), str(row.now), str(row.mine))
        for row in page.context["meanwhile"].differences
    ]


# Results ----------------------------------------------------------------------------------------


def test_a_later_correction_is_shown_beside_the_earlier_and_stored_when_sent_again(
    tournament, play, ana, bo
):
    path = address("play", tournament, play.pk)
    seen = seen_in(bo.get(path))
    assert ana.post(path, {**PLAYED, "points": "110", "seen": seen}).status_code == 302
    late = {**PLAYED, "points": "60", "reason": "Read again", "seen": seen}
    page = bo.post(path, late)
    assert page.status_code == 409
    words = page.content.decode()
    assert "This was changed meanwhile by ana (director) at " in words
    assert [(label, now, mine) for label, now, mine in told(page) if label != "Contract"] == [
        ("Card points", "110–52", "60–102"),
        ("Score", "11–5", "0–16"),
        ("Reason", "Read from the slip", "Read again"),
    ]
    assert (page.context["form"]["points"].value(), play.results.count()) == ("60", 1)
    again = bo.post(path, {**late, "seen": seen_in(page)})
    assert again.status_code == 302
    play.refresh_from_db()
    assert (play.current.version, play.current.ns_score) == (2, 0)


def test_a_version_without_a_reason_shows_a_dash_beside_the_reason_given(tournament, play, bo):
    path = address("play", tournament, play.pk)
    seen = seen_in(bo.get(path))
    enter(play)
    page = bo.post(path, {**PLAYED, "seen": seen})
    assert ("Reason", "–", "Read from the slip") in told(page)


def test_a_table_that_enters_meanwhile_is_not_overwritten_unseen(tournament, play, bo):
    path = address("play", tournament, play.pk)
    seen = seen_in(bo.get(path))
    enter(play, who="Ана")
    page = bo.post(path, {**PLAYED, "kind": "not_played", "seen": seen})
    assert page.status_code == 409
    assert "by North–South, Ана at" in page.content.decode()
    assert play.results.count() == 1


def test_the_same_correction_twice_is_one_version(tournament, play, ana, bo):
    path = address("play", tournament, play.pk)
    seen = seen_in(bo.get(path))
    for client in (ana, ana, bo):
        assert client.post(path, {**PLAYED, "seen": seen}).status_code == 302
    assert play.results.count() == 1
    assert tournament.log.filter(action="result_corrected").count() == 1
    assert bo.post(path, {**PLAYED, "reason": "Said both", "seen": "1"}).status_code == 302
    assert play.results.count() == 2


def test_a_correction_back_to_what_was_is_a_version_of_its_own(tournament, play):
    def correct(points: int) -> int:
        done = correct_result(play_id=play.pk, slip=slip(points), reason="x", actor=None)
        return done.version

    assert [correct(98), correct(98), correct(60), correct(98)] == [1, 1, 2, 3]


def test_an_entry_of_the_table_is_confirmed_by_the_same_correction(tournament, play):
    enter(play)
    done = correct_result(play_id=play.pk, slip=slip(), reason="read", actor=None)
    assert (done.version, done.play.state) == (2, Play.State.CONFIRMED)


def test_a_ruling_that_came_second_is_shown_beside_the_first(tournament, play, ana, bo):
    path = address("ruling", tournament, play.pk)
    seen = seen_in(bo.get(path))
    for client in (ana, ana):
        assert client.post(path, {**RULED, "seen": seen}).status_code == 302
    assert play.results.count() == 1
    page = bo.post(path, {**RULED, "ns_award": "equal", "ew_award": "equal", "seen": seen})
    assert page.status_code == 409
    rows = {label: (now, mine) for label, now, mine in told(page)}
    assert rows["Score"][0] != rows["Score"][1]
    assert rows["Reason"] == ("Revoke", "Revoke")
    values = {**RULED, "ns_award": "equal", "ew_award": "equal", "seen": seen_in(page)}
    assert bo.post(path, values).status_code == 302
    assert play.results.count() == 2


def test_points_are_not_taken_twice_for_the_same(tournament, ana, bo):
    path = address("rulings", tournament)
    team = tournament.teams.get(number=3)
    values = {
        "what": "take", "team": team.pk, "amount": "2", "round": "1", "per": "total",
        "reason": "Late", "is_public": "on", "seen": seen_in(bo.get(path)),
    }  # fmt: skip
    for client in (ana, ana, bo):
        assert client.post(path, values).status_code == 302
    assert Adjustment.objects.count() == 1
    page = bo.post(path, {**values, "amount": "5"})
    assert page.status_code == 409
    assert told(page)[0] == ("Points", "−2", "−5")
    other = {**values, "team": tournament.teams.get(number=4).pk}
    assert bo.post(path, other).status_code == 302
    assert bo.post(path, {**values, "seen": seen_in(bo.get(path))}).status_code == 302
    assert Adjustment.objects.count() == 3


def test_cancelling_a_ruling_twice_is_cancelling_it_once(tournament, ana, bo):
    path = address("rulings", tournament)
    team = tournament.teams.get(number=3)
    ana.post(path, {"what": "take", "team": team.pk, "amount": "2", "round": "", "per": "total",
                    "reason": "Late", "is_public": "on"})  # fmt: skip
    given = Adjustment.objects.get()
    cancel = address("ruling_cancel", tournament, given.pk)
    for client in (ana, bo):
        assert client.post(cancel, {"reason": "Came in time"}).status_code == 302
    assert Adjustment.objects.filter(cancels=given).count() == 1


# Every other form that shows what stands now -----------------------------------------------------


@dataclass(frozen=True)
class Case:
    """A page with a form, what the first and the second director send, and what then stands."""

    page: Callable[[Tournament], str]
    first: dict[str, Any]
    second: dict[str, Any]
    stands: Callable[[Tournament], Any]
    after: tuple[Any, Any]
    differs: tuple[str, str, str]
    form: str = "form"
    to: Callable[[Tournament], str] | None = None


def team(tournament: Tournament) -> Team:
    return tournament.teams.get(number=1)


def player(tournament: Tournament) -> Player:
    return tournament.club.players.order_by("pk")[0]


def season(tournament: Tournament) -> Season:
    return Season.objects.get(club=tournament.club)


SETTINGS = {
    "name": "Autumn Pairs", "date": "2026-11-21", "start_time": "18:30", "place": "",
    "minutes_per_board": "5", "change_minutes": "2", "is_public": "on",
}  # fmt: skip
SEASON = {"name": "Winter", "measure": "behind", "least": "1", "is_public": "on"}
CASES = {
    "settings": Case(
        lambda t: address("settings", t),
        {**SETTINGS, "place": "Hall 1"}, {**SETTINGS, "place": "Hall 2"},
        lambda t: t.place, ("Hall 1", "Hall 2"), ("Place", "Hall 1", "Hall 2"),
    ),
    "names": Case(
        lambda t: address("team", t, team(t).pk),
        {"first": "Ана", "second": "Боби", "name": "Foxes"},
        {"first": "Ана", "second": "Боби", "name": "Wolves"},
        lambda t: team(t).name, ("Foxes", "Wolves"), ("Name of the pair", "Foxes", "Wolves"),
    ),
    "details": Case(
        lambda t: address("team", t, team(t).pk),
        {"details": "1", "category": "Mixed"}, {"details": "1", "category": "Juniors"},
        lambda t: team(t).category, ("Mixed", "Juniors"), ("Category", "Mixed", "Juniors"),
        form="details",
    ),
    "scoring": Case(
        lambda t: address("scoring", t),
        {"scoring": "butler", "imp_table": "belot"},
        {"scoring": "cross_imps", "imp_table": "belot"},
        lambda t: t.scoring, ("butler", "cross_imps"), ("", "", ""),
    ),
    "field": Case(
        lambda t: address("field", t),
        {"tables": "4", "level": "club"}, {"tables": "8", "level": "club"},
        lambda t: t.field_tables, (4, 8), ("Tables of the computer", "4", "8"),
    ),
    "player": Case(
        lambda t: reverse("manage_player", args=[t.club_id, player(t).pk]),
        {"name": "Ана Първа"}, {"name": "Ана Втора"},
        lambda t: player(t).name, ("Ана Първа", "Ана Втора"), ("Name", "Ана Първа", "Ана Втора"),
    ),
    "season": Case(
        lambda t: reverse("manage_season", args=[t.club_id, season(t).pk]),
        {**SEASON, "best": "5"}, {**SEASON, "best": "6"},
        lambda t: season(t).best, (5, 6), ("Only the best … results count", "5", "6"),
    ),
    "club": Case(
        lambda t: reverse("manage_club", args=[t.club_id]),
        {"name": "Serdika", "place": "Here"}, {"name": "Serdika", "place": "There"},
        lambda t: t.club.place, ("Here", "There"),
        ("Where you usually play", "Here", "There"),
        form="club_form", to=lambda t: reverse("manage_club_change", args=[t.club_id]),
    ),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_what_was_changed_meanwhile_is_shown_and_only_overwritten_on_purpose(what, bo):
    case = CASES[what]
    tournament = make_drawn(club=Club.objects.get())
    found_season(club=tournament.club, name="Winter", measure="behind")
    ana = organiser(tournament, "ana")
    path = case.page(tournament)
    to = case.to(tournament) if case.to else path
    seen = seen_in(bo.get(path), case.form)

    def stands() -> Any:
        return case.stands(Tournament.objects.select_related("club").get(pk=tournament.pk))

    for client in (ana, ana, bo):  # a double click, and somebody who wants the same
        assert client.post(to, {**case.first, "seen": seen}).status_code == 302
    assert stands() == case.after[0]
    logged = tournament.log.count()
    page = bo.post(to, {**case.second, "seen": seen})
    assert (page.status_code, stands()) == (409, case.after[0])
    assert "This was changed meanwhile" in page.content.decode()
    assert case.differs in told(page) or case.differs == ("", "", "")
    assert len(told(page)) >= 1
    assert tournament.log.count() == logged
    again = {**case.second, "seen": seen_in(page, case.form)}
    assert bo.post(to, again).status_code == 302
    assert stands() == case.after[1]


def organiser(tournament: Tournament, name: str) -> Client:
    user = make_user(name)
    Membership.objects.create(club=tournament.club, user=user, role=Membership.Role.ORGANISER)
    client = Client()
    client.force_login(user)
    return client


def test_who_changed_it_is_named_from_the_log(tournament, ana, bo):
    path = address("settings", tournament)
    seen = seen_in(bo.get(path))
    ana.post(path, {**SETTINGS, "place": "Hall 1", "seen": seen})
    page = bo.post(path, {**SETTINGS, "place": "Hall 2", "seen": seen})
    assert "This was changed meanwhile by ana at " in page.content.decode()


def test_a_form_without_a_state_is_taken_as_it_is(tournament, bo):
    """A page from before an update still works."""
    for place in ("Hall 1", "Hall 2"):
        assert bo.post(address("settings", tournament), {**SETTINGS, "place": place}).url
    tournament.refresh_from_db()
    assert tournament.place == "Hall 2"


# With results: the effect is shown first ---------------------------------------------------------


def test_a_scoring_that_was_changed_meanwhile_is_told_before_the_effect_and_at_the_end(
    tournament, ana, bo
):
    fill_rounds(tournament, 1)
    path = address("scoring", tournament)
    butler = {"scoring": "butler", "imp_table": "belot"}
    imps = {"scoring": "cross_imps", "imp_table": "belot"}
    first = bo.get(path)
    looked = bo.post(path, {**imps, "seen": seen_in(first)})
    assert looked.context["seen"] == seen_in(first)
    values = {**butler, "seen": seen_in(ana.get(path))}
    apply = {"do": "apply", "reason": "voted", "expected": looked.context["expected"]}
    for client in (ana, ana):
        assert client.post(path, {**values, **apply}).status_code == 302
    assert tournament.log.filter(action="scoring_changed").count() == 1
    for more in ({}, apply):
        page = bo.post(path, {**imps, **more, "seen": looked.context["seen"]})
        assert page.status_code == 409
        assert "by ana at" in page.content.decode()
    shown = bo.post(path, {**imps, "seen": seen_in(page)})
    values = {**imps, **apply, "expected": shown.context["expected"]}
    assert bo.post(path, {**values, "seen": shown.context["seen"]}).status_code == 302


def rules_values(page: Any, **more: str) -> dict[str, Any]:
    """What the form of the rules would send."""
    form = page.context["form"]
    values = {name: form[name].value() for name in form.fields}
    return {key: "" if value is None else value for key, value in values.items()} | more


def test_rules_that_were_changed_meanwhile_are_shown_rule_by_rule(bo):
    tournament = make_drawn(club=Club.objects.get())
    ana = organiser(tournament, "ana")
    path = address("rules", tournament)
    page = bo.get(path)
    seen_in(page)
    key = "target"
    assert key in page.context["form"].fields
    for client in (ana, ana):
        values = rules_values(page, do="save", **{key: "201"})
        assert client.post(path, values).status_code == 302
    late = bo.post(path, rules_values(page, do="save", **{key: "301"}))
    assert late.status_code == 409
    assert [(now, mine) for _label, now, mine in told(late)] == [("201", "301")]
    tournament.refresh_from_db()
    assert getattr(tournament.variant, key) == 201
    assert bo.post(path, rules_values(late, do="save")).status_code == 302
    tournament.refresh_from_db()
    assert getattr(tournament.variant, key) == 301


def test_a_change_of_rules_with_results_is_not_applied_to_rules_nobody_looked_at(tournament, bo):
    fill_rounds(tournament, 1)
    path = address("rules_apply", tournament)
    seen = seen_in(bo.get(address("rules", tournament)))
    change_rules(tournament=tournament, variant={"preset": "bulgarian", "target": 201},
                 reason="voted")  # fmt: skip
    values = {"variant": '{"preset": "bulgarian", "target": 301}', "reason": "mine",
              "seen": seen, "confirmed": "on"}  # fmt: skip
    tournament.refresh_from_db()
    page = bo.post(path, {**values, "expected": tournament.facts_version})
    assert page.status_code == 422
    assert "This was changed meanwhile" in page.content.decode()
    again = {**values, "seen": page.context["seen"], "expected": page.context["expected"]}
    assert bo.post(path, again).status_code == 302


# Seats, rounds and the clock ---------------------------------------------------------------------


def sides(sitting: Sitting) -> dict[str, int]:
    return dict(sitting.seats.values_list("side", "team__number"))


def test_a_table_is_turned_once_however_often_it_is_asked_for(tournament, ana, bo):
    sitting = Sitting.objects.filter(round__tournament=tournament)[0]
    path = address("repair_what", tournament, sitting.pk, "sides")
    before = sides(sitting)
    values = {"reason": "They sat so", "do": "do", "seen": seen_in(bo.get(path))}
    for client in (ana, ana, bo):
        assert client.post(path, values).status_code == 302
    assert sides(sitting) == {"NS": before["EW"], "EW": before["NS"]}
    assert Change.objects.count() == 1
    page = bo.post(path, {**values, "reason": "I saw it"})
    assert page.status_code == 409
    assert "This was changed meanwhile by ana at " in page.content.decode()
    assert told(page)[0][1].startswith("Sides exchanged")
    assert (Change.objects.count(), page.context["found"] is None) == (1, False)
    again = bo.post(path, {**values, "reason": "I saw it", "seen": seen_in(page)})
    assert (again.status_code, sides(sitting)) == (302, before)


def test_a_seating_is_not_stored_over_one_that_nobody_looked_at(tournament, ana, bo):
    path = address("seating", tournament, 4)
    page = bo.get(path)
    form = page.context["form"]
    values = {name: str(form[name].value() or "") for name in form.fields} | {"do": "do"}
    turned = {**values, "t1_NS": values["t1_EW"], "t1_EW": values["t1_NS"], "reason": "first"}
    for client in (ana, ana):
        assert client.post(path, turned).status_code == 302
    assert Change.objects.count() == 1
    late = {**values, "t2_NS": values["t2_EW"], "t2_EW": values["t2_NS"], "reason": "second"}
    page = bo.post(path, late)
    assert page.status_code == 409
    assert {label for label, _now, _mine in told(page)} == {
        "Table 1, NS", "Table 1, EW", "Table 2, NS", "Table 2, EW",
    }  # fmt: skip
    assert bo.post(path, {**late, "seen": seen_in(page)}).status_code == 302
    assert Change.objects.count() == 2


def test_a_draft_that_was_drawn_again_is_not_published_unseen(ana, bo):
    tournament = make_drawn(club=Club.objects.get(), kind="swiss", params={"rounds": 3})
    organiser(tournament, "other")
    fill_rounds(tournament, 1)
    draw_next_round(tournament=tournament)
    page = bo.get(address("draw", tournament))
    seen = page.context["seating_seen"]
    assert page.content.decode().count(f'name="seen" value="{seen}"') >= 1
    redraw_round(tournament=tournament, number=2, actor=make_user("cy"))
    for name in ("publish_round", "redraw", "round_back"):
        answer = bo.post(address(name, tournament, 2), {"seen": seen})
        assert said(answer)[-1].startswith("This was changed meanwhile by cy at ")
    second = tournament.rounds.get(number=2)
    assert (second.is_published, second.drawn["attempt"]) == (False, 1)
    seen = bo.get(address("draw", tournament)).context["seating_seen"]
    bo.post(address("publish_round", tournament, 2), {"seen": seen})
    second.refresh_from_db()
    assert second.is_published


def test_two_directors_give_five_minutes_once(tournament, ana, bo):
    start_round(tournament=tournament, number=1)
    first = tournament.rounds.get(number=1)
    home, path = address("tournament", tournament), address("clock", tournament)
    page = bo.get(home)
    seen = page.context["clock"]["seen"]
    assert f'form="console-form" name="seen" value="{seen}"' in page.content.decode()
    ana.post(path, {"do": "add-5", "seen": seen})
    answer = bo.post(path, {"do": "add-5", "seen": seen})
    assert said(answer) == [said(answer)[0]]
    assert said(answer)[0].startswith("This was changed meanwhile by ana at ")
    assert "press again if it still fits" in said(answer)[0]
    ends_at = first.ends_at
    first.refresh_from_db()
    assert first.ends_at - ends_at == timedelta(minutes=5)
    bo.post(path, {"do": "add-5", "seen": bo.get(home).context["clock"]["seen"]})
    first.refresh_from_db()
    assert first.ends_at - ends_at == timedelta(minutes=10)


def test_pausing_what_is_paused_is_no_conflict(tournament, ana, bo):
    start_round(tournament=tournament, number=1)
    path = address("clock", tournament)
    seen = bo.get(address("tournament", tournament)).context["clock"]["seen"]
    for client in (ana, bo):
        assert said(client.post(path, {"do": "pause", "seen": seen})) == []
    answer = bo.post(path, {"do": "resume", "seen": seen})
    assert said(answer)[0].startswith("This was changed meanwhile by ana at ")
    assert tournament.rounds.get(number=1).paused_seconds is not None


def test_the_time_for_corrections_is_not_changed_unseen(tournament, ana, bo):
    Tournament.objects.filter(pk=tournament.pk).update(state=Tournament.State.FINISHED)
    page, path = bo.get(address("settings", tournament)), address("official", tournament)
    seen = page.context["corrections_seen"]
    assert f'name="seen" value="{seen}"' in page.content.decode()
    ana.post(path, {"do": "corrections", "corrections": "60", "seen": seen})
    for order in ("corrections", "release"):
        answer = bo.post(path, {"do": order, "corrections": "", "seen": seen})
        assert said(answer)[-1].startswith("This was changed meanwhile by ana at ")
    tournament.refresh_from_db()
    assert tournament.corrections_until is not None
    assert tournament.official_at is None
