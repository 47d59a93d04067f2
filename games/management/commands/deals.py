import json
from argparse import ArgumentParser
from collections.abc import Iterator
from time import monotonic

from django.core.management.base import BaseCommand, CommandError

from games.belot import DEFAULT_PRESET, Deal, RuleError, variant_from_json, variant_to_json
from games.belot.records import InvalidJsonError, printable_name, read_json
from games.belot.simulation import SearchProgress, find_deals, wishes_of
from games.compiled_engine import enable_compiled_engine

MOST_COUNT = 1_000_000
MOST_SEED = 2**63 - 1
MOST_SECONDS = 7 * 24 * 3600


class Command(BaseCommand):
    help = 'Find deals of a seed that fit wishes, such as \'{"seat": "W", "run": 5}\'.'

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("wishes", nargs="*", help="one JSON object each (docs/deals.md)")
        parser.add_argument("--count", type=int, default=1, help="how many deals (default 1)")
        parser.add_argument("--seed", type=int, default=1, help="a number from 0 (default 1)")
        parser.add_argument("--variant", default=DEFAULT_PRESET, help="a preset's id, or JSON")
        parser.add_argument("--seconds", type=float, default=60, help="how long to look")
        parser.add_argument("--compile", action="store_true", help="look with compiled code")
        parser.add_argument("--json", action="store_true", help="a deal record a line")

    def handle(
        self, *, wishes: list[str], count: int, seed: int, variant: str, seconds: float,
        compile: bool, json: bool, **_options: object,
    ) -> None:  # fmt: skip
        check_options(count=count, seed=seed, seconds=seconds)
        if compile:
            enable_compiled_engine()
        try:
            rules = variant_from_json(parse_json_argument(variant, bare=True))
            parsed_wishes = wishes_of([parse_json_argument(text) for text in wishes], rules)
        except RuleError as error:
            raise CommandError(str(error)) from error
        found_count = 0
        search = find_deals(rules, parsed_wishes, seed, count)
        for each in take_within(search, seconds):
            if each.pack:
                found_count += 1
                deal = Deal(rules, each.dealer, pack=each.pack)
                self.write_deal(deal, found_count, as_json=json)
            looked_at = each.looked_at
        if found_count < count:
            raise CommandError(
                f"{found_count} of {count} found among {looked_at} deals; "
                "these wishes are too rare, or impossible."
            )

    def write_deal(self, deal: Deal, number: int, *, as_json: bool) -> None:
        if as_json:
            place = {"board": number, "variant": variant_to_json(deal.variant)}
            self.stdout.write(json.dumps({**place, "dealer": deal.dealer, **deal.source()}))
        else:
            self.stdout.write(f"{number}. {deal.dealer} deals\n{deal}\n")


def check_options(*, count: int, seed: int, seconds: float) -> None:
    if not 1 <= count <= MOST_COUNT:
        raise CommandError(f"--count: expected 1 to {MOST_COUNT}, found {count}")
    if not 0 <= seed <= MOST_SEED:
        raise CommandError(f"--seed: expected 0 to {MOST_SEED}, found {seed}")
    if not 0 <= seconds <= MOST_SECONDS:
        raise CommandError(f"--seconds: expected 0 to {MOST_SECONDS}, found {seconds}")


def parse_json_argument(text: str, *, bare: bool = False) -> object:
    try:
        return read_json(text, exact=True)
    except InvalidJsonError as error:
        if bare and not text.lstrip().startswith(("{", "[")):
            return text
        name = printable_name(text)
        raise CommandError(f"{name}: this is not JSON that can be read: {error}") from error


def take_within(search: Iterator[SearchProgress], seconds: float) -> Iterator[SearchProgress]:
    end = monotonic() + seconds
    for progress in search:
        yield progress
        if monotonic() > end:
            return
