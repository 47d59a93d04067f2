from pathlib import Path

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils import translation

from games.belot import PRESETS
from games.rulebook import rules_text


class Command(BaseCommand):
    help = "Write docs/rules/<preset>.md anew, in English, and <preset>.bg.md and so on beside it."

    def handle(self, **_options: object) -> None:
        folder = settings.BASE_DIR / "docs" / "rules"
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in rule_files():
            (folder / name).write_text(text)
            self.stdout.write(f"docs/rules/{name}")


def rule_files() -> list[tuple[Path, str]]:
    texts = []
    for language, _name in settings.LANGUAGES:
        ending = "" if language == "en" else f".{language}"
        with translation.override(language):
            texts += [(Path(f"{preset}{ending}.md"), rules_text(preset)) for preset in PRESETS]
    return texts
