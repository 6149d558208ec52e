"""The log of a page: what happened in the newest rounds, in sentences, and no more than a message should repeat."""

from collections.abc import Sequence
from dataclasses import replace

from app.rooms.model.reveal import Reveal
from app.web.games.presenter import Presenter
from app.web.text.sentences import Sentence, Speech

LOG_ROUNDS, LOG_SENTENCES = 3, 60
"""Rounds in the log, and how many of their newest sentences: a message repeats the log whole."""


def log(reveals: Sequence[Reveal], presenter: Presenter, speech: Speech) -> Sequence[tuple[int, Sequence[Sentence]]]:
    """The newest sentences of the newest rounds, each under the round it happened in: the newest round first."""
    rounds: dict[int, list[Sentence]] = {}
    left = LOG_SENTENCES
    backwards = ((reveal, each) for reveal in reversed(reveals) for each in reversed(reveal.effects))
    for reveal, each in backwards:
        if left <= 0 or (each.round not in rounds and len(rounds) == LOG_ROUNDS):
            break
        sentence = presenter.sentence(each, speech)
        if sentence is not None:
            rounds.setdefault(each.round, []).append(replace(sentence, then=reveal.names))
            left -= 1
    return [(round, said[::-1]) for round, said in sorted(rounds.items(), reverse=True)]


def turns(said: Sequence[Sentence], presenter: Presenter) -> Sequence[Sequence[Sentence]]:
    """A round's sentences turn by turn, the newest turn first, each told from its beginning on."""
    begins = [place for place, sentence in enumerate(said) if place and sentence.kind in presenter.turn_begins]
    return [said[start:end] for start, end in zip([0, *begins], [*begins, len(said)], strict=True)][::-1]
