import pytest
from django.utils import translation

from tests.builders import make_tournament
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.cash.selectors.accounts import accounts_of
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.entries.lists import as_text, read_file, read_text

pytestmark = pytest.mark.django_db
IVAN = ("Иван Петров", "Стефан Колев")


def read(line):
    [row] = read_text(line)
    return row.names, row.marks.is_here, row.marks.paid, row.marks.kinds


@pytest.mark.parametrize(
    ("line", "is_here", "paid", "kinds"),
    [
        ("Иван Петров – Стефан Колев", False, "", ()),
        ("Иван Петров – Стефан Колев +", True, "", ()),
        ("Иван Петров + Стефан Колев ++", True, "cash", ()),
        ("Иван Петров – Стефан Колев ✓", True, "", ()),
        ("Иван Петров – Стефан Колев, платено", False, "cash", ()),
        ("Иван Петров – Стефан Колев платено тук", True, "cash", ()),
        ("Иван Петров – Стефан Колев; карта", False, "card", ()),
        ("Иван Петров (гост) – Стефан Колев платено +", True, "cash", ("guest", "")),
        ("Иван Петров, Стефан Колев, гости, платено ++", True, "cash", ("guest", "guest")),
        ("Иван Петров и Стефан Колев 2 младежи", False, "", ("junior", "junior")),
        ("1. Иван Петров – Стефан Колев (член, гост)", False, "", ("member", "guest")),
        ("Иван Петров-Стефан Колев paid", False, "cash", ()),
        ("Иван Петров / Стефан Колев – invité, payé par carte", False, "card", ("", "guest")),
        ("Иван Петров\tСтефан Колев\tjunior\tpaid", False, "cash", ("", "junior")),
        (
            "Иван Петров, Стефан Колев, član, gost, plaćeno karticom",
            False,
            "card",
            ("member", "guest"),
        ),
        (
            "Иван Петров, Стефан Колев, lid, gast, betaald met pin, aanwezig",
            True,
            "card",
            ("member", "guest"),
        ),
        ("Иван Петров – Стефан Колев, leden, aanwezig", True, "", ("member", "member")),
    ],
)
def test_marks_are_parsed_from_line(line, is_here, paid, kinds):
    names, *found = read(line)
    assert (names, *found) == (IVAN, is_here, paid, kinds)


@pytest.mark.parametrize(
    "line",
    [
        "Ana Gost / Ivo Član",
        "Мария Членова – Здравко Платенов",
        "Anna Here & Bo Card",
        "Ана Тук – Иво Гост",
    ],
)
def test_name_resembling_a_mark_is_kept(line):
    names, *found = read(line)
    assert (len(names), all(" " in name for name in names), found) == (2, True, [False, "", ()])


@pytest.mark.parametrize("language", ["en", "bg", "fr", "hr", "nl"])
def test_marks_round_trip_through_text(language):
    content = "Ана Нова (гост);Иво Нов;карта +\nЕва Тот;Яна Рот;членове\n".encode()
    rows = read_file("list.csv", content)
    with translation.override(language):
        again = read_text(as_text(rows))
    assert [(row.names, row.marks) for row in again] == [(row.names, row.marks) for row in rows]
    assert rows[0].marks.paid == "card"


def test_list_with_marks_stores_attendance_and_payments():
    tournament = make_tournament()
    set_fees(
        tournament=tournament,
        kinds=[FeeKindRequest(600, code="member"), FeeKindRequest(1000, code="guest")],
    )
    client = client_of(tournament)
    text = "Ана Нова (гост) – Иво Нов, платено +\nЕва Тот – Яна Рот"
    shown = client.post(address("teams_list", tournament), {"text": text})
    assert "here, paid, guest" in shown.content.decode()
    seen = shown.context["form"]["seen"].value()
    client.post(address("teams_list", tournament), {"text": text, "seen": seen, "enter": "1"})
    first, second = accounts_of(tournament)
    assert (first.team.is_present, first.fee, first.paid, first.kinds) == (
        True, 1600, 1600, "guest and member",
    )  # fmt: skip
    assert (second.team.is_present, second.fee, second.paid) == (False, 1200, 0)


