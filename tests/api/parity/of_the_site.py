from typing import Final

from tests.api.parity.rows import Verb

OF_THE_SITE: Final = (
    Verb("choose a language", "set_language", only="a program says `Accept-Language` each time"),
    Verb("choose how pages look", "set_display", only="only of what is looked at"),
    Verb("look at the parts of pages", "styleguide", only="for who writes pages"),
    Verb("be found by search engines", "robots sitemap manifest", only="they ask there alone"),
    Verb(
        "watch whether the site is well",
        "health live ready metrics",
        only="programs ask there alone",
    ),
    Verb("see how the installation stands", "installation", "GET api_installation"),
    Verb("try failed work again", "installation_retry", "POST api_job_retry"),
    Verb(
        "read who answers for the site, and what is stored of people",
        "privacy contact",
        only="texts for people",
    ),
    Verb(
        "carry an evening between a hall and a server",
        "line_pair line_letters",
        only="two installations speak here with each other, by a secret of their own",
    ),
    Verb(
        "come into a hall",
        "hall hall_pin hall_pin_new hall_pair",
        only="of a laptop in a room: its address on the wall, a PIN, where its evening comes from",
    ),
    Verb("read what the API does", "", "GET api_schema", only="of the API itself"),
    Verb("try the API", "", "GET api_docs", only="a page over the schema"),
    Verb("read what the API may refuse", "", "GET api_problems", only="of the API itself"),
)
