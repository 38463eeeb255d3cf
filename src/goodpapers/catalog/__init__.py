"""Entries of a programme into papers: what is one work, under which key, with which fields."""
