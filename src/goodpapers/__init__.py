"""Good Papers: read the good ones."""
