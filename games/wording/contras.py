from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.belot import CONTRACTS, Variant, table_of
from games.wording.signs import colon, join_parts
from games.wording.texts import contra_name, contract_name


def levels_of(variant: Variant, contract: str) -> int:
    """How often a contract can be doubled."""
    return table_of(variant).levels_of(CONTRACTS.index(contract))


def contra_choices(variant: Variant) -> list[tuple[str, str]]:
    """All contra levels; those that only some contracts have name these."""
    contracts = variant.contracts.split()
    choices = [("0", _("no"))]
    for level in range(1, variant.contra_levels + 1):
        having = [code for code in contracts if levels_of(variant, code) >= level]
        suffix = "" if having == contracts else f" ({families_text(having)})"
        choices.append((str(level), f"{contra_name(level)}{suffix}"))
    return choices


def missing_contra_text(variant: Variant, contract: str, level: int) -> str:
    """Error text if a contract cannot be doubled so often, else empty."""
    known = contract in variant.contracts.split()
    if not known or level <= levels_of(variant, contract):
        return ""
    words = {"contra": contra_name(level), "contract": contract_name(contract)}
    return _("There is no %(contra)s in %(contract)s.") % words


def factors_text(variant: Variant) -> str:
    """Multipliers by contract family; empty where each level doubles."""
    if variant.factors == "double" or not variant.contra_levels:
        return ""
    rows: dict[str, list[str]] = {}
    for code in variant.contracts.split():
        rows.setdefault(factor_row_text(variant, code), []).append(code)
    if len(rows) == 1:
        return next(iter(rows))
    parts = (f"{families_text(codes)}{colon()}{row}" for row, codes in rows.items())
    return join_parts(parts)


def families_text(contracts: Sequence[str]) -> str:
    suits = pgettext("contracts", "suits")
    names = [suits if len(code) == 1 else contract_name(code) for code in contracts]
    return ", ".join(dict.fromkeys(names))


def factor_row_text(variant: Variant, contract: str) -> str:
    match = _("the match")
    parts = []
    for level in range(levels_of(variant, contract) + 1):
        factor = variant.contra_factor(contract, level)
        if level or factor != 1:
            times = f"×{factor}" if factor else f"– {match}"
            parts.append(f"{contra_name(level)} {times}".strip())
    return ", ".join(parts)
