"""Vocabulary of list headings: five languages in full, neighbouring ones in part.

Words are matched by ``plain_key``: without accents, Cyrillic transliterated to Latin.
"""

import re
from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from tournaments.clubs.names import plain_key


class Kind(StrEnum):
    PERSON = "person"
    PARTNER = "partner"
    NAME = "name"
    LAST = "last"
    FIRST = "first"
    FULL = "full"
    PAIR = "pair"
    TEAM = "team"
    NUMBER = "number"
    MIDDLE = "middle"
    MARK = "mark"
    OTHER = "other"
    FILLER = "filler"


WORDS: Final[Mapping[Kind, str]] = {
    Kind.PERSON: (
        "player joueur joueuse играч играчка играча igrač igračica igrača igrac speler speelster"
        " spieler spielerin person persoon personne osoba човек лице participant participante"
        " участник участничка participants deelnemer deelneemster teilnehmer sudionik sudionica"
        " natjecatelj natjecateljica такмичар takmičar състезател картоиграч north south east west"
        " nord sud est ouest север юг изток запад sjever jug istok zapad noord zuid oost süd ost"
        " captain capitaine капитан kapetan kapitein kapitän reserve réserve резерва rezerva"
        " jugador giocatore jogador gracz hráč játékos oyuncu jucător игрок entrant"
    ),
    Kind.PARTNER: (
        "partner partners partnera partneri partnerka partenaire partenaires партньор партньорка"
        " партньора партнер maat maatje medespeler coéquipier coéquipière équipier teammate mate"
        " съиграч съотборник suigrač suigračica mitspieler compañero compagno parceiro"
    ),
    Kind.NAME: "name nom ime име naam naziv nombre nome jméno imię név isim",
    Kind.LAST: (
        "surname last lastname familyname prezime презиме фамилия фамилно achternaam familienaam"
        " nachname familienname zuname patronyme apellido apellidos cognome apelido sobrenome"
        " nazwisko příjmení soyad"
    ),
    Kind.FIRST: (
        "firstname givenname forename given prénom prénoms voornaam voornamen vorname rufnaam"
        " roepnaam собствено крстно"
    ),
    Kind.FULL: "fullname",
    Kind.MIDDLE: (
        "middle tussenvoegsel tussenvoegsels voorvoegsel particule бащино patronymic srednje"
    ),
    Kind.PAIR: (
        "двойките играчите участниците parova sudionika natjecatelja"
        " pair pairs names paire paires noms двойка двойки чифт имена par parovi imena paar paren"
        " koppel koppels namen duo duos doublette doublettes players joueurs играчи igrači spelers"
        " participants участници deelnemers pareja pareggio coppia dupla para dvojice pár"
    ),
    Kind.TEAM: (
        "team équipe отбор отбора тим ekipa ekipe momčad ploeg mannschaft quadrette equipo"
        " squadra title"
    ),
    Kind.NUMBER: (
        "no nr num nbr nº number numéro номер ном поредност broj br rb rbr redni nummer volgnummer"
        " startnummer startnr lp id ids код rang rank ранг mjesto място place pos position позиция"
        " pozicija positie seed numero número ord"
    ),
    Kind.MARK: (
        "paid payé payée réglé règlement плащане платено платил plaćeno plaćanje uplata betaald"
        " betaling bezahlt present presence présent présence присъства присъствие тук here prisutan"
        " prisutnost nazočan aanwezig aanwezigheid anwesend status statut статус type membre member"
        " член član lid guest invité гост gost gast"
    ),
    Kind.OTHER: (
        "club clubs клуб klub klubovi vereniging verein société association asociácia клуба kluba"
        " bridgeclub kaartclub town ville град grad stad stadt plaats woonplaats gemeente commune"
        " village село selo dorp country pays държава država land region région регион regija regio"
        " district school telephone téléphone téléphones tel tél телефон телефони тел telefon tlf"
        " telefoon telefoonnummer phone phones gsm mob mobile mobil mobiel mobiele мобилен mobitel"
        " portable whatsapp viber email emails mail mails courriel épost имейл мейл поща пощa"
        " contact контакт kontakt adres adresse address addresses адрес adresa remark remarks"
        " remarque remarques note notes бележка бележки забележка забележки коментар komentar"
        " comment comments commentaire commentaires napomena napomene bilješka opmerking"
        " opmerkingen bemerkung message съобщение poruka bericht observation observations licence"
        " license licences licentie licenca лиценз лицензен fédération federation федерация savez"
        " bond timestamp horodateur horodatage tijdstempel zeitstempel клеймо vremenska oznaka"
        " date datum дата time heure tijd vrijeme време час uur category catégorie категория"
        " kategorija categorie kategorie age âge възраст dob leeftijd alter godine birth naissance"
        " geboortedatum rođenja роден points point punten bodovi точки punkte rating elo score"
        " резултат rezultat résultat table tafel маса stol tisch fee inscription prix prijs cijena"
        " такса kotizacija cotisation inleg arrival arrivée day jour ден dan dag menu repas meal"
        " civilité mme mlle mr mrs ms anrede aanhef oslovljavanje"
        " вечеря dinner vegetarian diet sponsor спонсор level niveau ниво razina sex sexe пол spol"
        " geslacht gender group groupe група grupa groep section secteur session créneau"
    ),
    Kind.FILLER: (
        "de des du da la le les l d s of the your votre vos ton my mon ma je jouw uw van het een de"
        " en et und and na на и i вашето вашия ваше ваш ви твоето tvoje vaše vaš vašeg svog svoje"
        " moj moje mojeg dein ihr für pour voor for a un une what is qui est quel quelle wie who"
        " how as in complet complète complets full complete пълно пълни puno puni pun volledige"
        " volledig vollständiger both two deux два две двама двамата twee beide les obaju oba para"
        " двойката paare y e o"
    ),
}
ORDINALS: Final[Mapping[int, str]] = {
    1: "1 first premier première 1er 1ère 1re първи първия първа първият първото prvi prvog prva"
    " prve eerste erster erste 1e 1st 1st a а one eins i един",
    2: "2 second deuxième seconde 2e 2ème 2nd 2de 2eme втори втория втора вторият второто drugi"
    " drugog druga druge tweede zweiter zweite b б two zwei ii",
    3: "3 third troisième 3e 3ème 3rd трети третия trećeg treći treća derde dritter c three iii",
    4: "4 fourth quatrième 4e 4ème 4th четвърти четвъртия četvrti četvrtog vierde vierter four",
    5: "5 fifth cinquième 5e 5ème 5th пети петия peti petog vijfde five",
    6: "6 sixth sixième 6e 6ème 6th шести шестия šesti šestog zesde six",
}
TITLE_WORDS: Final = frozenset(
    plain_key(word)
    for word in (
        "list liste lista lijst deelnemerslijst spelerslijst wachtlijst reservelijst списък листа"
        " waiting attente чакащи резерви reserves réserves reserven čekanja prijave prijavljeni"
        " записани inscriptions inscrits inscrites aanmeldingen ingeschreven entries entry signups"
        " total totaal totale общо всичко ukupno svega somme sum gesamt insgesamt count aantal broj"
        " брой nombre evening soirée вечер večer avond tournament tournoi турнир turnir toernooi"
        " spring summer autumn winter"
    ).split()
)
PHRASES: Final = (
    (r"\b(?:first|given|christian)(?: |-)?(?:and|&|/) ?(?:last|family) ?names?\b", "fullname"),
    (r"\b(?:last|family) ?(?:and|&|/) ?(?:first|given) ?names?\b", "fullname"),
    (r"\b(?:last|family)[ -]names?\b|\bsecond names?\b", "lastname"),
    (r"\b(?:first|given|christian)[ -]names?\b", "firstname"),
    (r"(?<=\d )first\b|(?<=partner )first\b", "firstname"),
    (r"\bnoms? de famille\b|\bfamilno ime\b", "lastname"),
    (r"\b(?:sobstveno|malko|krastno) ime\b", "firstname"),
    (r"\bvoor-? ?(?:en|/|&) ?achternaa?m(?:en)?\b|\bvor-? ?(?:und|/|&) ?nachnamen?\b", "fullname"),
    (r"\be-?\s?(?:mail|posta|post|poshta)\b|\bimeyl\b", "email"),
    (r"\br(?:edni)?\.? ?br(?:oj)?\.?(?!\w)", "nr"),
    (r"\b(?:n|no|nr|br)[ .]*[°º]|№|#", " nr "),
    (r"[’'`]s\b", " "),
)
TOKEN: Final = re.compile(r"\d+(?:er|ere|re|e|eme|st|nd|de|rd|th)\b|\d+|[^\W\d_]+")
KINDS: Final[dict[str, Kind]] = {}
for _kind, _words in WORDS.items():
    for _word in _words.split():
        KINDS.setdefault(plain_key(_word), _kind)
