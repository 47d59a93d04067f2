"""Public names, and erasure of a player's name."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.fields import clean_name
from tournaments.archive.services.archive import rewrite_archives
from tournaments.clubs.names import NAME_LENGTH, has_letters, initials, search_key
from tournaments.clubs.selectors import merged_players
from tournaments.entries.services.entries import update_public_names
from tournaments.errors import RuleViolationError
from tournaments.events.append import log, refresh_all_tables, refresh_pages
from tournaments.models import (
    Erasure,
    Follower,
    Player,
    Signup,
    SignupContact,
    StoredArchive,
    Substitution,
    Team,
    TeamPlayer,
    Tournament,
)
from tournaments.permissions import Actor
from tournaments.privacy.archives import anonymise_document
from tournaments.privacy.texts import anonymous_name, replacement_for, rows_with_name
from tournaments.state.concurrency import VersionToken, check_version
from tournaments.state.version_tokens import public_name_state

ShownAs = Player.ShownAs
MIN_SPELLING_LENGTH: Final = 3


@transaction.atomic
def show_player_as(
    *,
    player: Player,
    shown_as: str,
    pseudonym: str = "",
    asked: str = "",
    seen: VersionToken = None,
) -> Player:
    """Set the public form of a name: name, initials or pseudonym.

    ``asked``: who requested it; ``seen``: version token. Pages, files and feeds follow
    at once; in the hall the name stays.
    """
    player = Player.objects.select_for_update(no_key=True).get(pk=player.pk)
    before = public_name_state(player)
    player.public_name = public_name_for(player, shown_as, clean_name(pseudonym))
    player.shown_as, player.public_name_asked = shown_as, clean_name(asked)[:120]
    if shown_as != ShownAs.NAME and not player.public_name_asked:
        raise RuleViolationError("who_asked", _("Write who asked for it, and when."), field="asked")
    if public_name_state(player).values == before.values:
        return player
    check_version(seen, before)
    player.save(update_fields=["shown_as", "public_name", "public_name_asked"])
    update_public_names(Team.objects.filter(players=player))
    for pk in sorted(tournaments_of(player)):
        refresh_pages(pk)
    return player


def public_name_for(player: Player, shown_as: str, pseudonym: str) -> str:
    """The public name; empty for the name itself. Refuses another player's name."""
    if shown_as != ShownAs.PSEUDONYM:
        return initials(player.name) if shown_as == ShownAs.INITIALS else ""
    if not has_letters(pseudonym) or len(pseudonym) > NAME_LENGTH:
        raise RuleViolationError(
            "bad_name",
            _("Write a name with letters, at most %d characters long.") % NAME_LENGTH,
            field="pseudonym",
        )
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    if others.filter(Q(name=pseudonym) | Q(public_name=pseudonym)).exists():
        raise RuleViolationError(
            "player_known",
            _("The club knows another player as “%s”.") % pseudonym,
            field="pseudonym",
        )
    return pseudonym


def tournaments_of(player: Player) -> set[int]:
    """Tournaments with the player as entrant or in a substitution."""
    entered = TeamPlayer.objects.filter(player=player).values_list("tournament", flat=True)
    stood_in = Substitution.objects.filter(Q(comes=player) | Q(leaves=player))
    return {*entered, *stood_in.values_list("tournament", flat=True)}


@transaction.atomic
def anonymise_player(
    *,
    player: Player,
    typed: str,
    asked: str = "",
    also: Sequence[str] = (),
    actor: Actor = None,
) -> Mapping[str, int]:
    """Replace a player's name in all data of the club; return row counts. Results stay.

    ``typed`` confirms the name; ``asked``, who requested it, is stored without the name.
    ``also``: other spellings that the organiser confirmed.
    """
    player = Player.objects.select_for_update(no_key=True).select_related("club").get(pk=player.pk)
    if clean_name(typed) != player.name:
        raise RuleViolationError(
            "other_name", _("This is not the name of the player."), field="typed"
        )
    if not clean_name(asked):
        raise RuleViolationError("who_asked", _("Write who asked for it, and when."), field="asked")
    merged = merged_players(player)
    also = [*clean_spellings(player, also), *(each.name for each in merged)]
    names = replacement_for(player, anonymous_name(player), also)
    note = str(names.replace_in(clean_name(asked), None))[:120]
    opened = Erasure.objects.create(
        club=player.club, player_id=player.pk, asked=note, user_id=actor.pk if actor else None
    )
    delete_contacts(player, also)
    counts: Counter[str] = Counter()
    for model, pk, _before, changed in list(rows_with_name(names)):
        model._default_manager.filter(pk=pk).update(**changed)
        counts[str(model._meta.verbose_name_plural)] += 1
    held = rewrite_archives(club=player.club, change=partial(anonymise_document, names=names))
    if held:
        counts[str(StoredArchive._meta.verbose_name_plural)] = held
    for each in (player, *merged):
        anonymise_row(each)
    Erasure.objects.filter(pk=opened.pk).update(is_open=False)
    update_public_names(Team.objects.filter(players=player))
    for pk in sorted(tournaments_of(player)):
        log(pk, "player_forgotten", user=actor, player=player.name)
    for pk in Tournament.objects.filter(club=player.club_id).values_list("pk", flat=True):
        refresh_pages(pk)
        refresh_all_tables(pk)
    return counts


def clean_spellings(player: Player, also: Sequence[str]) -> list[str]:
    """Normalise spellings; refuses other players' names and short ones."""
    spellings = [text for text in map(clean_name, also) if text]
    others = Player.objects.filter(club=player.club_id).exclude(pk=player.pk)
    names = set(map(str.casefold, others.values_list("name", flat=True)))
    for text in spellings:
        if text.casefold() in names:
            words = _("“%s” is another player of the club: erase that one separately.")
            raise RuleViolationError("another_player", words % text, field="typed_also")
        if len(text) < MIN_SPELLING_LENGTH:
            words = _(
                "“%(text)s” is too short: it also occurs inside other words. Use at least "
                "%(n)d letters."
            )
            raise RuleViolationError(
                "too_short", words % {"text": text, "n": MIN_SPELLING_LENGTH}, field="typed_also"
            )
    return spellings


def delete_contacts(player: Player, also: Sequence[str]) -> None:
    """Delete contacts of sign-ups under any of the names."""
    contacts = SignupContact.objects.filter(signup__tournament__club=player.club_id)
    rows = Signup.objects.filter(tournament__club=player.club_id).values_list("pk", "players")
    own = set(map(search_key, (player.name, *also)))
    known = [pk for pk, players in rows if not own.isdisjoint(map(search_key, players))]
    contacts.filter(pk__in=known).delete()
    delete_followers_of(player, known)


def delete_followers_of(player: Player, signups: Sequence[int]) -> None:
    """Delete followers of the player's team or sign-ups."""
    of_player = Q(team__players=player) | Q(signup__in=signups)
    rows = Follower.objects.filter(of_player, tournament__club=player.club_id)
    Follower.objects.filter(pk__in=list(rows.values_list("pk", flat=True))).delete()


def anonymise_row(player: Player) -> None:
    player.name = anonymous_name(player)
    player.search_key = search_key(player.name)
    player.shown_as, player.public_name, player.public_name_asked = ShownAs.NAME, "", ""
    player.save()
