"""The templates, compiled once a process. Every value that they show is escaped."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined, Template
from markupsafe import Markup

from goodpapers.web import words
from goodpapers.web.links import list_href, paper_href, sign_in_href
from goodpapers.web.maths import with_maths
from goodpapers.web.static import static_href

SITE_NAME = "Good Papers"


@cache
def templates() -> dict[str, Template]:
    """Every template by its name, such as ``pages/home.html``."""
    environment = Environment(
        loader=PackageLoader("goodpapers.web", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.filters.update(maths=with_maths)
    environment.globals.update(
        site_name=SITE_NAME,
        static=static_href,
        list_href=list_href,
        paper_href=paper_href,
        sign_in_href=sign_in_href,
        count=words.count,
        area_words=words.area,
    )
    names = environment.list_templates(extensions=["html"])
    return {name: environment.get_template(name) for name in names}


@cache
def part(template: str, macro: str) -> Callable[..., Markup]:
    """A macro of a part, to be drawn from code; what it draws is escaped like any template."""
    found: Callable[..., Markup] = getattr(templates()[template].module, macro)
    return found
