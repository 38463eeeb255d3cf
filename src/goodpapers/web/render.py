"""Templates become pages. Every one is compiled at the start; none holds a script or a style."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from goodpapers.domain.listing import Reveal
from goodpapers.domain.verdict import Persona, Strictness
from goodpapers.services.browse import personas
from goodpapers.web import words
from goodpapers.web.cards import DotGroup, dot, list_href, paper_href, strictness_of
from goodpapers.web.maths import with_maths
from goodpapers.web.static import static_href
from goodpapers.web.visit import Page, Visit

SITE_NAME = "Good Papers"
_ANSWERS = (True, False, None)


class Renderer:
    """All templates of the site, ready."""

    def __init__(self) -> None:
        self._environment = Environment(
            loader=PackageLoader("goodpapers.web", "templates"),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        self._environment.filters.update(maths=with_maths, ordinal=words.ordinal)
        self._environment.globals.update(
            site_name=SITE_NAME,
            static=static_href,
            list_href=list_href,
            paper_href=paper_href,
            count=words.count,
        )
        self._templates = {
            name: self._environment.get_template(name)
            for name in self._environment.list_templates(extensions=["html"])
        }
        self._dots = self._all_dots(personas())

    def page(self, page: Page, visit: Visit) -> str:
        """The whole HTML of a page."""
        return self._templates[page.template].render(
            page.needs,
            title=page.title,
            edition_key=page.edition,
            hidden=page.hidden,
            open_site=visit.viewer.reveal is Reveal.ALWAYS,
            chose_hidden=visit.viewer.chose_hidden,
            address=visit.address,
            path=visit.path,
            typed=visit.value("words") or "",
        )

    def draw_dots(self, recommends: tuple[bool | None, ...]) -> tuple[DotGroup, ...]:
        """The twenty dots of one paper in their three groups."""
        return tuple(
            [
                DotGroup(name, Markup("").join([self._dots[i][recommends[i]] for i in places]))
                for name, places in self._groups
            ]
        )

    def _all_dots(self, panel: tuple[Persona, ...]) -> list[dict[bool | None, Markup]]:
        """Each reviewer's dot for each answer, drawn once: a list shows six hundred of them."""
        self._groups = [(str(each), strictness_of(panel, each)) for each in Strictness]
        draw = getattr(self._templates["parts/dots.html"].module, "dot")  # noqa: B009
        return [
            {answer: Markup(draw(dot(persona, answer))) for answer in _ANSWERS}  # noqa: S704
            for persona in panel
        ]


@lru_cache(maxsize=1)
def renderer() -> Renderer:
    """The one renderer of this process."""
    return Renderer()
