"""From which state a client wants to change something, and what it is told of a later one."""

from typing import Unpack

from api.serializers.fields import IdField, NumberOptions, TextField, TextOptions

USUAL = "the version that was looked at, 0 for none; 409 with what stands now if it is another one"


class SeenVersion(IdField):
    """The number of a version; left out, nothing is compared."""

    def __init__(self, **kwargs: Unpack[NumberOptions]) -> None:
        usual: NumberOptions = {
            "required": False,
            "default": None,
            "allow_null": True,
            "write_only": True,
            "min_value": 0,
            "help_text": USUAL,
            **kwargs,
        }
        super().__init__(**usual)


class SeenMark(TextField):
    """The name of a state, as it was read; left out, nothing is compared."""

    def __init__(self, **kwargs: Unpack[TextOptions]) -> None:
        words = "names what was read; sent back, a change is refused by 409 if that is no more so"
        usual: TextOptions = {
            "required": False,
            "default": None,
            "allow_null": True,
            "max_length": 64,
            "help_text": words,
            **kwargs,
        }
        super().__init__(**usual)
