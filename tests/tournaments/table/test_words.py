"""The words of the table's phone and the scripts that say them."""

import re
from pathlib import Path

from django.conf import settings

from tournaments.table.words import table_words

FOLDER = Path(settings.BASE_DIR) / "static/js/table"
CODE = "".join(path.read_text() for path in sorted(FOLDER.glob("*.js")))


def flat(words, above=""):
    for key, value in words.items():
        name = f"{above}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{name}.")
        else:
            yield name


def test_every_sentence_that_a_script_says_is_there():
    known = set(flat(table_words())) | set(table_words())
    said = set(re.findall(r'\bt\("([\w.]+)"', CODE))
    assert len(said) > 60
    assert sorted(said - known) == []


def test_every_sentence_there_is_said_by_a_script():
    silent = [key for key in table_words() if not re.search(rf'["`\'.]{key}\b', CODE)]
    spoken_by_phase = {
        f"{phase}_{part}" for phase in ("closed", "finished") for part in ("title", "text")
    }
    steps = {f"step_{name}" for name in ("contract", "who", "points", "check")}
    assert sorted(set(silent) - spoken_by_phase - steps) == []


def test_the_scripts_bring_no_words_of_their_own():
    texts = re.findall(r'"([A-Z][a-z]+ [a-z ]+[.?])"', CODE)
    assert texts == []


def test_who_rests_in_a_bracket_has_a_bye():
    assert table_words()["sits_out"] == "Sits out round %(round)s"
    assert table_words(byes=True)["sits_out"] == "A bye in round %(round)s: on to the next"
    assert table_words().keys() == table_words(byes=True).keys()
