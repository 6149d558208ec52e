"""Writes the recorded sessions of both protocols in tests/web anew; what changed is to be read as a diff."""

from engine.registry import GAMES
from tests.web.delta_session import FOLDER_2, delta_session
from tests.web.session import FOLDER, session


def main() -> None:
    """Writes a file for each game and version of the programs' protocol, and says which."""
    for folder, made in ((FOLDER, session), (FOLDER_2, delta_session)):
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.txt"):
            old.unlink()
        for game in GAMES:
            path = folder / f"{game}.txt"
            path.write_text(made(game), encoding="utf-8")
            print(f"{path.relative_to(FOLDER)}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
