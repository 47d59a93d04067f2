import pytest
from django.urls import reverse

from tests.api.programs import ApiClient
from tests.builders import director_of, make_tournament, make_user
from tests.shared_rows import built_once
from tournaments.entries.services.entries import add_team
from tournaments.models import DistinctPlayers, Membership, Player, PlayerMerge, TeamPlayer

pytestmark = pytest.mark.django_db


@built_once
def tournament():
    made = make_tournament()
    add_team(tournament=made, players=["Đorđe Perić", "Ana Babić"])
    other = make_tournament(made.club, name="Other")
    add_team(tournament=other, players=["Djordje Perić", "Ivo Kos"])
    return made


@pytest.fixture
def pair(tournament):
    return [Player.objects.get(name=name) for name in ("Đorđe Perić", "Djordje Perić")]


@pytest.fixture
def organiser(client, tournament):
    client.force_login(director_of(tournament))
    return client


def test_page_previews_stores_and_undoes_a_merge(organiser, tournament, pair):
    kept, gone = pair
    listed = reverse("manage_duplicates", args=[tournament.club_id])
    address = reverse("manage_player_merge", args=[tournament.club_id, gone.pk])
    assert f"{address}?other={kept.pk}" in organiser.get(listed).content.decode()
    assert f"?other={kept.pk}" in organiser.get(address, {"q": "djordje"}).content.decode()
    assert "Other" in organiser.get(address, {"other": kept.pk}).content.decode()
    organiser.post(address, {"other": kept.pk})
    merge = PlayerMerge.objects.get()
    assert (merge.kept, merge.player, merge.user) == (kept, gone, director_of(tournament))
    undo = reverse("manage_merge_undo", args=[tournament.club_id, merge.pk])
    assert undo in organiser.get(listed).content.decode()
    organiser.post(undo)
    assert Player.objects.filter(pk=gone.pk).exists()


def test_page_marks_and_unmarks_distinct_players(organiser, tournament, pair):
    club = tournament.club_id
    values = {"first": pair[0].pk, "second": pair[1].pk}
    organiser.post(reverse("manage_keep_apart", args=[club]), values)
    page = organiser.get(reverse("manage_duplicates", args=[club])).content.decode()
    remove = reverse("manage_distinct_remove", args=[club, DistinctPlayers.objects.get().pk])
    assert remove in page
    organiser.post(remove)
    assert not DistinctPlayers.objects.exists()


def test_page_splits_a_player(organiser, tournament, pair):
    address = reverse("manage_player_split", args=[tournament.club_id, pair[0].pk])
    assert tournament.name in organiser.get(address).content.decode()
    organiser.post(address, {"name": "Đorđe Perić ml.", "tournaments": [tournament.pk]})
    assert TeamPlayer.objects.filter(player__name="Đorđe Perić ml.").exists()


def test_api_merges_undoes_splits_and_marks_distinct(tournament, pair):
    program = ApiClient(tournament)
    first, second = (each.pk for each in pair)
    status, pairs = program.ask("GET api_possible_duplicates")
    assert (status, [each["first"]["id"] for each in pairs]) == (200, [first])
    two = {"player_id": second, "other_id": first}
    preview = program.ask("GET api_player_merging", **two)[1]
    assert (preview["entries"], preview["both"]) == (1, [])
    status, merge = program.ask("POST api_player_merging", **two)
    assert (status, merge["kept"]["id"]) == (201, first)
    assert [each["id"] for each in program.ask("GET api_player_merges")[1]] == [merge["id"]]
    assert program.ask("DELETE api_player_merge", merge_id=merge["id"])[0] == 204
    assert program.code("DELETE api_player_merge", merge_id=merge["id"]) == (400, "already_undone")
    body = {"first": first, "second": second}
    status, distinct = program.ask("POST api_distinct_players", body)
    assert status == 201
    assert program.code("POST api_distinct_players", {**body, "second": 0})[0] == 400
    assert program.ask("GET api_possible_duplicates")[1] == []
    assert len(program.ask("GET api_distinct_players")[1]) == 1
    assert program.ask("DELETE api_distinct_pair", pair_id=distinct["id"])[0] == 204
    split = {"name": "Another One", "tournaments": [tournament.code]}
    status, new = program.ask("POST api_player_splitting", split, player_id=first)
    assert (status, new["name"]) == (201, "Another One")
    unknown = {"name": "Third One", "tournaments": ["nothere"]}
    assert program.code("POST api_player_splitting", unknown, player_id=first) == (
        400, "no_such_tournament",
    )  # fmt: skip


def test_a_director_cannot_merge_players(tournament, pair, client):
    helper = make_user("helper")
    Membership.objects.create(club=tournament.club, user=helper, role="director")
    two = {"player_id": pair[1].pk, "other_id": pair[0].pk}
    assert ApiClient(tournament, helper).ask("POST api_player_merging", **two)[0] == 403
    client.force_login(helper)
    address = reverse("manage_player_merge", args=[tournament.club_id, pair[1].pk])
    assert client.post(address, {"other": pair[0].pk}).status_code == 404
    assert not PlayerMerge.objects.exists()
