from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from tests.builders import enter, make_drawn, phone_of, plays_of, slip
from tests.tournaments.formats import make_field
from tests.tournaments.manage import address, client_of, messages_of
from tournaments.console.selectors.console import console_of
from tournaments.console.selectors.table_cards import TableCard
from tournaments.console.services.calls import call_director
from tournaments.console.services.clock import start_round
from tournaments.console.services.table_time import add_table_minutes
from tournaments.errors import RuleViolationError
from tournaments.models import ExtraTime, LogEntry, Play, Result, Round, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    tournament = make_drawn()
    start_round(tournament=tournament, number=1)
    return tournament


@pytest.fixture
def client(tournament) -> Client:
    return client_of(tournament)


@pytest.fixture
def play(tournament) -> Play:
    return at(tournament, 1)


def at(tournament: Tournament, table: int, order: int = 1) -> Play:
    where = {"sitting__round__number": 1, "sitting__table__number": table, "order": order}
    [play] = plays_of(tournament, **where)
    return play


def first_round(tournament: Tournament) -> Round:
    return tournament.rounds.get(number=1)


def table(tournament: Tournament, number: int) -> Table:
    return tournament.tables.get(number=number)


def cards(tournament: Tournament) -> dict[int, TableCard]:
    room = console_of(tournament)
    assert room is not None
    return {card.table.number: card for card in room.cards}


def age(tournament: Tournament, minutes: int) -> None:
    """Move the round's start and its entries back by `minutes`."""
    then = timedelta(minutes=minutes)
    row = first_round(tournament)
    Round.objects.filter(pk=row.pk).update(
        started_at=row.started_at - then, ends_at=row.ends_at - then
    )
    for result in Result.objects.all():
        Result.objects.filter(pk=result.pk).update(created_at=result.created_at - then)


def dispute(play: Play) -> None:
    enter(play, "NS", slip=slip(98))
    enter(play, "EW", slip=slip(60))


# Disputes and confirmations ----------------------------------------------------------------------


def text_of(answer) -> str:
    return " ".join(strip_tags(answer.content.decode()).split())


def test_dispute_is_decided_without_a_reason(client, tournament, play):
    dispute(play)
    page = text_of(client.get(address("tournament", tournament)))
    assert "The correct result is 10–6" in page
    assert "The correct result is 0–16" in page
    client.post(address("decide_play", tournament, play.pk), {"which": "1-2"})
    play.refresh_from_db()
    assert (play.state, play.current.version, play.current.ns_score) == ("confirmed", 3, 10)
    assert (play.current.source, play.current.reason) == ("director", "Decided by the director")
    assert play.results.count() == 3


def test_disputed_match_is_decided_by_games_won():
    match = make_field(
        4, "danish", {"entrants": 4, "rounds": 1, "first": "seeding"}, variant="bela",
        scoring="wins_then_points", cards="open", game={"to": 501, "best_of": 3},
    )  # fmt: skip
    play = plays_of(match)[0]
    enter(play, "NS", slip={"won": {"NS": 2, "EW": 1}})
    enter(play, "EW", slip={"won": {"NS": 1, "EW": 2}})
    director = client_of(match)
    page = text_of(director.get(address("tournament", match)))
    assert "The correct result is 2:1" in page
    assert "The correct result is 1:2" in page
    assert "0–0" not in page
    assert "Passed out" not in page  # nor in the log below
    director.post(address("decide_play", match, play.pk), {"which": "2-2"})
    play.refresh_from_db()
    assert (play.state, play.current.outcome["games"]) == ("confirmed", {"NS": 1, "EW": 2})


def test_given_decision_reason_is_stored(client, tournament, play):
    dispute(play)
    which = {"which": "2-2", "chip": "Read from the slip"}
    client.post(address("decide_play", tournament, play.pk), which)
    play.refresh_from_db()
    assert (play.current.ns_score, play.current.reason) == (0, "Read from the slip")


def test_decision_on_stale_version_is_rejected(client, tournament, play):
    dispute(play)
    response = client.post(address("decide_play", tournament, play.pk), {"which": "1-1"})
    assert " changed this at" in messages_of(response)[0]
    play.refresh_from_db()
    assert play.state == Play.State.DISPUTED


@pytest.mark.parametrize("which", ["", "9-2", "x-y", "1", "-", "٣-2"])
def test_invalid_version_choice_is_rejected(client, tournament, play, which):
    dispute(play)
    client.post(address("decide_play", tournament, play.pk), {"which": which})
    play.refresh_from_db()
    assert play.state == (Play.State.CONFIRMED if which == "1" else Play.State.DISPUTED)


