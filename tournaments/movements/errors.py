"""What a movement cannot do, said so that a page can translate it."""


def _(message: str) -> str:
    """Mark a message for translation without knowing the translator."""
    return message


class MovementError(ValueError):
    """A seating that cannot be made: a stable code, an English template and its parameters."""

    def __init__(self, code: str, template: str, **params: object) -> None:
        self.code = code
        self.template = template
        self.params = params
        super().__init__(template % params)


def require(condition: bool, code: str, template: str, **params: object) -> None:
    """Raise `MovementError` unless the condition holds."""
    if not condition:
        raise MovementError(code, template, **params)
