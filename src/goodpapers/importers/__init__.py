"""Programme files into entries. FORMATS is the one table of formats: a line each.

A format of JSON records is a module with NAME, WORDS, TITLE_KEY, ARRAYS, `recognise(head)`,
`hints(raw)` and `read_entry(raw, file, number)`; see docs/importing.md. Tables are the other
kind.
"""

from goodpapers.importers.programme import FORMATS, OpenProgramme, read_programme

__all__ = ["FORMATS", "OpenProgramme", "read_programme"]
