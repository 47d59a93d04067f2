from typing import Any

import pytest
from playwright.sync_api import expect

from tests.builders import director_of, enter, make_drawn, make_user, plays_of
from tests.flows.desks import Scorer
from tests.flows.phones import wait_until, wait_until_handled
from tests.tournaments.formats import make_field
from tournaments.models import Membership, Play, Result, ScorerEntry, Tournament

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def village(pairs: int = 12, **game: int) -> Tournament:
    scoring = "wins_then_points" if "best_of" in game else "points_then_wins"
    return make_field(
        pairs, "danish", {"entrants": pairs, "rounds": 2, "first": "seeding"},
        scoring=scoring, cards="open", variant="bela", game=game or {"deals": 12},
    )  # fmt: skip


@pytest.fixture
def scorers(browser, live_server):
    opened: list[Scorer] = []

    def new(tournament: Tournament, name: str = "") -> Scorer:
        user = director_of(tournament)
        if name:
            user = make_user(name)
            Membership.objects.create(club=tournament.club, user=user, role="director")
        opened.append(Scorer(browser, live_server.url, tournament, user))
        return opened[-1]

    yield new
    for each in opened:
        each.context.close()
        assert each.errors == []


def in_order(tournament: Tournament) -> list[Play]:
    found = Play.objects.filter(sitting__round__tournament=tournament)
    return list(found.order_by("sitting__table__number", "sitting__round__number", "order"))


@pytest.mark.journey
def test_scorer_types_24_games_with_ten_keys_each(scorers):
    tournament = village(48)
    plays = in_order(tournament)
    ana = scorers(tournament).open()
    expect(ana.cell(plays[0], "NS")).to_be_focused()
    for number, _play in enumerate(plays):
        ana.game(1244 - number, 1011 + number)
    expect(ana.page.locator("#desk-count")).to_have_text("recorded 24 of 24")
    expect(ana.page.get_by_text("Nothing is missing.")).to_be_focused()
    assert ana.keys / len(plays) == 10
    for number, play in enumerate(plays):
        play.refresh_from_db()
        assert (play.state, play.current.ns_score, play.current.ew_score) == (
            "confirmed", 1244 - number, 1011 + number,
        )  # fmt: skip
    assert Result.objects.count() == 24


def test_late_response_keeps_later_recorded_rows(scorers):
    tournament = village(8)
    plays = in_order(tournament)
    held: list[Any] = []

    def hold(route: Any) -> None:
        held.append((route, route.fetch()))

    ana = scorers(tournament)
    ana.context.route("**/scorer/rows/**", hold)
    ana.open()
    wait_until(ana.page, lambda: held)
    for number, _play in enumerate(plays[:-1]):
        ana.game(1244 - number, 1011 + number)
    expect(ana.page.locator("#desk-count")).to_have_text("recorded 3 of 4")
    route, answer = held.pop(0)
    with ana.page.expect_response("**/scorer/rows/**") as late:
        route.fulfill(response=answer)
    wait_until_handled(late.value)
    expect(ana.row(plays[0])).to_contain_text("recorded")
    ana.game(1100, 1062)
    expect(ana.page.get_by_text("Nothing is missing.")).to_be_focused()
    ana.context.unroute_all(behavior="ignoreErrors")


def test_implausible_sum_is_saved_only_after_confirmation(scorers):
    tournament = village(8)
    first, second, *_ = in_order(tournament)
    ana = scorers(tournament).open()
    ana.game(1124, 738)
    expect(ana.row(first)).to_contain_text("at least 1944, 82 missing")
    expect(ana.cell(second, "NS")).to_be_focused()
    assert not Result.objects.exists()
    ana.open()
    expect(ana.cell(first, "NS")).to_have_value("1124")
    expect(ana.row(first)).to_contain_text("82 missing")
    ana.press("Space", "*")
    expect(ana.row(first)).to_contain_text("recorded")
    assert Result.objects.get().outcome["score"] == {"NS": 1124, "EW": 738}


def test_last_step_is_undone(scorers):
    tournament = village(8)
    first, second, *_ = in_order(tournament)
    ana = scorers(tournament).open()
    ana.game(1124, 938)
    ana.game(1024, 1038)
    expect(ana.row(second)).to_contain_text("recorded")
    ana.press("Control+z")
    expect(ana.row(second)).to_have_attribute("data-state", "missing")
    expect(ana.cell(second, "NS")).to_have_value("")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.state, second.state, second.current) == ("confirmed", "empty", None)


