"""Reports as Markdown tables: for a terminal, and for the panel card."""

from __future__ import annotations

from collections.abc import Sequence

from goodpapers.domain.verdict import Strictness
from goodpapers.panel.measuring.report import AnswersReport, GroupReport, PanelReport, Ranking
from goodpapers.panel.measuring.resampling import Figure

_RANKING = ("accept or reject", "highlight", "ratings", "top tenth")
_BASELINES = {
    "length": "length",
    "tfidf": "words, logistic",
    "mean_of_answers": "mean of the answers",
}


def panel_tables(report: PanelReport) -> str:
    """One row a venue and year, then one a baseline; "–" where a file cannot say."""
    parts = [_ranking_table(report), _panel_table(report)]
    if report.left_out:
        parts.append(f"{report.left_out:,} papers left out: {report.source} was trained on them.")
    return "\n\n".join(parts)


def answers_table(report: AnswersReport) -> str:
    """One row a persona, in the file's order, and the mean."""
    rows = [(p.name, _shown(p.spearman), _shown(p.auroc)) for p in report.personas]
    known = [p.spearman.value for p in report.personas if p.spearman]
    known_auroc = [p.auroc.value for p in report.personas if p.auroc]
    rows.append(("mean", _mean(known), _mean(known_auroc)))
    table = _table(("persona", "rank correlation", "AUROC at the target rate"), rows)
    if not report.out_of_fold:
        return table
    return f"{table}\n\n{report.out_of_fold:,} papers by stored out-of-fold answers."


def _ranking_table(report: PanelReport) -> str:
    rows = []
    for group in report.groups:
        rows.append((group.name, f"{group.n:,}", report.source, *_ranking(group.ranking)))
        for key, ranking in group.baselines.items():
            rows.append(("", "", _BASELINES.get(key, key), *_ranking(ranking)))
    return _table(("papers of", "n", "ranked by", *_RANKING), rows)


def _panel_table(report: PanelReport) -> str:
    head = ("papers of", "ECE", *(f"yes, {strictness}" for strictness in Strictness), "distinct")
    return _table(head, [_panel_row(group) for group in report.groups])


def _panel_row(group: GroupReport) -> tuple[str, ...]:
    rates = (_shown(group.yes_rate[strictness]) for strictness in Strictness)
    distinct = f"{group.distinct.value:,.0f}" if group.distinct else "–"
    return (group.name, _shown(group.ece), *rates, distinct)


def _ranking(ranking: Ranking) -> tuple[str, ...]:
    figures = (ranking.auroc_accept, ranking.auroc_highlight, ranking.spearman_rating, ranking.ap10)
    return tuple(map(_shown, figures))


def _shown(figure: Figure | None) -> str:
    """``0.627 (0.610 to 0.644)``"""
    if figure is None:
        return "–"
    return f"{figure.value:.3f} ({figure.low:.3f} to {figure.high:.3f})"


def _mean(values: Sequence[float]) -> str:
    return f"{sum(values) / len(values):.3f}" if values else "–"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Markdown with columns padded to one width, so that it reads in a terminal too."""
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    lines = [head, ["-" * width for width in widths], *rows]
    padded = (
        [cell.ljust(width) for cell, width in zip(line, widths, strict=True)] for line in lines
    )
    return "\n".join(f"| {' | '.join(line)} |" for line in padded)
