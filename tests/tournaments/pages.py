"""Submit a page's form unchanged, as a browser would."""

import re
from html.parser import HTMLParser
from typing import Any, Final

from django.http import QueryDict
from django.test import Client

UNSENT = frozenset({"submit", "button", "image", "reset", "file"})
DAY, TIME, NUMBER = r"\d{4}-\d\d-\d\d", r"\d\d:\d\d(:\d\d(\.\d{1,3})?)?", r"-?\d+(\.\d+)?"
INPUT_PATTERNS: Final = {
    "date": DAY,
    "time": TIME,
    "datetime-local": f"{DAY}T{TIME}",
    "number": NUMBER,
}
"""Valid values by input type; others are sent empty."""
Attributes = dict[str, str | None]


class Forms(HTMLParser):
    """Forms of a page with their attributes and the values that a browser sends.

    ``problems`` of a form are validation errors that stop the browser from sending it.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[Attributes, QueryDict]] = []
        self.buttons: list[list[tuple[str, str]]] = []
        self.problems: list[list[str]] = []
        self._at: int | None = None
        self._by_id: dict[str, int] = {}
        self._later: list[tuple[str, str, Attributes]] = []
        self._off: list[str] = []
        self._select: Attributes | None = None
        self._options: list[tuple[str, bool]] = []
        self._textarea: Attributes | None = None
        self._text = ""
        self.feed(html)
        for owner, tag, attributes in self._later:
            if (at := self._by_id.get(owner)) is not None:
                self._take(at, tag, attributes)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        if tag == "form":
            self._at = len(self.found)
            self._by_id[attributes.get("id") or ""] = self._at
            self.found.append((attributes, QueryDict(mutable=True)))
            self.buttons.append([])
            self.problems.append([])
        elif tag == "fieldset":
            self._off.append("disabled" if "disabled" in attributes else "")
        elif tag == "option":
            self._options.append((attributes.get("value") or "", "selected" in attributes))
        elif "disabled" in attributes or any(self._off):
            return
        elif tag == "select":
            self._select, self._options = attributes, []
        elif tag == "textarea":
            self._textarea, self._text = attributes, ""
        elif tag in ("input", "button") and attributes.get("name"):
            if owner := attributes.get("form"):
                self._later.append((owner, tag, attributes))
            elif self._at is not None:
                self._take(self._at, tag, attributes)

    def _take(self, at: int, tag: str, attributes: Attributes) -> None:
        kind = attributes.get("type") or ("submit" if tag == "button" else "text")
        name, value = attributes["name"] or "", attributes.get("value") or ""
        if kind == "submit":
            self.buttons[at].append((name, value))
        is_box = kind in ("checkbox", "radio")
        if kind in UNSENT or (is_box and "checked" not in attributes):
            return
        if is_box:
            value = value if "value" in attributes else "on"
        elif kind != "hidden":
            value = re.sub(r"[\r\n]", "", value)
            if kind in ("email", "url"):
                value = value.strip()
            if kind in INPUT_PATTERNS and not re.fullmatch(INPUT_PATTERNS[kind], value):
                value = ""
            self.problems[at].extend(validation_errors(kind, attributes, value))
        self.found[at][1].appendlist(name, value)

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._at = None
        elif tag == "fieldset":
            self._off.pop()
        elif tag == "select" and self._select:
            chosen = [value for value, is_chosen in self._options if is_chosen]
            if "multiple" not in self._select:
                chosen = chosen[-1:] or [value for value, _is_chosen in self._options[:1]]
            if (name := self._select.get("name")) and self._at is not None:
                self.found[self._at][1].setlistdefault(name).extend(chosen)
            self._select = None
        elif tag == "textarea" and self._textarea:
            if (name := self._textarea.get("name")) and self._at is not None:
                text = re.sub(r"\r\n|\r|\n", "\r\n", self._text.removeprefix("\n"))
                self.found[self._at][1].appendlist(name, text)
            self._textarea = None


def validation_errors(kind: str, attributes: Attributes, value: str) -> list[str]:
    name = attributes.get("name")
    if not value:
        return [f"{name} is required"] if "required" in attributes else []
    found = []
    if kind == "number":
        low, high = attributes.get("min"), attributes.get("max")
        if low is not None and float(value) < float(low):
            found.append(f"{name} is below {low}")
        if high is not None and float(value) > float(high):
            found.append(f"{name} is above {high}")
        if attributes.get("step") != "any" and float(value) % float(attributes.get("step") or 1):
            found.append(f"{name} is between two steps")
    elif kind in ("time", "datetime-local") and value.count(":") > 1 and "step" not in attributes:
        found.append(f"{name} has seconds")
    if (pattern := attributes.get("pattern")) and not re.fullmatch(pattern, value):
        found.append(f"{name} does not match its pattern")
    return found


def form_with(html: str, name: str) -> tuple[Attributes, QueryDict]:
    (found,) = [form for form in Forms(html).found if name in form[1]]
    return found


def post_untouched(client: Client, path: str, field: str, **values: str) -> Any:
    """Open a page and submit its form unchanged but for ``values``."""
    attributes, sent = form_with(client.get(path).content.decode(), field)
    for name, value in values.items():
        sent[name] = value
    target = attributes.get("action") or path
    return client.post(target, sent.urlencode(), content_type="application/x-www-form-urlencoded")
