import re

import pytest
from django.urls import reverse

from web.styleguide import PARTS_BY_PAGE


@pytest.mark.parametrize("kind", [page for page in PARTS_BY_PAGE if page])
def test_each_sample_page_returns_200(client, db, kind):
    assert client.get(reverse("styleguide", args=[kind])).status_code == 200


def test_unknown_sample_page_returns_404(client, db):
    assert client.get(reverse("styleguide", args=["nothing"])).status_code == 404


def test_every_symbol_used_is_in_the_sprite(client, db):
    page = client.get(reverse("styleguide")).content.decode()
    drawn = set(re.findall(r'<use href="#([\w-]+)"', page))
    assert drawn - set(re.findall(r'<symbol id="([\w-]+)"', page)) == set()


def test_form_errors_are_summarised_and_precede_their_fields(client, db):
    page = client.get(reverse("styleguide"), headers={"accept-language": "en"}).content.decode()
    assert "Correct 4 things" in page
    assert '<a href="#id_partner">Partner’s name: This field is required.</a>' in page
    assert page.index('id="id_partner_error"') < page.index('name="partner"')
    assert 'aria-describedby="id_partner_error"' in page
