"""The rules of the house, held by the machine."""

import re
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PACKAGES = ["config", "api", "tournaments", "games", "jobs"]


def sources(*folders: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]


@pytest.mark.parametrize("path", sources(*PACKAGES), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_file_holds_one_theme(path):
    assert len(path.read_text().splitlines()) <= 400


def test_no_rule_of_the_game_is_chosen_by_a_preset_name():
    """“belote” alone may stand there: it is a premium too, and a key of each result."""
    names = "bulgarian|belot|french|bela|bela3|bela2|belot3|belot2|open_belot"
    asked = re.compile(rf"[\"']({names})[\"']|preset\s*(==|!=|in|not in)\s")
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources("games/belot")
        if path.name not in {"presets.py", "switches.py"}
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if asked.search(line)
    ]
    assert places == []


def test_every_setting_of_the_environment_is_documented():
    text = (ROOT / "config/settings.py").read_text()
    names = set(re.findall(r"(?:env\.\w+|whole|one_of|networks)\(\s*\"([A-Z_]+)\"", text))
    documented = (ROOT / "docs/operations.md").read_text()
    assert sorted(name for name in names if f"`{name}`" not in documented) == []


def test_the_map_names_every_package_and_folder_of_the_contest():
    text = (ROOT / "docs/map.md").read_text()
    folders = [*PACKAGES, "games/belot", "tournaments/movements", "tournaments/standings"]
    assert [folder for folder in folders if f"`{folder}/" not in text] == []


def test_no_template_has_inline_script_or_style():
    """The Content-Security-Policy would block them, and only in a real browser."""
    inline = re.compile(r"<script(?![^>]*\bsrc=)[^>]*>|\sstyle=|\son[a-z]+=\"", re.IGNORECASE)
    places = [
        str(path.relative_to(ROOT))
        for path in sorted((ROOT / "templates").rglob("*.html"))
        if inline.search(path.read_text())
    ]
    assert places == []


def test_each_defence_that_the_threat_model_names_has_its_test():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs/security.md").read_text()))
    tests = "\n".join(path.read_text() for path in sources("tests"))
    assert len(named) > 30
    assert sorted(name for name in named if f"def {name}(" not in tests) == []
