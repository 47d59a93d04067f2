"""Events of an evening: each returns the change to make, or None if not applicable."""

from collections.abc import Callable
from typing import Any

from tests.season.evening import Evening, random_slip
from tournaments.changes.selectors.layouts import sets_in_play
from tournaments.changes.services.byes import pair_resting
from tournaments.changes.services.people import (
    join_late,
    replace_team,
    substitute_player,
    withdraw_team,
)
from tournaments.changes.services.redraws import redraw_rest
from tournaments.changes.services.repairs import (
    exchange_sides,
    exchange_tables_boards,
    exchange_tables_results,
    record_other_set,
)
from tournaments.changes.services.round_count import change_rounds, round_count
from tournaments.changes.services.seating import exchange_entrants
from tournaments.models import Change, Play, Sitting
from tournaments.results.services.results import correct_result
from tournaments.state.formats import BRACKETS, DRAWN_BY_ROUND


def leaves(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    teams = evening.teams()
    if len(teams) < 5:
        return None
    team = evening.rng.choice(teams)
    return lambda: withdraw_team(team=team, from_round=number + played)


def stays_away(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    teams = evening.teams()
    if number > 1 or played or len(teams) < 5:
        return None
    team = evening.rng.choice(teams)
    return lambda: withdraw_team(team=team, from_round=1, no_show=True)


def comes_late(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    names = evening.new_names()
    return lambda: join_late(
        tournament=evening.tournament, players=names, from_round=number + played
    )


def is_replaced(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    team, names = evening.rng.choice(evening.teams()), evening.new_names()
    return lambda: replace_team(team=team, players=names, from_round=number + played)


def has_a_substitute(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    team = evening.rng.choice(evening.teams())
    leaves = evening.rng.choice([row.player for row in team.team_players.all()])
    comes, to_round = evening.new_names()[0], evening.rng.choice([number + played, None])
    return lambda: substitute_player(
        team=team, leaves=leaves, comes=comes, from_round=number + played, to_round=to_round
    )


def swaps(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    if evening.tournament.movement_kind in BRACKETS:
        return None  # places in a bracket belong to seeds
    first, second = evening.rng.sample(evening.teams(), 2)
    last = evening.tournament.rounds.count()
    rounds = evening.rng.choice([[number], list(range(number, last + 1))])

    def act() -> Change:
        change = exchange_entrants(
            tournament=evening.tournament, first=first, second=second, rounds=rounds
        )
        change.details["teams"] = [first.pk, second.pk]
        return change

    return act


def sat_wrongly(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    if evening.tournament.unit == "team":
        return None  # the side says which half of a team sits there
    sitting = random_sitting(evening, number)
    return sitting and (lambda: exchange_sides(sitting=sitting, reason="Sat wrongly"))


def other_boards(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    sitting = random_sitting(evening, number)
    board_set = evening.rng.choice(sets_in_play(evening.tournament))
    if evening.tournament.movement_kind in DRAWN_BY_ROUND:
        return None  # later rounds are not drawn yet
    return sitting and (lambda: record_other_set(sitting=sitting, board_set=board_set))


def boards_crossed(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    two = random_sittings(evening, number)
    return two and (lambda: exchange_tables_boards(sitting=two[0], other=two[1]))


def phones_crossed(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    two = random_sittings(evening, number)
    return two and (lambda: exchange_tables_results(sitting=two[0], other=two[1]))


def is_corrected(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    rows = Play.objects.filter(sitting__round__tournament=evening.tournament, current__isnull=False)
    if evening.tournament.movement_kind in BRACKETS:
        rows = rows.filter(sitting__round__number=number)  # the next round depends on earlier ones
    plays = list(rows.values_list("pk", flat=True))
    if not plays:
        return None
    return lambda: correct_result(
        play_id=evening.rng.choice(plays),
        slip=random_slip(evening),
        reason="Misread",
        actor=None,
        override=True,
    )


def is_shorter(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    rounds = evening.tournament.rounds.count()
    length = evening.rng.randint(number, max(number, rounds))
    return lambda: change_rounds(tournament=evening.tournament, length=length)


def is_longer(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    length = round_count(evening.tournament) + 1
    return lambda: change_rounds(tournament=evening.tournament, length=length)


def rest_plays(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    new_boards = evening.rng.random() < 0.5
    return lambda: pair_resting(
        tournament=evening.tournament, from_round=number + played, new_boards=new_boards
    )


def is_drawn_anew(evening: Evening, number: int, played: bool) -> Callable[[], Any] | None:
    return lambda: redraw_rest(tournament=evening.tournament, from_round=number + played)


EVENTS = (
    is_shorter, is_longer, rest_plays, is_drawn_anew, comes_late,
    leaves, stays_away, comes_late, is_replaced, has_a_substitute, swaps, sat_wrongly,
    other_boards, boards_crossed, phones_crossed, is_corrected,
)  # fmt: skip
PREVIEWED_EVENTS = (swaps, other_boards, boards_crossed)
"""Skipped if the preview finds faults."""


def random_sitting(evening: Evening, number: int) -> Sitting | None:
    found = random_sittings(evening, number, 1)
    return found[0] if found else None


def random_sittings(evening: Evening, number: int, count: int = 2) -> list[Sitting] | None:
    rows = Sitting.objects.filter(
        round__tournament=evening.tournament, round__number=number
    ).select_related("round__tournament", "table")
    sittings = list(rows)
    return evening.rng.sample(sittings, count) if len(sittings) >= count else None
