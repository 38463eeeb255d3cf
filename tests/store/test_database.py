from goodpapers.store.database import Database


def test_a_fresh_database_is_current(database: Database) -> None:
    assert database.is_current()
