"""Chronicle of a game of which only the effects are known: the log alone."""

from app.web.games.chronicle import Chart, Chronicle, Tally, Ties

NO_TIES = Ties("", "", {})

CHRONICLE = Chronicle(
    topics=lambda speech: {},
    topic=lambda effect: "",
    rounds=lambda reveals, speech: (),
    chart=lambda reveals, seats, speech: Chart("", "", "", (), {}, {}),
    tally=lambda reveals, seats, speech: Tally((), {}),
    ties=lambda reveals, speech: NO_TIES,
    reads=lambda reveals, speech: NO_TIES,
    highlights=lambda reveals, speech: (),
)
