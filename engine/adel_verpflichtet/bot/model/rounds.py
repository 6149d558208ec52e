"""Result of a round with all cards open, if everybody decides greedily.

It is the engine's round (A4, A6, A7) without effects. ``tests/engine/adel_verpflichtet/test_model.py`` compares both.
"""

from engine.adel_verpflichtet.bot.model.box import Box, worth
from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE_THIEF, DETECTIVE, EXHIBIT, CardCode
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.objects import NONE


def play_round(box: Box, position: Position, cards: list[CardCode]) -> Position:
    """Return the table after the round; ``cards`` holds each seat's card."""
    pawns, hands, cheques, thieves, cells, left, faces = position
    exhibitors: list[int] = []
    detectives: list[int] = []
    robbers: list[tuple[int, int]] = []
    cheque, buyer, pickpocket, pickpockets = 0, -1, -1, 0
    for seat, card in enumerate(cards):
        if card == EXHIBIT:
            exhibitors.append(seat)
        elif card == DETECTIVE:
            detectives.append(seat)
        elif card >= CASTLE_THIEF:
            robbers.append((card - CASTLE_THIEF, seat))
        elif card >= AUCTION_THIEF:
            pickpocket, pickpockets = seat, pickpockets + 1
        elif card > cheque:
            cheque, buyer = card, seat
    if buyer >= 0 and left:
        one, other = faces
        bought = box.prefer(hands[buyer], one, other) if one and other else one or other
        hands, cheques, left = hands[:], cheques[:], left - 1
        hands[buyer] |= bought
        cheques[buyer] ^= 1 << cheque
        if pickpockets == 1:
            cheques[pickpocket] |= 1 << cheque
    if exhibitors:
        pawns, hands = _exhibit(box, pawns, hands, exhibitors, sorted(robbers, reverse=True))
    if detectives and robbers and not box.has_stopped(pawns):
        pawns = _detect(box, pawns, detectives)
        thieves, cells = _arrest(thieves, cells, sorted(robbers))
    return Position(pawns, hands, cheques, thieves, cells, left, (NONE, NONE))


def _exhibit(
    box: Box, pawns: list[int], hands: list[int], exhibitors: list[int], robbers: list[tuple[int, int]]
) -> tuple[list[int], list[int]]:
    """Return pawns and hands after exhibitions and thefts (A6.1-A6.4).

    The thief of the highest seniority steals first."""
    pair = box.pairs[min(max(pawns), box.banquet)]
    shown = {seat: box.best(hands[seat]) for seat in exhibitors}
    pawns = pawns[:]
    ranked = exhibitors if len(exhibitors) == 1 else sorted(exhibitors, key=lambda seat: -worth(shown[seat]))
    for seat, spaces in zip(ranked, pair, strict=False):
        pawns[seat] += spaces
        if box.has_stopped(pawns):
            return pawns, hands
    if robbers:
        hands = hands[:]
        for _, thief in robbers:
            for owner, left in shown.items():
                if left:
                    loot = box.loot(hands[thief], left, hands[owner])
                    shown[owner] = left ^ loot
                    hands[owner] ^= loot
                    hands[thief] |= loot
    return pawns, hands


def _detect(box: Box, pawns: list[int], detectives: list[int]) -> list[int]:
    """Return the pawns after the detectives' owners moved by their places (A6.7).

    By the rules of 1990, the first place moves first, and all stop once one reaches the banquet table (A11.1)."""
    moved = pawns[:]
    if box.stops:
        detectives = sorted(detectives, key=lambda seat: -pawns[seat])
    for seat in detectives:
        space = pawns[seat]
        moved[seat] = space + 1 + sum(map(space.__lt__, pawns))
        if box.has_stopped(moved):
            break
    return moved


def _arrest(
    thieves: list[int], cells: list[tuple[int, int]], robbers: list[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """Return thieves and cells after all robbers were caught (A7).

    The lowest seniority enters first."""
    thieves, cells = thieves[:], cells[:]
    for thief, seat in robbers:
        thieves[seat] ^= 1 << thief
        cells.insert(0, (thief, seat))
        if len(cells) > len(thieves):
            released, owner = cells.pop()
            thieves[owner] |= 1 << released
    return thieves, cells
