"""Summary of the last reveal in a sentence or two, for a notification."""

from app.rooms.model.reveal import Reveal
from app.web.games import find_presenter
from app.web.text.languages import catalogue
from app.web.text.sentences import Sentence, Speech

MOST_SENTENCES = 2
MOST_LETTERS = 240
"""Longest notification text that a phone shows uncut, in characters."""


def digest(game: str, reveal: Reveal, language: str) -> str:
    """Summarize a reveal in its most important sentences, with players' names.

    The names are those at the time of the reveal. Empty if there is nothing to say."""
    said: list[str] = []
    for sentence in _weightiest(game, reveal, Speech(catalogue(language), language)):
        text = "".join(part if isinstance(part, str) else reveal.names[part] for part in sentence.parts)
        if len(" ".join([*said, text])) <= MOST_LETTERS:
            said.append(text)
        elif not said:
            said.append(text[: MOST_LETTERS - 1].rstrip() + "…")
    return " ".join(said)


def _weightiest(game: str, reveal: Reveal, speech: Speech) -> list[Sentence]:
    """Choose the most important sentences, in the order of events."""
    presenter = find_presenter(game)
    told = [
        (presenter.weight(effect), place, sentence)
        for place, effect in enumerate(reveal.effects)
        if not presenter.is_quiet(effect) and (sentence := presenter.sentence(effect, speech)) is not None
    ]
    best = sorted(told, key=lambda each: (-each[0], each[1]))[:MOST_SENTENCES]
    return [sentence for _, _, sentence in sorted(best, key=lambda each: each[1])]
