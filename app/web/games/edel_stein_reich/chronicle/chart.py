"""The course of the money: what each seat had after every turn and every scoring."""

from collections.abc import Sequence

from app.rooms.model.reveal import Reveal
from app.web.games.chronicle import Chart, place_effects
from app.web.games.edel_stein_reich.chronicle.course import payments
from app.web.games.edel_stein_reich.last_turn import OPENS
from app.web.text.sentences import Speech

SCORES = "scoring_begins"


def chart(reveals: Sequence[Reveal], seats: int, speech: Speech) -> Chart:
    """Return the money of all seats: a column per turn and a marked one per scoring."""
    _ = speech.words.gettext
    have = [0] * seats
    lines = [[0] for _seat in range(seats)]
    columns, marks = [_("Start")], dict[int, str]()
    turn, scorings, round = 0, 0, 0
    for each in place_effects(reveals):
        h = each.effect
        if h.kind in OPENS or h.kind == SCORES:
            if h.kind == SCORES:
                scorings += 1
                columns.append(_("Scoring %(number)d") % {"number": scorings})
                marks[len(columns) - 1] = columns[-1]
            else:
                turn = turn + 1 if h.round == round else 1
                round = h.round
                columns.append(_("Round %(round)d, turn %(turn)d") % {"round": round, "turn": turn})
            for seat, line in enumerate(lines):
                line.append(have[seat])
        for seat, _source, pays in payments(h):
            have[seat] += pays
            lines[seat][-1] = have[seat]
    return Chart(
        title=_("Money, turn by turn"),
        unit=_("Millions"),
        across=_("Turn"),
        columns=tuple(columns),
        marks=marks,
        lines={seat: tuple(line) for seat, line in enumerate(lines)},
    )
