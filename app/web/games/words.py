"""What the words of every game are made with."""

from app.web.text.sentences import Speech


class GameWords:
    """A language's words for what is on a table; also what the game's templates call ``words``."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.gettext = speech.words.gettext
        self.ngettext = speech.words.ngettext
        self.pgettext = speech.words.pgettext
        self.who = speech.who
        self.all_of = speech.all_of
        self.listed = speech.listed