@pytest.mark.journey
def test_two_scorers_see_each_other_typing(scorers):
    tournament = village(8)
    plays = in_order(tournament)
    ana = scorers(tournament).open()
    expect(ana.cell(plays[0], "NS")).to_be_focused()
    ana.type("1124")
    petya = scorers(tournament, "petya").open()
    expect(petya.row(plays[0])).to_contain_text("is typing")
    petya.cell(plays[1], "NS").focus()
    petya.type("1000")
    expect(ana.row(plays[1])).to_contain_text("petya is typing")
    expect(ana.page.locator("#desk-others")).to_have_text("petya is typing with you.")
    expect(ana.page.locator("#desk-others")).to_be_visible()
    ana.press("Enter")
    ana.type("938")
    ana.press("Enter")
    expect(ana.cell(plays[2], "NS")).to_be_focused()
    petya.press("Enter")
    petya.type("1100")
    petya.press("Enter")
    for each in (ana, petya):
        expect(each.row(plays[0])).to_contain_text("recorded")
        expect(each.row(plays[1])).to_contain_text("recorded")
        expect(each.cell(plays[1], "EW")).to_have_value("1100")
    assert Result.objects.count() == 2


@pytest.mark.journey
def test_offline_scorer_entries_are_sent_once_after_reconnecting(scorers):
    tournament = village(8)
    first, second, *_ = in_order(tournament)
    ana = scorers(tournament).open()
    expect(ana.cell(first, "NS")).to_be_focused()
    ana.context.set_offline(True)
    ana.game(1124, 938)
    expect(ana.row(first)).to_contain_text("kept here, will be sent")
    expect(ana.page.locator("#desk-said")).to_contain_text("no connection")
    ana.game(1024, 1038)
    assert not Result.objects.exists()
    ana.context.set_offline(False)
    for play in (first, second):
        expect(ana.row(play)).to_contain_text("recorded")
    assert Result.objects.count() == ScorerEntry.objects.count() == 2


@pytest.mark.journey
def test_second_pass_is_compared_with_the_first(scorers):
    tournament = village(4)
    first, second = in_order(tournament)
    ana = scorers(tournament).open()
    ana.game(1340, 902)
    ana.game(1033, 1211)
    expect(ana.page.locator("#desk-count")).to_have_text("recorded 2 of 2")
    petya = scorers(tournament, "petya").open("?twice=1")
    expect(petya.cell(first, "NS")).to_have_value("")
    expect(petya.page.locator("tr.is-taken")).to_have_count(0)
    petya.cell(first, "NS").focus()
    petya.game(1304, 902)
    petya.game(1033, 1211)
    expect(petya.row(second)).to_contain_text("the same twice")
    expect(petya.row(first)).to_contain_text("two entries: 1340–902 and 1304–902")
    expect(petya.cell(first, "NS")).to_be_focused()
    petya.press("*")
    expect(petya.row(first)).to_contain_text("recorded")
    first.refresh_from_db()
    assert first.current.outcome["score"] == {"NS": 1304, "EW": 902}
    assert first.results.count() == 2


def test_scorer_resolves_difference_from_a_phone_entry(scorers):
    tournament = village(4)
    first, _second = in_order(tournament)
    ana = scorers(tournament).open()
    expect(ana.cell(first, "NS")).to_be_focused()
    enter(first, slip={"game": {"NS": 1300, "EW": 900}})
    expect(ana.cell(first, "NS")).to_have_value("1300")
    ana.cell(first, "NS").press("Control+a")
    ana.game(1200, 900)
    expect(ana.row(first)).to_contain_text("two entries: 1300–900 and 1200–900")
    ana.press("+")
    expect(ana.row(first)).to_contain_text("recorded")
    first.refresh_from_db()
    assert (first.state, first.current.ns_score) == ("confirmed", 1300)


def test_match_is_entered_by_its_games(scorers):
    tournament = village(4, to=501, best_of=3)
    first, second = in_order(tournament)
    ana = scorers(tournament).open()
    ana.game(2, 1)
    ana.game(0, 2)
    expect(ana.page.locator("#desk-count")).to_have_text("recorded 2 of 2")
    for play, games in ((first, {"NS": 2, "EW": 1}), (second, {"NS": 0, "EW": 2})):
        play.refresh_from_db()
        assert play.current.outcome["games"] == games
    assert len(plays_of(tournament)) == 2


