from dataclasses import dataclass
from random import Random
from typing import Final

FIRST: Final = {
    "en": "Ruth Omar Nora Karl Alice Peter Mary-Ann Tom Grace Hugh O'Shea Liam",
    "bg": "Божидар Ралица Пенчо Явор Щилиян Цветомир Юлия Жечка Кристиян Ася Ирена Ваньо",
    "fr": "Régis Noémie Anaïs Éloïse François Jérôme Zoé Luc Maëlys Côme Hélène Gaël",
    "hr": "Šime Žarko Željka Đurđica Ivan Ćiril Tomislav Marija Nikša Vjekoslav Ankica Mišo",
    "nl": "Daniël Chloë Joris Anouk Renée Kees Sjoerd Maïté Femke Zoë Jan-Willem Loes",
}
LAST: Final = {
    "en": "Stone Field Lake Hill O'Neil Marsh North Parker Woods Reed Brook Kane",
    "bg": "Бъчваров Щерева Ранкова Желязкова Кючуков Янчева Дойчинов Цанков Юруков Пейчев"
    " Узунова Ъглов",
    "fr": "Février Façon d'Or Noël Lefèvre Brégeon Châtel Pâquet Dubois Rochère Crémieux Vallée",
    "hr": "Ćurić Đurđević Kovačević Šarić Žužić Marić Horvat Perčić Vučković Bašić Tomić Čolak",
    "nl": "'t Woud|van 't Zand|'s Heer|de Wit|Koëter|van der Berg|Jansen|Bakker|Ruëll"
    "|ten Have|Smit|Vos",
}
HEADS: Final = {
    "en": [("Player 1", "Player 2"), ("North", "South"), ("Name", "Partner"), ("Name 1", "Name 2")],
    "bg": [("Играч 1", "Играч 2"), ("Участник 1", "Участник 2"), ("Име", "Партньор")],
    "fr": [("Joueur 1", "Joueur 2"), ("Nom 1", "Nom 2"), ("Nom et prénom", "Partenaire")],
    "hr": [("Igrač 1", "Igrač 2"), ("Ime i prezime", "Partner"), ("Prvi igrač", "Drugi igrač")],
    "nl": [("Naam 1", "Naam 2"), ("Speler 1", "Speler 2"), ("Naam", "Partner")],
}
APART: Final = {
    "en": ("Surname", "First name", "Partner surname", "Partner first name"),
    "bg": ("Фамилия", "Име", "Фамилия на партньора", "Име на партньора"),
    "fr": ("Nom", "Prénom", "Nom du partenaire", "Prénom du partenaire"),
    "hr": ("Prezime", "Ime", "Prezime partnera", "Ime partnera"),
    "nl": ("Achternaam 1", "Voornaam 1", "Achternaam 2", "Voornaam 2"),
}
EXTRA: Final = {
    "en": [("Club", "East"), ("Email", "a@example.org"), ("Remarks", "comes late"),
           ("Timestamp", "2026/05/12 2:33:02 PM"), ("Team name", "The Owls")],
    "bg": [("Клуб", "Изток"), ("Имейл", "a@example.org"), ("Бележка", "закъснява"),
           ("Телефон", "0888 123 456")],
    "fr": [("Club", "Est"), ("Adresse e-mail", "a@example.org"), ("Remarque", "arrive tard"),
           ("Horodateur", "12/05/2026 14:33:02"), ("Téléphone", "06 12 34 56 78")],
    "hr": [("Klub", "Istok"), ("E-pošta", "a@example.org"), ("Napomena", "kasni"),
           ("Mobitel", "091 234 5678")],
    "nl": [("Vereniging", "Oost"), ("Email", "a@example.org"), ("Opmerking", "komt later"),
           ("Tijdstempel", "12-05-2026 14:33"), ("Telefoonnummer", "0612345678")],
}  # fmt: skip
NUMBER_HEADS: Final = {
    "en": ("No", "Pair No."), "bg": ("№", "Номер"), "fr": ("N°", "Numéro"),
    "hr": ("R.br.", "Broj"), "nl": ("Nr", "Nummer"),
}  # fmt: skip
PAGES: Final = {
    "en": ("cp1252", "iso8859-15", "mac_roman"),
    "bg": ("cp1251", "mac_cyrillic", "iso8859-5", "cp866"),
    "fr": ("cp1252", "iso8859-15", "mac_roman", "cp850"),
    "hr": ("cp1250", "iso8859-2", "mac_croatian", "cp852"),
    "nl": ("cp1252", "mac_roman", "cp850"),
}
UNICODE: Final = ("utf-8", "utf-8-sig", "utf-16")
NUMBERS: Final = ("{} ", "{:02} ", "{} - ", "{}. ", "{}) ", "N° {} ", "#{} ", "№ {} ", "({}) ")
BETWEEN: Final = (" / ", " - ", " – ", "; ", " & ", "\t", ", ")


