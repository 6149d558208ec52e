"""The course of the pawns: where each of them stood after every round."""

from collections.abc import Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import Chart, place_effects
from app.web.text.details import number
from app.web.text.sentences import Speech

MOVES = frozenset({"exhibitor_moves", "detective_moves", "finalist_moves"})
"""Kinds that move a pawn."""


def chart(reveals: Sequence[Reveal], seats: int, speech: Speech) -> Chart:
    """Return the spaces of all pawns: a column per round, and one for the end.

    The last column shows the pawns after the last exhibitions."""
    _ = speech.words.gettext
    told = place_effects(reveals)
    last = max((each.effect.round for each in told), default=0)
    spaces = [[0] * (last + 1) for _seat in range(seats)]
    final: dict[int, int] = {}
    for each in told:
        h = each.effect
        if h.kind not in MOVES or h.seat is None:
            continue
        to = number(h, "to_space")
        if h.kind == "finalist_moves":
            final[h.seat] = to
        else:
            spaces[h.seat][h.round :] = [to] * (last + 1 - h.round)
    columns = [_("Start"), *(str(number) for number in range(1, last + 1))]
    marks: dict[int, str] = {}
    if any(each.effect.kind == "finals_open" for each in told):
        columns.append(_("Final exhibitions"))
        marks[last + 1] = _("Final exhibitions")
        for seat, line in enumerate(spaces):
            line.append(final.get(seat, line[-1]))
    return Chart(
        title=_("The race, round by round"),
        unit=_("Spaces"),
        across=_("Round"),
        columns=tuple(columns),
        marks=marks,
        lines={seat: tuple(line) for seat, line in enumerate(spaces)},
    )
