"""Two sources of the panel become one merit, each weighted by what it adds to the other.

A merit is standardized; its validity is its correlation with worth. What both sources say alike
counts once: sources that always agree are as good as the better one alone.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from goodpapers.scoring.evidence import BoolArray
from goodpapers.scoring.nodes import FloatArray

ALIKE_WORTH: Final = 50.0
"""Papers that the cautious start counts for: sources are taken to say the same until shown."""
MOST_VALIDITY: Final = 0.95
"""No panel is believed to know worth better than this."""


def join_merits(
    merits: FloatArray, validities: FloatArray, alike: float | None = None
) -> tuple[FloatArray, float]:
    """One merit a paper, (n_papers,), and its validity.

    Parameters
    ----------
    merits : (n_papers, n_sources), one or two sources, standardized; NaN where one did not judge.
    validities : (n_sources,), 0 to below 1.
    alike : how the two correlate; None measures it with `likeness`.

    A paper that only one source judged keeps that one's merit, at the weight its own validity
    gives; without any it is NaN. The weights are those of the regression of worth on two
    correlated measures (Cohen, Cohen, West and Aiken, Applied Multiple Regression, 3rd ed. 2003,
    section 3.2), held at zero or more: a source never counts against what it says.
    """
    if validities.size == 1:
        return merits[:, 0], float(validities[0])
    alike = likeness(merits) if alike is None else alike
    weights = _weights(validities, alike)
    joint = min(float(np.sqrt(weights @ validities)), MOST_VALIDITY)
    told = np.where(np.isnan(merits), 0.0, merits)
    given: BoolArray = ~np.isnan(merits)  # (n_papers, 2)
    both = given[:, :1] & given[:, 1:]  # (n_papers, 1)
    used = np.where(both, weights, given * validities)
    merit = (told * used).sum(axis=1) / max(joint, 1e-9)
    return np.where(given.any(axis=1), merit, np.nan), joint


def likeness(merits: FloatArray) -> float:
    """The correlation of two sources over the papers that both judged, drawn to 1 while few."""
    both = merits[~np.isnan(merits).any(axis=1)]
    spread = np.asarray(both.std(axis=0)) if len(both) > 1 else np.zeros(2)
    seen = float(np.corrcoef(both[:, 0], both[:, 1])[0, 1]) if spread.min() > 0 else 1.0
    return max((len(both) * seen + ALIKE_WORTH) / (len(both) + ALIKE_WORTH), 0.0)


def _weights(validities: FloatArray, alike: float) -> FloatArray:
    better, other = np.argmax(validities), np.argmin(validities)
    alone = np.zeros(2)
    alone[better if better != other else 0] = validities[better]
    if alike * validities[better] >= validities[other]:
        return alone  # the other adds nothing, or would count against itself
    return np.asarray((validities - alike * validities[::-1]) / (1 - alike**2))
