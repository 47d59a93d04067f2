"""Cut the page font into one file per script."""

import logging
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from fontTools import subset
from fontTools.ttLib import TTFont, TTLibError
from fontTools.ttLib.tables.otTables import SingleSubst
from fontTools.varLib import instancer

FONTS: Final = Path(settings.BASE_DIR) / "static" / "fonts"
UNICODE_RANGES: Final = {
    "latin-ext": (
        "U+100-130, U+132-151, U+154-17F, U+18F, U+192, U+218-21B, U+237, U+2C7, U+2D8-2DB, "
        "U+2DD, U+300-331, U+1E9E"
    ),
    "cyrillic": "U+400-45F, U+490-491, U+2116",
    "latin": (
        "U+20-7E, U+A0-FF, U+131, U+152-153, U+2BC, U+2C6, U+2DC, U+2009-203A, U+2044, U+20AC, "
        "U+2122, U+2190-2193, U+2212, U+2248, U+2260-2265, U+25B2-25BC"
    ),
}
"""By font file, as in ``static/css/tokens.css``."""
FEATURES: Final = ("kern", "mark", "mkmk", "ccmp", "locl", "tnum", "calt")
AXIS_LIMITS: Final = {"wght": (400, 400, 700), "opsz": 14}
"""One file for all weights, at text size."""


class Command(BaseCommand):
    help = "Cut static/fonts/inter-*.woff2 from InterVariable.woff2 (npm package inter-ui, 4.1.1)."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", type=Path, help="InterVariable.woff2, all of it")

    def handle(self, *, source: Path, **_options: object) -> None:
        logging.getLogger("fontTools").setLevel(logging.WARNING)
        for name, ranges in UNICODE_RANGES.items():
            target = FONTS / f"inter-{name}.woff2"
            try:
                subset_font(source, ranges).save(target)
            except (OSError, TTLibError) as error:
                raise CommandError(f"{source} cannot be read: {error}") from error
            self.stdout.write(f"{target.name}: {target.stat().st_size} bytes")


def subset_font(source: Path, ranges: str) -> TTFont:
    font = TTFont(source, recalcTimestamp=False)
    limit_tabular_to_digits(font)
    options = subset.Options(hinting=False, layout_features=list(FEATURES), notdef_outline=True)
    letters = subset.Subsetter(options)
    letters.populate(unicodes=codes_of(ranges))
    letters.subset(font)
    limits = {axis.axisTag: AXIS_LIMITS[axis.axisTag] for axis in font["fvar"].axes}
    font = instancer.instantiateVariableFont(font, limits)
    font.flavor = "woff2"
    return font


def limit_tabular_to_digits(font: TTFont) -> None:
    """Keep the width of commas, hyphens and spaces in tabular figures (``tnum``)."""
    names = font.getBestCmap()
    digits = {names.get(ord(digit)) for digit in "0123456789"}
    for rule in tabular_rules(font):
        digit_mapping = {one: other for one, other in rule.mapping.items() if one in digits}
        rule.mapping = digit_mapping


def tabular_rules(font: TTFont) -> Iterator[SingleSubst]:
    table = font["GSUB"].table
    for feature in table.FeatureList.FeatureRecord:
        if feature.FeatureTag == "tnum":
            for index in feature.Feature.LookupListIndex:
                for rule in table.LookupList.Lookup[index].SubTable:
                    yield getattr(rule, "ExtSubTable", rule)


def codes_of(ranges: str) -> set[int]:
    codes: set[int] = set()
    for each in ranges.replace("U+", "").split(","):
        first, _to, last = each.strip().partition("-")
        codes.update(range(int(first, 16), int(last or first, 16) + 1))
    return codes
