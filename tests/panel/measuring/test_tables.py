"""Reports as tables, word for word."""

from __future__ import annotations

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring.report import (
    AnswersReport,
    GroupReport,
    PanelReport,
    PersonaReport,
    Ranking,
)
from goodpapers.panel.measuring.resampling import Figure
from goodpapers.panel.measuring.tables import answers_table, panel_tables

FIGURE = Figure(0.62712, 0.61, 0.6444, 1200)
GROUP = GroupReport(
    "ICLR",
    2024,
    1200,
    Ranking(FIGURE, None, FIGURE, None),
    FIGURE,
    dict.fromkeys(Strictness),
    Figure(1187, 1187, 1187, 1200),
    {"length": Ranking(None, None, None, FIGURE)},
)


def test_a_panel_stands_beside_its_baselines() -> None:
    table = panel_tables(PanelReport("embedded", 4015, (GROUP,)))
    lines = [" ".join(line.split()) for line in table.splitlines()]
    shown = "0.627 (0.610 to 0.644)"
    assert f"| ICLR 2024 | 1,200 | embedded | {shown} | – | {shown} | – |" in lines
    assert f"| | | length | – | – | – | {shown} |" in lines
    assert f"| ICLR 2024 | {shown} | – | – | – | 1,187 |" in lines
    assert lines[-1] == "4,015 papers left out: embedded was trained on them."


def test_personas_stand_in_the_files_order_with_their_mean() -> None:
    half = Figure(0.5, 0.4, 0.6, 10)
    personas = (PersonaReport("newcomer", FIGURE, None), PersonaReport("sceptic", half, half))
    lines = answers_table(AnswersReport("embedded", 0, personas)).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert [row[0] for row in cells[2:]] == ["newcomer", "sceptic", "mean"]
    assert cells[-1] == ["mean", "0.564", "0.500"]
    assert len({len(line) for line in lines}) == 1
