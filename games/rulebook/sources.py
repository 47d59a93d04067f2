"""Sources of the rules: titles of the texts, and the parts cited.

The engine cites briefly, as “S1 §2; S4 Bidding” (``games.belot.switches``). Readers see
each text's title in its own language, the section, and the URL if it is public.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import get_language, gettext
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Source:
    title: str
    language: str
    about: str | Promise
    address: str = ""
    meaning: str | Promise = ""
    """Translated title; empty for a name."""

    @property
    def translation(self) -> str:
        is_own = (get_language() or "").partition("-")[0] == self.language
        return "" if is_own else str(self.meaning)

    @property
    def label(self) -> str:
        return f"{self.title} ({self.translation})" if self.translation else self.title


OFFICIAL_RULES: Final = _("Official rules of belot")
RULES_OF_CONTREE: Final = _("Rules of contrée")

SOURCES: Final[Mapping[str, Source]] = {
    "S0": Source(
        "Как се играе Белот?",
        "bg",
        _("how belot is played in Bulgaria"),
        meaning=_("How is belot played?"),
    ),
    "S1": Source(
        "Официални правила на играта белот",
        "bg",
        _("the official Bulgarian rules"),
        "https://web.archive.org/web/20100428115843/http://belot-rules.hit.bg/index.html",
        OFFICIAL_RULES,
    ),
    "S2": Source(
        "Official rules for “Belot”",
        "en",
        _("the official Bulgarian rules, translated"),
        meaning=OFFICIAL_RULES,
    ),
    "S3": Source("Belot", "en", _("an encyclopedia’s article about bela, of 2010")),
    "S4": Source(
        "Belote",
        "en",
        _("an encyclopedia’s article about belote and its relatives"),
        "https://en.wikipedia.org/wiki/Belote",
    ),
    "FFB 27/01/2016": Source(
        "Règles officielles de la Belote Contrée",
        "fr",
        _("the French federation’s rules of contrée, of 2016"),
        "https://ffbelote.org/wp-content/uploads/2016/01/"
        "regles-officielles-de-la-Belote-Contree-27-01-2016.pdf",
        RULES_OF_CONTREE,
    ),
    "FFB 2015": Source(
        "Règles de la Belote Contrée",
        "fr",
        _("the French federation’s rules of contrée, of 2015"),
        "https://ffbelote.org/wp-content/uploads/2015/11/REGLES-DE-LA-BELOTE-CONTREE.pdf",
        RULES_OF_CONTREE,
    ),
    "FFB Coinche 2015": Source(
        "Règles de la Belote Coinchée",
        "fr",
        _("the French federation’s rules of coinche, of 2015"),
        "https://ffbelote.org/wp-content/uploads/2015/11/REGLES-DE-LA-BELOTE-COINCHEE.pdf",
        _("Rules of coinche"),
    ),
    "FFB Belote 2015": Source(
        "Règles de la Belote Classique",
        "fr",
        _("the French federation’s rules of belote, of 2015"),
        meaning=_("Rules of classic belote"),
    ),
    "Cannes 2016": Source(
        "Festival des Jeux de Cannes",
        "fr",
        _("the regulations of its contest of 2016"),
        meaning=_("Cannes games festival"),
    ),
    "Pagat": Source(
        "Coinche",
        "en",
        _("the rules of coinche in a collection of card games"),
        "https://www.pagat.com/jass/coinche.html",
    ),
    "Baloot": Source(
        "Baloot",
        "en",
        _("the rules of baloot in a collection of card games"),
        "https://www.pagat.com/jass/baloot.html",
    ),
    "Validator": Source(
        "Baloot AI",
        "en",
        _("how baloot is scored and doubled, computed again for 1,095 rounds of a large site"),
        "https://github.com/tazjel/baloot-ai",
    ),
    "Bazar Blot": Source("Bazar Blot", "en", _("the rules as they are played in Armenia")),
    "KBN": Source(
        "Kaartbond Nederland",
        "nl",
        _("the rules of klaverjas in Amsterdam"),
        "https://www.kaartbondnederland.nl/faq",
        _("Dutch card players’ association"),
    ),
    "Klaberjass": Source(
        "Klaberjass",
        "en",
        _("the rules of klaberjass for two, by a player"),
        "http://www.umich.edu/~bpl/klaberjass.htm",
    ),
    "McNeely": Source("McNeely", "en", _("how klaberjass is scored, by a player")),
    "NKU Rotterdam": Source(
        "Spelregels NKU, Rotterdams systeem",
        "nl",
        _("the rules of klaverjas in Rotterdam"),
        "https://marathonklaverjassen.nl/Spelregels-NKU-Rotterdams-Systeem",
        _("Rules of the NKU, Rotterdam system"),
    ),
}


@dataclass(frozen=True, slots=True)
class Citation:
    """A place in a source; ``section`` is a number, a title or empty."""

    source: Source
    section: str

    @property
    def place(self) -> str:
        if not self.section or self.section.startswith("§"):
            return self.section
        return gettext("“%(title)s”") % {"title": self.section}


def citations(brief: str) -> tuple[Citation, ...]:
    """Citations of a brief source such as “S1 §2; S4 Bidding, turned-up card”.

    Text after a comma is a hint within the section and not part of its title.
    """
    return tuple(citation_of(part.strip()) for part in brief.split(";") if part.strip())


def citation_of(part: str) -> Citation:
    place = part.partition(",")[0]
    for key, source in SOURCES.items():
        if place == key or place.startswith(f"{key} "):
            return Citation(source, place.removeprefix(key).strip())
    raise KeyError(part)


def citation_text(brief: str) -> str:
    return "; ".join(
        ", ".join(filter(None, (each.source.label, each.place))) for each in citations(brief)
    )


def sources_in(briefs: tuple[str, ...]) -> tuple[Source, ...]:
    named = {each.source.title for brief in briefs for each in citations(brief)}
    return tuple(source for source in SOURCES.values() if source.title in named)
