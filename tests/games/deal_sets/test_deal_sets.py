import json
from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command

from games.belot import CARDS, PRESETS, Deal, to_text
from games.belot.simulation import wishes_of
from games.belot.simulation.finding import has_wished_contracts
from games.deal_sets import tasks as finding
from games.deal_sets.selectors import boards_of, records_of, set_progress
from games.deal_sets.services import find_deal_set
from games.errors import RuleViolationError
from games.models import Deal as StoredDeal
from games.models import DealSet, SetBoard
from jobs.models import Job
from jobs.tasks import run, run_one
from tests.builders import make_user
from tests.spells import with_time_slice

pytestmark = pytest.mark.django_db
EMPTY_ROW = {"seat": "W", "what": "none", "suit": "any", "least": "", "most": "", "cards": ""}


def form(*rows, **changes):
    data = {"count": "3", "makes": "none", "side": "NS", "seed": "5", "rules": "bulgarian"}
    for number in range(4):
        row = EMPTY_ROW | (rows[number] if number < len(rows) else {})
        data |= {f"w{number}-{key}": value for key, value in row.items()}
    return data | changes


def look():
    for job in Job.objects.filter(kind="find_deals", state="queued"):
        run(job.pk)


def test_set_without_constraints_is_created_without_a_job(client):
    response = client.post("/en/deals/", form())
    made = DealSet.objects.get()
    assert response["Location"] == f"/en/deals/{made.share}/"
    assert (made.boards.count(), Job.objects.count()) == (3, 0)
    page = client.get(response["Location"]).content.decode()
    assert "Board 3" in page
    assert "every 1s" not in page


def test_set_with_constraints_is_searched_by_a_worker(client):
    response = client.post(
        "/en/deals/", form({"what": "run5"}, {"seat": "S", "what": "aces", "least": "1"})
    )
    made = DealSet.objects.get()
    assert made.wishes == [{"seat": "W", "run": 5}, {"seat": "S", "rank": "A", "least": 1}]
    waiting = client.get(response["Location"]).content.decode()
    assert "West holds a quinte" in waiting
    assert "Waiting for the computer to begin" in waiting
    look()
    made.refresh_from_db()
    assert set_progress(made).state == "done"
    assert made.looked_at >= 3
    for number, face in boards_of(made):
        west = next(hand for hand in face.hands if hand.seat == "W")
        assert any(held.kind == "quinte" for held in west.held), number


def test_retried_search_resumes_without_duplicate_boards():
    wishes = [{"seat": "W", "run": 4}]
    made = find_deal_set(wishes=wishes, count=3, seed=1, person=make_user())
    found = [each for each in finding.resume_search(made) if each.pack]
    for number in (1, 2, 2):
        finding.store_progress(made, number, found[number - 1])
    look()
    assert list(made.boards.values_list("deal__pack", flat=True)) == [each.pack for each in found]
    assert StoredDeal.objects.count() == 3
    made.refresh_from_db()
    assert made.looked_at == found[-1].looked_at


def test_search_yields_to_waiting_jobs_and_resumes(monkeypatch):
    with_time_slice(monkeypatch, finding.FIND_JOB, 0.0)
    Job.objects.create(kind="standings", key="1")
    made = find_deal_set(wishes=[{"seat": "W", "run": 3}], count=3, seed=1, person=make_user())
    slices = 0
    while job := Job.objects.filter(kind="find_deals", state="queued").first():
        run_one(job.pk)
        slices += 1
    expected = [
        each.pack
        for each in finding.resume_search(
            DealSet(variant=PRESETS["bulgarian"], wishes=made.wishes, seed=1, wanted=3)
        )
        if each.pack
    ]
    assert slices == 3
    assert list(made.boards.values_list("deal__pack", flat=True)) == expected


@pytest.mark.parametrize(
    ("changes", "makes", "words"),
    [
        ({"bid": "120"}, "120H", "North–South can make 120 in hearts"),
        ({"tricks": "1"}, "*H", "North–South can make all tricks in hearts"),
        ({}, "H", "North–South can make hearts"),
    ],
)
def test_numeric_bid_constraint_is_stored_with_its_contract(client, changes, makes, words):
    response = client.post("/en/deals/", form(makes="H", rules="contree_ffb", **changes))
    made = DealSet.objects.get()
    assert made.wishes == [{"side": "NS", "makes": makes}]
    assert words in client.get(response["Location"]).content.decode()


def test_found_boards_can_make_the_requested_bid(client):
    client.post("/en/deals/", form(makes="S", bid="110", rules="contree_ffb", count="2"))
    look()
    made = DealSet.objects.get()
    wishes = wishes_of([{"side": "NS", "makes": "110S"}], made.variant)
    assert made.boards.count() == 2
    for board in made.boards.all():
        deal = Deal(made.variant, board.deal.dealer, pack=board.deal.pack)
        assert has_wished_contracts(
            made.variant, wishes, list(deal.start), (deal.dealer_seat + 1) % 4
        )


@pytest.mark.parametrize(
    ("changes", "field", "words"),
    [
        (
            {"bid": "125"},
            "bid",
            "125 cannot be bid by these rules. Numbers: 80 to 160, in tens.",
        ),
        ({"tricks": "2"}, "tricks", "All tricks alone cannot be bid by these rules."),
    ],
)
def test_impossible_bid_is_reported_at_its_field(client, changes, field, words):
    response = client.post("/en/deals/", form(makes="H", rules="contree_ffb", **changes))
    assert response.status_code == 422
    assert response.context["form"].errors[field] == [words]
    assert DealSet.objects.count() == 0


