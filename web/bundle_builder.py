"""Small files joined into one, as a browser would load them one after another.

Stylesheets lose comments and indents. Modules keep their own names each: one is a function that
gives what it exports. Only the forms of import and export that our modules use are known; anything
else is refused, so that nothing is joined wrongly.
"""

import posixpath
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

Find = Callable[[str], Path]
"""The file of a name such as ``css/base.css``."""
URL: Final = re.compile(r"""url\((["']?)(?!data:|#|/)([^"')]+)\1\)""")
COMMENT: Final = re.compile(r"/\*.*?\*/", re.S)
IMPORT: Final = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.{1,2}/[^"]+)";\n?', re.M)
EXPORT: Final = re.compile(r"^export ((?:async )?function\*?|const|class) (\w+)", re.M)
OTHER: Final = re.compile(r"^(?:import|export)\b.*|\bimport(?:\(|\.meta).*|^await\b.*", re.M)
HEAD: Final = re.compile(r"\A(?:/\*.*?\*/\s*)+", re.S)


class CannotJoin(ValueError):
    """A file is written in a way that joining does not know."""


def joined_styles(names: Iterable[str], folder: str, find: Find) -> str:
    """Stylesheets as one, for a file in a folder beside that of the stylesheets."""
    return "\n".join(style_in(folder, name, find(name).read_text("utf-8")) for name in names)


def style_in(folder: str, name: str, text: str) -> str:
    """One stylesheet without comments and indents, its addresses as they are from the folder."""

    def new_address(found: re.Match[str]) -> str:
        place = posixpath.join(posixpath.dirname(name), found[2])
        return f'url("{posixpath.relpath(posixpath.normpath(place), folder)}")'

    lines = URL.sub(new_address, COMMENT.sub("", text)).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def joined_modules(names: Iterable[str], find: Find) -> str:
    """Modules with all that they import as one, each run once and in the order of the browser."""
    order: list[str] = []
    for name in names:
        put_in_order(name, find, order, ())
    return "\n".join(module_of(name, find(name).read_text("utf-8"), order) for name in order)


def put_in_order(name: str, find: Find, order: list[str], above: tuple[str, ...]) -> None:
    """Put what a module imports before it."""
    if name in above:
        raise CannotJoin(f"{name} imports itself by way of {above[-1]}.")
    if name in order:
        return
    for _names, path in IMPORT.findall(find(name).read_text("utf-8")):
        put_in_order(name_of_import(name, path), find, order, (*above, name))
    order.append(name)


def name_of_import(by: str, path: str) -> str:
    """The name of a module that another one imports by its path."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(by), path))


def module_of(name: str, text: str, order: list[str]) -> str:
    """A module as a function that was called, giving what it exports to those that come later."""

    def take(found: re.Match[str]) -> str:
        if not found[1]:
            return ""
        names = found[1].strip().rstrip(",").replace(" as ", ": ")
        return f"const {{ {names} }} = m{order.index(name_of_import(name, found[2]))};\n"

    exported = ", ".join(each[2] for each in EXPORT.finditer(text))
    body = EXPORT.sub(r"\1 \2", IMPORT.sub(take, HEAD.sub("", text)))
    strange = OTHER.search(body)
    if strange:
        raise CannotJoin(f"{name}: cannot join “{strange[0]}”.")
    kept = f"const m{order.index(name)} = " if exported else ""
    gives = f"return {{ {exported} }};\n" if exported else ""
    return f"{kept}(() => {{\n{body}{gives}}})();"
