import json
from collections.abc import Callable
from typing import Any

from tests.season.evening import Evening, draw, random_slip
from tests.season.events import EVENTS, PREVIEWED_EVENTS
from tests.season.refusals import check_refusal_is_known
from tournaments.changes.layout import Layout
from tournaments.changes.selectors.layouts import layout_of
from tournaments.changes.services.byes import pair_resting
from tournaments.changes.services.changes import undo_change
from tournaments.changes.services.people import replace_team
from tournaments.changes.services.preview import preview_of
from tournaments.changes.services.redraws import redraw_rest
from tournaments.changes.services.round_count import change_rounds, round_count
from tournaments.draws.selectors.brackets import meetings_of
from tournaments.draws.services.rounds import decide_match, draw_next_round, publish_round
from tournaments.errors import RuleViolationError
from tournaments.events.append import append_result
from tournaments.events.entry import Author
from tournaments.models import Change, Play, Result, Tournament
from tournaments.results.services.slips import entry_of
from tournaments.rulings.services.rulings import rule_result
from tournaments.scoring.serialization import facts_to_json
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament
from tournaments.standings.tasks import rebuild_now
from tournaments.state.formats import BY_STANDINGS, DRAWN_BY_ROUND
from tournaments.state.snapshot import snapshot_of

QUALIFYING = {"pools", "round_robin", "berger", "swiss"}


def play_evening(evening: Evening) -> None:
    number = 1
    while number <= evening.tournament.rounds.count() or draw_further_round(evening, number):
        disturb(evening, number, played=False)
        enter_round(evening, number)
        disturb(evening, number, played=True)
        enter_round(evening, number)
        number += 1
    rebuild_now(evening.tournament.pk)
    evening.tournament.refresh_from_db()


def next_stage(evening: Evening) -> Evening | None:
    """Sometimes let the best continue in a bracket, like a club's final after pools."""
    tournament = evening.tournament
    if tournament.movement_kind not in QUALIFYING or evening.rng.random() < 0.3:
        return None
    finish_tournament(tournament=tournament, anyway=True)
    through = evening.rng.randint(1, 2) if tournament.movement_kind == "pools" else 4
    carry = evening.rng.choice(["none", "all"])
    stage, *_ = create_next_stages(
        tournament=tournament,
        stage_name="Final",
        through=max(2, through),
        carry=carry,
        tie="lot",
    )
    entrants = stage.teams.count()
    kind = evening.rng.choice(["single_elimination", "double_elimination"])
    if entrants < 3:
        kind = "single_elimination"  # a double elimination needs three
    final = Evening(stage, evening.rng, done=evening.done, late=evening.late)
    draw(final, kind, {"entrants": entrants}, evening.rng.randrange(1 << 32))
    final.begin()
    return final


def draw_further_round(evening: Evening, number: int) -> bool:
    """Whether another round was drawn; ties are decided by lot first."""
    tournament = evening.tournament
    tournament.refresh_from_db()
    kind = tournament.movement_kind
    if kind not in DRAWN_BY_ROUND or (
        kind in BY_STANDINGS and number > (tournament.planned_rounds or 0)
    ):
        return False
    if kind not in BY_STANDINGS:
        decide_ties(evening)
    try:
        draw_next_round(tournament=tournament)
    except RuleViolationError as refusal:
        if refusal.code != "decided":
            raise
        return False
    publish_round(tournament=tournament, number=number)
    return True


def decide_ties(evening: Evening) -> None:
    for each in meetings_of(evening.tournament):
        if each.winner is None:
            decide_match(
                tournament=evening.tournament,
                number=each.round,
                match=each.match,
                winner=evening.rng.choice([each.a, each.b]),
            )
            evening.done["tie decided"] += 1


def enter_round(evening: Evening, number: int) -> None:
    rows = Play.objects.filter(
        sitting__round__tournament=evening.tournament,
        sitting__round__number=number,
        state=Play.State.EMPTY,
    ).select_related("sitting__round__tournament", "board__deal")
    author = Author(source=Result.Source.DIRECTOR)
    for play in rows:
        entry = entry_of(play, random_slip(evening), override=True)
        append_result(play, entry, author, state=Play.State.CONFIRMED)


