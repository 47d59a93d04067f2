import pytest
from django.urls import reverse

from tests.builders import make_club, make_tournament
from tests.tournaments.formats import better_wins, enter_field, make_field
from tests.tournaments.manage import address, client_of, messages_of, stranger
from tournaments.draws.selectors.movements import movement_of
from tournaments.errors import RuleViolationError
from tournaments.models import Tournament
from tournaments.movements import check_movement

pytestmark = pytest.mark.django_db

KINDS = [
    ({}, 9),
    ({"unit": "team"}, 6),
    ({"unit": "team"}, 7),
    ({"unit": "player"}, 13),
    ({"cards": "open"}, 9),
    ({"unit": "player", "cards": "open"}, 8),
    ({"unit": "team", "cards": "open"}, 6),
    ({"variant": "bela2"}, 7),
    ({"variant": "bela3", "cards": "open"}, 9),
]


@pytest.mark.parametrize("variant", ["bela3", "belot3"])
def test_three_handed_play_rejects_duplicate_boards(variant):
    club = make_club()
    with pytest.raises(RuleViolationError, match="cannot be compared") as refused:
        make_tournament(club, variant=variant)
    assert (refused.value.code, refused.value.field) == ("three_with_boards", "cards")
    assert make_tournament(club, variant=variant, cards="open").unit == "player"


def test_settings_page_explains_rejected_three_handed_boards():
    tournament = make_tournament(variant="bela3", cards="open")
    director = client_of(tournament)
    form = director.get(address("settings", tournament)).context["form"]
    sent = {name: form[name].value() for name in form.fields if form[name].value() is not None}
    page = director.post(address("settings", tournament), {**sent, "cards": "boards"})
    assert "Let them shuffle at the table." in page.context["form"].errors["cards"][0]
    tournament.refresh_from_db()
    assert tournament.cards == "open"


def test_api_returns_error_for_three_handed_boards():
    tournament = make_tournament()
    asked = {"club": tournament.club.pk, "name": "Three", "date": "2026-12-01"}
    asked |= {"start_time": "19:00", "variant": "belot3"}
    made = client_of(tournament).post(reverse("api_tournaments"), asked, "application/json")
    [error] = made.json()["errors"]
    assert (made.status_code, error["code"], error["attr"]) == (400, "three_with_boards", "cards")
    assert Tournament.objects.count() == 1


def test_stored_three_handed_tournament_with_boards_is_not_drawn():
    tournament = make_tournament(variant="bela3", cards="open")
    enter_field(tournament, 6)
    Tournament.objects.update(cards="boards", scoring="cross_imps")
    director = client_of(tournament)
    assert director.get(address("draw", tournament)).status_code == 200
    params = {"players": 6, "rounds": 2, "seed": 1}
    asked = {"kind": "three_handed", "params": params}
    drawn = director.post(reverse("api_draw", args=[tournament.code]), asked, "application/json")
    assert [each["code"] for each in drawn.json()["errors"]] == ["three_with_boards"]
    tournament.refresh_from_db()
    assert (tournament.state, tournament.boards.count()) == ("entry", 0)


def pages_of(tournament: Tournament) -> list[str]:
    code = tournament.code
    inside = ["draw", "teams", "print", "tournament", "log", "settings"]
    public = ["tournament", "tournament_projector"]
    found = [address(name, tournament) for name in inside]
    found += [reverse(name, args=[code]) for name in public]
    found += [address("print_sheets", tournament, kind) for kind in ("slips", "guides", "tables")]
    found += [address("print_sheets", tournament, "seatings")]
    found += [reverse(name, args=[code, 1]) for name in ("tournament_round", "tournament_team")]
    found += [reverse("api_rounds", args=[code]), reverse("api_round", args=[code, 1])]
    return found


@pytest.mark.sample
@pytest.mark.parametrize(("values", "entrants"), KINDS)
def test_every_proposed_format_can_be_drawn_and_published(some, values, entrants):
    tournament = make_tournament(**values)
    enter_field(tournament, entrants)
    client = client_of(tournament)
    offers = client.get(address("draw", tournament)).context
    assert offers["found"].problem == ""
    for number, (key, _column) in enumerate(some([*offers["columns"], *offers["more"]])):
        client.post(address("draw", tournament), {"minutes": "180", "choice": key})
        tournament.refresh_from_db()
        assert tournament.state == Tournament.State.DRAWN, key
        assert check_movement(movement_of(tournament)).is_valid
        client.post(address("publish", tournament))
        for page in some(pages_of(tournament), number):
            assert client.get(page).status_code in (200, 302), (key, page)
        table = tournament.tables.first()
        assert client.get(reverse("table", args=[table.token])).status_code == 200
        client.post(address("take_back", tournament))
        tournament.refresh_from_db()


