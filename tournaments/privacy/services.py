"""What everybody reads instead of a player's name."""

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from tournaments.clubs.names import NAME_LENGTH, clean_name, has_letters, initials
from tournaments.entries.services.entries import tell_public_names
from tournaments.errors import Refused
from tournaments.facts.append import show_extras
from tournaments.facts.present import present_public_name
from tournaments.facts.seen import Seen, must_be_as_seen
from tournaments.models import Player, Substitution, Team, TeamPlayer

ShownAs = Player.ShownAs


@transaction.atomic
def show_player_as(
    *, player: Player, shown_as: str, pseudonym: str = "", asked: str = "", seen: Seen = None
) -> Player:
    """Show everybody initials or another name instead of a player's, or the name again.

    ``asked`` says who asked for it; ``seen`` names what was looked at. Pages, files and feeds of
    all tournaments of the player follow at once; in the hall the name stays.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = present_public_name(player)
    player.public_name = name_for(player, shown_as, clean_name(pseudonym))
    player.shown_as, player.public_name_asked = shown_as, clean_name(asked)[:120]
    if shown_as != ShownAs.NAME and not player.public_name_asked:
        raise Refused("who_asked", _("Write who asked for it, and when."), field="asked")
    if present_public_name(player).values != before.values:
        must_be_as_seen(seen, before)
    player.save(update_fields=["shown_as", "public_name", "public_name_asked"])
    tell_public_names(Team.objects.filter(players=player))
    for pk in sorted(tournaments_of(player)):
        show_extras(pk)
    return player


def name_for(player: Player, shown_as: str, pseudonym: str) -> str:
    """What everybody will read; empty for the name itself. Refuses another's name."""
    if shown_as != ShownAs.PSEUDONYM:
        return initials(player.name) if shown_as == ShownAs.INITIALS else ""
    if not has_letters(pseudonym) or len(pseudonym) > NAME_LENGTH:
        raise Refused(
            "bad_name",
            _("Write a name with letters, at most %d characters long.") % NAME_LENGTH,
            field="pseudonym",
        )
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    if others.filter(Q(name=pseudonym) | Q(public_name=pseudonym)).exists():
        raise Refused(
            "player_known",
            _("The club knows another player as “%s”.") % pseudonym,
            field="pseudonym",
        )
    return pseudonym


def tournaments_of(player: Player) -> set[int]:
    """The tournaments whose pages may name the player: entered, or in somebody's place."""
    entered = TeamPlayer.objects.filter(player=player).values_list("tournament", flat=True)
    stood_in = Substitution.objects.filter(Q(comes=player) | Q(leaves=player))
    return {*entered, *stood_in.values_list("tournament", flat=True)}
