import gettext

import pytest
from django.conf import settings

from tournaments.models import SCORING_NAMES, Tournament
from tournaments.scoring import METHODS, Method
from tournaments.standings.texts import FIGURE_UNITS
from tournaments.state.scoring import methods_for

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != "en"]


def test_method_table_has_every_method_in_enum_order():
    assert list(METHODS) == list(Method)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("method", Method)
def test_method_texts_are_translated_in_every_language(method, language):
    known = gettext.translation("django", settings.LOCALE_PATHS[0], [language])._catalog
    told = method.told
    assert [words for words in (told.name, told.what, told.explained) if not known.get(words)] == []


@pytest.mark.parametrize("method", Method)
def test_method_units_have_a_label(method):
    assert {method.told.unit, method.told.board_unit or method.told.unit} <= set(FIGURE_UNITS)


@pytest.mark.parametrize("method", Method)
def test_method_is_offered_for_some_unit_and_cards(method):
    offers = [
        methods_for(unit, cards)
        for unit in Tournament.Unit.values
        for cards in Tournament.Cards.values
    ]
    assert any(method in offer for offer in offers)
    assert method in SCORING_NAMES
