import gettext
import inspect
import io
from typing import get_args

import pytest
from django.conf import settings
from django.core.management import call_command

from tests.builders import enter_teams, make_tournament
from tests.tournaments.manage import address, client_of
from tournaments.draws.services.draws import draw_tournament
from tournaments.management.commands.movement import PRINTABLE_FORMATS
from tournaments.movements import (
    FORMATS,
    REASONS,
    ROWS,
    Bracket,
    ChoiceParameter,
    MovementError,
    NumberParameter,
    Seating,
    System,
    build_bracket,
    build_movement,
    check_movement,
)

NAMES_OF_SIZE = ("tables", "entrants", "players", "teams")
AHEAD = [row for row in ROWS if row.seating is Seating.AHEAD]
BY_ROUND = [row for row in ROWS if row not in AHEAD]
OFFERED = [row for row in ROWS if row.what]
PROPOSED = [row for row in ROWS if row.proposed]
LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]


def of_kinds(rows):
    return pytest.mark.parametrize("row", rows, ids=lambda row: row.kind)


def example(row):
    """Smallest movement of a row, from five entrants on, with its default values."""
    asked = inspect.signature(row.builder).parameters.values()
    needed = (
        {"rounds": 2} if any(each.name == "rounds" and not_preset(each) for each in asked) else {}
    )
    for entrants in range(5, 30):
        usual = {each.name: each.usual(entrants) for each in row.fields}
        boards = {"boards": True} if "boards" in row.parameter_names else {}
        try:
            return build_movement(
                row.kind, {**row.params_for(entrants), **needed, **usual, **boards}
            )
        except MovementError:
            continue
    raise AssertionError(f"no {row.kind} can be made")


def not_preset(parameter):
    return parameter.default is parameter.empty


def texts_of(row):
    for words in (row.words, *(each.words for each in row.variations)):
        yield from (words.name, words.verb, words.moving, words.know, words.know_shared)
    yield from (row.what, row.offered_as, row.rule, row.rule_of_sides, *row.reasons.values())
    for asked in row.fields:
        yield asked.label
        if isinstance(asked, ChoiceParameter):
            yield from (words for _value, words in asked.options)


def test_movement_kinds_are_unique():
    assert len(FORMATS) == len(ROWS)


@of_kinds(ROWS)
def test_catalogue_row_has_entrants_and_name(row):
    assert row.suits
    assert row.words.name
    assert row.size in (*NAMES_OF_SIZE, "")
    assert row.size == "" or row.size in row.parameter_names


@of_kinds(ROWS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_catalogue_text_is_translated(row, language):
    catalogue = gettext.translation("django", settings.LOCALE_PATHS[0], [language])
    known = catalogue._catalog
    assert [words for words in texts_of(row) if words and not known.get(words)] == []


@of_kinds(AHEAD)
def test_builder_matches_its_catalogue_row(row):
    movement = example(row)
    assert movement.kind == row.kind
    assert check_movement(movement).is_valid
    assert movement.unit in {unit for unit, _people in row.suits}
    assert (movement.board_sets == 0) == row.deals_at_table
    assert row.only in (None, movement.entrants)
    assert len(movement.rounds) <= row.longest(movement.entrants) + 1  # an odd one rests
    met = {sitting.entrants for sittings in movement.rounds for sitting in sittings}
    assert max(len(each) for each in met) == row.entrants_per_table
    assert ("seed" in row.parameter_names) == row.made_by_lot


@of_kinds([row for row in AHEAD if row.size == "tables"])
def test_size_in_tables_seats_all_entrants(row):
    for entrants in (7, 8) if row.odd else (20,):
        assert build_movement(row.kind, row.params_for(entrants)).entrants == entrants


@of_kinds([row for row in AHEAD if row.all_meet])
def test_every_entrant_meets_every_other(row):
    movement = example(row)
    met = {frozenset(each.entrants) for sittings in movement.rounds for each in sittings}
    assert len(met) == movement.entrants * (movement.entrants - 1) // 2


@of_kinds([row for row in ROWS if row.seating is Seating.BRACKET])
def test_bracket_is_built_from_its_fields(row):
    params = row.params_for(6) | {
        each.name: each.options[-1][0] if isinstance(each, ChoiceParameter) else True
        for each in row.fields
    }
    bracket = build_bracket(row.kind, params)
    assert isinstance(bracket, Bracket)
    assert (bracket.kind, bracket.entrants) == (row.kind, 6)


def test_kinds_drawn_by_standings_have_a_pairing_system():
    by_standings = {row.kind for row in ROWS if row.seating is Seating.STANDINGS}
    assert by_standings == set(get_args(System))


@of_kinds(ROWS)
def test_field_defaults_are_within_bounds(row):
    assert {each.name for each in row.fields} <= set(row.parameter_names)
    for asked in row.fields:
        if isinstance(asked, NumberParameter):
            assert all(asked.least <= asked.usual(n) <= asked.most for n in range(3, 200))


@of_kinds(PROPOSED)
def test_proposed_kind_has_reasons_and_moving_text(row):
    assert row.words.moving
    assert row.reasons.items() <= REASONS.items()
    assert row.reasons
    assert {offer.entrants for offer in row.proposed} <= row.suits


@of_kinds(PRINTABLE_FORMATS)
def test_movement_command_prints_kinds_built_from_size(row):
    entrants = example(row).entrants if row in AHEAD else 7
    out = io.StringIO()
    call_command("movement", row.kind, f"--teams={entrants}", stdout=out)
    assert out.getvalue()


@of_kinds([row for row in AHEAD if row not in PRINTABLE_FORMATS])
def test_kinds_needing_more_params_cannot_be_built_from_size(row):
    with pytest.raises(MovementError, match="cannot be made of these values"):
        build_movement(row.kind, row.params_for(8))


@pytest.mark.django_db
@of_kinds(OFFERED)
def test_draw_page_offers_kind_with_its_fields(row):
    tournament = make_tournament(cards="open")
    enter_teams(tournament, 8)
    page = client_of(tournament).get(address("draw", tournament)).content.decode()
    assert f'name="other" value="{row.kind}"' in page
    assert [each.name for each in row.fields if f'"{row.kind}-{each.name}"' not in page] == []


@pytest.mark.django_db
@of_kinds(BY_ROUND)
def test_kind_drawn_by_round_uses_default_values(row):
    tournament = make_tournament()
    enter_teams(tournament, 8)
    usual = {each.name: each.usual(8) for each in row.fields if isinstance(each, NumberParameter)}
    params = {**usual, **row.params_for(8)}
    drawn = draw_tournament(tournament=tournament, kind=row.kind, params=params)
    assert drawn.rounds.count() == 1
    assert drawn.rounds.get().sittings.count() == 4
