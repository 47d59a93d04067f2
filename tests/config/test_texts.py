"""What a machine can hold of the texts: one term for one thing, quotes and spaces of each language.

The terms that are refused here were said beside another one for the same thing; the one that stayed
is in ``docs/vocabulary.md``. New ones are found by reading, not here.
"""

import ast
import datetime
import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import polib
import pytest
from django.conf import settings
from django.template import Context, Template
from django.utils import translation
from django.utils.formats import number_format

from games.wording.dates import day_text

NAMES: Final = re.compile(r"%\((\w+)\)[sd]|\{(\w*)\}")
REFUSED: Final = {
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
        r"[Tt]elefon(a|u|om|i|ima)?\b|[Rr]ačunaln\w+ dvoran|sudačk\w+ ploč|konzol|\bmeč",
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
REFUSED_IN_ENGLISH: Final = (
    r"nobody erred|e-mail|\b(\d+|%d) signs\b|\b[Ff]ound (your|the|another) club|renews itself"
    r"|founded|cannot be (under|$)|Bring deal|goes inside|[0-9] %( |,|\.|$)|, inside$|put inside"
    r"|\b(scores?|stand|played|deal|typed) otherwise\b|\b(For|Only) who |^Who loses "
    r"|did not end well|keeps (it|them) new|do(es)? not notice|Look among|^[Ii]t is so$"
)
ASKED_OF_THE_READER: Final = re.compile(
    r"(Добав|Затвор|Изтегл|Изчисл|Намер|Покаж|Сгън|Сподел|След)ете\b[^.]*"
    r"|(Запаз|Копир|Сравн)(ете|айте)\b(?! тази страница)[^.]*"
)
"""A button bids the program: “Копирай”. What people are told to do is a sentence: “Копирайте …”."""
TORN_FIGURES: Final = re.compile(r"(?<![\d.,])\d{5,}|[\d)}][sd]? %%?(?![(\w])")
"""Digits without their groups, and a per cent sign that may come to stand on the next line."""
QUOTES: Final = {
    "bg": r"[”«»\"]",
    "fr": r"[„“”\"]|«(?!\u00a0)|(?<!\u00a0)»",
    "hr": r"[“«»\"]",
    "nl": r"[„«»\"]|“[^”]*$|^[^“]*”",
}
ASKS: Final = re.compile(r"_|n?(?P<context>p)?n?gettext(_lazy|_noop)?")
Text = tuple[str, str]


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(settings.BASE_DIR / f"locale/{language}/LC_MESSAGES/django.po"))


def texts(language: str) -> Iterator[Text]:
    """Each translation beside its source; of a plural every form beside the plural."""
    for entry in catalogue(language):
        if entry.obsolete:
            continue
        forms = entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]
        for text in forms:
            yield entry.msgid_plural or entry.msgid, text


def texts_of_code(tree: ast.AST) -> Iterator[tuple[str | None, str]]:
    """The context, where one is given, and the text of every call that asks for a translation."""
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        given = [each.value for each in call.args if isinstance(each, ast.Constant)]
        asked = ASKS.fullmatch(name)
        needed = 2 if asked and asked["context"] else 1
        if asked and len(given) >= needed and isinstance(call.args[0], ast.Constant):
            yield (given[0], given[1]) if needed == 2 else (None, given[0])


def names(text: str) -> set[str]:
    return {match[0] for match in NAMES.finditer(text)}


@pytest.mark.parametrize("language", REFUSED)
def test_one_thing_has_one_term(language: str) -> None:
    refused = re.compile("|".join(REFUSED[language]))
    assert [text for _source, text in texts(language) if refused.search(text)] == []


def test_english_says_it_plainly() -> None:
    refused = re.compile(REFUSED_IN_ENGLISH)
    assert [source for source, _text in texts("bg") if refused.search(source)] == []


@pytest.mark.parametrize("language", QUOTES)
def test_quotes_are_those_of_the_language(language: str) -> None:
    wrong = re.compile(QUOTES[language])
    assert [text for _source, text in texts(language) if wrong.search(text)] == []


@pytest.mark.parametrize("language", REFUSED)
def test_no_space_stands_twice_or_at_an_end(language: str) -> None:
    pairs = [(source, text) for source, text in texts(language) if source == source.strip()]
    assert [text for _source, text in pairs if "  " in text or text != text.strip()] == []


def test_bulgarian_buttons_bid_the_program() -> None:
    said = [text for _source, text in texts("bg") if ASKED_OF_THE_READER.fullmatch(text)]
    assert said == []


@pytest.mark.parametrize("language", ["bg", "hr", "nl"])
def test_figures_stay_whole(language: str) -> None:
    assert [text for _source, text in texts(language) if TORN_FIGURES.search(text)] == []


@pytest.mark.parametrize(
    ("language", "written"),
    [
        ("en", "20,000"),
        ("bg", "20\u00a0000"),
        ("fr", "20\u00a0000"),
        ("hr", "20.000"),
        ("nl", "20.000"),
    ],
)
def test_each_language_groups_digits_in_its_own_form(language: str, written: str) -> None:
    with translation.override(language):
        assert number_format(20_000, force_grouping=True) == written


def test_french_signs_keep_to_their_word() -> None:
    """By one kind of space, which every font has: a narrow one beside it would look like a slip."""
    torn = re.compile(r" [;:!?»]|« |\d %|\u202f|[^\s\u00a0\d][;!?](?!\w)")
    assert [text for _source, text in texts("fr") if torn.search(text)] == []


