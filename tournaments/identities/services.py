from collections.abc import Iterable, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.clubs.names import NAME_LENGTH, has_letters, search_key
from tournaments.clubs.services import store_distinct
from tournaments.entries.services.entries import update_public_names
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_all_tables, refresh_pages
from tournaments.identities.selectors import PLAYER_FIELDS, preview_merge, tournaments_of
from tournaments.models import Club, DistinctPlayers, Player, PlayerMerge, Season, Team, Tournament
from tournaments.permissions import Actor
from tournaments.seasons.jobs import RATINGS_JOB, SEASON_JOB


@transaction.atomic
def merge_players(*, kept: Player, player: Player, actor: Actor = None) -> PlayerMerge:
    """Move everything of ``player`` to ``kept``; the name remains as an alternative spelling.

    Raises RuleViolationError if both took part in one tournament.
    """
    kept, player = lock_pair(kept, player)
    both = preview_merge(player, kept).both
    if both:
        words = _("“%(player)s” and “%(kept)s” both took part in “%(tournament)s”: two people.")
        about = {"player": player.name, "kept": kept.name, "tournament": both[0].name}
        raise RuleViolationError("both_played", words % about, field="player")
    if player.shown_as != Player.ShownAs.NAME and kept.shown_as == Player.ShownAs.NAME:
        words = _("“%(player)s” is shown by another name in public. Keep that player instead.")
        raise RuleViolationError("hidden_name", words % {"player": player.name}, field="player")
    tournaments = sorted(tournaments_of(player))
    move_entries(player, kept, tournaments)
    player.merged_into = kept
    player.save(update_fields=["merged_into"])
    rebuild_after_move(kept.club, kept, tournaments)
    log_in_tournaments(tournaments, "players_merged", actor, player=player.name, kept=kept.name)
    return PlayerMerge.objects.create(
        club=kept.club, player=player, kept=kept, tournaments=tournaments, user=actor
    )


@transaction.atomic
def undo_merge(*, merge: PlayerMerge, actor: Actor = None) -> Player:
    """Return the moved rows to the merged player; later rows stay with the other."""
    merge = PlayerMerge.objects.select_for_update(no_key=True).get(pk=merge.pk)
    if merge.undone_at is not None:
        raise RuleViolationError("already_undone", _("This merge is undone already."))
    rows = Player.everyone.select_for_update(no_key=True).order_by("pk")
    players = rows.select_related("club").in_bulk([merge.player_id, merge.kept_id])
    player, target = players[merge.player_id], players[merge.kept_id]
    if target.merged_into_id is not None:
        words = _("“%s” was merged into another player later. Undo that merge first.")
        raise RuleViolationError("merged_later", words % target.name)
    player.merged_into = None
    player.save(update_fields=["merged_into"])
    move_entries(target, player, merge.tournaments)
    merge.undone_at = timezone.now()
    merge.save(update_fields=["undone_at"])
    rebuild_after_move(player.club, player, merge.tournaments)
    log_in_tournaments(
        merge.tournaments, "merge_undone", actor, player=player.name, kept=target.name
    )
    return player


@transaction.atomic
def mark_distinct(*, first: Player, second: Player, actor: Actor = None) -> DistinctPlayers:
    """Mark two players as distinct, so that they are not listed as duplicates."""
    return store_distinct(*lock_pair(first, second), actor=actor)


@transaction.atomic
def allow_duplicates(*, pair: DistinctPlayers) -> None:
    pair.delete()


@transaction.atomic
def split_player(
    *, player: Player, name: str, tournaments: Sequence[Tournament], actor: Actor = None
) -> Player:
    """Move the entries in these tournaments to a new player; a merge undoes it."""
    player = Player.objects.select_for_update(no_key=True).select_related("club").get(pk=player.pk)
    name = clean_name(name)
    if not has_letters(name) or len(name) > NAME_LENGTH:
        words = _("Write a name with letters, at most %d characters long.") % NAME_LENGTH
        raise RuleViolationError("bad_name", words, field="name")
    if Player.everyone.filter(club=player.club, name=name).exists():
        words = _("The club knows another player as “%s”.") % name
        raise RuleViolationError("player_known", words, field="name")
    keys = sorted({each.pk for each in tournaments})
    if not keys or not tournaments_of(player).issuperset(keys):
        words = _("Choose tournaments in which “%s” took part.") % player.name
        raise RuleViolationError("not_entered", words, field="tournaments")
    new = Player.objects.create(club=player.club, name=name, search_key=search_key(name))
    move_entries(player, new, keys)
    mark_distinct(first=player, second=new, actor=actor)
    rebuild_after_move(player.club, new, keys)
    log_in_tournaments(keys, "player_split", actor, player=player.name, other=new.name)
    return new


def lock_pair(one: Player, other: Player) -> tuple[Player, Player]:
    """Lock both players; raises RuleViolationError unless they are two of one club."""
    if one.pk == other.pk or one.club_id != other.club_id:
        words = _("Choose two different players of the club.")
        raise RuleViolationError("same_player", words, field="player")
    rows = Player.objects.select_for_update(no_key=True).select_related("club").order_by("pk")
    players = rows.in_bulk([one.pk, other.pk])
    if len(players) != 2:
        raise RuleViolationError(
            "merged_player", _("This player was merged already."), field="player"
        )
    return players[one.pk], players[other.pk]


def move_entries(source: Player, target: Player, tournaments: Iterable[int]) -> None:
    for model, name in PLAYER_FIELDS:
        rows = model._default_manager.filter(tournament__in=list(tournaments), **{name: source})
        rows.update(**{name: target})


def rebuild_after_move(club: Club, player: Player, tournaments: Sequence[int]) -> None:
    """Rebuild public names, pages, seasons and ratings after entries moved."""
    update_public_names(Team.objects.filter(players=player, tournament__in=tournaments))
    for key in tournaments:
        refresh_pages(key)
        refresh_all_tables(key)
    seasons = Season.objects.filter(tournaments__in=tournaments).distinct()
    for key in seasons.values_list("pk", flat=True):
        SEASON_JOB.submit(key)
    if tournaments:
        RATINGS_JOB.submit(club.pk)


def log_in_tournaments(
    tournaments: Iterable[int], action: str, actor: Actor, **details: str
) -> None:
    for key in Tournament.objects.filter(pk__in=list(tournaments)).values_list("pk", flat=True):
        log(key, action, user=actor, **details)
