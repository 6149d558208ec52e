"""Writer of the recorded sessions in tests/web. Read the changes as a diff."""

from engine.registry import GAMES
from tests.web.session import FOLDER, session


def main() -> None:
    """Write a file for each game, and list them."""
    for old in FOLDER.glob("*.txt"):
        old.unlink()
    for game in GAMES:
        path = FOLDER / f"{game}.txt"
        path.write_text(session(game), encoding="utf-8")
        print(f"{path.relative_to(FOLDER)}: {len(path.read_text().splitlines())} lines")


if __name__ == "__main__":
    main()
