"""HTML without the line breaks and spaces that nobody sees, to look for a piece of it."""

import re


def one_line(html: str) -> str:
    """The same elements, each written on one line, with nothing between them."""
    spaced = re.sub(r"[ \n]+", " ", html)
    return re.sub(r"> <", "><", re.sub(r" (/?>)", r"\1", spaced))
