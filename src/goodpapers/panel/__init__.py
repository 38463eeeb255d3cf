"""Paper to verdicts: twenty personas, and the sources that let them speak.

A source never learns who wrote a paper or where it was accepted: it is given title and abstract.
"""
