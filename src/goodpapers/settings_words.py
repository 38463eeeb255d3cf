"""What each setting says of itself, in the order of the page docs/settings.md."""

from __future__ import annotations

SAYS = {
    "database": "Where the site keeps everything. `sqlite:///NAME` is a file in the site folder; "
    "`postgresql://READER:PASSWORD@HOST/NAME` is a PostgreSQL database (install the extra "
    "`goodpapers[postgres]`). An address with a password may stand only in the variable, or in a "
    "settings file that nobody else can read (mode 600).",
    "reveal": "When scores and the panel's answers show: `after_vote`, once the reader has voted "
    "on that paper, or `always`, for a private site where nobody minds.",
    "peek": "Whether a reader may see a paper's score without voting. A later vote on that paper "
    "then counts less.",
    "tiers": "How tiers are given: `place`, by a paper's place within its edition; `score`, by "
    "fixed scores (80, 65, 50); `off`, no tiers.",
    "host": "The address that `goodpapers serve` listens on. `127.0.0.1` is this machine only; "
    "`0.0.0.0` is everyone who can reach it.",
    "port": "The port that `goodpapers serve` listens on; 0 takes any free one.",
    "workers": "How many processes serve pages, 1 to 64. One is enough for a conference on SQLite.",
    "panel_threads": "How many processor cores the embedded panel may use, 0 to 256; 0 means all.",
    "address": "The address by which browsers reach the site, such as `https://papers.example.org`;"
    " empty means as the request says. Set it where a proxy stands before the site. With `https` "
    "cookies are for HTTPS alone.",
    "proxies": "Network addresses of proxies that may say for whom they ask and whether by HTTPS "
    "(`X-Forwarded-For`, `X-Forwarded-Proto`), such as `127.0.0.1`. From anyone else these are "
    "ignored.",
    "access": "Who may see the site: `open`, everyone; `members`, nothing is served before "
    "sign-in, and only members may sign in.",
    "members": "Who may become a member by themselves: everyone with a confirmed e-mail address "
    "at a domain, `example.edu`, or in a GitHub organisation, `github:NAME`. Others need an "
    "invitation: `goodpapers reader invite`.",
    "keepers": "Who runs the site, known at their sign-in: `github:NAME`, `orcid:0000-…`, or "
    "`email:ADDRESS` confirmed by code.",
    "institutions": "E-mail domains of institutions, besides those that end in `.edu`, `.edu.xx` "
    "or `.ac.xx`: a reader with such an address, confirmed by code, is a known reader.",
    "github_client": "The client id of the GitHub OAuth app for sign-in by GitHub; empty, none.",
    "github_secret": "Its client secret; only in the variable, or in a settings file of mode 600.",
    "github_address": "Where GitHub is: the public one, or your own GitHub Enterprise Server.",
    "google_client": "The client id for sign-in by Google; empty, none.",
    "google_secret": "Its client secret; only in the variable, or in a settings file of mode 600.",
    "orcid_client": "The client id for sign-in by ORCID; empty, none.",
    "orcid_secret": "Its client secret; only in the variable, or in a settings file of mode 600.",
    "orcid_address": "Where ORCID is: the real one, or its sandbox, `https://sandbox.orcid.org`.",
    "oidc_issuer": "The address of any other OpenID Connect provider, such as your institution's, "
    "as it names itself; empty, none.",
    "oidc_client": "The client id that this provider gave the site.",
    "oidc_secret": "Its client secret; only in the variable, or in a settings file of mode 600.",
    "oidc_name": "What the button calls that provider.",
    "mail_host": "The mail server (SMTP) that sends the codes for sign-in by e-mail; empty, none.",
    "mail_port": "The port of the mail server: 587 for `starttls`, 465 for `tls`.",
    "mail_security": "How the connection is made safe: `starttls`, `tls` from the start, or "
    "`none`, for a server on this machine.",
    "mail_user": "The name to sign in there with; empty, none is needed.",
    "mail_password": "Its password; only in the variable, or in a settings file of mode 600.",
    "mail_from": "The address that the mail comes from; empty is `goodpapers@` the mail server.",
    "demo": "Whether this is a demo: on this machine's own address it then offers to sign in as a "
    "demo reader.",
    "panel": "Which source of the panel counts: `embedded`, or the name of the endpoint. What "
    "pages show as `n of 20` is this source's; the score uses every source.",
    "endpoint_address": "A server that speaks OpenAI's chat completions, such as "
    "`https://host/v1` or `http://localhost:11434`; empty, none. See docs/endpoint.md.",
    "endpoint_model": "The model's name at that server.",
    "endpoint_name": "Verdicts are kept apart by this name; two models need two names.",
    "endpoint_key": "The key to that server; only in the variable, or in a settings file of mode "
    "600.",
    "endpoint_key_file": "Or a file of mode 600 that holds the key, its name taken from the site "
    "folder.",
    "endpoint_price_in": "US dollars for a million tokens that are sent; 0 for a server of your "
    "own.",
    "endpoint_price_out": "US dollars for a million tokens that are answered.",
    "endpoint_budget": "The most that one run may spend, in US dollars; 0 is no limit. "
    "`goodpapers panel run --budget` says it for one run.",
    "endpoint_validity": "How far the endpoint's merit goes with worth, a correlation from 0 to "
    "below 1: what `goodpapers panel evaluate --source endpoint` finds with ratings newer than its "
    "model. The embedded panel has 0.25.",
    "endpoint_per_minute": "The most calls a minute; 0 is no limit.",
    "endpoint_in_flight": "How many calls may be open at once, 1 to 256.",
    "endpoint_orders": "1 asks each paper once; 2 asks twice, the second time backwards, at twice "
    "the price.",
    "endpoint_timeout": "The longest that one call may take, in seconds.",
    "endpoint_longest_answer": "In tokens. Twenty answers take about 280; models that think first "
    "need more.",
    "endpoint_dialect": "How the server wants to be asked. Empty: the first run finds out with a "
    "few short calls, and keeps it.",
    "endpoint_extra": "Further fields of each call, as JSON, such as "
    '`{"reasoning_effort": "low"}`.',
}
CHOICES = {
    "reveal": ("after_vote", "always"),
    "tiers": ("place", "score", "off"),
    "access": ("open", "members"),
    "mail_security": ("starttls", "tls", "none"),
}
RANGES = {
    "port": (0, 65_535),
    "workers": (1, 64),
    "panel_threads": (0, 256),
    "mail_port": (1, 65_535),
    "endpoint_per_minute": (0, 100_000),
    "endpoint_in_flight": (1, 256),
    "endpoint_orders": (1, 2),
    "endpoint_timeout": (1, 3_600),
    "endpoint_longest_answer": (300, 100_000),
}
DOLLARS = ("endpoint_price_in", "endpoint_price_out", "endpoint_budget")
SECRETS = frozenset(
    {
        "github_secret",
        "google_secret",
        "orcid_secret",
        "oidc_secret",
        "mail_password",
        "endpoint_key",
    }
)
"""What may stand only in a variable, or in a file that nobody else can read."""
PAIRS = (
    ("github_client", "github_secret"),
    ("google_client", "google_secret"),
    ("orcid_client", "orcid_secret"),
    ("oidc_client", "oidc_issuer"),
    ("oidc_issuer", "oidc_client"),
    ("mail_user", "mail_password"),
    ("endpoint_address", "endpoint_model"),
)
"""The first needs the second."""