@pytest.mark.parametrize(
    ("french", "english"),
    [
        ("litige", "hang|hung"),
        ("éussi", r"\bmade\b|who makes|^makes"),
        ("[Ee]x æquo", "shared|equal|tied"),
    ],
)
def test_a_french_word_of_the_game_says_one_thing(french: str, english: str) -> None:
    """A word that players know was once said of something else, by a change of all its letters."""
    word, meaning = re.compile(french), re.compile(english, re.IGNORECASE)
    wrong = [
        (source, text)
        for source, text in texts("fr")
        if word.search(text) and not meaning.search(source)
    ]
    assert wrong == []


def test_french_tells_a_deal_from_the_case_it_lies_in() -> None:
    """What is dealt, compared or found is a donne; an étui is carried, exchanged and made up."""
    deal = re.compile(r"\b(seed|dealt|prepared|compared|scored|found|fingerprint|to be played)\b")
    assert [
        (source, text)
        for source, text in texts("fr")
        if re.search(r"\b[ée]tuis?\b", text, re.IGNORECASE) and deal.search(source)
    ] == []


@pytest.mark.parametrize("language", REFUSED)
def test_a_translation_names_no_figure_that_its_source_has_not(language: str) -> None:
    assert [text for source, text in texts(language) if names(text) - names(source)] == []


@pytest.mark.parametrize("language", REFUSED)
def test_a_translation_leaves_out_no_figure(language: str) -> None:
    """But in a plural, where one is said by its word, as “Един борд”."""
    entries = [each for each in catalogue(language) if not each.obsolete and not each.msgid_plural]
    assert [each.msgstr for each in entries if names(each.msgid) != names(each.msgstr)] == []


DAY = datetime.date(2026, 11, 15)


@pytest.mark.parametrize(
    ("language", "full", "short"),
    [
        ("en", "Sunday, 15 November 2026", "15 November"),
        ("bg", "неделя, 15 ноември 2026", "15 ноември"),
        ("fr", "dimanche 15 novembre 2026", "15 novembre"),
        ("hr", "nedjelja, 15. studenoga 2026.", "15. studenoga"),
        ("nl", "zondag 15 november 2026", "15 november"),
    ],
)
def test_each_language_writes_a_day_in_its_own_form(language: str, full: str, short: str) -> None:
    page = Template('{{ day|date:"l, j E Y" }} / {{ day|date:"j E" }} / {{ day|date:"Y" }}')
    with translation.override(language):
        assert page.render(Context({"day": DAY})) == f"{full} / {short} / 2026"
        assert day_text(DAY, "j E") == short


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "nov"), ("bg", "ноем"), ("fr", "nov."), ("hr", "stu."), ("nl", "nov")],
)
def test_a_short_month_is_written_as_the_language_does(language: str, said: str) -> None:
    """With a capital letter in English alone; French June and July differ."""
    page = Template('{{ day|date:"M" }}')
    with translation.override(language):
        words = page.render(Context({"day": DAY}))
        june = page.render(Context({"day": datetime.date(2026, 6, 1)}))
    assert words == (said.capitalize() if language == "en" else said)
    assert language != "fr" or june == "juin"


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "1 December"), ("bg", "1 декември"), ("fr", "1er décembre"), ("hr", "1. prosinca")],
)
def test_the_first_of_a_month_is_written_as_the_language_does(language: str, said: str) -> None:
    first = datetime.date(2026, 12, 1)
    page = Template('{{ day|date:"j E" }}')
    with translation.override(language):
        assert (page.render(Context({"day": first})), day_text(first, "j E")) == (said, said)


@pytest.mark.parametrize(("language", "said"), [("en", "Par: "), ("fr", "Par\u00a0: ")])
def test_a_colon_keeps_the_space_of_its_language(language: str, said: str) -> None:
    with translation.override(language):
        assert Template('{{ "Par"|colon }}').render(Context()) == said


def test_the_texts_of_the_code_are_in_the_catalogue() -> None:
    """A text inside a formatted one is not found when texts are gathered, and stays English."""
    kept = {(entry.msgctxt, entry.msgid) for entry in catalogue("fr") if not entry.obsolete}
    wanted = {
        text
        for app in ("api", "config", "games", "jobs", "tournaments", "upkeep")
        for path in sorted((settings.BASE_DIR / app).rglob("*.py"))
        for text in texts_of_code(ast.parse(path.read_text("utf-8")))
    }
    assert wanted - kept == set()


def test_croatian_writes_a_round_as_an_ordinal_number() -> None:
    """Only several rounds, written one after the other, stand behind their word: “kola 1, 3”."""
    counted = re.compile(r"\b[Kk]ol(o|a|u|ima) (%d|%\((round|number|n|r|first|next)\)[sd])")
    assert dict(texts("hr"))["Round %(number)s"] == "%(number)s. kolo"
    assert [text for _source, text in texts("hr") if counted.search(text)] == []


def test_croatian_numbers_take_three_forms() -> None:
    """1 stol, 2 stola, 5 stolova; where a number stands, its forms must not all be one by mistake.

    They are alike where nothing bends: an adverb, a unit, or the object of a preposition.
    """
    alike = re.compile(r"\b(najmanje|najviše|po|još|od|min|ukupno|s)\b|partner|: %")
    wrong = [
        each.msgid_plural
        for each in catalogue("hr")
        if each.msgid_plural
        and len(set(each.msgstr_plural.values())) == 1
        and not alike.search(each.msgstr_plural[0])
    ]
    assert {len(each.msgstr_plural) for each in catalogue("hr") if each.msgid_plural} == {3}
    assert wrong == []
