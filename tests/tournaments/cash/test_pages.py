import pytest
from django.test import Client
from django.utils import translation

from tests.builders import director_of, enter_teams, make_tournament
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of, messages_of, stranger
from tournaments.cash.selectors.accounts import accounts_of, ledger_of, till_of
from tournaments.cash.selectors.prizes import prize_plan
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.ledger import pay
from tournaments.cash.services.prizes import announce_prizes, hide_prizes, plan_prizes
from tournaments.draws.services.draws import draw_tournament
from tournaments.errors import RuleViolationError
from tournaments.models import FeeKind, FeePlan, PrizePlan, StandingRow, Team, Tournament

pytestmark = pytest.mark.django_db
KINDS = (FeeKindRequest(600, code="member"), FeeKindRequest(1000, code="guest"))
PAGES = ["entry", "fees", "ledger", "ledger_csv", "entry_print"]
SHEETS = ["entries", "report", "prizes"]


@built_once
def tournament() -> Tournament:
    made = make_tournament()
    enter_teams(made, 4)
    set_fees(tournament=made, kinds=KINDS)
    return made


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


def team_of(tournament, order=1) -> Team:
    return tournament.teams.get(entry_order=order)


def press(client, tournament, what, order=1, **more):
    sent = {"do": f"{what}:{team_of(tournament, order).pk}", **more}
    return client.post(address("entry_do", tournament), sent)


def test_cash_pages_and_actions_require_cash_access(tournament):
    pay(tournament=tournament, team=team_of(tournament))
    for asker, status in [(stranger(), 404), (Client(), 302)]:
        for name in PAGES:
            assert asker.get(address(name, tournament)).status_code == status
        for sheet in SHEETS:
            assert asker.get(address("entry_sheets", tournament, sheet)).status_code == status
        assert press(asker, tournament, "pay", 2).status_code == status
        for name in ["entry_undo", "entry_everybody", "entry_new", "till_close", "prizes"]:
            assert asker.post(address(name, tournament)).status_code == status
    assert (till_of(tournament).total, till_of(tournament).lines) == (1200, 1)


@pytest.mark.sample
@pytest.mark.parametrize("language", ["en", "bg", "fr", "hr", "nl"])
def test_every_cash_page_renders_in_every_language(tournament, client, language):
    pay(tournament=tournament, team=team_of(tournament), amount=250)
    pay(tournament=tournament, team=team_of(tournament, 2), method="card")
    client.cookies["django_language"] = language
    places = [address(name, tournament) for name in PAGES]
    places += [address("entry_sheets", tournament, sheet) for sheet in SHEETS]
    places += [f"{places[0]}?{query}" for query in ("new=1", "close=1", "show=owing", "q=1")]
    places.append(f"{places[0]}?team={team_of(tournament).pk}")
    for place in places:
        response = client.get(place)
        assert response.status_code == 200, place
    with translation.override(language):
        page = client.get(places[0]).content.decode()
    owes = {
        "en": "owe €9.50",
        "bg": "дължат 9,50 €",
        "fr": "doivent 9,50 €",
        "hr": "duguju 9,50 €",
        "nl": "nog € 9,50",
    }
    assert owes[language] in page.replace("\u00a0", " ")


def test_entry_buttons_work_without_javascript(tournament, client):
    press(client, tournament, "missing")
    press(client, tournament, "here")
    press(client, tournament, "pay")
    press(client, tournament, "card", 2)
    found = accounts_of(tournament)
    assert (found[0].team.is_present, found[0].team.here_since is None) == (True, False)
    assert [(each.cash, each.card) for each in found[:3]] == [(1200, 0), (0, 1200), (0, 0)]
    response = client.post(address("entry_undo", tournament))
    assert messages_of(response)[-1].startswith("Taken back: paid €12")
    assert [each.line.who for each in ledger_of(tournament)] == [
        director_of(tournament).get_username()
    ] * 3


def test_late_arrival_time_is_shown_and_validated(tournament, client):
    press(client, tournament, "late", at="19:15")
    page = client.get(address("entry", tournament)).content.decode()
    assert "come at 19:15" in page
    assert messages_of(press(client, tournament, "late", 2, at="25:99")) == [
        "Write a time of day, such as 19:15."
    ]
    assert team_of(tournament, 2).is_present


