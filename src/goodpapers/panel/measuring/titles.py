"""Tell whether two rows are the same work, by title: to leave out what a source was trained on."""

from __future__ import annotations

import hashlib
import unicodedata


def title_mark(title: str) -> str:
    """Sixteen hexadecimal digits that agree for titles that differ only in case, blanks, marks.

    Letters and digits of the compatible form, casefolded, hashed by SHA-256. Weights carry these
    marks instead of titles.
    """
    plain = unicodedata.normalize("NFKC", title).casefold()
    letters = "".join(filter(str.isalnum, plain))
    return hashlib.sha256(letters.encode()).hexdigest()[:16]
