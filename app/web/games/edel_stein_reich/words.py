"""Words of Edel, Stein & Reich in one language: money, gems, actions, cards."""

from collections.abc import Iterable, Mapping, Sequence

from app.web.games.edel_stein_reich.words_events import PrintedEvent, PrintedGems, describe_event_card, title_of
from app.web.games.words import GameWords
from app.web.text.sentences import Part, parts_of
from engine.edel_stein_reich.gems import COLOURS, Colour, Gems, gems_of
from engine.edel_stein_reich.rules.scoring import CERTIFICATES, MAJORITY
from engine.edel_stein_reich.view_types import EventCardView, FaceView


class Words(GameWords):
    """Words of Edel, Stein & Reich."""

    colours = tuple(colour.value for colour in COLOURS)
    values = tuple(MAJORITY[colour] for colour in COLOURS)
    """Payment for most gems of each colour (E7.1)."""
    certificates = CERTIFICATES

    def parts(self, said: str) -> tuple[Part, ...]:
        """Split a text at its marks of seats, so that templates can put in names."""
        return parts_of(said)

    def money(self, millions: int) -> str:
        """Format a sum given in millions."""
        values = {"millions": millions}
        return self.ngettext("%(millions)d million", "%(millions)d million", millions) % values

    def colour(self, colour: str) -> str:
        """Name a colour."""
        _ = self.gettext
        return {"red": _("red"), "yellow": _("yellow"), "green": _("green"), "blue": _("blue")}[colour]

    def colour_of_gem(self, colour: str) -> str:
        """Name a colour beside the word for one gem; some languages inflect it."""
        pgettext = self.pgettext
        return {
            "red": pgettext("gem", "red"),
            "yellow": pgettext("gem", "yellow"),
            "green": pgettext("gem", "green"),
            "blue": pgettext("gem", "blue"),
        }[colour]

    def colour_of_gems(self, colour: str) -> str:
        """Name a colour beside the word for several gems."""
        pgettext = self.pgettext
        return {
            "red": pgettext("gems", "red"),
            "yellow": pgettext("gems", "yellow"),
            "green": pgettext("gems", "green"),
            "blue": pgettext("gems", "blue"),
        }[colour]

    def gem(self, colour: str) -> str:
        """Name one gem of that colour within a sentence."""
        _ = self.gettext
        return {
            "red": _("a red gem"),
            "yellow": _("a yellow gem"),
            "green": _("a green gem"),
            "blue": _("a blue gem"),
        }[colour]

    def gems(self, colours: Iterable[str]) -> str:
        """Name several gems, given one colour per gem: ``2 red and 1 blue``."""
        return self.holding(gems_of(Colour(colour) for colour in colours))

    def holding(self, gems: Gems) -> str:
        """Name several gems, given numbers by colour: ``2 red and 1 blue``."""
        said = [self.name_count(count, colour) for colour, count in zip(COLOURS, gems, strict=True) if count]
        return self.join_items(said) if said else self.gettext("no gems")

    def name_count(self, count: int, colour: str) -> str:
        """Name a number of gems in short: ``2 red``."""
        return self.counts(count)[colour] % {"count": count}

    def counts(self, count: int) -> Mapping[str, str]:
        """Return the short form for every colour, with a placeholder for the number."""
        ngettext = self.ngettext
        return {
            "red": ngettext("%(count)d red", "%(count)d red", count),
            "yellow": ngettext("%(count)d yellow", "%(count)d yellow", count),
            "green": ngettext("%(count)d green", "%(count)d green", count),
            "blue": ngettext("%(count)d blue", "%(count)d blue", count),
        }

    def number_of(self, count: int, colour: str) -> str:
        """Name a number of gems of a colour: ``2 red gems``."""
        ngettext = self.ngettext
        said = {
            "red": ngettext("%(count)d red gem", "%(count)d red gems", count),
            "yellow": ngettext("%(count)d yellow gem", "%(count)d yellow gems", count),
            "green": ngettext("%(count)d green gem", "%(count)d green gems", count),
            "blue": ngettext("%(count)d blue gem", "%(count)d blue gems", count),
        }[colour]
        return said % {"count": count}

    def open_counts(self, count: int) -> str:
        """Return ``counts`` for a script, by order of colours, with ``{n}`` as number."""
        counts = self.counts(count)
        return "|".join(counts[colour].replace("%(count)d", "{n}") for colour in self.colours)

    def action(self, action: str) -> str:
        """Name an action card."""
        _ = self.gettext
        return {
            "money": _("Money"),
            "event": _("Event"),
            "gems": _("Gems"),
            "free_choice": _("Free choice"),
        }[action]

    def the_action(self, action: str) -> str:
        """Name an action within a sentence."""
        _ = self.gettext
        return {
            "money": _("the money"),
            "event": _("the event card"),
            "gems": _("the gems"),
            "free_choice": _("the free choice"),
        }[action]

    def actions(self, actions: Sequence[str]) -> str:
        """Name several action cards."""
        return self.join_items([self.action(action) for action in actions])

    def source(self, source: str) -> str:
        """Name a source of money (``course.SOURCES``)."""
        _ = self.gettext
        named = {
            "money": _("from actions"),
            "cards": _("from event cards"),
            "certificates": _("certificates"),
        }
        return named.get(source) or self.colour(source)

    def composing(self, kind: str) -> Mapping[str, str]:
        """Return the messages for composing a choice of that kind (``Compose.kind``).

        The script fills in the placeholders in braces."""
        _ = self.gettext
        pick = _("Choose one of yours and one of another player's.")
        if kind == "exchange":
            pick = _("Choose the one you return and the two you take.")
        return {
            "none": _("Tap gems to offer them."),
            "none-raise": _("Offer more gems, or just as many in better colours."),
            "bid": _("Your offer: {gems}."),
            "raise": _("Beats their offer: {gems}."),
            "too-many": _("Offer just one gem."),
            "more-one-or": _("Add one gem, or swap a {worse} one for a {better} one."),
            "more-one": _("Add one gem."),
            "instead": _("Swap a {worse} one for a {better} one."),
            "add-or": _("Add a {better} gem, or any two gems."),
            "add": _("Add a {better} gem."),
            "more-or": _("Add {count} gems, or {fewer} better ones."),
            "more": _("Add {count} gems."),
            "higher": _("Add {fewer} better gems."),
            "nothing": _("These gems won't work."),
            "offer": _("Offer"),
            "say": _("Confirm"),
            "pick": pick,
            "same": _("That would change nothing."),
            "stands": _("You would then have {gems}."),
            "out": _("{choice}."),
        }

    def gem_card(self, card: str) -> str:
        """Name a gem card by its id, within a sentence: ``6 million or 1 red and 1 blue``."""
        money, gems = gem_card_of(card)
        return self.gettext("%(money)s or %(gems)s") % {"money": self.money(money), "gems": self.gems(gems)}

    def event(self, card: str) -> str:
        """Return an event card's title by its id or face."""
        effect, colours = event_of(card)
        return title_of(effect, [self.colour(colour) for colour in colours], self.gettext)

    def event_says(self, card: EventCardView | FaceView) -> str:
        """Describe an event card in one plain sentence."""
        return self._event_says(card.effect, card.colours, card.pays, certificates=card.certificates)

    def _event_says(self, effect: str, colours: Sequence[str], pays: int, *, certificates: bool) -> str:
        most, second = CERTIFICATES
        values = {"pays": self.money(pays), "most": self.money(most), "second": self.money(second)}
        return describe_event_card(
            effect,
            [self.colour_of_gems(colour) for colour in colours],
            values,
            self.gettext,
            certificates=certificates,
        )

    def gem_card_face(self, face: str) -> PrintedGems:
        """Return the printed content of the gem card with that face (``gem-card-ryy4``)."""
        money, gems = gem_card_of(face.removeprefix("gem-card-"))
        return PrintedGems(money, gems_of(Colour(colour) for colour in gems))

    def event_face(self, face: str) -> PrintedEvent:
        """Return the printed content of the event card with that face.

        ``picture.event_face`` makes the face."""
        _kind, printed, *rest = face.split("-")
        effect, colours = event_of(printed)
        pays = int(rest[0].rstrip("c")) if rest else 0
        says = self._event_says(effect, colours, pays, certificates="c" in "".join(rest))
        return PrintedEvent(effect, colours, self.event(printed), says)

    def ordinal(self, place: int) -> str:
        """Return the ordinal number of a place: first, second, third, ..."""
        _ = self.gettext
        return (_("first"), _("second"), _("third"), _("fourth"), _("fifth"))[place - 1]


def gem_card_of(card: str) -> tuple[int, tuple[str, ...]]:
    """Return money and gems of a gem card by its id (``ryy4``, ``rg7_2``)."""
    face = card.partition("_")[0]
    letters = {colour.value[0]: colour.value for colour in COLOURS}
    return int(face[-1]), tuple(letters[letter] for letter in face[:-1])


def event_of(card: str) -> tuple[str, tuple[str, ...]]:
    """Return effect and colours of an event card by its id or face.

    Examples are ``per_gem_red`` and ``certificate_7``."""
    names = card.split("_")
    if names[-1].isdigit():
        names.pop()
    colours = tuple(name for name in names if name in tuple(COLOURS))
    return "_".join(names[: len(names) - len(colours)]), colours
