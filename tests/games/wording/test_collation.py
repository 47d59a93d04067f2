import pytest
from django.utils.translation import override

from games.wording.collation import name_key, sort_by_name


@pytest.mark.parametrize(
    ("language", "names"),
    [
        ("hr", "Cvita Čedo Ćiro Dora Đuro Sanja Šime Tea Zora Žana"),
        ("hr", "Dunja Džana Đuro Ena"),
        ("hr", "Luka Ljubo Mia Nula Njegoš Ozren"),
        ("hr", "Caca Cvita Čaća Ćaćo"),
        ("bg", "Анна Боян Живка Зоя Йордан Калин Цветан Чавдар Шопов Щерев Ъглова Юлия Яна"),
        ("bg", "Ана Щерев Ana Zora"),
        ("en", "Ana Zora Ана Щерев"),
        ("en", "Дуда Ђорђе Ена Љубо Мара Ћира Џемал"),
        ("fr", "Cote Coté Côte Élodie Emma Zoé"),
        ("fr", "Odile Œuvrard Ofer"),
        ("nl", "Ida IJsbrand Ilse Jan"),
        ("en", "Łucja Luz Łysy Max"),
        ("en", "10a 2 Ana"),
        ("en", "Sever Šime Tom"),
    ],
)
def test_names_are_sorted_by_the_alphabet_of_the_language(language, names):
    expected = names.split()
    shuffled = expected[::-1]
    assert sorted(shuffled, key=lambda name: name_key(name, language)) == expected


def test_space_sorts_before_letters():
    assert sorted(["Anagram", "Ana Zec"], key=lambda name: name_key(name, "hr"))[0] == "Ana Zec"


def test_name_key_is_equal_for_composed_and_decomposed_letters():
    assert name_key("C\u030cedo", "hr")[0] == name_key("Čedo", "hr")[0]


@pytest.mark.parametrize(("language", "first"), [("hr", "Zora"), ("en", "Žana")])
def test_sort_by_name_uses_the_active_language(language, first):
    with override(language):
        assert sort_by_name(["Žana", "Zora"], str)[0] == first
