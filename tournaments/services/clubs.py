"""Found a club; know its players again."""

import unicodedata

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from tournaments.models import Club, Membership, Player

# The transliteration of Bulgarian law, so that "Иванов" is found by "ivanov".
LATIN = dict(
    zip(
        "абвгдежзийклмнопрстуфхцчшщъьюя",
        "a b v g d e zh z i y k l m n o p r s t u f h ts ch sh sht a y yu ya".split(),
        strict=True,
    )
)


@transaction.atomic
def found_club(*, name: str, user: AbstractBaseUser, place: str = "") -> Club:
    """A new club, with the person who founds it as its organiser."""
    club = Club.objects.create(name=name, place=place)
    Membership.objects.create(club=club, user_id=user.pk, role=Membership.Role.ORGANISER)
    return club


def know_player(*, club: Club, name: str) -> Player:
    """The club's player of this name, remembered from now on."""
    player, _made = Player.objects.get_or_create(
        club=club, name=name, defaults={"search_key": search_key(name)}
    )
    return player


def search_key(text: str) -> str:
    """A form of a name that both databases compare alike: no case, no accents, Latin letters."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    letters = (LATIN.get(letter, letter) for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())[:200]
