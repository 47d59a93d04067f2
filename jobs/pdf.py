"""HTML to PDF in a separate process: ``python -m jobs.pdf``.

The library is an extra (``pdf``). Nothing is fetched: style sheets and pictures come from
the static folders, everything else is left out.
"""

import json
import re
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from jobs.sandbox import limit_resources, run_sandboxed

SECONDS: Final = 120
MEGABYTES: Final = 2048
FLEX_CSS: Final = """
.sheet-pairs, .signatures { display: flex !important; }
.sheet-pairs > *, .signatures > * { flex: 1; }
.circle { display: inline-flex !important; align-items: center; justify-content: center; }
.sheet-slip { font-size: 88%; }
.sheet-head > :first-child { flex: 1; }
.sheet-numbers, .sheet-club { white-space: nowrap; }
.frame-head > * { white-space: nowrap; }
.sheet-slip { display: block !important; }
.sheet-slip > * { margin-bottom: 2mm; }
.circle { min-width: 8mm !important; height: 5.6mm !important; padding: 0 1mm !important; }
"""
"""WeasyPrint fails on page breaks within a grid."""
FONT_CSS: Final = """
@font-face { font-family: "Paper"; font-weight: 400; src: url("%(static)sinter-400.woff2"); }
@font-face { font-family: "Paper"; font-weight: 600; src: url("%(static)sinter-600.woff2"); }
@font-face { font-family: "Paper"; font-weight: 700; src: url("%(static)sinter-700.woff2"); }
body { font-family: "Paper", sans-serif !important; }
"""
"""WeasyPrint mixes up glyphs of a font split by script into several files."""
SYMBOL: Final = re.compile(r'<symbol id="([^"]+)"([^>]*)>(.*?)</symbol>', re.DOTALL)
VIEW: Final = re.compile(r'viewBox="[^"]*"')
USE: Final = re.compile(r'<svg ([^>]*)>\s*<use href="#([^"]+)"[^>]*?(?:/>|></use>)\s*</svg>')
NOWHERE: Final = "http://paper.invalid/"


def has_pdf() -> bool:
    return find_spec("weasyprint") is not None


def write_pdf(html: str, *, static_url: str, folders: Sequence[Path]) -> bytes:
    """The page as PDF; raises ``jobs.sandbox.SandboxLimitError`` on a timeout or failure."""
    payload = {"html": html, "static": static_url, "folders": [str(folder) for folder in folders]}
    return run_sandboxed("jobs.pdf", json.dumps(payload).encode(), seconds=SECONDS)


def static_file(address: str, static_url: str, folders: Sequence[str]) -> Path | None:
    """Path of a static file by URL; None for any other URL."""
    path = address.removeprefix(NOWHERE.rstrip("/")).split("?")[0]
    if not path.startswith(static_url):
        return None
    for folder in folders:
        file_path = (Path(folder) / path.removeprefix(static_url)).resolve()
        if file_path.is_relative_to(Path(folder).resolve()) and file_path.is_file():
            return file_path
    return None


def with_symbols(html: str) -> str:
    """Inline SVG symbols, which the library cannot reference."""
    symbols = {name: (rest, inner) for name, rest, inner in SYMBOL.findall(html)}

    def place(found: re.Match[str]) -> str:
        rest, inner = symbols.get(found[2], ("", ""))
        view = VIEW.search(rest)
        return f"<svg {found[1]} {view[0] if view else ''}>{inner}</svg>"

    return USE.sub(place, html)


def main() -> None:
    limit_resources(seconds=SECONDS, megabytes=MEGABYTES)
    payload = json.load(sys.stdin.buffer)
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class StaticFetcher(URLFetcher):  # type: ignore[misc]
        def fetch(self, url: str, headers: object = None) -> object:
            file_path = static_file(url, payload["static"], payload["folders"])
            content = file_path.read_bytes() if file_path else b""
            kind = "text/css" if url.split("?")[0].endswith(".css") else "application/octet-stream"
            return URLFetcherResponse(url, content, {"Content-Type": kind})

    fetcher, fonts = StaticFetcher(), FontConfiguration()
    styles = CSS(
        string=FLEX_CSS + FONT_CSS % payload,
        base_url=NOWHERE,
        url_fetcher=fetcher,
        font_config=fonts,
    )
    page = HTML(string=with_symbols(payload["html"]), base_url=NOWHERE, url_fetcher=fetcher)
    page.write_pdf(sys.stdout.buffer, stylesheets=[styles], font_config=fonts)


if __name__ == "__main__":
    main()
