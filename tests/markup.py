import re


def one_line(html: str) -> str:
    """HTML with each element on one line and nothing between elements."""
    spaced = re.sub(r"[ \n]+", " ", html)
    return re.sub(r"> <", "><", re.sub(r" (/?>)", r"\1", spaced))
