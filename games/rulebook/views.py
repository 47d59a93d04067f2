from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from games.belot import PRESETS
from games.rulebook import PRESET_WORDS, rules_name, rules_summary
from games.rulebook.common import common_sentences
from games.rulebook.page import rules_page_of
from games.rulebook.presets import rules_notes


def rules_index(request: HttpRequest) -> HttpResponse:
    presets = [
        {"id": preset, "players": variant.players, "words": PRESET_WORDS[preset]}
        for preset, variant in PRESETS.items()
    ]
    tables = [
        {"players": count, "presets": [row for row in presets if row["players"] == count]}
        for count in (4, 3, 2)
    ]
    return render(request, "games/rulebook/rules_index.html", {"tables": tables})


def rules_page(request: HttpRequest, preset: str) -> HttpResponse:
    """One preset by chapter; ``?open=all`` unfolds every chapter."""
    if preset not in PRESETS:
        raise Http404
    context = {
        "name": rules_name(preset),
        "summary": rules_summary(preset),
        "common": common_sentences(PRESETS[preset]),
        "page": rules_page_of(PRESETS[preset]),
        "clubs": rules_notes(preset),
        "is_open": request.GET.get("open") == "all",
    }
    return render(request, "games/rulebook/rules_page.html", context)
