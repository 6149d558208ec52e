"""Base of the words of every game."""

from app.web.text.sentences import Speech


class GameWords:
    """Words of one language for the table; the game's templates call it ``words``."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.gettext = speech.words.gettext
        self.ngettext = speech.words.ngettext
        self.pgettext = speech.words.pgettext
        self.who = speech.who
        self.all_of = speech.all_of
        self.listed = speech.listed
