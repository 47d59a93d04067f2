import copy
import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User

from tests.builders import (
    enter_and_confirm,
    fill_rounds,
    make_club,
    make_drawn,
    make_tournament,
    make_user,
    plays_of,
    rebuild,
    slip,
)
from tournaments.bots.playing import simulate_play
from tournaments.cash.services.fees import FeeKindRequest, set_fees
from tournaments.cash.services.ledger import cancel_line, close_till, pay
from tournaments.console.services.calls import answer_call, call_director
from tournaments.console.services.clock import start_round
from tournaments.console.services.messages import send_message
from tournaments.draws.services.draws import draw_tournament, publish_draw
from tournaments.models import Club, Result, Tournament
from tournaments.registration.services.approval import approve_signup, set_entry_plan
from tournaments.registration.services.signups import ContactDetails, sign_up
from tournaments.results.services.results import correct_result
from tournaments.rulings.services.fouled import split_board
from tournaments.rulings.services.rulings import adjust, cancel_adjustment, rule_result
from tournaments.setup.services.stages import create_next_stages
from tournaments.setup.services.tournaments import finish_tournament

Path = tuple[str | int, ...]
Document = dict[str, Any]


def eventful_evening(club: Club | None = None, teams: int = 6) -> Tournament:
    director = make_user(f"director {uuid4().hex[:6]}")
    tournament = entered_tournament(club or make_club(), director, teams)
    rng = random.Random(3)
    start_round(tournament=tournament, number=1, actor=director)
    for number in range(1, tournament.rounds.count() + 1):
        play_round(tournament, number, rng)
        rebuild(tournament)
    first = plays_of(tournament, sitting__round__number=1)[0]
    correct_result(play_id=first.pk, slip=slip(74, "C", "E"), reason="Misread", actor=director)
    rebuild(tournament)
    rule(tournament, director)
    rebuild(tournament)
    call = call_director(table=tournament.tables.all()[0], message="A card too many")
    answer_call(call=call, actor=director)
    send_message(tournament=tournament, tables=[1, 2], text="Pause", actor=director)
    finish_tournament(tournament=tournament, actor=director)
    return rebuild(tournament)


def entered_tournament(club: Club, director: User, teams: int) -> Tournament:
    tournament = make_tournament(club, name="Eventful")
    set_entry_plan(tournament=tournament, is_open=True, needs_approval=True, actor=director)
    reach = ContactDetails(email="ana@example.org", phone="+359 2 555")
    for number in range(teams):
        names = [f"Ана Иванова {number}", f"Явор Петров {number}"]
        asked = sign_up(tournament=tournament, players=names, client_key=uuid4(), reach=reach)
        approve_signup(signup=asked, actor=director)
    set_fees(
        tournament=tournament, kinds=(FeeKindRequest(1000, "member"), FeeKindRequest(600, "guest"))
    )
    take_money(tournament)
    draw_tournament(
        tournament=tournament, kind="barometer", params={"entrants": teams}, by_lot=False
    )
    return publish_draw(tournament=tournament, actor=director)


def take_money(tournament: Tournament) -> None:
    teams = list(tournament.teams.all())
    for team in teams[:-1]:
        pay(tournament=tournament, team=team)
    cancel_line(tournament=tournament, number=2)
    close_till(tournament=tournament, counted=6000, note="One note lacks")


def play_round(tournament: Tournament, number: int, rng: random.Random) -> None:
    for at, play in enumerate(plays_of(tournament, sitting__round__number=number)):
        if at == 1:
            simulate_play(play.pk)
            continue
        points = rng.choice([50, 62, 74, 83, 90, 98, 110, 120])
        said = slip(points, rng.choice("CDHS"), rng.choice("NWSE"))
        enter_and_confirm(play, slip=said)


def rule(tournament: Tournament, director: User) -> None:
    """Adjust points and cancel one, adjust a board, foul a board."""
    teams = list(tournament.teams.all())
    adjust(team=teams[0], amount=Fraction(-5), reason="Late", actor=director)
    other = adjust(team=teams[1], amount=Fraction(3), reason="By mistake", actor=director)
    cancel_adjustment(adjustment=other, reason="By mistake", actor=director)
    plays = plays_of(tournament, sitting__round__number=2)
    awards = {"NS": {"average": "plus"}, "EW": {"average": "minus"}}
    kind = Result.Kind.ADJUSTED
    rule_result(play_id=plays[0].pk, kind=kind, awards=awards, reason="Seen", actor=director)
    board = plays[-1].board
    split_board(board=board, groups={plays[-1].pk: 1}, reason="Exchanged", actor=director)


def two_stages(club: Club | None = None) -> Tournament:
    """Qualifying round robin, then a final with a share of the score carried over."""
    first = make_drawn(8, club=club or make_club(), name="Qualifying", kind="round_robin")
    fill_rounds(first, first.rounds.count())
    finish_tournament(tournament=rebuild(first))
    final, *_rest = create_next_stages(
        tournament=first, stage_name="Final", through=4, carry="share", tie="lot"
    )
    draw_tournament(
        tournament=final, kind="barometer", params={"entrants": 4}, by_lot=False, seed="08" * 32
    )
    final = publish_draw(tournament=final)
    fill_rounds(final, final.rounds.count(), seed=5)
    return rebuild(final)


# One value changed -------------------------------------------------------------------------------


def leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """Path of every scalar value."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield from leaves(each, (*path, key))
    elif isinstance(value, list):
        for at, each in enumerate(value):
            yield from leaves(each, (*path, at))
    else:
        yield path


def value_at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document


def with_change(document: Document, path: Path, rng: random.Random) -> Document:
    changed = copy.deepcopy(document)
    holder = value_at(changed, path[:-1])
    holder[path[-1]] = other_value(document, path, rng)
    return changed


def other_value(document: Document, path: Path, rng: random.Random) -> Any:
    """Value of the same kind, mostly from the same column of another row."""
    value = value_at(document, path)
    if isinstance(value, bool):
        return not value
    others = [each for each in sibling_values(document, path) if each != value]
    if others and rng.random() < 0.6:
        return rng.choice(others)
    if isinstance(value, int):
        return value + rng.choice([-1, 1, 2])
    return str(value or "") + rng.choice("x0") if value is None or isinstance(value, str) else 1


def sibling_values(document: Document, path: Path) -> list[Any]:
    """Values at the same place of the part's other rows."""
    if len(path) < 5:
        return []
    found = []
    for row in document["stages"][path[1]][path[2]]:
        try:
            found.append(value_at(row, path[4:]))
        except (KeyError, IndexError, TypeError):
            continue
    return [each for each in found if type(each) is type(value_at(document, path))]


def column_of(path: Path) -> tuple[str, str]:
    """Part and column of a path; for standings rows, the value."""
    if len(path) < 4:
        return "", str(path[0])
    if path[2] == "tournament":
        return "tournament", str(path[3])
    return str(path[2]), str(path[4])