@pytest.mark.parametrize("amount", ["-5", "abc", "1e9", "99999999999", "0", "12,345", "١٢"])
def test_invalid_amount_shows_one_message(tournament, client, amount):
    response = press(client, tournament, "pay", amount=amount)
    assert len(messages_of(response)) == 1
    assert till_of(tournament).lines == 0


def test_unknown_entry_actions_and_teams_are_rejected(tournament, client):
    assert messages_of(press(client, tournament, "rob")) == ["There is no such button."]
    for wrong in ("pay:0", "pay:99999999", "pay:x", "pay", "", "pay:" + "9" * 40):
        assert client.post(address("entry_do", tournament), {"do": wrong}).status_code == 404
    other = make_tournament(club=tournament.club, name="Other")
    enter_teams(other, 1)
    sent = {"do": f"pay:{other.teams.get().pk}"}
    assert client.post(address("entry_do", tournament), sent).status_code == 404
    for query in ("team=0", "team=x", "team=" + "9" * 30, "show=nonsense", "q=%00%27", "new=1"):
        assert client.get(f"{address('entry', tournament)}?{query}").status_code == 200


def test_javascript_request_returns_page_fragment(tournament, client):
    pk = team_of(tournament).pk
    response = client.post(
        address("entry_do", tournament), {"do": f"pay:{pk}"}, headers={"X-Desk": "1"}
    )
    page = response.content.decode()
    assert (response.status_code, "<html" in page, f'id="row-{pk}"' in page) == (200, False, True)
    again = client.post(
        address("entry_do", tournament), {"do": f"pay:{pk}"}, headers={"X-Desk": "1"}
    )
    assert (again.status_code, "paid already" in again.content.decode()) == (409, True)


def test_entry_polling_returns_204_when_unchanged(tournament, client):
    press(client, tournament, "pay")
    place = address("entry_live", tournament)
    mark = client.get(address("entry", tournament)).context["desk"].mark
    assert client.get(place, {"mark": mark}).status_code == 204
    press(client, tournament, "pay", 2)
    assert client.get(place, {"mark": mark}).status_code == 200


def test_entry_filters_show_counts_and_rows(tournament, client):
    press(client, tournament, "missing")
    press(client, tournament, "late", 2)
    press(client, tournament, "pay", 3)
    desk = client.get(address("entry", tournament), {"show": "owing"}).context["desk"]
    assert desk.counts == {"all": 4, "here": 2, "missing": 1, "late": 1, "owing": 1}
    assert [row.account.team.entry_order for row in desk.rows] == [4]
    assert (desk.owed, desk.till.total) == (1200, 1200)


def test_pair_added_at_entry_is_marked_present(tournament, client):
    names = {"player1": "Ана Нова", "player2": "Иво Нов"}
    client.post(address("entry_new", tournament), names)
    team = tournament.teams.get(name="Ана Нова – Иво Нов")
    assert (team.is_present, team.here_since is None) == (True, False)
    response = client.post(address("entry_new", tournament), names)
    assert response.status_code == 422
    assert "is entered already" in response.content.decode()


@pytest.mark.sql
def test_fee_form_is_prefilled_from_last_tournament(tournament, client):
    nxt = make_tournament(club=tournament.club, name="Next")
    form = client.get(address("fees", nxt)).context["form"]
    assert form["amount_guest"].value() == "10"
    sent = {"currency": "BGN", "amount_member": "7,50", "name_own1": "Студент", "amount_own1": "0"}
    assert client.post(address("fees", nxt), sent).status_code == 302
    kinds = FeeKind.objects.filter(tournament=nxt).values_list("code", "name", "amount")
    assert list(kinds) == [("member", "", 750), ("", "Студент", 0)]
    assert FeePlan.objects.get(tournament=nxt).currency == "BGN"


@pytest.mark.parametrize(
    ("field", "value"),
    [("amount_member", "-1"), ("amount_member", "six"), ("buy_back", "1,234"), ("currency", "XXX")],
)
def test_invalid_fee_is_rejected_at_its_field(tournament, client, field, value):
    sent = {"currency": "EUR", "amount_member": "6", field: value}
    response = client.post(address("fees", tournament), sent)
    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])


