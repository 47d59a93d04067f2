"""The rules of the house, held by the machine."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PACKAGES = ["config", "api", "tournaments", "games", "upkeep", "jobs"]
MOST_ANY = 260
DOORS = {
    "games.belot": ["records", "thumb", "solving", "bots", "many", "compiling"],
    "tournaments.movements": [],
    "tournaments.standings": [],
}
"""Pure rooms by name, and what may be entered beside their front."""
SHARED_FORMS = {
    ("people", "tournaments.changes.forms"),
    ("repairs", "tournaments.changes.forms"),
}
"""What people and repairs ask is put together from what every change asks."""


def sources(*folders: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def files_to_read() -> list[Path]:
    """Everything that we write in, but templates, which are shorter."""
    ours = (path for path in (ROOT / "static").rglob("*") if "vendor" not in path.parts)
    browser = sorted(path for path in ours if path.suffix in {".js", ".css"})
    return [*sources(*PACKAGES, "benchmarks", "tests"), *browser]


def test_a_file_holds_one_theme():
    lines = {str(path.relative_to(ROOT)): lines_of(path) for path in files_to_read()}
    assert len(lines) > 1000
    assert {path: len(found) for path, found in lines.items() if len(found) > 400} == {}


def lines_of(path: Path) -> list[str]:
    return path.read_text().splitlines()


def any_in_signatures(path: Path) -> int:
    """How often ``Any`` stands in what the functions of a file take and give."""
    written = [
        part
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        for part in [node.args, node.returns]
        if part is not None
    ]
    names = (name for part in written for name in ast.walk(part))
    return sum(isinstance(name, ast.Name) and name.id == "Any" for name in names)


def test_signatures_say_what_they_take_and_give():
    """``object`` until it was looked at, a type where it is known; the number only falls."""
    assert sum(map(any_in_signatures, sources(*PACKAGES, "benchmarks"))) <= MOST_ANY


def test_no_rule_of_the_game_is_chosen_by_a_preset_name():
    """“belote” alone may stand there: it is a premium too, and a key of each result."""
    names = "bulgarian|belot|french|bela|bela3|bela2|belot3|belot2|open_belot"
    asked = re.compile(rf"[\"']({names})[\"']|preset\s*(==|!=|in|not in)\s")
    places = [
        f"{path.relative_to(ROOT)}:{number}"
        for path in sources("games/belot")
        if not path.name.startswith("preset") and path.name != "switches.py"
        for number, line in enumerate(path.read_text().splitlines(), start=1)
        if asked.search(line)
    ]
    assert places == []


def test_every_setting_of_the_environment_is_documented():
    text = (ROOT / "config/settings.py").read_text()
    readers = r"(?:env\.\w+|whole_numbers?|whole_seconds|one_of|networks)"
    names = set(re.findall(rf"{readers}\(\s*\"([A-Z_]+)\"", text))
    documented = (ROOT / "docs/operations.md").read_text()
    assert sorted(name for name in names if f"`{name}`" not in documented) == []


def test_the_map_names_every_package_and_room():
    text = (ROOT / "docs/map.md").read_text()
    apart = {"urls", "models", "management", "migrations", "templatetags", "__pycache__"}
    rooms = [
        f"{package}/{path.name}"
        for package in ("games", "tournaments")
        for path in sorted((ROOT / package).iterdir())
        if path.is_dir() and path.name not in apart
    ]
    assert len(rooms) > 30
    assert [folder for folder in [*PACKAGES, *rooms] if f"`{folder}/" not in text] == []


def test_every_file_that_the_map_names_exists():
    text = (ROOT / "docs/map.md").read_text()
    named = re.findall(r"`((?:\w+/)+\w+\.\w+)`", text)
    places = [ROOT, ROOT / "tournaments", ROOT / "static/js"]
    assert len(named) > 20
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    assert missing == []


def test_no_template_has_inline_script_or_style():
    """The Content-Security-Policy would block them, and only in a real browser."""
    data = r'\stype="application/ld\+json">'  # no browser runs it, and no policy blocks it
    inline = re.compile(
        rf"<script(?![^>]*\bsrc=)(?!{data})[^>]*>|\sstyle=|\son[a-z]+=\"", re.IGNORECASE
    )
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


TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))


def test_a_template_can_be_read_at_a_glance():
    lines = {str(path.relative_to(ROOT)): lines_of(path) for path in TEMPLATES}
    assert len(lines) > 500
    assert {path: len(found) for path, found in lines.items() if len(found) > 120} == {}
    # The outline of a mark is one word.
    wide = {
        path: [line for line in found if len(line) >= 120]
        for path, found in lines.items()
        if not path.endswith("/sprite.html")
    }
    assert {path: found for path, found in wide.items() if found} == {}


def test_every_template_that_is_named_exists():
    """Pages of the desk are named without the folder of all of them and the ending."""
    texts = [*sources(*PACKAGES), *(ROOT / "templates").rglob("*.html")]
    whole = re.compile(r"""["']((?:\w+/)+[\w.-]+\.(?:html|js))["']""")
    short = re.compile(r"""\bshow(?:_form)?\(\s*request,\s*(?:tournament,\s*)?f?"([\w/]+)\"""")
    named = {
        name
        for path in texts
        for text in [path.read_text()]
        for name in [
            *whole.findall(text),
            *(f"tournaments/{page}.html" for page in short.findall(text)),
        ]
    }
    ours = {name for name in named if name.split("/")[0] in {"tournaments", "games", "_partials"}}
    assert len(ours) > 100
    assert sorted(name for name in ours if not (ROOT / "templates" / name).exists()) == []


def imports_of(path: Path) -> Iterator[tuple[str, str]]:
    """Module and name of everything that a file imports from our packages."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.name, "") for alias in node.names)


def names_given_by(package: str) -> set[str]:
    """What the front of a package lets out."""
    path = ROOT / package.replace(".", "/") / "__init__.py"
    lists = [
        node.value
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return set(ast.literal_eval(lists[0])) if lists else set()


@pytest.mark.parametrize("pure", DOORS)
def test_a_pure_room_is_entered_by_its_doors(pure):
    doors = [pure, *(f"{pure}.{name}" for name in DOORS[pure])]
    given = {door: names_given_by(door) for door in doors if door != "games.belot.compiling"}
    entered = [
        (str(path.relative_to(ROOT)), module, name)
        for path in sources(*PACKAGES)
        if not path.is_relative_to(ROOT / pure.replace(".", "/"))
        for module, name in imports_of(path)
        if f"{module}.{name}.".startswith(f"{pure}.") and f"{module}.{name}" not in doors
    ]
    assert len(entered) > 40
    assert [each for each in entered if each[2] not in given.get(each[1], {each[2]})] == []
    assert [each for each in entered if each[1] not in doors] == []


def rooms_of_the_contest() -> list[str]:
    pure = {"movements", "standings", "models", "migrations"}
    apart = {"urls", "management", "templatetags", "__pycache__"}
    folders = (path.name for path in (ROOT / "tournaments").iterdir() if path.is_dir())
    return sorted(set(folders) - pure - apart)


def test_no_room_enters_another_by_its_pages_forms_or_work():
    """But for `desk`, which is all door, and the forms that every change shares."""
    rooms = rooms_of_the_contest()
    entered = {
        (room, ".".join(f"{module}.{name}".split(".")[:3]))
        for room in rooms
        for path in sources(f"tournaments/{room}")
        for module, name in imports_of(path)
        if module.startswith("tournaments.")
    }
    inner = {
        (room, module)
        for room, module in entered
        if module.split(".")[1] in {*rooms} - {room, "desk"}
        and module.split(".")[2:] in (["views"], ["forms"], ["tasks"])
    }
    assert inner == SHARED_FORMS
    assert len(rooms) > 30


PARTICIPLES = re.compile(
    r"\w{2,}ed|\w{3,}ing|bound|brought|built|caught|chosen|dealt|done|drawn|driven|forgotten|found"
    r"|frozen|given|gone|got|held|hidden|kept|known|laid|led|left|lost|made|meant|met|paid|said"
    r"|seen|sent|shown|sold|sought|spent|spoken|stood|taken|thought|thrown|told|whole|withdrawn"
    r"|won|worn|written"
)
VERBS_AND_NOUNS = {
    "feed", "found", "need", "seed", "speed",  # verbs that only look like participles
    "nothing", "string",
    "making", "matching", "meeting", "opening", "pairing", "rating", "reading", "scoring",
    "seating", "seeding", "sitting", "standing",  # things of the field, or of a game
}  # fmt: skip
PARTICLES = {
    "aside", "at", "back", "by", "for", "from", "in", "into", "of", "off", "on", "out", "over",
    "since", "under", "with",
}  # fmt: skip


def functions_of(path: Path) -> Iterator[str]:
    """The names of all functions but properties, which say how a value is."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            ways = " ".join(ast.unparse(each) for each in node.decorator_list)
            if "property" not in ways and not node.name.startswith("__"):
                yield node.name


def test_functions_are_named_by_what_they_do_or_give():
    """A bare participle (`drawn`, `made_from`) leaves open who does what; say `draw`, `draw_of`."""
    named = [(path, name) for path in sources(*PACKAGES) for name in functions_of(path)]
    bare = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, name in named
        for first, *others in [name.strip("_").split("_")]
        if PARTICIPLES.fullmatch(first)
        and first not in VERBS_AND_NOUNS
        and PARTICLES.issuperset(others)
    ]
    assert len(named) > 3000
    assert bare == []
