from django.http import HttpResponse

from tournaments.exports.tables import Table
from tournaments.exports.writers import FORMS


class FormConverter:
    """URL suffix with the file format: ``standings.csv``."""

    regex = "|".join(ending.replace(".", r"\.") for ending in FORMS)

    def to_python(self, value: str) -> str:
        return value

    def to_url(self, value: str) -> str:
        return value


def table_response(table: Table, form: str) -> HttpResponse:
    """The table as a file, cacheable per language."""
    file_format = FORMS[form]
    return file_response(file_format.write(table), f"{table.name}.{form}", file_format.media)


def file_response(content: bytes, name: str, media: str) -> HttpResponse:
    response = HttpResponse(content, content_type=media)
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
