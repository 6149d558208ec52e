"""What every test may use: the fixtures of a real Postgres. Markers are declared in pyproject.toml."""

pytest_plugins = ["tests.postgres"]
