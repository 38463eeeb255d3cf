"""What a paper's merit is made of: the parts of the shipped panel add up to the merit it stored."""

from __future__ import annotations

import numpy as np
import pytest
from tests.services.test_rescore import NOW, _site

from goodpapers.domain.paper import PaperKey
from goodpapers.domain.verdict import PanelResult, Verdict
from goodpapers.panel.heads import read_heads
from goodpapers.panel.personas import read_personas
from goodpapers.services.score_parts import merit_parts
from goodpapers.store.database import Database
from goodpapers.store.verdicts import write_results


def test_the_parts_add_up_to_the_merit_of_the_panel(database: Database) -> None:
    papers = _site(database)
    heads, personas = read_heads(), read_personas()
    logits = np.random.default_rng(3).normal(size=21)
    chances = 1 / (1 + np.exp(-logits[:20]))
    merit = heads.merit_of(logits[None])
    verdicts = tuple(
        Verdict(one.key, float(chance), None) for one, chance in zip(personas, chances, strict=True)
    )
    with database.write() as db:
        result = PanelResult("embedded", "model", "recipe", "hash", merit, verdicts)
        write_results(db, [(papers[0].key, result)], NOW)
    parts = merit_parts(database)(papers[0].key)
    assert [name for name, _ in parts] == [*(one.name for one in personas), "the text as a whole"]
    joint = (sum(amount for _, amount in parts) - heads.centre[-1]) / heads.spread[-1]
    assert joint == pytest.approx(merit, abs=1e-4)
    # What is left over is the direct reading itself, by its own weight.
    direct = heads.merit[20] * (logits[20] - heads.centre[20]) / heads.spread[20]
    assert parts[-1][1] == pytest.approx(float(direct), abs=1e-4)


def test_a_paper_that_was_not_judged_has_no_parts(database: Database) -> None:
    papers = _site(database)
    assert merit_parts(database)(papers[-1].key) == []
    assert merit_parts(database)(PaperKey("nosuchkey2")) == []
