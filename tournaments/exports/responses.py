"""Files to keep: a table in the form that was asked for."""

from django.http import HttpResponse

from tournaments.exports.tables import Table
from tournaments.exports.writers import FORMS


class FormConverter:
    """The end of an address that says in which form a table is wanted: ``standings.csv``."""

    regex = "|".join(ending.replace(".", r"\.") for ending in FORMS)

    def to_python(self, value: str) -> str:
        """The ending as it stands there."""
        return value

    def to_url(self, value: str) -> str:
        """The same."""
        return value


def table_answer(table: Table, form: str) -> HttpResponse:
    """The table as a file of this form, the same for everybody who reads its language."""
    found = FORMS[form]
    return file_answer(found.write(table), f"{table.name}.{form}", found.media)


def file_answer(content: bytes, name: str, media: str) -> HttpResponse:
    """A file to keep."""
    response = HttpResponse(content, content_type=media)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
