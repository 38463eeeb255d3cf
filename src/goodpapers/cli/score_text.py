"""What `goodpapers score` says of explanations, checks and audits."""

from __future__ import annotations

from goodpapers.cli.output import count, say, say_table
from goodpapers.services.score_audit import Audit
from goodpapers.services.score_check import LEAST_VOTES, Check
from goodpapers.services.score_explain import Explanation


def say_explanation(title: str, found: Explanation) -> None:
    """Where the score comes from."""
    say(title)
    for sentence in found.sentences:
        say(f"  {sentence}")
    rows = [("everything", found.now), ("panel alone", found.panel), ("start alone", found.start)]
    if found.full_weight is not None:
        rows.append(("every vote at full weight", found.full_weight))
    shown = [
        [name, f"{part.score:.0f}", f"{part.low:.0f} to {part.high:.0f}"]
        for name, part in rows
        if part is not None
    ]
    say_table(["of the model", "score", "90 % interval"], shown, right=(1,))
    say(f"  Under fit {found.fit} of {found.fitted_at:%Y-%m-%d %H:%M} UTC.")


def say_check(found: Check) -> None:
    """How well hidden votes were predicted."""
    if found.is_own:
        say(f"{count(found.n_hidden, 'vote')} of {found.n_votes:,} hidden and predicted.")
    else:
        say(
            f"This site has {count(found.site_votes, 'vote')}; a check of its own needs "
            f"{LEAST_VOTES}. These are the study's figures, from a simulated site."
        )
    rows = [[f"{100 * g.said:.0f}", f"{100 * g.was:.0f}", f"{g.n:,}"] for g in found.groups]
    say_table(["predicted, %", "said yes, %", "votes"], rows, right=(0, 1, 2))
    say(f"Mean gap (ECE): {100 * found.ece:.1f} points.")
    for name, loss in sorted(found.log_loss.items(), key=lambda each: each[1]):
        say(f"  log loss {loss:.3f}  {name}")
    if found.coverage is not None:
        say(
            f"Hidden votes of a paper lay within 90 % of what was predicted "
            f"{100 * found.coverage:.0f} times in 100 ({count(found.n_covered_of, 'paper')})."
        )
    needed = "over 200" if found.votes_needed is None else f"{found.votes_needed}"
    say(f"Votes until an interval is 10 points to each side: {needed}.")


def say_audit(found: Audit) -> None:
    """What was damped and why."""
    if found.without_fit:
        say("No score was computed yet; run: goodpapers score")
        return
    say(f"{found.damped:,} of {count(found.votes, 'vote')} count less than one.")
    if found.reasons:
        rows = [
            [one.because, f"{one.votes:,}", f"{one.readers:,}", f"{one.papers:,}", f"{one.taken:,}"]
            for one in found.reasons
        ]
        say_table(
            ["because they", "votes", "readers", "papers", "taken away"], rows, right=(1, 2, 3, 4)
        )
    if found.papers:
        rows = [
            [one.key, f"{one.votes:,}", f"{one.counted:,}", ", ".join(one.reasons)]
            for one in found.papers
        ]
        say_table(["paper", "votes", "count as", "why"], rows, right=(1, 2))
    if found.readers:
        rows = [[one.key, f"{one.votes:,}", f"{one.reliability}"] for one in found.readers]
        say_table(["reader", "votes", "reliability"], rows, right=(1, 2))
