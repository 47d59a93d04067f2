"""Forms filled from a stored result and sent unchanged store the same result."""

import random

import pytest

from games.belot import Deal, play_out, thumb_bot
from tests.builders import director_of, make_drawn, plays_of, slip
from tests.shared_rows import built_once
from tests.tournaments.manage import address, client_of
from tests.tournaments.pages import post_untouched
from tests.tournaments.results.helpers import threes, village
from tournaments.events.entry import Author
from tournaments.models import Play, Result, Tournament
from tournaments.results.services.records import record_deal
from tournaments.results.services.results import correct_result
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.services.rulings import rule_result

pytestmark = pytest.mark.django_db
HALF = {"nets": [[10, "2/3"], [-4, "1/3"]]}
CLAIMS = [
    {"side": "EW", "kind": "tierce", "value": 20},
    {"side": "EW", "kind": "quarte", "value": 50},
]
ANNOUNCED = {"announced": {"NS": 0, "EW": 70}}
BELOTE = {"belote": {"NS": 0, "EW": 0}}


@built_once
def bulgarian() -> Tournament:
    return make_drawn(4, boards_per_round=1)


def stored(play):
    play.refresh_from_db()
    now = play.current
    assert now is not None
    record = now.record.record if now.record else None
    return now.kind, now.slip, now.outcome, now.awards, record, now.net


def store(play, said, **more):
    correct_result(play_id=play.pk, slip=said, reason="first", actor=None, override=True, **more)


def send(tournament: Tournament, play: Play, query: str = "", **values):
    path = address("play", tournament, play.pk) + query
    return post_untouched(client_of(tournament), path, "kind", reason="Again", **values)


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ("bulgarian", slip(98)),
        ("bulgarian", slip(98, "H", "W", contra=1)),
        ("bulgarian", slip(98, "AT", "S", contra=2, lead="E")),
        ("bulgarian", slip(40, "NT", "N")),
        ("bulgarian", slip(98, **ANNOUNCED)),
        ("bulgarian", slip(98, **ANNOUNCED, claims=CLAIMS)),
        ("bulgarian", slip(98, announced={"NS": 20, "EW": 0}, belote={"NS": 20, "EW": 0})),
        ("bulgarian", slip(162, capot="NS")),
        ("bulgarian", slip(0, capot=None)),
        ("bulgarian", {"passed_out": True}),
        ("bulgarian", {"not_played": True}),
        ("bela", slip(98, "D", "N", announced={"NS": 50, "EW": 0})),
        ("french", slip(110, announced={"NS": 20, "EW": 0}, belote={"NS": 20, "EW": 0})),
        ("contree_ffb", slip(110, bid=90, **BELOTE)),
        ("contree_ffb", slip(162, bid=250, capot_bid=True, capot="NS", **BELOTE)),
        ("klaverjas_amsterdam", slip(98, announced={"NS": 0, "EW": 40})),
        ("baloot", slip(98, "H", "S", contra=1)),
    ],
)
def test_unchanged_slip_form_stores_an_identical_result(bulgarian, rules, said):
    tournament = bulgarian
    if rules != "bulgarian":
        tournament = make_drawn(
            4, boards_per_round=1, variant=rules, club=bulgarian.club, name=rules
        )
    play = plays_of(tournament)[0]
    store(play, said)
    before = stored(play)
    assert send(tournament, play).status_code == 302
    assert stored(play) == before
    assert play.current.version == 2


def recorded(tournament: Tournament, calls: tuple[str, ...], fault: str = "") -> Play:
    """First board as a deal record; ``fault`` is the seat of a renounce."""
    play = plays_of(tournament)[0]
    deal = play.board.dealt
    game = Deal(deal.variant, deal.dealer, pack=deal.pack)
    for call in calls:
        game.call(call)
    play_out(game, thumb_bot, random.Random(1))
    record = game.record()
    if fault:
        said = ("declarations", "belotes", "melds")
        record = {key: value for key, value in record.items() if key not in said}
        record |= {"play": record["play"].split()[0], "irregularity": fault}
    author = Author(source=Result.Source.DIRECTOR, user=director_of(tournament))
    record_deal(play_id=play.pk, record=record, author=author, reason="first")
    return play


@pytest.mark.parametrize(
    ("rules", "calls", "fault"),
    [
        ("bulgarian", ("H", "P", "P", "P"), ""),
        ("bulgarian", ("H", "X", "XX", "P", "P", "P"), ""),
        ("bulgarian", ("AT", "P", "P", "P"), ""),
        ("bulgarian", ("P",) * 4, ""),
        ("bela", ("H",), "N"),
        ("bela", ("H",), ""),
    ],
)
def test_unchanged_record_form_stores_an_identical_result(rules, calls, fault):
    tournament = make_drawn(4, boards_per_round=1, variant=rules)
    play = recorded(tournament, calls, fault)
    before = stored(play)
    assert before[4]
    assert send(tournament, play).status_code == 302
    assert stored(play) == before
    assert play.current.version == 2