def test_payment_marks_without_fees_are_ignored_with_message():
    tournament = make_tournament()
    client = client_of(tournament)
    text = "Ана Нова – Иво Нов, платено +\nЕва Тот – Яна Рот"
    shown = client.post(address("teams_list", tournament), {"text": text})
    seen = shown.context["form"]["seen"].value()
    response = client.post(
        address("teams_list", tournament), {"text": text, "seen": seen, "enter": "1"}
    )
    assert any("set the fees" in words for words in messages_of(response))
    assert [each.team.is_present for each in accounts_of(tournament)] == [True, False]


def test_list_with_payments_requires_fees_first():
    tournament = make_tournament()
    client = client_of(tournament)
    lines = "Иван Петров – Стефан Колев (гост) ++"
    shown = client.post(address("teams_list", tournament), {"text": lines})
    names = ["fee_member", "fee_guest", "fee_junior", "fee_currency"]
    assert list(shown.context["fees"].fields) == names
    sent = {"text": lines, "seen": shown.context["form"]["seen"].value(), "enter": "1"}
    sent |= {"fee_guest": "10", "fee_currency": "EUR"}
    wrong = client.post(address("teams_list", tournament), {**sent, "fee_member": "?"})
    assert list(wrong.context["fees"].errors) == ["fee_member"]
    assert not tournament.teams.exists()

    client.post(address("teams_list", tournament), {**sent, "fee_member": "6"})
    [account] = accounts_of(tournament)
    assert (account.kinds, account.fee, account.cash) == ("member and guest", 1600, 1600)
    again = client.post(address("teams_list", tournament), {"text": "Ана – Боян, платено"})
    assert again.context["fees"] is None


def test_list_without_payments_shows_no_fee_fields():
    tournament = make_tournament()
    shown = client_of(tournament).post(address("teams_list", tournament), {"text": "Ана – Боян +"})
    assert shown.context["fees"] is None


@pytest.mark.parametrize(
    ("line", "names", "remark"),
    [
        ("Ана Колева – Явор Петров (не е сигурно)", ("Ана Колева", "Явор Петров"), "не е сигурно"),
        ("Ана Колева (закъснява) – Явор Петров (гост) +", None, "закъснява"),
        ("Ана Колева (закъснява) – Явор Петров (тръгва в 22 ч.)", None,
         "закъснява; тръгва в 22 ч."),
        ("Ана Колева – Явор Петров (тел. 0888 123 456)", None, ""),
        ("Ана Колева – Явор Петров (мл)", ("Ана Колева", "Явор Петров (мл)"), ""),
        ("Ана (Ани) Колева – Явор Петров", ("Ана (Ани) Колева", "Явор Петров"), ""),
    ],
)  # fmt: skip
def test_other_bracketed_words_become_a_remark(line, names, remark):
    [row] = read_text(line)
    assert row.marks.remark == remark
    if names:
        assert row.names == names
    [again] = read_text(as_text([row]))
    assert (again.names, again.marks) == (row.names, row.marks)


def test_remark_is_shown_to_organisers_only(client):
    tournament = make_tournament(is_public=True)
    director = client_of(tournament)
    text = "Ана Колева – Явор Петров (не е сигурно)"
    shown = director.post(address("teams_list", tournament), {"text": text})
    seen = shown.context["form"].initial["seen"]
    sent = {"text": text, "seen": seen, "enter": "1"}
    director.post(address("teams_list", tournament), sent)
    team = tournament.teams.get()
    assert (team.name, team.remark) == ("Ана Колева – Явор Петров", "не е сигурно")
    assert "не е сигурно" in director.get(address("teams", tournament)).content.decode()
    assert "не е сигурно" in director.get(address("entry", tournament)).content.decode()
    for page in (tournament.get_absolute_url(), f"/api/v1/tournaments/{tournament.code}/"):
        assert "сигурно" not in client.get(page, follow=True).content.decode()
