import json
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.belot import score_text


def _line(answer: dict[str, object]) -> str:
    """One line of JSON; escaped where the input contains what UTF-8 cannot encode."""
    line = json.dumps(answer, ensure_ascii=False)
    try:
        line.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(answer)
    return line


class Command(BaseCommand):
    help = "Score deal records, summaries and matches: one object, an array, or an object a line."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", nargs="?", help="a JSON file; without it, standard input")

    def handle(self, *args: object, file: str | None = None, **options: object) -> None:
        faulty = False
        for answer in score_text(self._text(file)):
            faulty = faulty or "error" in answer
            self.stdout.write(_line(answer))
        if faulty:
            sys.exit(1)

    @staticmethod
    def _text(file: str | None) -> str:
        try:
            raw = Path(file).read_bytes() if file else sys.stdin.buffer.read()
            return raw.decode("utf-8")
        except OSError as error:
            raise CommandError(_("The file cannot be read: %s") % error) from error
        except UnicodeDecodeError as error:
            raise CommandError(_("The file is not UTF-8 text.")) from error
