"""The addresses of signing in and of the keeper, as parts of the tables in routes.py."""

from __future__ import annotations

from collections.abc import Callable

from goodpapers.web.forms import GoTo, PostFunction
from goodpapers.web.pages import (
    keeper,
    sign_in,
    sign_in_code,
    sign_in_link,
    sign_in_outside,
    sign_ins,
)
from goodpapers.web.visit import Page, Visit

SIGN_IN_PAGES: dict[str, Callable[[Visit], Page | GoTo]] = {
    "/sign-in": sign_in.page,
    "/sign-in/github": sign_in.github_steps,
    "/sign-in/code": sign_in_code.page,
    "/sign-in/link": sign_in_link.page,
    "/sign-in/back/{provider}": sign_in_outside.come_back,
    "/sign-ins": sign_ins.page,
    "/keeper": keeper.page,
    "/keeper/readers": keeper.readers,
    "/keeper/log": keeper.log,
}
SIGN_IN_FORMS: dict[str, PostFunction] = {
    "/sign-in/demo": sign_in.as_demo_reader,
    "/sign-in/out": sign_in_outside.go_out,
    "/sign-in/mail": sign_in_code.ask,
    "/sign-in/code": sign_in_code.check,
    "/sign-in/link": sign_in_link.use,
    "/sign-out": sign_in.sign_out,
    "/sign-ins/end": sign_ins.end,
    "/sign-ins/end-others": sign_ins.end_others,
    "/sign-ins/remove": sign_ins.remove_identity,
    "/keeper/suspend": keeper.suspend,
    "/keeper/restore": keeper.restore,
    "/keeper/know": keeper.know,
}
