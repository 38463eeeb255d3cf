"""Papers and what a reader keeps of them, as files that other programs read."""