def disturb(evening: Evening, number: int, *, played: bool) -> None:
    """Trigger up to two random events; undo some at once."""
    for event in evening.rng.sample(EVENTS, k=evening.rng.choice([0, 1, 1, 2])):
        act = event(evening, number, played)
        if act is None:
            continue
        name = event.__name__
        try:
            if event in PREVIEWED_EVENTS and preview_of(evening.tournament, act).faults:
                evening.refused[f"{name}: faults"] += 1
                continue
            before, facts = visible_layout(evening.tournament), facts_text(evening.tournament)
            change = act()
        except RuleViolationError as refusal:
            evening.refused[f"{name}: {refusal.code}"] += 1
            check_refusal_is_known(name, refusal)
            check_alternative(evening, refusal, event, act, number + played)
            continue
        evening.done[name] += 1
        if isinstance(change, Change) and evening.rng.random() < 0.3:
            undo_change(change=change)
            assert visible_layout(evening.tournament) == before, f"undoing {name}"
            assert facts_text(evening.tournament) == facts, f"undoing {name}"
            evening.done["undone"] += 1
        else:
            record_for_rests(evening, name, change)


def check_alternative(
    evening: Evening, refusal: RuleViolationError, event: Any, act: Callable[[], Any], first: int
) -> None:
    """Check that the alternative named by a refusal works."""
    name = event.__name__
    instead = refusal.details.get("instead") or {}
    rounds = evening.tournament.rounds.count()
    if "new_boards" in instead:
        if len(remaining_at_rest(evening, first)) >= 2 and evening.tournament.unit == "pair":
            preview_of(
                evening.tournament,
                lambda: pair_resting(
                    tournament=evening.tournament, from_round=first, new_boards=True
                ),
            )
            evening.done["way out: new boards"] += 1
    elif "boards" in instead:
        redraw_rest(tournament=evening.tournament, from_round=first, boards="same")
        evening.done["way out: same boards"] += 1
    elif "length" in instead and instead["length"] != round_count(evening.tournament):
        change_rounds(tournament=evening.tournament, length=instead["length"])
        evening.done["way out: another length"] += 1
    elif "from_round" in instead and instead["from_round"] <= rounds and name == "is_drawn_anew":
        following = instead["from_round"]
        preview_of(
            evening.tournament,
            lambda: redraw_rest(tournament=evening.tournament, from_round=following, boards="same"),
        )
        evening.done["way out: a later round"] += 1
    elif refusal.code == "no_empty_place":
        preview_of(
            evening.tournament,
            lambda: replace_team(
                team=evening.teams()[0], players=evening.new_names(), from_round=first
            ),
        )
        evening.done["way out: in a place"] += 1
    elif refusal.code == "two_lists":
        play = Play.objects.filter(sitting__round__tournament=evening.tournament).earliest("pk")
        kind = Result.Kind.NOT_PLAYED
        preview_of(evening.tournament, lambda: rule_result(play_id=play.pk, kind=kind, reason=name))
        evening.done["way out: a ruling"] += 1


def remaining_at_rest(evening: Evening, number: int) -> list[int]:
    """Entrants that rest in a round and have not left."""
    here = {team.pk for team in evening.teams()}
    return [team for team in layout_of(evening.tournament).entrants_at_rest(number) if team in here]


def facts_text(tournament: Tournament) -> str:
    tournament = Tournament.objects.get(pk=tournament.pk)
    return json.dumps(facts_to_json(snapshot_of(tournament).facts), sort_keys=True)


def visible_layout(tournament: Tournament) -> Layout:
    """Layout without leftovers of undone changes."""
    layout = layout_of(tournament)
    layout.substitutions = {k: row for k, row in layout.substitutions.items() if row.is_active}
    layout.teams = {k: row for k, row in layout.teams.items() if row.number is not None}
    return layout


def record_for_rests(evening: Evening, name: str, change: Any) -> None:
    """Record what the limit on rests depends on."""
    if name in {"leaves", "stays_away"}:
        evening.gone += 1
    if name == "comes_late":
        evening.latecomers.add(change.details["team"])
    if name == "swaps":
        # Exchanged entrants take over each other's rests.
        evening.exchanged.update(change.details["teams"])
