"""Tickets of browsers that move: each works once, for a short time."""

from app.web.http.identity import holder, new_token
from app.web.service.moves import LIFE_S, MOST_TICKETS, Move, Moves


def make_move(address: str = "192.0.2.1") -> Move:
    return Move(holder(new_token()), "Ada", "de", "/r/AAAAAAAA", address, "Browser/1")


def test_a_ticket_works_once() -> None:
    moves, move = Moves(), make_move()
    ticket = moves.offer(move)
    assert moves.find(ticket) == move
    assert moves.take(ticket) == move
    assert (moves.find(ticket), moves.take(ticket)) == (None, None)


def test_a_ticket_ends_after_its_time() -> None:
    now = [0.0]
    moves = Moves(lambda: now[0])
    ticket = moves.offer(make_move())
    now[0] = LIFE_S + 0.1
    assert moves.take(ticket) is None


def test_tickets_are_bounded_and_the_oldest_goes() -> None:
    moves = Moves()
    tickets = [moves.offer(make_move()) for _ in range(MOST_TICKETS + 1)]
    assert moves.find(tickets[0]) is None
    assert moves.find(tickets[-1]) is not None


def test_only_the_same_place_and_browser_are_surely_it() -> None:
    move = make_move()
    assert move.is_same_browser("192.0.2.1", "Browser/1")
    assert not move.is_same_browser("192.0.2.2", "Browser/1")
    assert not move.is_same_browser("192.0.2.1", "Browser/2")
    assert not make_move("").is_same_browser("", "Browser/1"), "an unknown place is nobody's"


def test_a_ticket_shows_no_secret() -> None:
    move = make_move()
    assert move.device.secret not in repr(move)
