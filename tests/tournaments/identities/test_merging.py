import pytest

from tests.builders import make_club, make_drawn, make_tournament, rebuild
from tests.shared_rows import built_once
from tests.tournaments.seasons.ladders import finished, run_all_jobs
from tournaments.archive.services.archive import Happened, store_archive
from tournaments.archive.services.restore import replace_with_stored_archive
from tournaments.changes.services.people import substitute_player
from tournaments.clubs.selectors import near_names, players_of
from tournaments.clubs.services import ensure_player
from tournaments.entries.services.entries import add_team
from tournaments.errors import RuleViolationError
from tournaments.identities.selectors import (
    PLAYER_FIELDS,
    distinct_pairs,
    possible_duplicates,
    preview_merge,
)
from tournaments.identities.services import (
    allow_duplicates,
    mark_distinct,
    merge_players,
    split_player,
    undo_merge,
)
from tournaments.models import (
    DistinctPlayers,
    LogEntry,
    Player,
    PlayerMerge,
    Rating,
    SeasonPlace,
    Substitution,
    TeamPlayer,
)
from tournaments.privacy.selectors import stored_data_of
from tournaments.privacy.services import anonymise_player, show_player_as
from tournaments.seasons.services import create_season

pytestmark = pytest.mark.django_db
COMPUTED = {(SeasonPlace, "player"), (Rating, "player")}
ABOUT_PLAYERS = {
    (Player, "merged_into"),
    (PlayerMerge, "player"),
    (PlayerMerge, "kept"),
    (DistinctPlayers, "first"),
    (DistinctPlayers, "second"),
}


@built_once
def club():
    return make_club()


@pytest.fixture
def pair(club):
    for name, partner in (("Đorđe Perić", "Ana Babić"), ("Djordje Perić", "Ivo Kos")):
        tournament = make_tournament(club, name=f"With {partner}")
        add_team(tournament=tournament, players=[name, partner])
    return [Player.objects.get(name=name) for name in ("Đorđe Perić", "Djordje Perić")]


def rows_of(model, name):
    return list(model.objects.order_by("pk").values_list("pk", name))


def test_merge_handles_every_player_relation():
    relations = {
        (field.related_model, field.field.name)
        for field in Player._meta.get_fields(include_hidden=True)
        if field.one_to_many and field.auto_created
    }
    assert relations == {*PLAYER_FIELDS, *COMPUTED, *ABOUT_PLAYERS}


def test_merge_moves_all_rows_and_undo_restores_them(club):
    evening = make_drawn(4, club=club)
    team, other = evening.teams.order_by("number")[:2]
    gone, leaver = team.players.first(), other.players.first()
    kept = ensure_player(club=club, name="Đorđe Perić")
    substitute_player(team=other, leaves=leaver, comes="Nova Nova", from_round=2)
    comes = Player.objects.get(name="Nova Nova")
    relations = [*PLAYER_FIELDS]
    before = [rows_of(*each) for each in relations]
    merges = []
    for player in (gone, comes):
        mine = ensure_player(club=club, name=f"Other {player.pk}") if player == comes else kept
        merges.append(merge_players(kept=mine, player=player))
        for model, name in relations:
            assert not model.objects.filter(**{name: player}).exists()
    assert TeamPlayer.objects.get(player=kept).team == team
    assert Substitution.objects.get().comes.name == f"Other {comes.pk}"
    assert gone not in players_of(club)
    for merge in merges:
        undo_merge(merge=merge)
    assert [rows_of(*each) for each in relations] == before
    assert gone in players_of(club)
    actions = LogEntry.objects.filter(tournament=evening).values_list("action", flat=True)
    assert {"players_merged", "merge_undone"} <= set(actions)


def test_seasons_and_ratings_follow_a_merge(club, client):
    evening = finished(club)
    season = create_season(club=club, name="Autumn", tournaments=[evening])
    run_all_jobs()
    gone = evening.teams.first().players.first()
    kept = ensure_player(club=club, name="Đorđe Perić")
    merge = merge_players(kept=kept, player=gone)
    run_all_jobs()
    assert kept.name in client.get(f"/en/player/{gone.pk}/").content.decode()
    assert season.places.filter(player=kept).exists()
    assert Rating.objects.filter(player=kept).exists()
    undo_merge(merge=merge)
    run_all_jobs()
    assert season.places.filter(player=gone).exists()
    assert not Rating.objects.filter(player=kept).exists()


def test_merged_name_resolves_to_kept_player(club, pair):
    kept, gone = pair
    merge_players(kept=kept, player=gone)
    assert ensure_player(club=club, name="DJORDJE perić") == kept
    assert near_names(club, ["Djorđe Perić"]) == {"Djorđe Perić": ["Đorđe Perić"]}
    assert players_of(club, "djordje") == [kept]
    assert stored_data_of(kept).player["merged_names"] == [gone.name]


def test_rows_added_after_a_merge_are_kept_by_undo(club, pair):
    kept, gone = pair
    merge = merge_players(kept=kept, player=gone)
    later = make_tournament(club, name="Later")
    add_team(tournament=later, players=[gone.name, "Eva Eva"])
    undo_merge(merge=merge)
    assert TeamPlayer.objects.filter(tournament=later, player=kept).exists()
    with pytest.raises(RuleViolationError) as caught:
        undo_merge(merge=merge)
    assert caught.value.code == "already_undone"


