"""What is told of a whole game of which nothing but its happenings is known: the log tells it all."""

from app.web.games.chronicle import Chart, Chronicle, Deeds, Ties

NO_TIES = Ties("", "", {})

CHRONICLE = Chronicle(
    topics=lambda speech: {},
    topic=lambda happening: "",
    rounds=lambda openings, speech: (),
    chart=lambda openings, seats, speech: Chart("", "", "", (), {}, {}),
    deeds=lambda openings, seats, speech: Deeds((), {}),
    ties=lambda openings, speech: NO_TIES,
    reads=lambda openings, speech: NO_TIES,
    highlights=lambda openings, speech: (),
)
