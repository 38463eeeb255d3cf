"""`python -m goodpapers` is the command `goodpapers`."""

from goodpapers.cli.main import run

if __name__ == "__main__":
    run()
