"""Votes that survive: a real server, killed with `kill -9` while many clients vote.

    .venv/bin/python benchmarks/vote_kills.py 200 50

The two numbers are kills and clients; without them five kills and twenty clients, to see that it
runs. Prints how many votes were answered with success, and how many of those are missing after.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.web.vote_storm import storm


def main() -> None:
    """Run the storm and print the count; exit 1 where a vote is lost, doubled or miscounted."""
    kills, clients = (int(given) for given in (sys.argv[1:3] if len(sys.argv) > 2 else ("5", "20")))
    begun = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = storm(Path(folder) / "site", kills=kills, clients=clients)
    print(f"{found.kills} kills in {time.monotonic() - begun:.0f} s under {clients} clients")
    print(f"{found.sent} votes sent, {found.answered} answered with success, {found.rows} kept")
    print(f"{len(found.wrong)} lost or changed, {len(found.miscounted)} papers miscounted")
    for line in (*found.wrong, *found.miscounted):
        print(line)
    sys.exit(1 if found.wrong or found.miscounted else 0)


if __name__ == "__main__":
    main()
