"""What would have come of it, had one seat chosen otherwise: a reveal of a finished game resolved again from the same
state, with the same choices of everybody else and the same chance, and carried on to the end of that round, or of the
turn where a round has many."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from app.rooms.model.ids import AskNumber
from app.rooms.model.refusals import refuse
from app.rooms.views.replay import Moment, Replay
from app.web.replay.what_if_answers import NOT_ASKED, Answer, Answers, NoSuchChoiceError, seed_of
from app.web.text.languages import noted
from engine.core.asks import Ask
from engine.core.chance import SeededChance
from engine.core.game import AnyGame
from engine.core.seats import Seat

MOST_CHOICES = 24
"""So many choices of its own a seat may make otherwise: a round asks no seat as often."""

MOST_REVEALS = 200
"""More reveals than a round has."""

NOT_THERE = noted("There's no such step in this game.")


@dataclass(frozen=True, slots=True)
class WhatIf:
    """A stretch of a game as it would have gone."""

    first: AskNumber
    """The reveal at which the seat chooses otherwise."""
    seat: Seat
    choices: tuple[str, ...]
    """What the seat chooses there and whenever it is asked after that; then as everybody does."""
    really: str
    """What the seat really chose there."""
    moments: tuple[Moment, ...]
    """How it would have gone."""
    as_it_was: tuple[Moment, ...]
    """How the same round or turn really went on from there."""
    earlier: tuple[Moment, ...]
    """The reveals of that round before it."""
    own: tuple[Answer, ...]
    """All the seat chooses in it, in order."""
    assumed: tuple[Answer, ...]
    """What nobody had really chosen."""

    @property
    def is_other(self) -> bool:
        """Whether it differs from what happened."""
        return [each.choices for each in self.moments] != [each.choices for each in self.as_it_was]


def query_of(first: AskNumber, choices: Sequence[str] = ()) -> str:
    """What the address of a replay says for these choices; one that names none asks for them."""
    return urlencode([("if", first), *(("choice", each) for each in choices)]) + "&"


def asks_of(moments: Sequence[Moment], seat: Seat | None) -> tuple[AskNumber, ...]:
    """The reveals before which that seat was asked; None: anybody."""
    return tuple(moment.ask for moment in moments if seat is None or seat in moment.choices)


def reveal(replay: Replay, first: int) -> Moment:
    """The reveal of that number. Raises NoSuchChoiceError."""
    found = next((moment for moment in replay.moments if moment.ask == first), None)
    if found is None:
        raise NoSuchChoiceError(refuse("bad_field", NOT_THERE))
    return found


def try_choices(
    replay: Replay, first: int, seat: Seat | None, choices: Sequence[str], turn_begins: Collection[str]
) -> WhatIf:
    """How it would have gone from that reveal on. ``turn_begins`` are the kinds of effects with which a turn
    begins, where a round has many.

    Raises NoSuchChoiceError for a reveal there is none of, for a seat that was not asked, and for what could not be
    chosen."""
    stretch = _stretch(replay, reveal(replay, first), turn_begins)
    if seat is None or seat not in stretch[0].choices:
        raise NoSuchChoiceError(refuse("not_asked", NOT_ASKED))
    if len(choices) > MOST_CHOICES:
        raise NoSuchChoiceError(refuse("bad_field"))
    answers = Answers(replay, stretch, seat, choices)
    moments = tuple(_going_on(replay, stretch[0], answers, turn_begins))
    own = tuple(each for each in answers.given if each.seat == seat)
    if len(own) < len(choices):
        raise NoSuchChoiceError(refuse("not_asked", NOT_ASKED))
    return WhatIf(
        first=stretch[0].ask,
        seat=seat,
        choices=tuple(choices),
        really=stretch[0].choices[seat],
        moments=moments,
        as_it_was=stretch,
        earlier=tuple(each for each in replay.moments if each.round == stretch[0].round and each.ask < first),
        own=own,
        assumed=tuple(each for each in answers.given if each.is_assumed),
    )


def next_ask(game: AnyGame, changed: WhatIf) -> tuple[Moment, Ask[Any]]:
    """The reveal at which the seat is to make the choice after those it has made otherwise, and what it is asked.
    Raises NoSuchChoiceError when it is asked nothing any more."""
    if len(changed.own) <= len(changed.choices):
        raise NoSuchChoiceError(refuse("not_asked", NOT_ASKED))
    at = changed.own[len(changed.choices)].ask
    moment = next(each for each in changed.moments if each.ask == at)
    return moment, game.asks(moment.before)[changed.seat]


def _going_on(replay: Replay, first: Moment, answers: Answers, begins: Collection[str]) -> Iterator[Moment]:
    """The reveals, one after the other. Raises NoSuchChoiceError."""
    game, chance, state = replay.game, SeededChance(bytes.fromhex(seed_of(replay))), first.before
    for ask in map(AskNumber, range(first.ask, first.ask + MOST_REVEALS)):
        chosen = {seat: answers.answer(ask, seat, owed, state) for seat, owed in game.asks(state).items()}
        steps = game.resolve(state, {seat: game.parse(text) for seat, text in chosen.items()}, chance)
        moment = Moment(ask, first.round, state, steps, chosen, names=first.names)
        yield moment
        state = steps[-1].state
        if _ends(game, moment, begins):
            return


def _stretch(replay: Replay, first: Moment, begins: Collection[str]) -> tuple[Moment, ...]:
    """The reveals from that one to the end of its round, or of its turn."""
    found = []
    for moment in replay.moments[replay.moments.index(first) :]:
        found.append(moment)
        if _ends(replay.game, moment, begins):
            break
    return tuple(found)


def _ends(game: AnyGame, moment: Moment, begins: Collection[str]) -> bool:
    """Whether its round or turn is over after that reveal."""
    after = moment.steps[-1].state
    is_next = any(step.effect.kind in begins for step in moment.steps)
    return is_next or game.round(after) != moment.round or not game.asks(after)
