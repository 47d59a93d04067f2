"""Movement instructions for table cards and the director."""

from django.utils.translation import gettext, ngettext

from tournaments.draws.selectors.movements import movement_of
from tournaments.models import Tournament
from tournaments.movements import CheckResult, MovementError, build_movement, check_movement
from tournaments.state.formats import format_of, is_drawn_by_round

MAX_SHARES = 6


def instructions_of(tournament: Tournament) -> list[str]:
    """Movement instructions; none if the phones show everything."""
    row = format_of(tournament)
    if row is None or is_drawn_by_round(tournament):
        return drawn_words(tournament) if row else []
    try:
        facts = build_movement(row.kind, tournament.movement_params).facts
    except (MovementError, TypeError, ValueError):
        return []
    # A shortened relay skips turns, so one rule does not cover all rounds.
    has_one_rule = not tournament.is_open_play and "turns" not in facts
    lines = [gettext(row.rule)] if row.rule and has_one_rule else []
    if facts.get("skip_after_round"):
        words = gettext("After round %d East–West move up two tables instead of one.")
        lines.append(words % facts["skip_after_round"])
    if facts.get("bye_stand_after_table"):
        words = gettext(
            "Between tables %(first)d and %(second)d the boards sit out one round (bye stand)."
        )
        after = facts["bye_stand_after_table"]
        lines.append(words % {"first": after, "second": after + 1})
    switched = facts.get("switched_rounds") or []
    if switched:
        words = ngettext(
            "Round %s: arrow-switch. Turn the boards 90°; North–South play East–West.",
            "Rounds %s: arrow-switch. Turn the boards 90°; North–South play East–West.",
            len(switched),
        )
        lines.append(words % ", ".join(map(str, switched)))
    if row.rule_of_sides and facts.get("turned"):
        lines.append(gettext(row.rule_of_sides))
    if facts.get("rover"):
        lines.append(gettext("Pair %d is the rover: it goes by its guide card.") % facts["rover"])
    if facts.get("exchange_at_half_time"):
        lines.append(
            gettext("Each table plays one half of the boards first; then the two exchange them.")
        )
    stored = movement_of(tournament)
    return [*lines, *share_words(check_movement(stored), stored.tables)]


def drawn_words(tournament: Tournament) -> list[str]:
    lines = [gettext("Each round is drawn when the one before is over; the phones say where to.")]
    if tournament.unit == Tournament.Unit.TEAM and not tournament.is_open_play:
        lines.append(
            gettext("Each table plays one half of the boards first; then the two exchange them.")
        )
    return lines


def share_words(checked: CheckResult, tables: int) -> list[str]:
    """Tables that share boards; one text if all do."""
    by_tables: dict[tuple[int, ...], list[int]] = {}
    for share in checked.shares:
        by_tables.setdefault(share.tables, []).append(share.round)
    if by_tables and all(len(shared) == tables for shared in by_tables):
        return [gettext("All tables play the same boards at the same time.")]
    if len(by_tables) > MAX_SHARES or any(len(shared) > 3 for shared in by_tables):
        return []
    return [
        gettext("Tables %(tables)s share their boards in round %(rounds)s.")
        % {"tables": ", ".join(map(str, tables)), "rounds": ", ".join(map(str, rounds))}
        for tables, rounds in sorted(by_tables.items())
    ]
