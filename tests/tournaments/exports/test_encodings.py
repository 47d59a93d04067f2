import pytest

from tournaments.exports.encodings import readings_of, samples_of
from tournaments.exports.readers import EncodingNeededError, csv_lines, delimiter_of, text_in
from tournaments.exports.workbooks import UnreadableError

TEXTS = {
    "Jürgen Möbius / Käthe Groß": ("cp1252", "iso8859-15", "mac_roman", "cp850", "cp1250"),
    "Régis Février / Noémie Façon": ("cp1252", "iso8859-15", "mac_roman", "cp850"),
    "Anaïs Châtel / Côme Lefèvre": ("cp1252", "cp1254", "iso8859-15", "mac_roman"),
    "Daniël Koëter / Chloë de Wit": ("cp1252", "mac_roman", "cp850"),
    "Šime Ćurić / Žarko Đurđević": ("cp1250", "iso8859-2", "mac_croatian", "cp852"),
    "Ljiljana Vučković / Mišo Bašić": ("cp1250", "iso8859-2", "mac_croatian", "cp852"),
    "Željko Žužić / Ana Perčić": ("cp1250", "iso8859-2", "mac_latin2", "cp852"),
    "Здравко Бъчваров / Яна Щърбева": ("cp1251", "mac_cyrillic", "iso8859-5", "cp866", "koi8_r"),
    "Юлия Ячкова / Цоню Ъглов": ("cp1251", "mac_cyrillic", "iso8859-5", "cp866"),
    "Ђорђе Ћосић / Љиљана Његош": ("cp1251", "iso8859-5"),
    "Łukasz Wójcik / Małgorzata Wiśniewska": ("cp1250", "iso8859-2", "cp852"),
    "Jiří Dvořák / Zdeněk Procházka": ("cp1250", "iso8859-2", "cp852"),
    "Ayşe Yılmaz / Gökhan Öztürk": ("cp1254",),
    "Søren Jørgensen / Åsa Björk": ("cp1252", "mac_roman"),
}


@pytest.mark.parametrize(
    ("text", "encoding"), [(text, page) for text, pages in TEXTS.items() for page in pages]
)
def test_code_page_is_detected_or_offered(text, encoding):
    readings = readings_of(text.encode(encoding))
    assert text in [reading.text for reading in readings]
    if len(readings) > 1:
        samples = samples_of(readings)
        assert len({sample for _encoding, sample in samples}) == len(readings)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Jürgen Müller;Käthe Groß\nAnna Weber;Jörg Schäfer", "cp1252"),
        ("Régis Février / Noémie Façon\nLuc Petit / Anaïs Noël", "cp1252"),
        ("Šime Ćurić;Žarko Đurđević\nMišo Kovačić;Ivan Horvat", "cp1250"),
        ("Иван Петров;Ели Ранкова", "cp1251"),
        ("Renée van Dijk;Daniël Vos\nZoë de Wit;Loïs Bakker", "cp1252"),
    ],
)
def test_common_files_are_decoded_without_a_question(text, encoding):
    assert text_in(text.encode(encoding)) == text


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
@pytest.mark.parametrize("text", ["Роза Бяла;Иво Черен", "Šime Ćurić;Žarko", "Ruth;Omar"])
def test_unicode_is_read_with_and_without_bom(text, encoding):
    assert text_in(text.encode(encoding)) == text


def test_ambiguous_encoding_is_offered_and_can_be_chosen():
    content = "Luc Morè;Ana Belè".encode("cp1252")
    with pytest.raises(EncodingNeededError) as raised:
        text_in(content)
    pages = [reading.encoding for reading in raised.value.readings]
    assert {"cp1252", "cp1250"} <= set(pages)
    assert text_in(content, "cp1250") == "Luc Morč;Ana Belč"
    with pytest.raises(UnreadableError, match="unknown_encoding"):
        text_in(content, "rot13")


def test_undecodable_bytes_are_refused():
    with pytest.raises(UnreadableError, match="no_table"):
        text_in(b"\xff\x00\x01")


@pytest.mark.parametrize(
    ("text", "delimiter"),
    [
        ("sep=;\nA;B", ";"), ("sep=,\r\nA,B", ","), ("SEP=\t\nA\tB", "\t"), ('"sep=;"\nA;B', ";"),
        ("sep=|\nA|B", "|"), ("\ufeffsep=;\nA;B", ";"), ("sep=;;;\nA;B", ";"),
    ],
)  # fmt: skip
def test_declared_delimiter_is_used_and_its_line_skipped(text, delimiter):
    assert delimiter_of(text) == delimiter
    assert csv_lines(text, delimiter) == [(2, ["A", "B"])]
