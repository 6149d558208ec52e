"""Contacts and notifications beside the journal.

A notification is claimed once, and a deleted room leaves nothing."""

import asyncio
from dataclasses import replace

import pytest

from app.journal.contacts import NOBODY, TABLE, Address, NotificationKey
from app.journal.errors import StoreDownError
from app.journal.sql.store import SqlStore
from app.journal.store import Store
from app.rooms.model.ids import AskNumber, Millis, Version
from tests.journal.writers import ANNA, BEN, A, B, C, entry, open_room

pytestmark = pytest.mark.asyncio

PUSH = Address("push", ANNA, "https://push.example/1", "de", {"p256dh": "k", "auth": "a"})
HOOK = Address("hook", NOBODY, "https://chat.example/2", "en")
NOW = Millis(5_000)


def key(seat: int, ask: int = 1, nudge: int = 0) -> NotificationKey:
    return NotificationKey(seat, AskNumber(ask), nudge)


async def test_a_key_of_the_server_is_made_once(store: Store) -> None:
    first = await asyncio.gather(*(store.contacts.key("vapid", str(number)) for number in range(4)))
    assert len(set(first)) == 1
    assert await store.contacts.key("vapid", "another") == first[0]
    assert await store.contacts.key("links", "other") == "other"


async def test_a_key_that_is_renewed_is_another_for_everybody(store: Store) -> None:
    await store.contacts.renew("session", "first")
    assert await store.contacts.key("session", "another") == "first"
    await store.contacts.renew("session", "second")
    assert await store.contacts.key("session", "another") == "second"


async def test_contacts_keep_latest_address_per_device_and_kind(store: Store) -> None:
    await open_room(store, A)
    mail = Address("mail", ANNA, "anna@example.org", "de")
    for address in (PUSH, HOOK, mail, replace(PUSH, holder=BEN), replace(PUSH, target="https://push.example/3")):
        await store.contacts.put(A, address)
    assert set(map(repr, await store.contacts.addresses(A))) == {
        repr(each) for each in (replace(PUSH, target="https://push.example/3"), replace(PUSH, holder=BEN), HOOK, mail)
    }
    assert await store.contacts.addresses(B) == ()


async def test_dropping_an_old_address_keeps_the_one_that_replaced_it(store: Store) -> None:
    await open_room(store, A)
    await store.contacts.put(A, PUSH)
    await store.contacts.drop(A, "push", ANNA, "https://push.example/old")
    assert await store.contacts.addresses(A) == (PUSH,)
    await store.contacts.drop(A, "push", ANNA, PUSH.target)
    await store.contacts.drop(A, "push", ANNA)
    assert await store.contacts.addresses(A) == ()


async def test_a_call_is_claimed_once(store: Store) -> None:
    await open_room(store, A, phase="playing")
    claims = await asyncio.gather(*(store.contacts.claim(A, [key(0), key(1)], NOW) for _ in range(5)))
    assert sorted(one for claim in claims for one in claim) == [key(0), key(1)]
    assert await store.contacts.claim(A, [key(0), key(TABLE), key(0, nudge=7)], NOW) == (key(TABLE), key(0, nudge=7))
    assert await store.contacts.claim(A, [], NOW) == ()


async def test_calls_of_asks_that_are_over_are_forgotten(store: Store) -> None:
    await open_room(store, A, phase="playing")
    await store.contacts.claim(A, [key(0)], NOW)
    assert await store.contacts.claim(A, [key(0, ask=2)], NOW) == (key(0, ask=2),)
    assert await store.contacts.claim(A, [key(0, ask=2)], NOW) == ()


async def test_contacts_find_rooms_in_play_with_addresses_to_notify(store: Store) -> None:
    for room, phase in ((A, "playing"), (B, "playing"), (C, "lobby")):
        await open_room(store, room, phase=phase)
    assert await store.contacts.find_unsettled("", 9) == ()
    for room in (A, B, C):
        await store.contacts.put(room, HOOK)
    first, second = sorted((A, B))
    assert await store.contacts.find_unsettled("", 9) == (first, second)
    assert await store.contacts.find_unsettled("", 1) == (first,)
    assert await store.contacts.find_unsettled(first, 9) == (second,)
    version = Version(len(await store.load(A)))
    await store.contacts.settle(A, version)
    assert await store.contacts.find_unsettled("", 9) == (B,)
    await store.append(A, version, [entry(version + 1)], "playing", None)
    assert A in await store.contacts.find_unsettled("", 9)
    await store.contacts.settle(A, Version(version + 1))
    await store.contacts.put(A, PUSH)
    assert A in await store.contacts.find_unsettled("", 9), "one more person may have to be called"


async def test_of_a_room_that_is_gone_nothing_is_kept(store: Store) -> None:
    await open_room(store, A, phase="playing")
    await store.contacts.put(A, PUSH)
    await store.contacts.claim(A, [key(0)], NOW)
    await store.contacts.settle(A, Version(1))
    await store.delete(A)
    assert await store.contacts.addresses(A) == ()
    await store.contacts.put(A, PUSH)
    assert await store.contacts.claim(A, [key(1)], NOW) == ()
    await store.contacts.settle(A, Version(9))
    await open_room(store, A, phase="playing")
    assert await store.contacts.addresses(A) == ()
    assert await store.contacts.claim(A, [key(0)], NOW) == (key(0),)


async def test_two_processes_claim_a_call_once(fresh_postgres: str) -> None:
    one, other = (SqlStore(fresh_postgres, trust_disk_off=True) for _ in range(2))
    await open_room(one, A, phase="playing")
    claims = await asyncio.gather(
        *(store.contacts.claim(A, [key(seat)], NOW) for seat in range(5) for store in (one, other))
    )
    assert sorted(each for claim in claims for each in claim) == [key(seat) for seat in range(5)]
    keys = await asyncio.gather(*(store.contacts.key("vapid", str(id(store))) for store in (one, other)))
    assert len(set(keys)) == 1
    for store in (one, other):
        await store.close()
    with pytest.raises(StoreDownError):
        await one.contacts.addresses(A)