def test_chained_merges_are_undone_in_reverse_order(club, pair):
    kept, gone = pair
    third = ensure_player(club=club, name="Георги Перич")
    first = merge_players(kept=kept, player=gone)
    second = merge_players(kept=third, player=kept)
    assert ensure_player(club=club, name=gone.name) == third
    with pytest.raises(RuleViolationError) as caught:
        undo_merge(merge=first)
    assert caught.value.code == "merged_later"
    undo_merge(merge=second)
    undo_merge(merge=first)
    assert [TeamPlayer.objects.filter(player=each).count() for each in (kept, gone)] == [1, 1]


def test_merge_of_players_in_one_tournament_is_rejected(club, pair):
    both = make_tournament(club, name="Both")
    add_team(tournament=both, players=[pair[0].name, "A B"])
    add_team(tournament=both, players=[pair[1].name, "C D"])
    assert preview_merge(*pair).both == [both]
    with pytest.raises(RuleViolationError) as caught:
        merge_players(kept=pair[0], player=pair[1])
    assert caught.value.code == "both_played"
    assert "“Both”" in str(caught.value)


def test_merging_hidden_player_into_visible_is_rejected(pair):
    kept, gone = pair
    show_player_as(player=gone, shown_as="initials", asked="himself")
    with pytest.raises(RuleViolationError) as caught:
        merge_players(kept=kept, player=gone)
    assert caught.value.code == "hidden_name"
    merge_players(kept=gone, player=kept)
    team = TeamPlayer.objects.get(player=gone, team__players__name="Ana Babić").team
    assert team.public_name == "D. P. – Ana Babić"


def test_anonymising_player_removes_merged_names(pair):
    kept, gone = pair
    merge_players(kept=kept, player=gone)
    anonymise_player(player=kept, typed=kept.name, asked="himself")
    names = Player.everyone.values_list("name", flat=True)
    assert not [name for name in names if "Peri" in name]
    assert not TeamPlayer.objects.filter(team__name__contains="Peri").exists()


def test_an_archive_from_before_a_merge_is_restored(club):
    evening = make_drawn(4, club=club)
    gone = evening.teams.first().players.first()
    archive = store_archive(tournament=rebuild(evening), happened=Happened.REDRAW)
    kept = ensure_player(club=club, name="Đorđe Perić")
    merge_players(kept=kept, player=gone)
    back = replace_with_stored_archive(tournament=evening, kept=archive)
    assert TeamPlayer.objects.filter(tournament=back, player=kept).exists()


def test_archive_with_both_merged_players_is_rejected(club):
    evening = make_drawn(4, club=club)
    archive = store_archive(tournament=rebuild(evening), happened=Happened.REDRAW)
    kept, gone = Player.objects.filter(teams__tournament=evening).order_by("pk")[:2]
    TeamPlayer.objects.filter(player=gone).delete()
    merge_players(kept=kept, player=gone)
    with pytest.raises(RuleViolationError) as caught:
        replace_with_stored_archive(tournament=evening, kept=archive)
    assert caught.value.code == "merged_players"


def test_distinct_players_are_not_listed_as_duplicates(club, pair):
    pairs = [{each.first, each.second} for each in possible_duplicates(club)]
    assert pairs == [set(pair)]
    distinct = mark_distinct(first=pair[1], second=pair[0])
    assert mark_distinct(first=pair[0], second=pair[1]) == distinct
    assert possible_duplicates(club) == []
    allow_duplicates(pair=distinct)
    assert len(possible_duplicates(club)) == 1


def test_distinct_mark_survives_merge_and_undo(club, pair):
    mark = mark_distinct(first=pair[0], second=pair[1])
    other = ensure_player(club=club, name="Dorde Perić")
    merge = merge_players(kept=other, player=pair[1])
    assert possible_duplicates(club) == []
    assert list(distinct_pairs(club)) == [mark]
    merge_players(kept=pair[0], player=other)
    assert list(distinct_pairs(club)) == [mark]
    assert possible_duplicates(club) == []
    undo_merge(merge=PlayerMerge.objects.latest("pk"))
    undo_merge(merge=merge)
    assert {each.first for each in possible_duplicates(club)} == {pair[0], pair[1]}


def test_entry_as_another_person_creates_distinct_player(club):
    ensure_player(club=club, name="Đorđe Perić")
    names = ["Djordje Perić", "Ana Babić"]
    add_team(tournament=make_tournament(club), players=names, people={"Djordje Perić": ""})
    assert len(players_of(club, "djordje")) == 2
    assert possible_duplicates(club) == []


def test_split_moves_entries_and_merge_restores_them(club, pair):
    player, gone = pair
    merge_players(kept=player, player=gone)
    tournament = TeamPlayer.objects.filter(player=player).order_by("-pk")[0].tournament
    new = split_player(player=player, name="Djordje Perić II", tournaments=[tournament])
    assert TeamPlayer.objects.get(player=new).tournament == tournament
    assert TeamPlayer.objects.filter(player=player).count() == 1
    merge_players(kept=player, player=new)
    assert TeamPlayer.objects.filter(player=player).count() == 2


@pytest.mark.parametrize(
    ("name", "code"), [("Ana Babić", "player_known"), ("…", "bad_name"), ("X Y", "not_entered")]
)
def test_invalid_split_is_rejected(pair, name, code):
    with pytest.raises(RuleViolationError) as caught:
        split_player(player=pair[0], name=name, tournaments=[])
    assert caught.value.code == code
