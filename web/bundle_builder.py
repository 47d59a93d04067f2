"""Join small files into one, in the order in which a browser loads them.

Stylesheets lose comments and indentation. A module becomes a function that returns its
exports, so names do not clash. Only the import and export forms that we use are supported;
others raise.
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


class JoinError(ValueError):
    """A file uses a form that joining does not support."""


def joined_styles(names: Iterable[str], folder: str, find: Find) -> str:
    return "\n".join(style_in(folder, name, find(name).read_text("utf-8")) for name in names)


def style_in(folder: str, name: str, text: str) -> str:

    def new_address(found: re.Match[str]) -> str:
        place = posixpath.join(posixpath.dirname(name), found[2])
        return f'url("{posixpath.relpath(posixpath.normpath(place), folder)}")'

    lines = URL.sub(new_address, COMMENT.sub("", text)).splitlines()
    return "\n".join(line.strip() for line in lines if line.strip())


def joined_modules(names: Iterable[str], find: Find) -> str:
    order: list[str] = []
    for name in names:
        order_imports(name, find, order, ())
    return "\n".join(
        module_as_function(name, find(name).read_text("utf-8"), order) for name in order
    )


def order_imports(name: str, find: Find, order: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise JoinError(f"{name} imports itself by way of {above[-1]}.")
    if name in order:
        return
    for _names, path in IMPORT.findall(find(name).read_text("utf-8")):
        order_imports(resolve_import(name, path), find, order, (*above, name))
    order.append(name)


def resolve_import(by: str, path: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(by), path))


def module_as_function(name: str, text: str, order: list[str]) -> str:
    """A module as a called function that returns its exports to later ones."""

    def take(found: re.Match[str]) -> str:
        if not found[1]:
            return ""
        names = found[1].strip().rstrip(",").replace(" as ", ": ")
        return f"const {{ {names} }} = m{order.index(resolve_import(name, found[2]))};\n"

    exported = ", ".join(each[2] for each in EXPORT.finditer(text))
    body = EXPORT.sub(r"\1 \2", IMPORT.sub(take, HEAD.sub("", text)))
    strange = OTHER.search(body)
    if strange:
        raise JoinError(f"{name}: cannot join “{strange[0]}”.")
    assignment = f"const m{order.index(name)} = " if exported else ""
    gives = f"return {{ {exported} }};\n" if exported else ""
    return f"{assignment}(() => {{\n{body}{gives}}})();"
