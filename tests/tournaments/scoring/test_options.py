"""Options of another kind of method are refused in facts, and change nothing."""

from dataclasses import fields, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.randomness import examples
from tests.tournaments.scoring.strategies import game_events, team_events
from tournaments.scoring import (
    FactsError,
    Method,
    Options,
    Weight,
    compute_standings,
    facts_from_json,
    options_of,
    stored_options,
    unknown_options,
)
from tournaments.scoring.methods import ComparisonScope

NON_DEFAULT_OPTIONS = Options(
    small_groups=False,
    upgrade_averages=False,
    average_net=Fraction(7),
    average_imps=Fraction(3),
    imp_table="bridge",
    datum_drop=1,
    datum_step=10,
    clip=20,
    per_board=True,
    weight=Weight.SESSION,
    boards_per_match=8,
    bye_score=Fraction(1, 2),
    bye_points=Fraction(30),
    annul_leavers=True,
)
NAMES = [field.name for field in fields(Options)]
BY_MATCHES = {"bye_score", "bye_points", "annul_leavers"}
OF_THE_FIELD = {"small_groups", "upgrade_averages", "datum_drop", "datum_step"}
WANTED = {
    ComparisonScope.FIELD: set(NAMES),
    ComparisonScope.MATCH: set(NAMES) - OF_THE_FIELD,
    ComparisonScope.GAMES: BY_MATCHES,
}


def in_json(name: str) -> object:
    value = getattr(NON_DEFAULT_OPTIONS, name)
    return str(value) if isinstance(value, Fraction) else value


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("method", Method)
def test_facts_accept_only_options_of_the_method(method, name):
    facts = {"method": method.value, "options": {name: in_json(name)}}
    if name in WANTED[method.told.over]:
        read = facts_from_json(facts).options
        assert read == replace(Options(), **{name: getattr(NON_DEFAULT_OPTIONS, name)})
    else:
        with pytest.raises(FactsError) as refused:
            facts_from_json(facts)
        text = str(refused.value)
        assert text.startswith(f"options.{name}: the method {method.value} does not know")
        assert text.endswith("bye_score, bye_points, annul_leavers")


@pytest.mark.parametrize("method", Method)
def test_stored_options_ignore_those_unknown_to_the_method(method):
    stored = {name: in_json(name) for name in NAMES}
    known = {name: getattr(NON_DEFAULT_OPTIONS, name) for name in options_of(method)}
    assert stored_options(method, stored) == replace(Options(), **known)
    with pytest.raises(FactsError, match="luck: unknown"):
        stored_options(method, {"luck": 1})


@given(facts=st.one_of(team_events(), game_events()))
@examples(60)
def test_option_unknown_to_the_method_changes_nothing(facts):
    plain = compute_standings(facts)
    values = {
        name: getattr(NON_DEFAULT_OPTIONS, name) for name in unknown_options(facts.method, NAMES)
    }
    other = replace(facts, options=replace(facts.options, **values))
    assert compute_standings(other) == plain
