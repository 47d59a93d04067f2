import re
from pathlib import Path

from django.conf import settings

from games.belot import PRESETS
from tournaments.table_app.texts import contra_words, table_words

SCRIPTS = Path(settings.BASE_DIR) / "static/js"
CODE, SHARED = (
    "".join(path.read_text() for path in sorted(SCRIPTS.glob(f"{room}/*.js")))
    for room in ("table", "slips")
)


def flat(words, above=""):
    for key, value in words.items():
        name = f"{above}{key}"
        if isinstance(value, dict):
            yield from flat(value, f"{name}.")
        else:
            yield name


def test_every_text_key_used_by_scripts_exists():
    known = set(flat(table_words())) | set(table_words())
    said = set(re.findall(r'\bt\("([\w.]+)"', CODE))
    assert len(said) > 60
    assert sorted(said - known) == []


def test_every_text_key_is_used_by_a_script():
    code = CODE + SHARED
    silent = [key for key in table_words() if not re.search(rf'["`\'.]{key}\b', code)]
    spoken_by_phase = {
        f"{phase}_{part}" for phase in ("closed", "finished") for part in ("title", "text")
    }
    steps = {f"step_{name}" for name in ("contract", "who", "points", "check")}
    assert sorted(set(silent) - spoken_by_phase - steps) == []


def test_scripts_contain_no_hard_coded_texts():
    texts = re.findall(r'"([A-Z][a-z]+ [a-z ]+[.?])"', CODE)
    assert texts == []


def test_sit_out_text_names_a_bye_in_brackets():
    assert table_words()["sits_out"] == "Sits out round %(round)s"
    assert table_words(byes=True)["sits_out"] == "A bye in round %(round)s: on to the next"
    assert table_words().keys() == table_words(byes=True).keys()


def test_every_contra_level_has_a_text():
    words = contra_words()
    for rules in PRESETS.values():
        assert len(words) > rules.contra_levels
