"""States as plain data and back, and their digests."""

from engine.core.dump_reader import items, load_state, number, numbers, word, words
from engine.core.plain import Plain
from engine.core.plain import checksum as checksum_of
from engine.core.plain import digest as digest_of
from engine.core.seats import Seat
from engine.edel_stein_reich import state_check
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.edition import Edition, read
from engine.edel_stein_reich.gems import Gems
from engine.edel_stein_reich.state import Negotiation, Stage, State, Table


def dump(state: State) -> Plain:
    """Return the whole state as plain data, secrets included.

    Cards are ids, piles start at the top, gems are in order of value."""
    return _dump(state, state.table.edition.data)


def digest(state: State) -> str:
    """SHA-256 over the dump, in which the edition is named by its own digest."""
    return digest_of(_dump(state, state.table.edition.digest))


def checksum(state: State) -> str:
    """Return the SHA-256 over the fields of the state in their order.

    Cards are their places in the edition. The edition is named by its digest."""
    edition, *table = state.table
    *fields, opener = state[1:]
    return checksum_of(((edition.digest, *table), *fields, *([] if opener is None else [opener])))


def load(data: Plain) -> State:
    """Return the state that dumps to ``data``.

    Raises BadDumpError if the data has another shape, or if no table can wait at the state."""
    return load_state("Edel, Stein & Reich", data, _read, dump, state_check.fault)


def _dump(state: State, edition: Plain) -> Plain:
    table = state.table
    gem_cards, event_cards = table.edition.gem_cards, table.edition.event_cards
    bargain = state.negotiation
    return {
        "edition": edition,
        "colours": [*table.colours],
        "starter": table.starter,
        "round": state.round,
        "turn": state.turn,
        "stage": state.stage.value,
        "gems": [[*gems] for gems in state.gems],
        "money": [*state.money],
        "supply": [*state.supply],
        "gem_pile": [gem_cards[card].id for card in state.gem_pile],
        "set_aside": [gem_cards[card].id for card in state.set_aside],
        "gem_cards": [None if card is None else gem_cards[card].id for card in state.gem_cards],
        "spent": [gem_cards[card].id for card in state.spent],
        "event_pile": [event_cards[card].id for card in state.event_pile],
        "under": [event_cards[card].id for card in state.under],
        "shuffles": state.shuffles,
        "open_event": None if state.open_event is None else event_cards[state.open_event].id,
        "cards": [[event_cards[card].id for card in own] for own in state.cards],
        "actions": [action.value if action else None for action in state.actions],
        "is_open": state.is_open,
        "guesses": [guess.value for guess in state.guesses],
        "step": state.step.value if state.step else None,
        "actor": state.actor,
        "negotiation": None
        if bargain is None
        else {
            "opener": bargain.opener,
            "other": bargain.other,
            "turn": bargain.turn,
            "bid": None if bargain.bid is None else [*bargain.bid],
            "passed": bargain.passed,
        },
        "event": None if state.event is None else event_cards[state.event].id,
        "queue": [*state.queue],
        # left out if None: dumps of an earlier release lack it
        **({} if state.opener is None else {"opener": state.opener}),
    }


def _read(data: dict[str, Plain]) -> State:
    edition = read(data["edition"])
    open_event, step, event = data["open_event"], data["step"], data["event"]
    return State(
        table=Table(edition=edition, colours=words(data["colours"]), starter=_seat_or_none(data["starter"])),
        round=number(data["round"]),
        turn=number(data["turn"]),
        stage=Stage(word(data["stage"])),
        gems=tuple(_gems(gems) for gems in items(data["gems"])),
        money=numbers(data["money"]),
        supply=_gems(data["supply"]),
        gem_pile=_gem_cards(edition, data["gem_pile"]),
        set_aside=_gem_cards(edition, data["set_aside"]),
        gem_cards=tuple(
            None if item is None else edition.gem_card_places[word(item)] for item in items(data["gem_cards"])
        ),
        spent=_gem_cards(edition, data["spent"]),
        event_pile=_event_cards(edition, data["event_pile"]),
        under=_event_cards(edition, data["under"]),
        shuffles=number(data["shuffles"]),
        open_event=None if open_event is None else edition.event_card_places[word(open_event)],
        cards=tuple(_event_cards(edition, own) for own in items(data["cards"])),
        actions=tuple(None if item is None else Action(word(item)) for item in items(data["actions"])),
        is_open=data["is_open"] is True,
        guesses=tuple(Action(guess) for guess in words(data["guesses"])),
        step=None if step is None else Action(word(step)),
        actor=_seat_or_none(data["actor"]),
        negotiation=_negotiation(data["negotiation"]),
        event=None if event is None else edition.event_card_places[word(event)],
        queue=tuple(Seat(seat) for seat in numbers(data["queue"])),
        opener=_seat_or_none(data.get("opener")),
    )


def _negotiation(item: Plain) -> Negotiation | None:
    if item is None:
        return None
    if not isinstance(item, dict):
        raise TypeError(f"{item!r} is no negotiation")
    return Negotiation(
        opener=Seat(number(item["opener"])),
        other=Seat(number(item["other"])),
        turn=Seat(number(item["turn"])),
        bid=None if item["bid"] is None else _gems(item["bid"]),
        passed=item["passed"] is True,
    )


def _gems(item: Plain) -> Gems:
    return Gems(*numbers(item))


def _seat_or_none(item: Plain) -> Seat | None:
    return None if item is None else Seat(number(item))


def _gem_cards(edition: Edition, item: Plain) -> tuple[int, ...]:
    return tuple(edition.gem_card_places[name] for name in words(item))


def _event_cards(edition: Edition, item: Plain) -> tuple[int, ...]:
    return tuple(edition.event_card_places[name] for name in words(item))