def test_deciding_board_of_other_tournament_returns_404(client, play):
    other = make_drawn(name="Other", club=play.sitting.round.tournament.club)
    foreign = plays_of(other)[0]
    path = address("decide_play", play.sitting.round.tournament, foreign.pk)
    assert client.post(path, {"which": "1-1"}).status_code == 404


def test_director_confirms_result_entered_by_one_side(client, tournament, play):
    enter(play)
    assert not cards(tournament)[1].is_urgent
    age(tournament, 4)
    card = cards(tournament)[1]
    assert (card.state, card.is_urgent, card.waiting_minutes) == ("entered", True, 4)
    assert "Confirm 10–6" in " ".join(
        client.get(address("tournament", tournament)).content.decode().split()
    )
    client.post(address("decide_play", tournament, play.pk), {"which": "1-1"})
    play.refresh_from_db()
    assert (play.state, play.current.reason) == ("confirmed", "Confirmed by the director")
    assert not cards(tournament)[1].is_urgent


def test_console_orders_tables_by_urgency(tournament):
    enter(at(tournament, 1))
    dispute(at(tournament, 2))
    enter(at(tournament, 3, 1))
    age(tournament, 9)
    call_director(table=table(tournament, 4))
    enter(at(tournament, 3, 2))
    room = console_of(tournament)
    assert [(card.table.number, card.state) for card in room.needs] == [
        (4, "call"), (2, "dispute"), (1, "silent"), (3, "entered"),
    ]  # fmt: skip
    assert room.others == []


# Minutes for one table ---------------------------------------------------------------------------


def test_extra_time_for_one_table_keeps_round_end(client, tournament):
    before = first_round(tournament).ends_at
    client.post(address("table_time", tournament), {"more": "2-3"})
    assert first_round(tournament).ends_at == before
    ends = {n: phone_of(table(tournament, n)).rounds[0].ends_at for n in (1, 2)}
    assert ends == {1: before.isoformat(), 2: (before + timedelta(minutes=3)).isoformat()}
    assert cards(tournament)[2].ends_at == before + timedelta(minutes=3)
    screen = Client().get(reverse("tournament_projector", args=[tournament.code]))
    until = timezone.localtime(before + timedelta(minutes=3)).strftime("%H:%M")
    assert f"Table 2 until {until}" in " ".join(screen.content.decode().split())


def test_extra_time_after_round_end_counts_from_now(tournament):
    age(tournament, 30)
    row = first_round(tournament)
    add_table_minutes(current=row, table=table(tournament, 1), minutes=3)
    extra = ExtraTime.objects.get()
    left = row.ends_at + timedelta(seconds=extra.seconds) - timezone.now()
    assert timedelta(minutes=2, seconds=55) < left <= timedelta(minutes=3)


def test_extra_time_delays_inactivity_warning(tournament):
    age(tournament, 9)
    assert {n: card.state for n, card in cards(tournament).items()} == dict.fromkeys(
        [1, 2, 3, 4], "silent"
    )
    add_table_minutes(current=first_round(tournament), table=table(tournament, 1), minutes=3)
    assert [card.state for card in cards(tournament).values()] == [
        "playing", "silent", "silent", "silent",
    ]  # fmt: skip


@pytest.mark.parametrize("more", ["", "2", "2-0", "2-31", "2-x", "99-3", "2--3"])
def test_invalid_extra_minutes_are_ignored(client, tournament, more):
    assert client.post(address("table_time", tournament), {"more": more}).status_code in {302, 404}
    assert not ExtraTime.objects.filter(seconds__gt=0).exists()


def test_extra_time_is_limited_to_one_hour(tournament):
    row = first_round(tournament)
    add_table_minutes(current=row, table=table(tournament, 1), minutes=60)
    with pytest.raises(RuleViolationError, match="up to an hour"):
        add_table_minutes(current=row, table=table(tournament, 1), minutes=1)


# Messages ----------------------------------------------------------------------------------------


def send(client: Client, tournament: Tournament, **data: str) -> list[str]:
    return messages_of(client.post(address("messages", tournament), data))[-1:]


def texts(tournament: Tournament, number: int) -> list[str]:
    return [message["text"] for message in phone_of(table(tournament, number)).messages]


def test_message_stays_on_phones_until_read(client, tournament):
    assert send(client, tournament, to="all", text="  5 minutes  are left ") == [
        "Sent to 4 tables."
    ]
    assert [texts(tournament, number) for number in (1, 4)] == [["5 minutes are left"]] * 2
    [message] = phone_of(table(tournament, 1)).messages
    path = reverse("api_messages", args=[table(tournament, 1).token])
    answer = Client().post(path, {"message": message["id"]}, content_type="application/json")
    assert answer.status_code == 201
    assert answer.json()["state"]["messages"] == []
    assert texts(tournament, 1) == []
    assert texts(tournament, 4) == ["5 minutes are left"]
    page = " ".join(client.get(address("tournament", tournament)).content.decode().split())
    assert "read at 1 of 4" in page


