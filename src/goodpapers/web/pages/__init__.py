"""Page functions: a visit in, a page out. Each reads by services/browse.py and writes nothing."""
