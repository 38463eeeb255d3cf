"""Text to vectors: MiniLM-L6 on this CPU, the same bits whatever is encoded beside a text.

`wiring` hands an encoder to the panel; no other room imports this one.
"""