def test_message_is_sent_only_to_selected_tables(client, tournament):
    for order in (1, 2):
        play = at(tournament, 2, order)
        client.post(address("play", tournament, play.pk), {})
        enter(play)
    assert send(client, tournament, to="playing", text="Hurry up") == ["Sent to 3 tables."]
    assert send(client, tournament, to="3", text="Come here") == ["Sent to 1 table."]
    assert send(client, tournament, ready="4-Please enter your results.") == ["Sent to 1 table."]
    found = {number: texts(tournament, number) for number in (1, 2, 3, 4)}
    assert found == {
        1: ["Hurry up"],
        2: [],
        3: ["Hurry up", "Come here"],
        4: ["Hurry up", "Please enter your results."],
    }


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"to": "all", "text": " "}, "Write what the tables should read."),
        ({"to": "nobody", "text": "x"}, "Choose who should read it."),
        ({"to": "99", "text": "x"}, "Choose who should read it."),
        ({"to": "all", "text": "x" * 201}, "A message may have up to 200 characters."),
    ],
)
def test_message_without_recipient_or_text_is_rejected(client, tournament, data, words):
    assert send(client, tournament, **data) == [words]
    assert texts(tournament, 1) == []


def test_table_cannot_mark_message_of_other_table_read(client, tournament):
    send(client, tournament, to="3", text="Come here")
    [message] = phone_of(table(tournament, 3)).messages
    path = reverse("api_messages", args=[table(tournament, 1).token])
    answer = Client().post(path, {"message": message["id"]}, content_type="application/json")
    assert (answer.status_code, answer.json()["errors"][0]["code"]) == (404, "no_such_message")
    assert texts(tournament, 3) == ["Come here"]


# Undo --------------------------------------------------------------------------------------------


def take_back(client: Client, tournament: Tournament) -> list[str]:
    step = client.get(address("tournament", tournament)).context["undo"]
    data = {"step": str(step.pk) if step else "0"}
    return messages_of(client.post(address("step_back", tournament), data))[-1:]


@pytest.mark.sql
def test_director_steps_are_undone_one_by_one(client, tournament, play):
    dispute(play)
    call = call_director(table=table(tournament, 4))
    client.post(address("decide_play", tournament, play.pk), {"which": "1-2"})
    client.post(address("table_time", tournament), {"more": "2-3"})
    send(client, tournament, to="all", text="Hello")
    client.post(address("call", tournament, call.pk), {"do": "settle"})
    for _step in range(4):
        assert take_back(client, tournament) == ["Taken back."]
    play.refresh_from_db()
    assert (play.state, play.current.version, play.results.count()) == ("disputed", 2, 3)
    assert ExtraTime.objects.get().seconds == 0
    assert texts(tournament, 1) == []
    call.refresh_from_db()
    assert call.settled_at is None
    assert take_back(client, tournament) == ["There is nothing of yours to take back any more."]


@pytest.mark.sql
def test_step_of_another_user_cannot_be_undone(client, tournament):
    start = LogEntry.objects.get(action="round_started")
    answer = client.post(address("step_back", tournament), {"step": str(start.pk)})
    assert messages_of(answer)[-1:] == ["There is nothing of yours to take back any more."]
    assert first_round(tournament).started_at is not None


def test_changed_decision_cannot_be_undone(client, tournament, play):
    dispute(play)
    client.post(address("decide_play", tournament, play.pk), {"which": "1-2"})
    client.post(address("decide_play", tournament, play.pk), {"which": "2-3"})
    first = LogEntry.objects.filter(action="result_decided").order_by("pk").first()
    answer = client.post(address("step_back", tournament), {"step": str(first.pk)})
    assert messages_of(answer)[-1:] == ["There is nothing of yours to take back any more."]
    assert take_back(client, tournament) == ["Taken back."]
    play.refresh_from_db()
    assert (play.state, play.current.version) == ("confirmed", 3)


def test_starting_round_with_open_results_asks_first(client, tournament, play):
    page = client.get(address("tournament", tournament)).content.decode()
    assert 'href="?ask=next"' in page
    assert 'value="start-2"' not in page
    asked = client.get(address("tournament", tournament), {"ask": "next"}).content.decode()
    assert "8 results are missing in this round." in asked
    assert 'value="start-2"' in asked
