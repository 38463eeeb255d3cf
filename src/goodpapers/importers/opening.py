"""A file as UTF-8 text in chunks, or one clear line why not.

Everything that can be wrong with a file before its format matters is said here: missing, no right
to read, a folder, a pipe or device (which may keep one waiting for ever), empty, binary, another
encoding. The file is read once, front to back.
"""

from __future__ import annotations

import codecs
import gzip
import stat
import zlib
from pathlib import Path
from typing import IO, cast

from goodpapers.domain.errors import BadInput, NotAProgramme
from goodpapers.domain.lines import one_line
from goodpapers.domain.programme import Problem

HEAD_BYTES = 1 << 16
_CHUNK_BYTES = 1 << 18
_MAGIC = (
    (b"%PDF", "this is a PDF file"),
    (b"PK\x03\x04", "this is a ZIP archive or an Excel workbook"),
    (b"\x89PNG", "this is a picture"),
    (b"\xff\xd8\xff", "this is a picture"),
    (b"SQLite format 3", "this is a SQLite database"),
    (b"\x7fELF", "this is a program"),
    (b"BZh", "this is a bzip2 archive"),
    (b"\xfd7zXZ", "this is an xz archive"),
)
_WIDE_MARKS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
EXPECTED = "a conference programme as UTF-8 text"


def shown_name(path: Path) -> str:
    """The name of a file as it is shown; bytes of it that are no UTF-8 as �."""
    return one_line(path.name or str(path))


class TextFile:
    """The decoded text of one file. `head` is its beginning, for recognising the format."""

    def __init__(self, path: Path) -> None:
        """Open `path`, gzipped or not. Raises BadInput if it cannot be read as UTF-8 text."""
        self.name = shown_name(path)
        self._stream = self._open(path)
        self._decoder = codecs.getincrementaldecoder("utf-8")("strict")
        self._bytes_before = 0
        self._lines_before = 0
        try:
            self._check(first := self._read_bytes(HEAD_BYTES))
            first = first.removeprefix(codecs.BOM_UTF8)
            self.head = self._decode(first, final=len(first) == 0)
        except BaseException:
            self.close()
            raise
        self._unread = self.head

    def read(self) -> str:
        """The next piece of text, never empty before the end; "" at the end."""
        if self._unread:
            text, self._unread = self._unread, ""
            return text
        return self._more()

    def _more(self) -> str:
        while data := self._read_bytes(_CHUNK_BYTES):
            if text := self._decode(data, final=False):
                return text
        return self._decode(b"", final=True)

    def look_ahead(self, size: int) -> str:
        """The text that `read` will give next: `size` characters of it or more, or all there is."""
        pieces = [self._unread]
        taken = len(self._unread)
        while taken < size and (text := self._more()):
            pieces.append(text)
            taken += len(text)
        self._unread = "".join(pieces)
        return self._unread

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()

    def refuse(self, found: str, expected: str = EXPECTED) -> NotAProgramme:
        """The error that says what this file is instead of a programme."""
        return NotAProgramme(Problem(self.name, None, found, expected))

    def _open(self, path: Path) -> IO[bytes]:
        try:
            if not stat.S_ISREG(mode := path.stat().st_mode) and not stat.S_ISDIR(mode):
                raise self.refuse("this is a pipe or a device", "a file")
            stream = path.open("rb")
            magic = stream.peek(2)[:2]
        except FileNotFoundError:
            words = "there is no such file; check the name, or give an https address"
            raise NotAProgramme(f"{self.name}: {words}") from None
        except IsADirectoryError:
            raise self.refuse("this is a folder", "a file") from None
        except PermissionError:
            raise self.refuse("there is no right to read it", "a file this user may read") from None
        except (OSError, ValueError) as error:
            raise self.refuse(f"it cannot be opened ({error})") from None
        return cast(IO[bytes], gzip.GzipFile(fileobj=stream)) if magic == b"\x1f\x8b" else stream

    def _read_bytes(self, size: int) -> bytes:
        try:
            return self._stream.read(size)
        except (OSError, EOFError, zlib.error) as error:
            raise BadInput(
                Problem(self.name, None, f"it breaks off or is damaged ({error})", "a whole file")
            ) from None

    def _check(self, first: bytes) -> None:
        if not first.strip(b"\x00 \t\r\n\xef\xbb\xbf"):
            raise self.refuse(
                "the file is empty" if b"\x00" not in first else "this is a binary file"
            )
        if first.startswith(_WIDE_MARKS):
            raise self.refuse("the text is encoded as UTF-16 or UTF-32", "UTF-8")
        for magic, found in _MAGIC:
            if first.startswith(magic):
                raise self.refuse(found)
        if b"\x00" in first:
            if max(first[0::2].count(0), first[1::2].count(0)) * 4 > len(first):
                raise self.refuse("the text looks like UTF-16", "UTF-8")
            raise self.refuse("this is a binary file")

    def _decode(self, data: bytes, *, final: bool) -> str:
        pending = len(self._decoder.getstate()[0])
        try:
            text = self._decoder.decode(data, final)
        except UnicodeDecodeError as error:
            raise self._wrong_encoding(error, pending) from None
        self._bytes_before += len(data)
        self._lines_before += data.count(b"\n")
        return text

    def _wrong_encoding(self, error: UnicodeDecodeError, pending: int) -> BadInput:
        data = error.object
        at = self._bytes_before - pending + error.start + 1
        line = self._lines_before + data[: error.start].count(b"\n") + 1
        found = f"byte {at:,} (line {line:,}) is 0x{data[error.start]:02x}, which is no UTF-8"
        return BadInput(Problem(self.name, None, found, "UTF-8; save the file with that encoding"))
