import pytest

from tournaments.clubs.names import near_key, plain_key, same_spelling, search_key


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Đorđe Perić", "Djordje Peric"),
        ("Đorđe Perić", "Ђорђе Перић"),
        ("Ђорђе Перић", "dorde peric"),
        ("Željko Čačić", "Жељко Чачић"),
        ("Џемал Ђукановић", "Džemal Đukanović"),
        ("Љубомир Њежић", "Ljubomir Nježić"),
        ("Йордан Щерев", "Yordan Shterev"),
        ("Живка Цонева", "Zhivka Tsoneva"),
        ("Мария Йовчева", "Marija Jovčeva"),
        ("Ѓорѓи Ќосев", "Gjorgji Kjosev"),
        ("Сергій Ґонта", "Sergiy Gonta"),
        ("Єва Їжак", "Yeva Yizhak"),
        ("Łukasz Żak", "LUKASZ ZAK"),
        ("Søren Kjær", "Soeren Kjaer"),
        ("Jürgen Groß", "Juergen Gross"),
        ("Dijkstra Ĳsbrand", "Dykstra IJsbrand"),
        ("Œuvrard Noël", "Oeuvrard Noel"),
        ("Şükrü İnce", "Sukru Ince"),
    ],
)
def test_spellings_of_one_name_have_one_search_key(one, other):
    assert search_key(one) == search_key(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Perić Đorđe", "Djordje Perić"),
        ("Anna Babić", "Ana Babic"),
        ("Ana-Maria Kos", "Ana Marija Kos"),
        ("Ivan Ivanov (Plovdiv)", "Иван Иванов"),
    ],
)
def test_near_names_have_one_near_key(one, other):
    assert near_key(one) == near_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Ana Kos", "Anja Kos"), ("Ivo Kos", "Ivan Kos"), ("Lea Kos", "Leo Kos")]
)
def test_different_names_have_different_near_keys(one, other):
    assert near_key(one) != near_key(other)


@pytest.mark.parametrize(
    ("one", "other", "is_same"),
    [
        ("ĐORĐE PERIĆ", "Đorđe Perić", True),
        ("ИВАН", "иван", True),
        ("ΝΊΚΟΣ", "νίκος", True),
        ("Ł", "ł", True),
        ("İnce", "i̇nce", True),
        ("STRASSE", "Straße", True),
        ("Babic", "Babić", False),
    ],
)
def test_same_spelling_ignores_only_case(one, other, is_same):
    assert (same_spelling(one) == same_spelling(other)) is is_same


@pytest.mark.parametrize(("one", "other"), [("Гост Ж1", "Гост З1"), ("Шана", "Сана")])
def test_different_letters_have_different_plain_keys(one, other):
    assert plain_key(one) != plain_key(other)