OTHERS = [
    ("swiss", {"rounds": "3", "first": "accelerated"}),
    ("danish", {"rounds": "4", "first": "seeding", "again": "on"}),
    ("random", {"rounds": "3"}),
    ("pools", {"pools": "2"}),
    ("single_elimination", {"consolation": "on", "third_place": "on"}),
    ("double_elimination", {"reset": "on"}),
    ("lives", {"lives": "1", "buy_backs": "1", "until_round": "2"}),
]


@pytest.mark.sample
@pytest.mark.parametrize(("kind", "figures"), OTHERS)
@pytest.mark.parametrize("unit", ["pair", "team"])
def test_other_formats_are_drawn_from_form_values(kind, figures, unit):
    tournament = make_tournament(unit=unit)
    enter_field(tournament, 8)
    client = client_of(tournament)
    sent = {f"{kind}-{name}": value for name, value in {**figures, "boards": "3"}.items()}
    values = {"other": kind, "minutes": "180", f"{kind}-order": "entry", **sent}
    client.post(address("draw", tournament), values)
    tournament.refresh_from_db()
    assert (tournament.state, tournament.movement_kind) == ("drawn", kind)
    assert tournament.boards_per_round == 3
    assert check_movement(movement_of(tournament)).is_valid
    page = client.get(address("draw", tournament)).content.decode()
    assert "Publish the draw" in page


def test_invalid_format_value_is_shown_at_its_field():
    tournament = make_tournament()
    enter_field(tournament, 8)
    values = {"other": "swiss", "minutes": "180", "swiss-rounds": "many"}
    page = client_of(tournament).post(address("draw", tournament), values)
    assert page.status_code == 200
    assert "Enter a whole number." in page.content.decode()
    tournament.refresh_from_db()
    assert tournament.state == "entry"


def test_page_draws_redraws_and_publishes_the_next_round():
    tournament = make_field(8, "swiss", {"entrants": 8, "rounds": 3, "first": "seeding"})
    client = client_of(tournament)
    page = client.get(address("draw", tournament)).content.decode()
    assert "8 results are still missing." in page
    better_wins(tournament, 1)
    client.post(address("next_round", tournament), {"number": "2"})
    page = client.get(address("draw", tournament)).content.decode()
    assert "Round 2 is a draft" in page
    assert "Place 1 against place 2" in page
    client.post(address("redraw", tournament, 2))
    client.post(address("publish_round", tournament, 2))
    assert tournament.rounds.get(number=2).is_published
    public = client.get(reverse("tournament_round", args=[tournament.code, 2])).content.decode()
    assert "lace 1 against place 2" in public


def test_page_buys_back_a_life_and_rejects_unknown_tie_winner():
    tournament = make_field(4, "lives", {"lives": 1}, scoring="total_points")
    better_wins(tournament, 1)
    client = client_of(tournament)
    context = client.get(address("draw", tournament)).context
    out = context["next"].may_buy[0]
    response = client.post(address("life", tournament), {"team": out.number})
    assert messages_of(response) == ["They are back in."]
    response = client.post(address("decide", tournament, 1), {"match": "x", "winner": "²"})
    assert messages_of(response)[-1] == "This team does not play in that match."


def test_drawing_a_round_returns_404_for_strangers():
    tournament = make_field(8, "swiss", {"entrants": 8, "rounds": 3})
    better_wins(tournament, 1)
    for name, parts in [("next_round", []), ("publish_round", [2]), ("redraw", [1])]:
        assert stranger_posts(name, tournament, parts) == 404
    assert tournament.rounds.count() == 1


def stranger_posts(name, tournament, parts):
    from django.contrib.auth.models import User

    User.objects.filter(username="stranger").delete()
    return stranger().post(address(name, tournament, *parts)).status_code
