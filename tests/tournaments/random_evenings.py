"""Random evenings of open play with leavers, latecomers, corrections and undo.

The ranking is compared with plain sums and brackets over the entries.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

from tests.builders import plays_of, rebuild
from tests.tournaments.changes.field import undo_state
from tests.tournaments.formats import resting_in
from tests.tournaments.open_contests import meetings_in, numbers_at
from tests.tournaments.random_play import Outcome
from tests.tournaments.random_rankings import (
    Evening,
    alive_in,
    fix_drawn_winners,
    plainly_ranked,
    ranked,
    ready_in,
    staying,
)
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import join_late, withdraw_team
from tournaments.changes.services.walkovers import give_walkover
from tournaments.draws.selectors.brackets import Meeting, meetings_of
from tournaments.draws.services.rounds import decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.models import Change, LogEntry, Play, Round
from tournaments.results.services.results import correct_result
from tournaments.state.formats import has_lives, is_bracket, is_drawn_by_round

POINTS = [(100, 100), (110, 90), (90, 110), (160, 20)]
"""Many equal points, for ties."""
BY_STANDINGS = ("swiss", "danish", "random")


def play_evening(evening: Evening) -> None:
    number = 0
    change_field(evening, 1)
    while True:
        number += 1
        if number > 1:
            disturb(evening, number)
            catch_up(evening, number - 1)
        if number > 1 and is_drawn_by_round(evening.tournament):
            decide_ties(evening)
            if evening.is_over():
                break
            draw(evening, number)
        elif number > evening.tournament.rounds.count():
            break
        play(evening, number)
        must_be_ranked(evening)
    decide_ties(evening)
    must_be_ranked(evening)


def disturb(evening: Evening, number: int) -> None:
    deeds: list[Callable[[], object]] = [
        lambda: correct_one(evening),
        lambda: change_field(evening, number),
        lambda: undo_some(evening),
    ]
    for deed in evening.rng.sample(deeds, evening.rng.randrange(4)):
        deed()


def draw(evening: Evening, number: int) -> Round:
    """Draw and publish a round; check pairings, byes and log."""
    ready = ready_in(evening) if is_bracket(evening.tournament) else set()
    row = draw_next_round(tournament=evening.tournament)
    assert row is not None
    if is_bracket(evening.tournament):
        assert meeting_pairs(evening, number) == ready
        fix_drawn_winners(evening)
    row = publish_round(tournament=evening.tournament, number=number)
    check_draw_is_fair(evening, row)
    return row


def catch_up(evening: Evening, last: int) -> None:
    for number in range(1, last + 1):
        play(evening, number)


# Results ------------------------------------------------------------------------------------------


def play(evening: Evening, number: int) -> None:
    """Enter each missing result; leavers of a bracket lose by walk-over."""
    for each in plays_of(evening.tournament, sitting__round__number=number, current=None):
        if evening.gone & set(numbers_at(each)):
            walk_over(evening, number, each)
        else:
            enter(evening, each)


def walk_over(evening: Evening, number: int, play: Play) -> None:
    here = numbers_at(play)
    absent = next(one for one in here if one in evening.gone)
    team = evening.tournament.teams.get(number=absent)
    give_walkover(team=team, reason="gone")
    (winner,) = {*here} - {absent}
    evening.said[number, frozenset(here)] = winner
    assert evening.tournament.changes.filter(
        details__round=number, details__number=absent, details__other=winner
    ).exists()


def enter(evening: Evening, play: Play, points: Outcome | None = None) -> None:
    points = points or dict(zip(("NS", "EW"), evening.rng.choice(POINTS), strict=True))
    correct_result(play_id=play.pk, slip={"game": points}, reason="misread", actor=None)
    evening.made[play] = points


def correct_one(evening: Evening) -> None:
    """Correct a random result; sometimes correct it back, which restores the ranking."""
    if not evening.made:
        return
    play = evening.rng.choice(sorted(evening.made, key=lambda play: play.pk))
    before, ranking = evening.made[play], ranked(evening)
    enter(evening, play)
    must_be_ranked(evening)
    if not evening.rng.randrange(3):
        enter(evening, play, before)
        assert ranked(evening) == ranking


def decide_ties(evening: Evening) -> None:
    """Decide ties; check that a draw is refused before."""
    tournament = evening.tournament
    if not (is_bracket(tournament) or has_lives(tournament)):
        return
    tied = [each for each in meetings_of(tournament) if each.winner is None]
    if tied:
        refused = refusal_of(lambda: draw_next_round(tournament=tournament))
        assert refused is not None
        assert refused.code == "tied_matches"
    for each in tied:
        say(evening, each, evening.rng.choice([each.a, each.b]))


def refusal_of(deed: Callable[[], object]) -> RuleViolationError | None:
    try:
        deed()
    except RuleViolationError as refused:
        return refused
    return None


def say(evening: Evening, meeting: Meeting, winner: int) -> None:
    decide_match(
        tournament=evening.tournament, number=meeting.round, match=meeting.match, winner=winner
    )
    evening.said[meeting.round, frozenset({meeting.a, meeting.b})] = winner
    must_be_logged(evening, "match_decided", round=meeting.round, number=winner)


def meeting_at(evening: Evening, number: int, pair: frozenset[int]) -> Meeting:
    return next(
        each
        for each in meetings_of(evening.tournament)
        if (each.round, frozenset({each.a, each.b})) == (number, pair)
    )


def meeting_pairs(evening: Evening, number: int) -> set[frozenset[int]]:
    met = meetings_of(evening.tournament)
    return {
        frozenset({each.a, each.b}) for each in met if each.round == number and each.match < 1000
    }


# People -------------------------------------------------------------------------------------------


def change_field(evening: Evening, number: int) -> None:
    """Randomly withdraw or add a pair before a round, with undo and redo."""
    tournament, rng = evening.tournament, evening.rng
    here = [
        team
        for team in tournament.teams.filter(number__isnull=False, withdrawn_from=None)
        if team.number not in evening.gone
    ]
    last = tournament.planned_rounds or tournament.rounds.count()
    if number > last and not has_lives(tournament):
        return
    if len(here) > 4 and rng.randrange(2):
        team = rng.choice(here)
        if is_bracket(tournament):
            evening.gone.add(team.number or 0)
        else:
            do_and_undo(evening, lambda: withdraw_team(team=team, from_round=number))
    # Latecomers of the first stage can reach the next, so names differ by stage.
    stage = "Втори" if tournament.follows_id else "Първи"
    names = [f"Нов Играч {stage} {number}", f"Друг Играч {stage} {number}"]
    comes_to = (
        *BY_STANDINGS,
        *(("single_elimination", "double_elimination") if number == 1 else ()),
    )
    if evening.kind in comes_to and not rng.randrange(3):
        join = lambda: join_late(tournament=tournament, players=names, from_round=number)  # noqa: E731
        if is_bracket(tournament) and not has_byes(evening):
            return
        do_and_undo(evening, join)
    tournament.refresh_from_db()


def has_byes(evening: Evening) -> bool:
    entrants = int(evening.tournament.movement_params["entrants"])
    return entrants & (entrants - 1) != 0


def do_and_undo(evening: Evening, deed: Callable[[], Change]) -> None:
    """Make a change, undo it (which restores everything), and sometimes redo it."""
    before, ranking = undo_state(evening.tournament), None
    change = deed()
    ranking = ranked(evening)
    undo_change(change=change)
    must_be_as(evening, before)
    if evening.rng.randrange(4):
        evening.changes.append(deed())
        note_leavers(evening)
        assert ranked(evening) == ranking
        must_be_ranked(evening)


def undo_some(evening: Evening) -> None:
    """Undo an earlier change; a refusal changes nothing."""
    if not evening.changes:
        return
    change = evening.changes.pop(evening.rng.randrange(len(evening.changes)))
    before = undo_state(evening.tournament)
    if refusal_of(lambda: undo_change(change=change)):
        must_be_as(evening, before)
    evening.tournament.refresh_from_db()
    note_leavers(evening)
    must_be_ranked(evening)


def must_be_as(evening: Evening, before: Any) -> None:
    layout, places = undo_state(evening.tournament)
    earlier, places_before = before
    assert places == places_before
    assert (layout.seats, layout.tables, layout.plays, layout.bracket) == (
        earlier.seats,
        earlier.tables,
        earlier.plays,
        earlier.bracket,
    )


def note_leavers(evening: Evening) -> None:
    rows = evening.tournament.teams.filter(number__isnull=False, withdrawn_from__isnull=False)
    evening.left = dict(rows.values_list("number", "withdrawn_from"))  # type: ignore[arg-type]


# The draw -----------------------------------------------------------------------------------------


def check_draw_is_fair(evening: Evening, row: Round) -> None:
    """Check that all play or rest once, that byes and rematches are needed, and the log."""
    pairs = meetings_in(row)
    seated = Counter(number for pair in pairs for number in pair)
    resting = resting_in(row)
    assert set(seated.values()) == {1}
    assert not set(resting) & set(seated)
    if is_bracket(evening.tournament):
        return
    here = alive_in(evening) if has_lives(evening.tournament) else staying(evening, row.number)
    assert {*seated, *resting} == here
    assert len(resting) == len(here) % 2
    earlier = list(evening.tournament.rounds.filter(number__lt=row.number))
    played = Counter(n for each in earlier for pair in meetings_in(each) for n in pair)
    met = {pair for each in earlier for pair in meetings_in(each)}
    again = [sorted(pair) for pair in pairs if pair in met]
    assert sorted(sorted(pair) for pair in row.drawn["rematches"]) == sorted(again)
    if again:
        assert not can_be_paired(sorted(here), met)
    for stays, moves in row.drawn["moves"]:
        must_be_logged(evening, "fixed_table_left", round=row.number, number=moves, other=stays)
    if resting:
        if row.drawn["bye"]["code"] != "bye_needed":
            assert played[resting[0]] == max(played[number] for number in here)
        why = row.drawn["bye"]["code"]
        must_be_logged(evening, "rest_drawn", round=row.number, number=resting[0], why=why)


def can_be_paired(numbers: list[int], met: set[frozenset[int]], may_rest: bool = True) -> bool:
    """Whether a pairing without rematches exists; one rests if the number is odd."""
    if not numbers:
        return True
    first, *others = numbers
    if len(numbers) % 2 and may_rest and can_be_paired(others, met, False):
        return True
    return any(
        can_be_paired([n for n in others if n != other], met, may_rest)
        for other in others
        if frozenset({first, other}) not in met
    )


def must_be_logged(evening: Evening, action: str, **details: object) -> None:
    log = LogEntry.objects.filter(tournament=evening.tournament, action=action)
    assert details in log.values_list("details", flat=True)


def must_be_ranked(evening: Evening) -> None:
    mine, plain = ranked(evening), plainly_ranked(evening)
    assert mine == plain, (mine, plain)


def must_be_stored(evening: Evening) -> None:
    rebuild(evening.tournament)
    found: dict[int, list[int]] = {}
    rows = evening.tournament.standing_rows.order_by("position").select_related("team")
    for row in rows:
        found.setdefault(row.rank, []).append(row.team.number or 0)
    assert [sorted(group) for group in found.values()] == plainly_ranked(evening)
