"""Version tokens: the state on which a client bases a change."""

from typing import Unpack

from api.serializers.fields import IdField, NumberOptions, TextField, TextOptions

VERSION_HELP = (
    "the version that was looked at, 0 for none; 409 with what stands now if it is another one"
)


class SeenVersion(IdField):
    """A version number; if omitted, nothing is compared."""

    def __init__(self, **kwargs: Unpack[NumberOptions]) -> None:
        usual: NumberOptions = {
            "required": False,
            "default": None,
            "allow_null": True,
            "write_only": True,
            "min_value": 0,
            "help_text": VERSION_HELP,
            **kwargs,
        }
        super().__init__(**usual)


class SeenMark(TextField):
    """A version token as read; if omitted, nothing is compared."""

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
