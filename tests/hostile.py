"""Hostile uploads: small to send, endless to read, or no list at all."""

import io
import random
import zipfile
from collections.abc import Callable, Iterator

import openpyxl

NAMESPACE = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
SHEET = "xl/worksheets/sheet1.xml"
SHARED = "xl/sharedStrings.xml"
STYLES = "xl/styles.xml"


def workbook(rows: int = 3) -> bytes:
    book = openpyxl.Workbook()
    for number in range(rows):
        book.active.append([number + 1, f"Ана Колева {number}", f"Явор Петров {number}"])
    content = io.BytesIO()
    book.save(content)
    return content.getvalue()


def with_parts(parts: dict[str, str | bytes], bomb: tuple[str, int] = ("", 0)) -> bytes:
    """Valid workbook with replaced or added parts; `bomb` is (part, megabytes)."""
    content = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(workbook())) as old,
        zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for name in old.namelist():
            if name not in parts and name != bomb[0]:
                new.writestr(name, old.read(name))
        for name, text in parts.items():
            new.writestr(name, text)
        if bomb[0]:
            with new.open(bomb[0], "w") as part:
                for _ in range(bomb[1]):
                    part.write(b" " * 1_000_000)
    return content.getvalue()


def sheet(rows: str, before: str = "") -> str:
    return f'{HEAD}<worksheet xmlns="{NAMESPACE}">{before}<sheetData>{rows}</sheetData></worksheet>'


def rows_of(count: int) -> str:
    return "".join(
        f'<row r="{n}"><c r="A{n}" t="inlineStr"><is><t>A{n} / B{n}</t></is></c></row>'
        for n in range(1, count + 1)
    )


def entities() -> str:
    """Billion laughs."""
    names = [f'<!ENTITY e0 "{"ha" * 10}">']
    names += [f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10)]
    cell = '<row r="1"><c r="A1" t="inlineStr"><is><t>&e9;</t></is></c></row>'
    return sheet(cell).replace(HEAD, f"{HEAD}<!DOCTYPE x [{''.join(names)}]>", 1)


def strings(text: str) -> str:
    return f'{HEAD}<sst xmlns="{NAMESPACE}">{text}</sst>'


def many_parts() -> bytes:
    return with_parts({f"xl/worksheets/more{number}.xml": sheet("") for number in range(3_000)})


def lying_sizes() -> bytes:
    """Bomb whose zip directory declares a small size."""
    size = (50_000_000).to_bytes(4, "little")
    return with_parts({}, (SHEET, 50)).replace(size, (1000).to_bytes(4, "little"))


def spreadsheets() -> Iterator[tuple[str, Callable[[], bytes]]]:
    """Hostile XLSX files by name, each below a megabyte, packed on demand."""
    yield "bomb", lambda: with_parts({}, (SHEET, 60))
    yield "bomb beside the sheet", lambda: with_parts({}, ("xl/media/image.bin", 60))
    yield "sizes that lie", lying_sizes
    yield "endless rows", lambda: with_parts({SHEET: sheet(rows_of(90_000))})
    yield "many rows", lambda: with_parts({SHEET: sheet(rows_of(30_000))})
    far = '<c r="XFD1048576" t="inlineStr"><is><t>A / B</t></is></c>'
    everywhere = '<dimension ref="A1:XFD1048576"/>'
    yield (
        "far cell",
        lambda: with_parts({SHEET: sheet(f'<row r="1048576">{far}</row>', everywhere)}),
    )
    yield (
        "far rows",
        lambda: with_parts({SHEET: sheet(f'<row r="999999999999">{far}</row>' * 9, everywhere)}),
    )
    wide = "".join(f'<c t="inlineStr"><is><t>{n}</t></is></c>' for n in range(45_000))
    yield "wide row", lambda: with_parts({SHEET: sheet(f'<row r="1">{wide}</row>' * 2)})
    yield "entities", lambda: with_parts({SHEET: entities()})
    yield (
        "entities in UTF-16",
        lambda: with_parts({SHEET: entities().replace("UTF-8", "UTF-16").encode("utf-16")}),
    )
    yield (
        "entity of a file",
        lambda: with_parts(
            {SHEET: entities().replace('"hahahahahahahahahaha"', 'SYSTEM "file:///etc/passwd"')}
        ),
    )
    yield "deep", lambda: with_parts({SHEET: sheet("<a>" * 300_000 + "</a>" * 300_000)})
    yield "deep styles", lambda: with_parts({STYLES: HEAD + "<b>" * 300_000 + "</b>" * 300_000})
    fills = f"<fills>{'<fill><patternFill/></fill>' * 100_000}</fills>"
    yield (
        "many styles",
        lambda: with_parts({STYLES: f'{HEAD}<styleSheet xmlns="{NAMESPACE}">{fills}</styleSheet>'}),
    )
    yield "many strings", lambda: with_parts({SHARED: strings("<si><t>a</t></si>" * 280_000)})
    yield (
        "one long string",
        lambda: with_parts({SHARED: strings(f"<si><t>{'a' * 4_900_000}</t></si>")}),
    )
    yield "many parts", many_parts
    yield "no sheet", lambda: with_parts({SHEET: ""})
    yield "broken XML", lambda: with_parts({SHEET: sheet("<row")})
    yield (
        "no numbers",
        lambda: with_parts(
            {SHEET: sheet('<row r="x"><c r="1A" s="-5" t="s"><v>nan</v></c></row>')}
        ),
    )
    whole = workbook(100)
    yield "cut off", lambda: whole[: len(whole) // 2]
    yield "only the end", lambda: whole[len(whole) // 2 :]
    yield "no zip", lambda: b"PK\x03\x04" + random.Random(1).randbytes(200_000)
    yield "empty zip", lambda: b"PK\x05\x06" + bytes(18)


def lists() -> Iterator[tuple[str, bytes]]:
    """Other hostile lists by name, each about a megabyte."""
    size = 990_000
    yield "endless line", b"a," * (size // 2)
    yield "endless cell", b"a" * size
    yield "open quote", b'a,b\n"' + b"a," * (size // 2)
    yield "quotes", b'"' * size
    yield "short lines", b"a,b\n" * (size // 4)
    yield "empty lines with an end", b"\n" * size + b"x"
    yield "blanks", b" " * size + b"x"
    yield "separators", b";" * size
    yield "carriage returns", b"\r" * size + b"x"
    yield "zeros", b"a" + bytes(size)
    yield "random", random.Random(2).randbytes(size)
    yield "UTF-16", b"\xff\xfe" + random.Random(3).randbytes(size)
    yield "marks", ("a" + "\u0301" * 400_000).encode()
    yield "joiners", ("\u200d" * 300_000).encode()
    yield "picture", b"\x89PNG\r\n\x1a\n" + random.Random(4).randbytes(size)
    yield "program", b"\x7fELF" + random.Random(5).randbytes(size)