ORDINAL: Final = {
    plain_key(word): number for number, words in ORDINALS.items() for word in words.split()
}


def heading_tokens(heading: str) -> list[str]:
    """Words and numbers of a heading, with known phrases joined."""
    text = plain_key(heading.replace("№", "#").replace("_", " "))
    for pattern, word in PHRASES:
        text = re.sub(pattern, word, text)
    return TOKEN.findall(text)


def is_title(text: str) -> bool:
    """Return whether a text consists of words for titles and sums."""
    tokens = [token for token in heading_tokens(text) if not token.isdecimal()]
    return any(token in TITLE_WORDS for token in tokens) and all(
        token in TITLE_WORDS or token in KINDS for token in tokens
    )


def token_kinds(tokens: list[str]) -> Iterator[Kind | int | None]:
    """Meaning of each word: a kind, a player number, or None."""
    for at, token in enumerate(tokens):
        kind = KINDS.get(token)
        if kind is Kind.NUMBER and at + 1 < len(tokens) and tokens[at + 1].isdecimal():
            continue  # "Player no. 1"
        # "i", "a" and "e" are conjunctions unless last, as in "Player A".
        is_last = at + 1 == len(tokens)
        if token in ORDINAL and (kind is None or (kind is Kind.FILLER and at and is_last)):
            yield ORDINAL[token]
        else:
            yield kind
