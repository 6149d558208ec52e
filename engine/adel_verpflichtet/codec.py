"""Conversion of states to plain data and back, and their digests."""

from engine.adel_verpflichtet import state_check
from engine.adel_verpflichtet.choices import Action, Location, parse, text
from engine.adel_verpflichtet.edition import read
from engine.adel_verpflichtet.state import Rules, Stage, State, Table, Variant
from engine.core.dump_reader import items, load_state, number, numbers, word, words
from engine.core.plain import Plain
from engine.core.plain import checksum as checksum_of
from engine.core.plain import digest as digest_of


def dump(state: State) -> Plain:
    """Dump the whole state, secrets included; objects by id, piles from the top."""
    return _dump(state, state.table.edition.data)


def digest(state: State) -> str:
    """Return SHA-256 over the dump, with the edition's digest for the edition."""
    return digest_of(_dump(state, state.table.edition.digest))


def checksum(state: State) -> str:
    """Return SHA-256 over the fields of the state in their order.

    Objects are bits. The edition is replaced by its digest."""
    edition, *table, rules = state.table
    others = [] if rules == Rules.OF_2000 else [rules]
    return checksum_of(((edition.digest, *table, *others), *state[1:]))


def load(data: Plain) -> State:
    """Load the state that dumps to ``data``. Raises BadDumpError.

    A table must be able to wait at it."""
    return load_state("Adel verpflichtet", data, _read, dump, state_check.fault)


def _dump(state: State, edition: Plain) -> Plain:
    table = state.table
    ids = table.edition.ids
    names = table.edition.objects
    return {
        "edition": edition,
        "colours": [*table.colours],
        "variant": table.variant.value if table.variant else None,
        "open_memory": table.open_memory,
        # left out for 2000, so that dumps of an earlier release stay the same
        **({} if table.rules is Rules.OF_2000 else {"rules": table.rules.value}),
        "round": state.round,
        "stage": state.stage.value,
        "closed": state.closed,
        "pawns": [*state.pawns],
        "hands": [[*ids(hand)] for hand in state.hands],
        "seen": [*ids(state.seen)],
        "cheques": [[*cheques] for cheques in state.cheques],
        "thieves": [[*thieves] for thieves in state.thieves],
        "cells": [*state.cells],
        "till": [*state.till],
        "paid": state.paid,
        "windows": [[names[thing.bit_length() - 1].id for thing in pile] for pile in state.windows],
        "covered": state.covered,
        "locations": [location.value if location else None for location in state.locations],
        "actions": [text(action) if action else None for action in state.actions],
        "castle_open": state.castle_open,
        "exhibitions": [[*ids(shown)] for shown in state.exhibitions],
        "prowling": [*state.prowling],
        "finals": [[*ids(shown)] for shown in state.finals],
        "reason": state.reason,
    }


def _read(data: dict[str, Plain]) -> State:
    edition = read(data["edition"])
    variant, covered = data["variant"], data["covered"]
    first, second = (tuple(edition.bits[name] for name in words(pile)) for pile in items(data["windows"]))
    return State(
        table=Table(
            edition=edition,
            colours=words(data["colours"]),
            variant=None if variant is None else Variant(word(variant)),
            open_memory=data["open_memory"] is True,
            rules=Rules(word(data.get("rules", Rules.OF_2000.value))),
        ),
        round=number(data["round"]),
        stage=Stage(word(data["stage"])),
        closed=data["closed"] is True,
        pawns=numbers(data["pawns"]),
        hands=tuple(edition.set_of(words(hand)) for hand in items(data["hands"])),
        seen=edition.set_of(words(data["seen"])),
        cheques=tuple(numbers(cheques) for cheques in items(data["cheques"])),
        thieves=tuple(numbers(thieves) for thieves in items(data["thieves"])),
        cells=numbers(data["cells"]),
        till=numbers(data["till"]),
        paid=number(data["paid"]),
        windows=(first, second),
        covered=None if covered is None else number(covered),
        locations=tuple(None if item is None else Location(word(item)) for item in items(data["locations"])),
        actions=tuple(None if item is None else _action(word(item)) for item in items(data["actions"])),
        castle_open=data["castle_open"] is True,
        exhibitions=tuple(edition.set_of(words(shown)) for shown in items(data["exhibitions"])),
        prowling=numbers(data["prowling"]),
        finals=tuple(edition.set_of(words(shown)) for shown in items(data["finals"])),
        reason=word(data["reason"]),
    )


def _action(written: str) -> Action:
    action = parse(written)
    if not isinstance(action, Action):
        raise ValueError(f"{written!r} is no action card")
    return action
