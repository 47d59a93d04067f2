"""Post a page's form back as a browser would, with nothing touched."""

from html.parser import HTMLParser

from django.http import QueryDict

UNSENT = frozenset({"submit", "button", "image", "reset", "file"})


class Forms(HTMLParser):
    """The forms of a page, each with its attributes and the values that a browser would send."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[dict[str, str | None], QueryDict]] = []
        self._select: str | None = None
        self._options: list[tuple[str, bool]] = []
        self._textarea: str | None = None
        self._text = ""
        self._is_inside = False
        self.feed(html)

    @property
    def values(self) -> QueryDict:
        return self.found[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        said = dict(attrs)
        if tag == "form":
            self.found.append((said, QueryDict(mutable=True)))
            self._is_inside = True
        elif not self._is_inside or "disabled" in said:
            return
        elif tag == "input" and said.get("name"):
            self._take_input(said)
        elif tag == "select":
            self._select, self._options = said.get("name"), []
        elif tag == "option":
            self._options.append((said.get("value") or "", "selected" in said))
        elif tag == "textarea":
            self._textarea, self._text = said.get("name"), ""

    def _take_input(self, said: dict[str, str | None]) -> None:
        kind = said.get("type", "text")
        is_box = kind in ("checkbox", "radio")
        if kind in UNSENT or (is_box and "checked" not in said):
            return
        self.values.appendlist(said["name"], said.get("value", "on" if is_box else "") or "")

    def handle_data(self, data: str) -> None:
        if self._textarea:
            self._text += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._is_inside = False
        elif tag == "select" and self._select:
            chosen = [value for value, is_chosen in self._options if is_chosen]
            chosen = chosen or [value for value, _is_chosen in self._options[:1]]
            self.values.setlistdefault(self._select).extend(chosen)
            self._select = None
        elif tag == "textarea" and self._textarea:
            self.values.appendlist(self._textarea, self._text.removeprefix("\n"))
            self._textarea = None


def form_with(html: str, name: str) -> tuple[dict[str, str | None], QueryDict]:
    """The only form of a page with a field of this name."""
    (found,) = [form for form in Forms(html).found if name in form[1]]
    return found


def post_untouched(client, path, field, **values):
    """Open a page and send its form with this field as it is, but for ``values``."""
    said, sent = form_with(client.get(path).content.decode(), field)
    for name, value in values.items():
        sent[name] = value
    target = said.get("action") or path
    return client.post(target, sent.urlencode(), content_type="application/x-www-form-urlencoded")
