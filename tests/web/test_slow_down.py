"""Limits at the doors: a clear page with 429 and Retry-After, and nobody else is held up."""

from __future__ import annotations

from tests.web.filling import SAME, forms_of
from tests.web.signing import place

from goodpapers.services import sign_in
from goodpapers.services.limits import FORMS, SIGN_INS
from goodpapers.store.readers import add_reader
from goodpapers.web.visitor import COOKIE


def test_sign_ins_are_tried_thirty_times_in_ten_minutes_from_one_address(sqlite_url: str) -> None:
    with place(sqlite_url, demo=True) as here:
        browser = here.browser("127.0.0.1", "127.0.0.1")
        fields = forms_of(browser.get("/sign-in").text)[0][1]
        for _ in range(SIGN_INS.most):
            wrong = {**fields, "token": "x"}
            assert browser.post("/sign-in/link", data=wrong, headers=SAME).status_code == 400
        answer = browser.post("/sign-in/demo", data=fields, headers=SAME)
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "601"  # the clock stands at the window's start
        assert "Too often" in answer.text
        assert "wait 11 minutes" in answer.text
        assert here.count("reader") == 0
        here.clock.move(seconds=601)
        assert browser.post("/sign-in/demo", data=fields, headers=SAME).status_code == 303


def test_a_readers_limit_is_their_own(sqlite_url: str) -> None:
    with place(sqlite_url) as here:
        browsers = []
        for name in ("Ada", "Ben"):
            with here.site.database.write() as db:
                reader = add_reader(db, name, now=here.clock())
            token = sign_in.begin(
                here.site.database, reader, how="test", device="test", now=here.clock()
            )
            browser = here.browser()
            browser.cookies.set(COOKIE, token)
            browsers.append((browser, {"form_token": sign_in.form_token(token)}))
        (ada, form), (ben, other) = browsers
        for _ in range(FORMS.most):
            assert ada.post("/sign-ins/end-others", data=form, headers=SAME).status_code == 303
        assert ada.post("/sign-ins/end-others", data=form, headers=SAME).status_code == 429
        assert ben.post("/sign-ins/end-others", data=other, headers=SAME).status_code == 303
        assert ada.get("/sign-ins").status_code == 200
