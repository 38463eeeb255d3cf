"""Measure a panel: against real peer reviews, and against a careful reader's answers.

Arrays and files in, figures out. What carries papers to a source and back is
`services/measure_panel.py`; what each figure means is `docs/measuring.md`.
"""
