"""Writes the recorded sessions of both protocols in tests/web anew; what changed is to be read as a diff."""

from engine.registry import GAMES
from tests.web.session import FOLDER, session


def main() -> None:
    """Writes a file for each game and says which."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.iterdir():
        old.unlink()
    for game in GAMES:
        path = FOLDER / f"{game}.txt"
        path.write_text(session(game), encoding="utf-8")
        print(f"{path.name}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
