"""Base of the words of every game."""

from app.web.text.sentences import Speech


class GameWords:
    """Words of one language for the table; the game's templates call it ``words``."""

    def __init__(self, speech: Speech) -> None:
        self.speech = speech
        self.gettext = speech.words.gettext
        self.ngettext = speech.words.ngettext
        self.pgettext = speech.words.pgettext
        self.name_seat = speech.name_seat
        self.all_of = speech.all_of
        self.join_items = speech.join_items