def test_bid_without_contract_or_numeric_rules_is_ignored(client):
    client.post("/en/deals/", form(bid="120", rules="contree_ffb"))
    client.post("/en/deals/", form(makes="H", bid="120"))
    assert [each.wishes for each in DealSet.objects.order_by("pk")] == [
        [],
        [{"side": "NS", "makes": "H"}],
    ]


def test_too_rare_search_ends_with_a_message(client, monkeypatch):
    monkeypatch.setattr(finding, "SECONDS_VISITOR", 0.0)
    response = client.post(
        "/en/deals/", form({"what": "carreJ"}, {"what": "carre9"}, {"what": "aces", "least": "1"})
    )
    look()
    made = DealSet.objects.get()
    assert set_progress(made).state == "rare"
    page = client.get(response["Location"]).content.decode()
    assert "They may be impossible; ask for less." in page


@pytest.mark.parametrize(
    ("row", "field", "words"),
    [
        ({"what": "suit", "suit": "H"}, "least", "Enter a number."),
        ({"what": "points", "least": "40"}, "suit", "Choose one."),
        (
            {"what": "cards", "cards": "XY"},
            "cards",
            "“XY” is no card. Write ♥J or HJ, or a suit with its cards: ♥ J 9 A.",
        ),
        ({"what": "cards"}, "cards", "Type at least one card."),
    ],
)
def test_incomplete_constraint_is_reported_at_its_field(client, row, field, words):
    response = client.post("/en/deals/", form(row))
    assert response.status_code == 422
    assert words in response.context["form"].rows[0].errors[field]
    assert DealSet.objects.count() == 0


def test_same_card_for_two_seats_is_rejected(client):
    rows = [{"seat": seat, "what": "cards", "cards": "♥J"} for seat in "WS"]
    response = client.post("/en/deals/", form(*rows))
    assert "HJ is also in the hand of W" in response.content.decode()


def test_visitor_may_run_one_search_at_a_time():
    def ask(visitor):
        return find_deal_set(
            wishes=[{"seat": "W", "run": 3}], person=AnonymousUser(), visitor=visitor
        )

    ask("a")
    with pytest.raises(RuleViolationError, match="still running"):
        ask("a")
    ask("b")
    ask("c")
    with pytest.raises(RuleViolationError, match="Other visitors"):
        ask("d")


def test_imported_records_can_be_downloaded_and_imported_again(client):
    deals = [Deal(seed=number) for number in (1, 2)]
    text = "\n\n".join(to_text(deal.record()) for deal in deals)
    response = client.post("/en/deals/bring/", {"text": text})
    made = DealSet.objects.get()
    assert response["Location"] == f"/en/deals/{made.share}/"
    saved = client.get(f"/en/deals/{made.share}/deals.json").content
    records = json.loads(saved)
    assert records == records_of(made)
    assert [record["pack"] for record in records] == [deal.source()["pack"] for deal in deals]
    file = SimpleUploadedFile("deals.json", saved)
    client.post("/en/deals/bring/", {"file": file})
    assert records_of(DealSet.objects.order_by("pk").last()) == records


def test_imported_hands_are_stored_as_a_pack_in_dealing_order(client):
    deal = Deal(seed=8)
    hands = {
        seat: " ".join(CARDS[card] for card in cards)
        for seat, cards in zip("NWSE", deal.received, strict=True)
    }
    record = {"variant": "bulgarian", "dealer": "N", "hands": hands}
    client.post("/en/deals/bring/", {"text": json.dumps(record)})
    stored = SetBoard.objects.get().deal
    again = Deal(stored.variant, stored.dealer, pack=stored.pack)
    assert again.received == Deal.from_record(record).received


def test_invalid_imported_record_is_rejected_with_a_message(client):
    good = {"variant": "bulgarian", "dealer": "N", "pack": Deal(seed=1).source()["pack"]}
    response = client.post(
        "/en/deals/bring/", {"text": json.dumps([good, {**good, "dealer": "Q"}])}
    )
    assert response.status_code == 422
    assert "“Q” is not a seat in this game" in response.content.decode()
    assert DealSet.objects.count() == 0
    mixed = json.dumps([good, {**good, "variant": "belote"}])
    refused = client.post("/en/deals/bring/", {"text": mixed})
    assert "All deals of a set are played by the same rules." in refused.content.decode()


def test_printed_sheets_show_every_packet(client):
    made = find_deal_set(count=2, seed=1, person=AnonymousUser())
    page = client.get(f"/en/deals/{made.share}/print/").content.decode()
    assert page.count("First five") == 2
    assert page.count('class="tile') >= 64


def test_deals_command_prints_records_and_rejects_rare_searches():
    out = StringIO()
    call_command("deals", '{"seat": "W", "run": 4}', count=2, seed=9, json=True, stdout=out)
    records = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [(record["board"], record["dealer"]) for record in records] == [(1, "N"), (2, "W")]
    rare = [
        '{"seat": "W", "carre": "J"}',
        '{"seat": "W", "carre": "9"}',
        '{"seat": "W", "rank": "A", "least": 1}',
    ]
    with pytest.raises(CommandError, match="too rare, or impossible"):
        call_command("deals", *rare, seconds=0, stdout=out)
    with pytest.raises(CommandError, match="not JSON"):
        call_command("deals", "quinte", stdout=out)


def test_french_boards_show_the_turned_card(client):
    response = client.post("/en/deals/", form(rules="french"))
    assert "Turned up:" in client.get(response["Location"]).content.decode()