def test_fee_kind_is_set_per_player(tournament, client):
    team = team_of(tournament)
    guest = FeeKind.objects.get(tournament=tournament, code="guest").pk
    member = FeeKind.objects.get(tournament=tournament, code="member").pk
    place = address("entry_kinds", tournament, team.pk)
    client.post(place, {"kind1": guest, "kind2": member})
    assert accounts_of(tournament, only=team.pk)[0].fee == 1600
    assert messages_of(client.post(place, {"kind1": "999", "kind2": ""})) != []
    assert accounts_of(tournament, only=team.pk)[0].fee == 1600


def test_till_closing_shows_difference_and_can_be_reopened(tournament, client):
    press(client, tournament, "pay")
    for wrong in ("", "-3", "lots"):
        response = client.post(address("till_close", tournament), {"counted": wrong})
        assert response.status_code == 422
    client.post(address("till_close", tournament), {"counted": "11,50"})
    page = client.get(address("entry", tournament)).content.decode()
    assert "€0.50 missing." in page
    assert "closed" in messages_of(press(client, tournament, "pay", 2))[0]
    client.post(address("till_open", tournament))
    press(client, tournament, "pay", 2)
    assert till_of(tournament).total == 2400


def test_ledger_csv_escapes_formulas(tournament, client):
    Team.objects.filter(pk=team_of(tournament).pk).update(name="=1+1")
    press(client, tournament, "pay")
    press(client, tournament, "refund")
    response = client.get(address("ledger_csv", tournament))
    lines = response.content.decode().splitlines()
    assert response["Cache-Control"] == "private, no-store"
    assert ",'=1+1,in cash,12.00,EUR," in lines[1]
    assert ",refund,'=1+1,in cash,-12.00,EUR," in lines[2]


def test_other_cash_entry_requires_a_note(tournament, client):
    place = address("ledger_other", tournament)
    client.post(place, {"amount": "3", "note": "water", "way": "out"})
    client.post(place, {"amount": "20", "note": "change", "way": "in"})
    client.post(place, {"amount": "5", "note": "", "way": "in"})
    assert (till_of(tournament).total, till_of(tournament).fees) == (1700, 0)


def test_a_free_tournament_shows_no_money():
    free = make_tournament()
    enter_teams(free, 4)
    client = client_of(free)
    page = client.get(address("entry", free)).content.decode()
    for word in (
        "€",
        "Entry and cash",
        "Payment due",
        "Payment",
        "In the till",
        "Prizes",
        "Ledger",
    ):
        assert word not in page
    assert client.get(address("ledger", free))["Location"] == address("fees", free)
    assert client.get(address("entry_sheets", free, "prizes")).status_code == 404
    assert client.get(address("entry_sheets", free, "entries")).status_code == 200
    assert press(client, free, "here").status_code == 302


def test_draw_check_lists_missing_teams_and_amount_owed(tournament, client):
    press(client, tournament, "late", 3)
    for order in (1, 2):
        press(client, tournament, "pay", order)
    page = client.get(address("entry_draw", tournament)).content.decode()
    assert team_of(tournament, 3).name in page
    assert team_of(tournament, 1).name not in page
    assert "Still owed: €12" in page
    press(client, tournament, "here", 3)
    press(client, tournament, "pay", 3)
    press(client, tournament, "pay", 4)
    assert client.get(address("entry_draw", tournament)).url == address("draw", tournament)


# Prizes -------------------------------------------------------------------------------------------


def plan(tournament, **values):
    usual = {
        "way": "shares", "percent": 60, "fixed": 0, "step": 500, "shares": [50, 30, 20], "nth": 5,
        "each": None,
    }  # fmt: skip
    return plan_prizes(tournament=tournament, **{**usual, **values})


def test_prizes_follow_till_until_announced(tournament, client):
    for order in (1, 2, 3):
        press(client, tournament, "pay", order)
    plan(tournament, percent=100)
    prizes = client.get(address("entry", tournament)).context["prizes"]
    assert [line.amount for line in prizes.places] == [1800, 1000, 700]
    assert prizes.fund == 3500
    announce_prizes(tournament=tournament)
    press(client, tournament, "pay", 4)
    prizes = client.get(address("entry", tournament)).context["prizes"]
    assert (prizes.fund, prizes.is_changed) == (4500, True)
    assert PrizePlan.objects.get(tournament=tournament).announced == [1800, 1000, 700]


