"""Project rules, checked automatically."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(settings.BASE_DIR)
PACKAGES = ["config", "web", "api", "tournaments", "games", "ops", "jobs"]
PUBLIC_SUBMODULES = {
    "games.belot": ["records", "heuristics", "solving", "bots", "simulation", "compiling"],
    "tournaments.movements": [],
    "tournaments.scoring": [],
}


def sources(*folders: str) -> list[Path]:
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "migrations" not in path.parts
    ]


def test_every_environment_setting_is_documented():
    text = (ROOT / "config/settings.py").read_text()
    readers = r"(?:env\.\w+|whole_numbers?|whole_seconds|one_of|networks)"
    names = set(re.findall(rf"{readers}\(\s*\"([A-Z_]+)\"", text))
    documented = (ROOT / "docs/operations.md").read_text()
    assert sorted(name for name in names if f"`{name}`" not in documented) == []


def test_map_names_every_package():
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


def test_every_file_named_in_the_map_exists():
    text = (ROOT / "docs/map.md").read_text()
    named = re.findall(r"`((?:\w+/)+\w+\.\w+)`", text)
    places = [ROOT, ROOT / "tournaments", ROOT / "static/js"]
    assert len(named) > 20
    missing = [name for name in named if not any((place / name).exists() for place in places)]
    assert missing == []


def test_every_test_named_in_the_threat_model_exists():
    named = set(re.findall(r"`(test_\w+)`", (ROOT / "docs/security.md").read_text()))
    tests = "\n".join(path.read_text() for path in sources("tests"))
    assert len(named) > 30
    assert sorted(name for name in named if f"def {name}(" not in tests) == []


def test_every_named_template_exists():
    """Desk pages are named without their common folder and ending."""
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


@cache
def imports_of(path: Path) -> list[tuple[str, str]]:
    imports: list[tuple[str, str]] = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom) and node.module:
            imports += ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            imports += ((alias.name, "") for alias in node.names)
    return imports


def public_names(package: str) -> set[str]:
    path = ROOT / package.replace(".", "/") / "__init__.py"
    lists = [
        node.value
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    return set(ast.literal_eval(lists[0])) if lists else set()


@pytest.mark.parametrize("pure", PUBLIC_SUBMODULES)
def test_pure_package_is_imported_only_through_its_public_api(pure):
    doors = [pure, *(f"{pure}.{name}" for name in PUBLIC_SUBMODULES[pure])]
    given = {door: public_names(door) for door in doors if door != "games.belot.compiling"}
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
    pure = {"movements", "scoring", "models", "migrations"}
    apart = {"urls", "management", "templatetags", "__pycache__"}
    folders = (path.name for path in (ROOT / "tournaments").iterdir() if path.is_dir())
    return sorted(set(folders) - pure - apart)


def test_packages_do_not_import_views_forms_or_tasks_of_others():
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
        if module.split(".")[1] in {*rooms} - {room, "organiser"}
        and module.split(".")[2:] in (["views"], ["forms"], ["tasks"])
    }
    assert inner == set()
    assert len(rooms) > 25
