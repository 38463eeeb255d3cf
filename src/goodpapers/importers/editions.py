"""Which edition a file is of: from a name someone gave, from its content, from its file name."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable

from goodpapers.domain.lines import one_line
from goodpapers.domain.programme import Edition
from goodpapers.importers.cleaning import clean_text

_SPOKEN = {
    "neurips": "NeurIPS", "nips": "NeurIPS", "iclr": "ICLR", "icml": "ICML", "cvpr": "CVPR",
    "iccv": "ICCV", "eccv": "ECCV", "wacv": "WACV", "corl": "CoRL", "acl": "ACL", "emnlp": "EMNLP",
    "naacl": "NAACL", "eacl": "EACL", "aacl": "AACL", "coling": "COLING", "conll": "CoNLL",
    "tacl": "TACL", "aaai": "AAAI", "ijcai": "IJCAI", "kdd": "KDD", "colm": "COLM", "alt": "ALT",
    "aistats": "AISTATS", "uai": "UAI", "colt": "COLT", "siggraph": "SIGGRAPH", "rss": "RSS",
    "iros": "IROS", "icra": "ICRA", "mlsys": "MLSys", "interspeech": "Interspeech",
    "icassp": "ICASSP", "miccai": "MICCAI", "chi": "CHI", "midl": "MIDL", "automl": "AutoML",
    "collas": "CoLLAs", "acml": "ACML", "bmvc": "BMVC", "3dv": "3DV",
    "sigir": "SIGIR", "wsdm": "WSDM", "cikm": "CIKM", "recsys": "RecSys", "icse": "ICSE",
}  # fmt: skip
_LONG = {
    "neural information processing systems": "NeurIPS",
    "conference on robot learning": "CoRL",
    "international conference on learning representations": "ICLR",
    "international conference on machine learning": "ICML",
    "conference on language modeling": "COLM",
    "computer vision and pattern recognition": "CVPR",
    "international conference on computer vision": "ICCV",
    "winter conference on applications of computer vision": "WACV",
    "artificial intelligence and statistics": "AISTATS",
    "uncertainty in artificial intelligence": "UAI",
}
_GAP = r"(?:\.(?:cc|org|net)|[\s_./:'’-]|%20|/virtual|content)*"
_SHORT = re.compile(
    rf"(?<![a-z])({'|'.join(_SPOKEN)}){_GAP}(?:conference{_GAP})?((?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
_TITLE = re.compile(rf"({'|'.join(_LONG)})", re.IGNORECASE)
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def name_edition(name: str) -> Edition:
    """The edition that a person named: ``NeurIPS 2026``, ``My reading group 2025``.

    Letters of other widths and shapes are read as the plain ones (NFKC), for the name that is shown
    and for the key alike.
    """
    name = one_line(unicodedata.normalize("NFKC", clean_text(name)))[:100].strip()
    known = find_edition(name)
    if known and _slug(known.name) == _slug(name):
        return known
    year = _YEAR.search(name)
    conference = " ".join(_YEAR.sub("", name).split()).strip(" -_,") if year else name
    return Edition(_slug(name), name, conference or name, int(year.group()) if year else None)


def find_edition(text: str) -> Edition | None:
    """The edition of a known conference that `text` (an address, a venue, BibTeX) speaks of."""
    if found := _SHORT.search(text):
        return _edition(_SPOKEN[found.group(1).lower()], int(found.group(2)))
    if (title := _TITLE.search(text)) and (years := _YEAR.findall(text)):
        return _edition(_LONG[title.group(1).lower()], int(max(years, key=years.count)))
    return None


def guess_edition(hints: Iterable[tuple[str, str]], file_name: str) -> tuple[Edition, str]:
    """The edition and what it was guessed from. `hints` are (text, what the text is) of entries."""
    for text, source in hints:
        if edition := find_edition(text):
            return edition, source
    stem = file_name.partition(".")[0] or file_name
    return find_edition(file_name) or name_edition(stem), "the file name"


def _edition(conference: str, year: int) -> Edition:
    name = f"{conference} {year}"
    return Edition(_slug(name), name, conference, year)


def _slug(name: str) -> str:
    """``neurips-2026``; where letters of other scripts fall away, a hash keeps names apart."""
    plain = unicodedata.normalize("NFKD", name)
    ascii_only = plain.encode("ascii", "ignore").decode().lower()
    slug = _NOT_SLUG.sub("-", ascii_only).strip("-")[:60].strip("-")
    lost = any(letter.isalnum() and not letter.isascii() for letter in plain)
    if slug and not lost:
        return slug
    digest = hashlib.sha256(name.encode(errors="replace")).hexdigest()[:6]
    return "-".join(filter(None, (slug, digest)))