def test_prizes_go_to_listed_places(tournament, client):
    for order in (1, 2, 3):
        press(client, tournament, "pay", order)
    plan(tournament, percent=100, way="places", listed="1, last", shares=[60, 40])
    prizes = client.get(address("entry", tournament)).context["prizes"]
    paid = [line.place for line in prizes.places if line.amount]
    assert paid == [1, len(prizes.places)]
    with pytest.raises(RuleViolationError, match="Write the places as in"):
        plan(tournament, way="places", listed="first")


@pytest.mark.sql
def test_next_tournament_copies_last_prize_plan(tournament, client):
    plan(tournament, way="nth", nth=3, percent=70, note="A cup for the first")
    press(client, tournament, "pay")
    announce_prizes(tournament=tournament)
    again = make_tournament(club=tournament.club)
    set_fees(tournament=again, kinds=KINDS)
    offered = prize_plan(again)
    assert (offered.way, offered.nth, offered.percent, offered.note) == (
        "nth", 3, 70, "A cup for the first",
    )  # fmt: skip
    assert (offered.announced, PrizePlan.objects.filter(tournament=again).exists()) == ([], False)
    set_fees(tournament=again, kinds=KINDS, currency="BGN")
    assert (prize_plan(again).way, prize_plan(again).step) == ("shares", 500)


def test_public_page_shows_prizes_only_when_announced(tournament, client):
    page = tournament.get_absolute_url()
    for order in (1, 2, 3):
        press(client, tournament, "pay", order)
    assert "€" not in Client().get(page).content.decode()
    announce_prizes(tournament=tournament)
    text = Client().get(page).content.decode()
    assert "€10" in text
    assert "€36" not in text
    hide_prizes(tournament=tournament)
    assert "€" not in Client().get(page).content.decode()


def test_tied_places_share_their_prizes(tournament, client):
    teams = list(tournament.teams.all())
    for order in (1, 2, 3, 4):
        press(client, tournament, "pay", order)
    for position, (team, rank) in enumerate(zip(teams, [1, 2, 2, 4], strict=True), start=1):
        StandingRow.objects.create(
            tournament=tournament, section="all", team=team, position=position, rank=rank,
            is_tied=rank == 2, figure="1", boards=1,
        )  # fmt: skip
    plan(tournament, percent=None, fixed=9500)
    winners = client.get(address("entry", tournament)).context["prizes"].winners
    assert [(line.place, line.amount) for line in winners] == [(1, 4800), (2, 2350), (2, 2350)]
    sheet = client.get(address("entry_sheets", tournament, "prizes")).content.decode()
    assert sheet.count("€23.50") == 2


@pytest.mark.parametrize(
    "sent",
    [
        {"fund": "-5"},
        {"fund": "101 %"},
        {"fund": "much"},
        {"fund": ""},
        {"places": "other", "shares": "a b"},
        {"places": "other", "shares": "0 50"},
        {"way": "steal"},
        {"nth": "1"},
        {"each": "-1"},
        {"step": "7"},
    ],
)
def test_invalid_prize_plan_is_rejected(tournament, client, sent):
    usual = {"fund": "60 %", "places": "3", "way": "shares", "step": "500", "nth": "5"}
    response = client.post(address("prizes", tournament), {**usual, **sent})
    assert response.status_code == 422
    assert not PrizePlan.objects.exists()


def test_prize_form_stores_plan_and_divides_fund(tournament, client):
    sent = {"fund": "200", "places": "other", "shares": "3:2:1".replace(":", " "), "way": "all"}
    sent |= {"step": "1000", "nth": "4", "each": "5", "note": "ham"}
    assert client.post(address("prizes", tournament), sent).status_code == 302
    row = PrizePlan.objects.get()
    assert (row.percent, row.fixed, row.shares, row.each) == (None, 20000, [3, 2, 1], 500)
    prizes = client.get(address("entry", tournament)).context["prizes"]
    assert [line.amount for line in prizes.places] == [9500, 6500, 3500, 500]


def test_undrawn_team_is_listed_last_without_number():
    made = make_tournament()
    enter_teams(made, 5)
    made.teams.filter(entry_order=1).update(is_present=False)
    draw_tournament(tournament=made, kind="barometer", params={"entrants": 4})
    rows = client_of(made).get(address("entry", made)).context["desk"].rows
    assert [row.number for row in rows] == [1, 2, 3, 4, None]
    assert rows[-1].account.team.entry_order == 1
