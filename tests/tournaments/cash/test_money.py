import pytest
from django.utils import translation

from tournaments.cash.money import MAX_AMOUNT, input_text, money_text, read_money
from tournaments.errors import RuleViolationError


@pytest.mark.parametrize(
    ("text", "amount"),
    [("12", 1200), ("12,5", 1250), ("12.50", 1250), (" 1 200 € ", 120000), ("€12", 1200), ("0", 0)],
)
def test_read_money_parses_amount(text, amount):
    assert read_money(text, "EUR") == amount


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "no_amount"),
        ("-5", "no_amount"),
        ("−5", "no_amount"),
        ("twelve", "no_amount"),
        ("1e3", "no_amount"),
        ("1.2.3", "no_amount"),
        ("٣", "no_amount"),
        ("12.505", "too_small"),
        ("999999999", "too_much"),
        ("9" * 50, "no_amount"),
    ],
)
def test_read_money_rejects_invalid_text(text, code):
    with pytest.raises(RuleViolationError) as refusal:
        read_money(text, "EUR")
    assert refusal.value.code == code
    assert str(refusal.value)


def test_currency_without_decimals_rejects_fractions():
    assert read_money("1500", "JPY") == 1500
    with pytest.raises(RuleViolationError):
        read_money("1500,5", "JPY")
    with translation.override("bg"):
        assert money_text(1500, "JPY") == "1500\u00a0¥"


@pytest.mark.parametrize(
    ("language", "whole", "half", "big", "lev"),
    [
        ("en", "€12", "€23.50", "−€12,345", "5\u00a0лв."),
        ("bg", "12\u00a0€", "23,50\u00a0€", "−12\u00a0345\u00a0€", "5\u00a0лв."),
        ("fr", "12\u00a0€", "23,50\u00a0€", "−12\u00a0345\u00a0€", "5\u00a0лв."),
        ("hr", "12\u00a0€", "23,50\u00a0€", "−12.345\u00a0€", "5\u00a0лв."),
        ("nl", "€\u00a012", "€\u00a023,50", "−€\u00a012.345", "5\u00a0лв."),
    ],
)
def test_money_text_follows_language(language, whole, half, big, lev):
    with translation.override(language):
        assert money_text(1200, "EUR") == whole
        assert money_text(2350, "EUR") == half
        assert money_text(-1234500, "EUR") == big
        assert money_text(500, "BGN") == lev


@pytest.mark.parametrize("amount", [0, 1, 99, 100, 1250, MAX_AMOUNT])
@pytest.mark.parametrize("language", ["en", "bg", "fr", "hr", "nl"])
@pytest.mark.parametrize("currency", ["EUR", "JPY"])
def test_input_text_round_trips_through_read_money(amount, language, currency):
    with translation.override(language):
        assert read_money(input_text(amount, currency), currency) == amount
