"""What a round comes to once all cards lie open, with purchases, exhibitions and thefts as greed has them.

It is the engine's round (A4, A6, A7) without its happenings; ``tests/engine/adel_verpflichtet/test_model.py`` holds
the one to the other."""

from engine.adel_verpflichtet.bot.model.box import Box, worth
from engine.adel_verpflichtet.bot.model.cards import AUCTION_THIEF, CASTLE_THIEF, DETECTIVE, EXHIBIT, CardCode
from engine.adel_verpflichtet.bot.model.position import Position
from engine.adel_verpflichtet.objects import NONE


def played(box: Box, position: Position, cards: list[CardCode]) -> Position:
    """The table after the round, ``cards`` being what each seat has laid down."""
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
        bought = box.preferred(hands[buyer], one, other) if one and other else one or other
        hands, cheques, left = hands[:], cheques[:], left - 1
        hands[buyer] |= bought
        cheques[buyer] ^= 1 << cheque
        if pickpockets == 1:
            cheques[pickpocket] |= 1 << cheque
    if exhibitors:
        pawns, hands = _exhibited(box, pawns, hands, exhibitors, sorted(robbers, reverse=True))
    if detectives and robbers and not box.has_stopped(pawns):
        pawns = _detected(box, pawns, detectives)
        thieves, cells = _arrested(thieves, cells, sorted(robbers))
    return Position(pawns, hands, cheques, thieves, cells, left, (NONE, NONE))


def _exhibited(
    box: Box, pawns: list[int], hands: list[int], exhibitors: list[int], robbers: list[tuple[int, int]]
) -> tuple[list[int], list[int]]:
    """Pawns and hands after the exhibitions and what is stolen of them, by the highest seniority first (A6.1-A6.4)."""
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


def _detected(box: Box, pawns: list[int], detectives: list[int]) -> list[int]:
    """The pawns after the detectives' owners have moved by the places they had (A6.7), by the rules of 1990 the first
    place first and until one reaches the banquet table (A11.1)."""
    moved = pawns[:]
    if box.stops:
        detectives = sorted(detectives, key=lambda seat: -pawns[seat])
    for seat in detectives:
        space = pawns[seat]
        moved[seat] = space + 1 + sum(map(space.__lt__, pawns))
        if box.has_stopped(moved):
            break
    return moved


def _arrested(
    thieves: list[int], cells: list[tuple[int, int]], robbers: list[tuple[int, int]]
) -> tuple[list[int], list[tuple[int, int]]]:
    """Thieves and cells after all of them were caught, the lowest seniority first (A7)."""
    thieves, cells = thieves[:], cells[:]
    for thief, seat in robbers:
        thieves[seat] ^= 1 << thief
        cells.insert(0, (thief, seat))
        if len(cells) > len(thieves):
            released, owner = cells.pop()
            thieves[owner] |= 1 << released
    return thieves, cells
