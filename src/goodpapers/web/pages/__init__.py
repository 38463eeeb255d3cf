"""Page functions: a visit in, a page out. Each reads through services/browse.py and writes nothing."""
