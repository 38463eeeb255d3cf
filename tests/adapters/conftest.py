"""A provider of sign-in that runs for the length of a test."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tests.adapters.provider_site import ProviderSite
from tests.web.browsing import serving


@pytest.fixture
def provider_site() -> Iterator[ProviderSite]:
    """The provider, served; its `issuer` is its own address."""
    site = ProviderSite()
    with serving(site.app()) as address:
        site.issuer = address
        yield site
