"""Archives are created automatically before irreversible changes, and deleted later."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.builders import (
    director_of,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    plays_of,
    rebuild,
)
from tests.shared_rows import built_once
from tournaments.archive.file import parse_document
from tournaments.archive.selectors import stored_document
from tournaments.archive.services.archive import (
    MAX_ARCHIVES_PER_TOURNAMENT,
    Happened,
    store_archive,
)
from tournaments.archive.services.restore import import_archive, replace_with_stored_archive
from tournaments.draws.services.draws import undo_draw
from tournaments.models import Player, StoredArchive, Tournament
from tournaments.privacy.retention import delete_expired
from tournaments.privacy.services import anonymise_player
from tournaments.setup.services.tournaments import delete_tournament


@built_once
def tournament() -> Tournament:
    return make_drawn(4)


@pytest.mark.sql
def test_undone_draw_can_be_restored_from_its_archive(tournament):
    deals = list(tournament.boards.order_by("number").values_list("deal__pack", flat=True))
    director = director_of(tournament)
    undo_draw(tournament=tournament, actor=director)
    kept = tournament.kept_archives.get()
    assert (kept.happened, kept.user, kept.entrants, kept.results) == ("redraw", director, 4, 0)
    assert kept.rounds == 3
    back = replace_with_stored_archive(tournament=tournament, kept=kept, actor=director)
    assert back.code == kept.code
    again = list(back.boards.order_by("number").values_list("deal__pack", flat=True))
    assert again == deals


def test_replaced_tournament_can_be_restored_again(tournament):
    fill_rounds(tournament, 1)
    kept = store_archive(tournament=tournament, happened=Happened.IMPORT)
    fill_rounds(tournament, 3, seed=5)
    back = replace_with_stored_archive(tournament=rebuild(tournament), kept=kept)
    before = back.kept_archives.get(happened=Happened.PUT_BACK)
    assert (kept.results, before.results) == (4, 12)
    assert not tournament.kept_archives.exists()
    again = replace_with_stored_archive(tournament=back, kept=before)
    assert sum(play.current_id is not None for play in plays_of(again)) == 12


def test_deleted_tournament_is_restored_with_its_code(tournament):
    club, code, name = tournament.club, tournament.code, tournament.name
    delete_tournament(tournament=tournament, actor=director_of(tournament))
    assert not Tournament.objects.filter(code=code).exists()
    kept = StoredArchive.objects.get()
    assert (kept.tournament, kept.club, kept.name) == (None, club, name)
    made = import_archive(kept=kept)
    assert (made.code, made.name, made.club) == (code, name, club)
    assert made.teams.count() == 4


def test_stored_archives_are_limited_and_expire_after_a_month(tournament):
    for _each in range(MAX_ARCHIVES_PER_TOURNAMENT + 2):
        store_archive(tournament=tournament, happened=Happened.REDRAW)
    assert tournament.kept_archives.count() == MAX_ARCHIVES_PER_TOURNAMENT
    first = tournament.kept_archives.order_by("pk")[0]
    then = timezone.now() - timedelta(days=31)
    StoredArchive.objects.filter(pk=first.pk).update(made_at=then)
    delete_expired()
    assert tournament.kept_archives.count() == MAX_ARCHIVES_PER_TOURNAMENT - 1


def test_rehearsal_is_not_archived(tournament):
    copy = make_tournament(tournament.club)
    copy.rehearses = tournament
    assert store_archive(tournament=copy, happened=Happened.REDRAW) is None
    assert not StoredArchive.objects.exists()


@pytest.mark.sql
def test_anonymised_player_is_removed_from_stored_archives(tournament):
    player = Player.objects.filter(club=tournament.club).order_by("pk")[0]
    name = player.name
    kept = store_archive(tournament=tournament, happened=Happened.REDRAW)
    other = store_archive(
        tournament=make_drawn(4, club=make_club("Elsewhere")), happened=Happened.REDRAW
    )
    assert name in str(parse_document(bytes(kept.content)))
    untouched = bytes(StoredArchive.objects.get(pk=other.pk).content)
    counts = anonymise_player(player=player, typed=name, asked="by letter")
    assert counts["kept archives"] == 1
    kept.refresh_from_db()
    text = str(stored_document(kept))
    assert name not in text
    assert f"N. N. {player.pk}" in text
    assert bytes(StoredArchive.objects.get(pk=other.pk).content) == untouched
    back = replace_with_stored_archive(tournament=tournament, kept=kept)
    assert player in Player.objects.filter(team_players__tournament=back)
    assert not Player.objects.filter(name=name, club=tournament.club).exists()
