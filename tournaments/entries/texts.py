from django.utils.translation import gettext, ngettext


def count_words(unit: str, count: int) -> str:
    """“8 pairs”, “8 teams” or “8 players”."""
    if unit == "team":
        return ngettext("%d team", "%d teams", count) % count
    if unit == "player":
        return ngettext("%d player", "%d players", count) % count
    return ngettext("%d pair", "%d pairs", count) % count


def number_words(unit: str, number: int | str) -> str:
    if unit == "team":
        return gettext("Team %s") % number
    return (gettext("Player %s") if unit == "player" else gettext("Pair %s")) % number


def number_words_in_line(unit: str, number: int | str) -> str:
    if unit == "team":
        return gettext("team %s") % number
    return (gettext("player %s") if unit == "player" else gettext("pair %s")) % number


def minimum_text(unit: str, count: int) -> str:
    """Text: the minimum number of entrants for a draw."""
    if unit == "team":
        words = gettext("At least %d teams are needed. Enter them, or mark them as present.")
    elif unit == "player":
        words = gettext("At least %d players are needed. Enter them, or mark them as present.")
    else:
        words = gettext("At least %d pairs are needed. Enter them, or mark them as present.")
    return words % count


def stand_in_words(comes: str, leaves: str, first: int, last: int | None) -> str:
    named = {"comes": comes, "leaves": leaves, "first": first, "last": last}
    return stand_in_pattern(first, last) % named


def stand_in_pattern(first: int, last: int | None) -> str:
    if last is None:
        return gettext("%(comes)s plays for %(leaves)s from round %(first)s on.")
    if first == last:
        return gettext("%(comes)s plays for %(leaves)s in round %(first)s.")
    return gettext("%(comes)s plays for %(leaves)s in rounds %(first)s–%(last)s.")
