import html
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from django.test import Client

HIDDEN = re.compile(r"<(script|style|svg|datalist|template)\b.*?</\1>", re.DOTALL)
LINK = re.compile(r'(?:href|hx-get)="(/[^"#]*)')
SPOKEN = re.compile(r'(?:aria-label|title|placeholder|alt|data-undo)="([^"]*)"')


def text_of(answer: Any) -> str:
    """Visible and spoken text."""
    text = HIDDEN.sub(" ", answer.content.decode())
    said = re.sub(r"<[^>]+>", " ", text) + " " + " ".join(SPOKEN.findall(text))
    return " ".join(html.unescape(said).split())


def walk(
    client: Client, starts: Iterable[str], within: re.Pattern[str], most: int | None = None
) -> Iterator[tuple[str, Any]]:
    """Yield pages reachable by links, where the address matches.

    ``most`` limits pages whose addresses differ only by numbers.
    """
    waiting = list(starts)
    seen = set(waiting)
    kinds = Counter[str]()
    while waiting:
        address = waiting.pop(0)
        kind = re.sub(r"\d+", "0", address)
        kinds[kind] += 1
        if most is not None and kinds[kind] > most:
            continue
        answer: Any = client.get(address)
        if answer.streaming:
            continue
        found = [answer["Location"]] if answer.status_code in (301, 302) else []
        if answer.status_code == 200 and "html" in answer["Content-Type"]:
            yield address, answer
            shown = HIDDEN.sub(" ", answer.content.decode())
            found = [html.unescape(each) for each in LINK.findall(shown)]
        fresh = [each for each in dict.fromkeys(found) if within.search(each) and each not in seen]
        seen.update(fresh)
        waiting += fresh