def test_differing_match_entries_show_games_and_one_is_chosen(scorers):
    tournament = village(4, to=501, best_of=3)
    first, _second = in_order(tournament)
    enter(first, slip={"won": {"NS": 1, "EW": 2}})
    ana = scorers(tournament).open()
    ana.cell(first, "won_NS").focus()
    ana.press("Control+a")
    ana.game(2, 1)
    expect(ana.row(first)).to_contain_text("two entries: 1:2 and 2:1")
    ana.page.get_by_role("button", name="2:1 is right").click()
    expect(ana.row(first)).to_contain_text("recorded")
    first.refresh_from_db()
    assert first.current.outcome["games"] == {"NS": 2, "EW": 1}


def test_selected_row_shows_full_team_names(scorers):
    tournament = make_drawn(4, cards="open", variant="bela", game={"deals": 12})
    play = in_order(tournament)[0]
    ana = scorers(tournament).open()
    ana.cell(play, "NS").focus()
    side = ana.page.locator("#desk-row")
    expect(side).to_contain_text(f"Table {play.sitting.table.number}")
    team = play.sitting.seats.filter(side="EW").first().team
    expect(side).to_contain_text(team.name)


def test_second_pass_hides_no_values_from_the_other_scorer(scorers):
    tournament = village(8)
    first, *_ = in_order(tournament)
    ana = scorers(tournament).open()
    ana.game(1124, 938)
    expect(ana.row(first)).to_contain_text("recorded")
    petya = scorers(tournament, "petya").open("?twice=1")
    petya.cell(first, "NS").focus()
    expect(ana.row(first)).to_contain_text("petya is typing")
    expect(ana.cell(first, "NS")).to_have_value("1124")


BOARDS = [
    ("hn98", "H N", "98–64"), ("S S 90", "S S", "90–72"), ("cw62", "C W", "62–100"),
    ("p", "", ""), ("nn74", "NT N", "74–56"), ("ae120", "AT E", "120–138"),
    ("hxs110", "H S", "110–52"), ("d e 50", "D E", "50–112"), ("h n 83 79", "H N", "83–79"),
]  # fmt: skip


@pytest.mark.journey
def test_scorer_types_27_boards_with_at_most_ten_keys_each(scorers):
    tournament = make_drawn(4, kind="round_robin", params={"entrants": 4}, boards_per_round=9)
    plays = [play for play in in_order(tournament) if play.sitting.table.number == 1]
    assert len(plays) == 27
    ana = scorers(tournament).open("?table=1")
    expect(ana.cell(plays[0], "line")).to_be_focused()
    for number, play in enumerate(plays):
        before = ana.keys
        ana.type(BOARDS[number % 9][0])
        ana.press("Enter")
        assert ana.keys - before <= 10
        expect(ana.row(play)).to_have_attribute("data-state", "recorded")
    expect(ana.row(plays[3]).locator(".desk-contract")).to_have_text("Passed out")
    for number, play in enumerate(plays):
        play.refresh_from_db()
        _keys, named, points = BOARDS[number % 9]
        result = play.current
        assert f"{result.contract} {result.declarer}".strip() == named
        if points:
            made = result.outcome["points"]
            assert f"{made['NS']}–{made['EW']}" == points


def test_typed_line_shows_meaning_score_and_errors(scorers):
    tournament = make_drawn(4, kind="round_robin", params={"entrants": 4}, boards_per_round=2)
    first, second, *_ = [play for play in in_order(tournament) if play.sitting.table.number == 1]
    ana = scorers(tournament).open("?table=1")
    read = ana.row(first).locator(".desk-read")
    ana.type("xh")
    expect(read).to_contain_text("Put X after the contract, not before it.")
    ana.press("Escape")
    ana.type("h s 98")
    expect(read).to_contain_text("hearts, no contra")
    pair = first.sitting.seats.filter(side="NS").first().team
    expect(read).to_contain_text(f"South, {pair.name.split(' – ')[1]}")
    expect(read).to_contain_text("98–64")
    expect(read).to_contain_text("Save 10–6")
    ana.press("Escape")
    ana.type("c w 50 110")
    ana.press("Enter")
    expect(ana.row(first)).to_have_attribute("data-state", "doubtful")
    assert not Result.objects.exists()
    expect(ana.cell(second, "line")).to_be_focused()
    ana.type(f"{first.board.number} c w 50 112")
    ana.press("Enter")
    expect(ana.row(first)).to_have_attribute("data-state", "recorded")
    first.refresh_from_db()
    assert first.current.outcome["points"] == {"NS": 50, "EW": 112}
    expect(ana.cell(second, "line")).to_have_value("")
