"""Lint rules of translations: terms, quotes, spaces, figures, placeholders, plural forms.

Refused terms are former synonyms of those in ``docs/vocabulary.md``.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import polib

PLACEHOLDER: Final = re.compile(r"%\(\w+\)[sd]|\{\w*\}")
REFUSED_TERMS: Final = {
    "bg": (
        r"девятк|колода|[Кк]омпютърна(та)? зала|[Оо]прав(и|яне на) маса|[Кк]арта(та)? за движение",
        r"[Оо]ценяване|[Дд]вубо[йяи]|\bмач(а|ове)?\b|пътуваща|\b[Цц]вят|e-mail|конзола|преки елим",
        r"[Сс]тълбиц|[Рр]азса(д|жд)|[Зз]аписващ|[Вв]зето? (със себе|от предишния)|[Ии]злаз",
        r"[Сс]къпи(те)? карти|[Бб]ърз(ият|ия) двигател|от практиката|точк\w+ в карти",
        r"[Вв]идяно$|[Дд]оговор(а|ът|и)?\b|[Аа]нонсиран",
        r"[Оо]ткрита игра|бяв(а|и)(та|те)? се изкарва|[а-я,] В(и|ас|аш\w*)\b",
    ),
    "fr": (
        r"[Ss]alle de l’ordinateur|[Rr]éparer la table|[Cc]ontrats? remplis?\b|\bdirecteur\b",
        r"^Retirer (au sort|le tour)|[Jj]oueurs? informatique|[Pp]upitre|\bphase\b|au repos|'",
        r"\b[Nn]on joués?\b|[Ff]ond(er|é|ez) (votre|un|le) club|renouvelle",
        r"\b[Tt]ir(er|ez) (le|un) tour|\b(tour|tournoi)\b[^.]* tirés?\b(?! au sort)",
        r"[Éé]quipes? .*tirées?|(s’arrondit|va) en|: en (haut|bas)",
        r"liens? d’aides?|[Jj]eux? de donnes|\b[Dd]roits? (par|et)\b|prochain jeu",
    ),
    "hr": (
        r"[Rr]ačunaln\w+ dvoran|sudačk\w+ ploč|konzol|\bmeč",
        r"\b[Bb]oard(a|u|om|ovi|ova|ovima)\b|[Ss]nimk|veliki ekran|[Kk]vint|[Tt]erca",
        r"voditelj|[Oo]dmar|[Ii]zvu(ci|čen)|iz prakse|\b[Ss]tvori\b",
        r"momčad|[Uu]pisnin|\b[Ff]az[aeiou]\b|[Ss]uigrač|[Ss]eosk|[Ii]zlučn",
        r"\bza [a-zčćđšž]+(ati|iti|uti|jeti)\b|[a-zčćđšž,] V(as|ama|aš\w*)\b|[Uu] ovom turniru",
        r"[Mm]olimo \w+te\b|nije dobro završi|\bpritisci\b|[Ss]kupe karte|\brukom\b",
    ),
    "nl": (
        r"\b[Uu]w?\b|(?<![(“])\b[Bb]oards?\b(?! pack|-a-match)|\b[Dd]irecteur",
        r"\b[Rr]onden\b|Noord–Zuid|Oost–West|[Kk]alender|[Tt]ournooi|(?<![(-])\b[Mm]atch(es)?\b",
        r"[Kk]lassement|(?<!onderling )[Rr]esulta(at|ten)\b|\b[Dd]oublet|[Cc]omputerveld",
        r"\bscheidsrechter|\b[Aa]rbiter",
        r"[Hh]elperslink|klaargemaakte|\bbots?\b|[Zz]ad(en)?\b|[Tt]otaalstand",
        r"[Zz]onder troef|[Hh]ercontra|\bcapot\b|omgedraaide",
    ),
}
FOREIGN_QUOTES: Final = {
    "bg": r"[”«»\"]",
    "fr": r"[„“”\"]|«(?!\u00a0)|(?<!\u00a0)»",
    "hr": r"[“«»\"]",
    "nl": r"[„«»\"]|“[^”]*$|^[^“]*”",
}
SPLIT_FIGURE: Final = r"(?<![\d.,])\d{5,}|[\d)}][sd]? %%?(?![(\w])"


@dataclass(frozen=True)
class Rule:
    language: str
    wrong: str
    message: str
    only_if: str = ""
    unless: str = "(?!)"
    """``only_if`` and ``unless`` match the source, ignoring case."""

    def is_broken(self, source: str, text: str) -> bool:
        return bool(
            re.search(self.wrong, text)
            and re.search(self.only_if, source, re.IGNORECASE)
            and not re.search(self.unless, source, re.IGNORECASE)
        )


RULES: Final = (
    *(
        Rule(language, "|".join(patterns), "a term that docs/vocabulary.md does not use")
        for language, patterns in REFUSED_TERMS.items()
    ),
    *(
        Rule(language, pattern, "quotes that are not those of the language")
        for language, pattern in FOREIGN_QUOTES.items()
    ),
    *(
        Rule(
            language, SPLIT_FIGURE, "five digits without a group, or a space before a per cent sign"
        )
        for language in ("bg", "hr", "nl")
    ),
    Rule(
        "bg",
        r"^(?:(?:Добав|Затвор|Изтегл|Изчисл|Намер|Покаж|Сгън|Сподел|След)ете\b[^.]*"
        r"|(?:Запаз|Копир|Сравн)(?:ете|айте)\b(?! тази страница)[^.]*)$",
        "a button is in the singular (“Копирай”); a request to a person is a sentence with a stop",
    ),
    Rule(
        "fr",
        r" [;:!?»]|« |\d %|\u202f|[^\s\u00a0\d][;!?](?!\w)",
        "a sign without its no-break space, or with a narrow one",
    ),
    # A former bulk replacement put French words of the game into other texts.
    Rule("fr", "litige", "“litige” translates “hanging” only", unless="hang|hung"),
    Rule("fr", "éussi", "“réussi” translates “made” only", unless=r"\bmade\b|who makes|^makes"),
    Rule("fr", "[Ee]x æquo", "“ex æquo” translates ties only", unless="shared|equal|tied"),
    Rule(
        "fr",
        r"\b[ÉéEe]tuis?\b",
        "“étui” is the case that is carried; what is dealt, compared or found is a “donne”",
        only_if=r"\b(seed|dealt|prepared|compared|scored|found|fingerprint|to be played)\b",
    ),
    Rule(
        "hr",
        r"\b[Kk]ol(o|a|u|ima) (%d|%\((round|number|n|r|first|next)\)[sd])",
        "a round is an ordinal number before its word: “%(number)s. kolo”",
    ),
)
ALIKE_IN_CROATIAN: Final = re.compile(r"\b(najmanje|najviše|po|još|od|min|ukupno|s)\b|partner|: %")
"""Plural forms after an adverb, a unit or a preposition."""


def faults_of_entry(language: str, entry: polib.POEntry) -> Iterator[str]:
    source = entry.msgid_plural or entry.msgid
    forms = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    for text in forms:
        yield from faults_of_text(language, source, text)
    # A plural form can write “one” as a word: “Един борд”.
    if not entry.msgid_plural and placeholders(source) - placeholders(entry.msgstr):
        yield "a placeholder of the source is missing"
    if language == "hr" and entry.msgid_plural:
        if len(forms) != 3:
            yield "Croatian has three plural forms: 1 stol, 2 stola, 5 stolova"
        elif len(set(forms)) == 1 and not ALIKE_IN_CROATIAN.search(forms[0]):
            yield "the three plural forms are alike"


def faults_of_text(language: str, source: str, text: str) -> Iterator[str]:
    for rule in RULES:
        if rule.language == language and rule.is_broken(source, text):
            yield f"{rule.message}: {text!r}"
    if source == source.strip() and ("  " in text or text != text.strip()):
        yield f"a space too many: {text!r}"
    if placeholders(text) - placeholders(source):
        yield f"a placeholder that the source does not have: {text!r}"


def placeholders(text: str) -> set[str]:
    return set(PLACEHOLDER.findall(text))
