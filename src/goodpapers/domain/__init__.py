"""The nouns. Frozen values and enums on the standard library alone; nothing here imports a room."""
