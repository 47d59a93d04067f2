def _(message: str) -> str:
    """Mark a message for translation by the caller."""
    return message


class MovementError(ValueError):
    """An impossible seating: stable code, English template and its parameters."""

    def __init__(self, code: str, template: str, **params: object) -> None:
        self.code = code
        self.template = template
        self.params = params
        super().__init__(template % params)


def require(condition: bool, code: str, template: str, **params: object) -> None:
    if not condition:
        raise MovementError(code, template, **params)