def test_correcting_contra_keeps_declarations_of_a_record(bulgarian):
    tournament = bulgarian
    play = recorded(tournament, ("AT", "P", "P", "P"))
    result = play.results.get()
    result.outcome = {
        **result.outcome,
        "declarations": {"NS": 0, "EW": 20},
        "belote": {"NS": 20, "EW": 0},
    }
    result.save()
    send(tournament, play, kind="played", contra="1", override="on")
    assert stored(play)[1]["announced"] == {"NS": 20, "EW": 20}
    assert play.current.contra == 1


@pytest.mark.parametrize(
    ("field", "kept"), [({"points": "90"}, True), ({"announced_ew": "20"}, False)]
)
def test_claims_are_kept_unless_their_sum_changes(bulgarian, field, kept):
    tournament = bulgarian
    play = plays_of(tournament)[0]
    store(play, slip(98, **ANNOUNCED, claims=CLAIMS))
    send(tournament, play, override="on", **field)
    assert play.results.count() == 2
    assert ("claims" in stored(play)[1]) == kept


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ({"deals": 12}, {"game": {"NS": 1204, "EW": 980}}),
        ({"to": 501, "best_of": 3}, {"won": {"NS": 2, "EW": 1}}),
        (
            {"to": 501, "best_of": 3},
            {
                "won": {"NS": 2, "EW": 0},
                "games": [{"NS": 501, "EW": 300}, {"NS": 520, "EW": 10}],
            },
        ),
        ({"to": 501}, {"game": {"NS": 300, "EW": 200}}),
        ({"deals": 12}, {"not_played": True}),
    ],
)
def test_unchanged_game_form_stores_an_identical_result(game, said):
    tournament = village(**game)
    play = plays_of(tournament)[0]
    store(play, said)
    before = stored(play)
    assert send(tournament, play).status_code == 302
    assert stored(play) == before


def test_unchanged_three_player_form_stores_identical_result():
    tournament = threes()
    play = plays_of(tournament)[0]
    store(play, {"game": {"N": 701, "W": 480, "S": 512}})
    before = stored(play)
    assert send(tournament, play).status_code == 302
    assert stored(play) == before


def test_older_version_is_restored_completely(bulgarian):
    tournament = bulgarian
    play = plays_of(tournament)[0]
    store(play, slip(98, **ANNOUNCED))
    store(play, {"passed_out": True})
    send(tournament, play, "?version=1", override="on")
    assert stored(play)[1] == slip(98, **ANNOUNCED, contra=0)


RULINGS = [
    ("adjusted", {"NS": {"average": "plus"}, "EW": {"average": "minus"}}),
    ("adjusted", {"NS": {"average": "equal"}, "EW": {"average": "equal"}}),
    ("adjusted", {"NS": HALF, "EW": HALF}),
    ("adjusted", {"NS": HALF, "EW": {"average": "plus"}}),
    ("adjusted", {"NS": {"average": "minus"}, "EW": {"nets": [[-16, "1"]]}}),
    ("not_played", None),
    ("not_counted", None),
    ("late", None),
]


@pytest.mark.parametrize(
    ("kind", "awards", "is_public"),
    [
        *((*ruling, number % 2 == 0) for number, ruling in enumerate(RULINGS)),
        *(
            pytest.param(*ruling, number % 2 == 1, marks=pytest.mark.slow)
            for number, ruling in enumerate(RULINGS)
        ),
    ],
)
def test_unchanged_ruling_form_stores_an_identical_result(bulgarian, kind, awards, is_public):
    tournament = bulgarian
    play = plays_of(tournament)[0]
    rule_result(
        play_id=play.pk, kind=Result.Kind(kind), awards=awards, reason="x", is_public=is_public
    )
    before = stored(play)
    path = address("ruling", tournament, play.pk)
    sent = post_untouched(client_of(tournament), path, "ruling", ruling_reason="Again")
    assert sent.status_code == 302
    assert stored(play) == before
    assert play.current.version == 2
    # The results form replaces a ruling only if a kind is chosen.
    assert form_of_results_refuses(tournament, play)


def form_of_results_refuses(tournament: Tournament, play: Play) -> bool:
    path = address("play", tournament, play.pk)
    answer = post_untouched(client_of(tournament), path, "points", reason="Again")
    return answer.status_code == 200 and play.results.count() == 2


@pytest.mark.parametrize("is_public", [True, False])
def test_unchanged_fouled_board_form_is_rejected_as_unchanged(is_public):
    tournament = make_drawn(6, boards_per_round=1)
    play = plays_of(tournament)[0]
    split_board(board=play.board, groups={play.pk: 1}, reason="x", is_public=is_public)
    path = address("cards", tournament, play.board.number)
    answer = post_untouched(client_of(tournament), path, f"play_{play.pk}", reason="Again")
    assert "grouped like this already" in answer.content.decode()
    form = answer.context["form"]
    assert form.service_values()["groups"][play.pk] == 1
    assert form.service_values()["is_public"] is is_public
