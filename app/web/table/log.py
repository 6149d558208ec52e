"""Log of a page: sentences about the newest rounds.

It is short, because each message repeats it."""

from collections.abc import Sequence
from dataclasses import replace

from app.rooms.model.reveal import Reveal
from app.web.games.presenter import Presenter
from app.web.text.sentences import Sentence, Speech

LOG_ROUNDS, LOG_SENTENCES = 3, 60
"""Largest numbers of rounds and of sentences in the log.

A message repeats the whole log."""


def log(reveals: Sequence[Reveal], presenter: Presenter, speech: Speech) -> Sequence[tuple[int, Sequence[Sentence]]]:
    """Return the newest sentences by round, the newest round first."""
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
    """Split a round's sentences into turns, the newest turn first.

    Sentences within a turn keep their order."""
    begins = [place for place, sentence in enumerate(said) if place and sentence.kind in presenter.turn_begins]
    return [said[start:end] for start, end in zip([0, *begins], [*begins, len(said)], strict=True)][::-1]