@dataclass(frozen=True)
class Messy:
    name: str
    content: bytes
    pairs: list[tuple[str, str]]


def messy_file(seed: int) -> Messy:
    dice = Random(seed)
    language = dice.choice(list(FIRST))
    people = people_of(language, dice)
    pairs = list(zip(people[::2], people[1::2], strict=True))[: dice.choice([1, 2, 3, 5])]
    shape = dice.choice([table, table, split_names, lines, headless])
    if shape is lines:
        written = lines(language, pairs, dice)
    else:
        written = delimited(shape(language, pairs, dice), dice)
    text = dice.choice(["\n", "\r\n"]).join(written)
    encoding = dice.choice([*UNICODE, *PAGES[language], *PAGES[language]])
    try:
        content = text.encode(encoding)
    except UnicodeEncodeError:  # № is in few code pages
        content = text.encode()
    name = "list.csv" if shape is not lines else "list.txt"
    return Messy(name, content, [(" ".join(one), " ".join(two)) for one, two in pairs])


def people_of(language: str, dice: Random) -> list[tuple[str, str]]:
    lasts = LAST[language].split("|" if "|" in LAST[language] else None)
    firsts = FIRST[language].split()
    dice.shuffle(lasts)
    dice.shuffle(firsts)
    return list(zip(firsts, lasts, strict=False))


Pairs = list[tuple[tuple[str, str], tuple[str, str]]]
Rows = list[list[str]]


def delimited(rows: Rows, dice: Random) -> list[str]:
    delimiter = dice.choice([";", ";", "\t", ","])
    written = [delimiter.join(row) for row in rows]
    return [f"sep={delimiter}", *written] if dice.random() < 0.2 else written


def table(language: str, pairs: Pairs, dice: Random) -> Rows:
    heads = dice.choice(HEADS[language])
    rows = [[" ".join(one), " ".join(two)] for one, two in pairs]
    return with_extras(language, list(heads), rows, dice)


def split_names(language: str, pairs: Pairs, dice: Random) -> Rows:
    """Family and given names in separate columns."""
    rows = [[one[1], one[0], two[1], two[0]] for one, two in pairs]
    return with_extras(language, list(APART[language]), rows, dice)


def with_extras(language: str, heads: list[str], rows: Rows, dice: Random) -> Rows:
    """Rows with running numbers and columns other than players."""
    for head, value in dice.sample(EXTRA[language], dice.choice([0, 1, 2])):
        at = dice.choice([0, len(heads)])
        heads.insert(at, head)
        for row in rows:
            row.insert(at, dice.choice([value, value, ""]))
    if dice.random() < 0.4:
        heads.insert(0, dice.choice(NUMBER_HEADS[language]))
        for number, row in enumerate(rows, start=1):
            row.insert(0, str(number))
    return [heads, *rows]


def headless(language: str, pairs: Pairs, dice: Random) -> Rows:
    value = dice.choice(EXTRA[language])[1]
    has_value, has_number = dice.random() < 0.3, dice.random() < 0.3
    rows = [[" ".join(one), " ".join(two)] for one, two in pairs]
    for number, row in enumerate(rows, start=1):
        if has_value:
            row.append(dice.choice([value, ""]))
        if has_number:
            row.insert(0, str(number))
    return rows


def lines(language: str, pairs: Pairs, dice: Random) -> list[str]:
    number = dice.choice([*NUMBERS, "", ""])
    between = dice.choice(BETWEEN)
    written = []
    for count, (one, two) in enumerate(pairs, start=1):
        names = [" ".join(one), " ".join(two)]
        if dice.random() < 0.2:
            names[0] = f'"{names[0]}"'
        written.append(number.format(count) + between.join(names))
    if dice.random() < 0.3:
        written.insert(0, between.join(dice.choice(HEADS[language])))
    return written
