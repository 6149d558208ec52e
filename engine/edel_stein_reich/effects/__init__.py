"""Effects at the table: one function for each kind, named as the kind.

Effects of event cards are in ``event.py``, those of scorings in ``scoring.py``. The table lists all kinds, in the order
of a turn, then of a scoring. All effects are public: a sealed choice is never reported before it lies open. The rules
decide when an effect is reported.

The details by kind follow. An effect's ``seat`` is the seat that caused it, and lists of the same effect run in
parallel. Cards are ids such as ``ryy4`` and ``certificate_7``, gems are lists of colours such as ``[red,blue,blue]``,
money is in millions. Where the rule is a range, the effect cites the one clause that applies.

========================  ===========  ===============================================================================
kind                      rule         details
========================  ===========  ===============================================================================
``round_begins``          E3.1         (none)
``opens_round``           E10.1        ``by``: what the seat has more of (money, gems, a colour), or turn
``gem_cards_shuffled``    E7.7         ``set_aside``: how many; ``top``: the visible one of them, ``none`` without any
``gem_cards_open``        E3.2         ``turn``, ``seats``, ``cards``: what is turned up in front of them
``old_event_leaves``      E3.2         ``card``: still open from the last turn, it goes face up under the pile
``events_shuffled``       E4.5         ``cards``: how many
``event_opens``           E3.2         ``card``
``seals``                 E10.2        (none): the active seat has sealed an action
``actions_open``          E3.2         ``seats``, ``actions``: all at once
``guesses_wrong``         E10.3        ``guess``, ``attempt`` (1 or 2)
``guesses_right``         E10.3        ``guess``, ``attempt``
``sealed_opens``          E10.3        ``action``: the active seat's
``found_out``             E10.3        ``action``: guessed at once, it lapses
``lapses``                E3.3         ``action``, ``seats``: three or more chose it
``negotiation_begins``    E5.1         ``action``, ``other``: the other seat; the effect's own one opens
``bids``                  E5.2         ``gems``, ``action``, ``other``: the seat that hears the bid
``raises``                E5.4         ``gems``, ``over``: the bid it beats; ``action``, ``other``
``passes``                E5.7         ``has_gems`` (``yes``, ``no``), ``action``, ``other``: offers no gem for it
``accepts``               E5.3         ``gems``, ``from_seat``: the bidder; ``could_raise``, ``action``
``buys_for_one``          E5.7         ``gems`` (one), ``to_seat``: the opener, who must accept; ``action``
``nobody_wants``          E5.7         ``action``, ``seats``: nobody carries it out
``takes_money``           E4.1         ``money``, ``card``
``takes_open_event``      E4.2         ``card``
``draws_event``           E4.2         ``card``: the unseen top card of the pile
``open_event_leaves``     E4.2         ``card``: without effect face up under the pile
``keeps_card``            E8.1-E8.4    ``card``: in front of the seat until the next scoring
``has_no_effect``         E8.5-E8.10   ``card``: carried out or not, nothing would change
``declines_event``        E8.5-E8.10   ``card``
``scores_now``            E8.5         ``colour``: as at a scoring, whose effects follow
``brings_to_four``        E8.6         ``returned``, ``taken``: gems
``swaps``                 E8.7         ``other``: a seat; ``gives``, ``takes``: colours
``calls_back``            E8.8         ``from_seats``: each of them is about to lose a gem
``sends_back``            E8.8         ``from_seat``, ``gem``: a colour
``takes_three``           E8.9         ``colour``, ``gems``: as many as the supply had
``halves``                E8.10        ``gems``: what the seat returns; told of each seat that returns any
``event_leaves``          E8.5-E8.10   ``card``: face up under the pile
``takes_gems``            E4.3         ``card``, ``gems``, ``lost``: what the supply lacks
``chooses_freely``        E4.4         ``seats``: in the order of their choice
``exchanges``             E4.4         ``gem``: a colour returned; ``gems``: taken
``picks_gem``             E4.4         ``gem``: a colour
``declines_free_choice``  E4.4         ``could`` (``yes``, ``no``): whether there was anything to choose
``scoring_begins``        E3.1         (none)
``majority_pays``         E7.1         ``colour``, ``count``, ``pays``
``shared_majority_pays``  E7.2         ``colour``, ``count``, ``pays``: to each; ``seats``
``nobody_holds``          E7.3         ``colour``
``card_pays``             E8.1-E8.3    ``card``, ``colour``, ``count``: gems of it; ``pays``
``majority_returns``      E7.1-E7.2    ``colour``, ``count``: gems returned
``certificates_pay``      E7.5         ``place`` (1 or 2), ``count``, ``pays``
``certificates_extra``    E8.2         ``card``, ``count``: certificates, the most of all; ``pays``
``no_certificates``       E7.5         (none): nobody has one
``event_cards_return``    E7.6         ``seats``, ``cards``: from in front of the seats face up under the pile
``scarce_gems_return``    E7.7         ``colour``, ``left``: in the supply before; ``seats``: each returns one
``game_ends``             E7.8         ``seats``: the winner first; ``places``: shared ones repeat; ``money``
========================  ===========  ===============================================================================
"""

from collections.abc import Sequence

from engine.core.effects import Detail, Effect
from engine.core.seats import Seat
from engine.edel_stein_reich.choices import Action
from engine.edel_stein_reich.effects.parts import (
    event_id,
    gem_card_id,
    list_bargain,
    make_effect,
    name_action,
    numbers,
    words,
    yes_or_no,
)
from engine.edel_stein_reich.gems import Colour, Gems
from engine.edel_stein_reich.state import State


def round_begins(state: State) -> Effect:
    """Report that a round begins."""
    return make_effect(state, "E3.1", "round_begins", None)


def opens_round(state: State, seat: Seat, by: str) -> Effect:
    """Report which of two seats begins the round, and by what."""
    return make_effect(state, "E10.1", "opens_round", seat, by=by)


def gem_cards_open(state: State) -> Effect:
    """Gem cards are turned up, one after the other in seat order."""
    shown = [(seat, gem_card_id(state, card)) for seat, card in enumerate(state.gem_cards) if card is not None]
    return make_effect(
        state,
        "E3.2",
        "gem_cards_open",
        None,
        turn=state.turn,
        seats=tuple(seat for seat, _ in shown),
        cards=tuple(card for _, card in shown),
    )


def old_event_leaves(state: State, card: int) -> Effect:
    """Report that the event card of the last turn goes under the pile."""
    return make_effect(state, "E3.2", "old_event_leaves", None, card=event_id(state, card))


def events_shuffled(state: State) -> Effect:
    """Report that no face-down event card is left and the pile is shuffled."""
    return make_effect(state, "E4.5", "events_shuffled", None, cards=len(state.event_pile))


def event_opens(state: State, card: int) -> Effect:
    """Report that the top event card is turned up."""
    return make_effect(state, "E3.2", "event_opens", None, card=event_id(state, card))


def seals(state: State, seat: Seat) -> Effect:
    """Report that the active seat has sealed."""
    return make_effect(state, "E10.2", "seals", seat)


def actions_open(state: State) -> Effect:
    """Report that all actions are revealed together."""
    chosen = [(seat, action.value) for seat, action in enumerate(state.actions) if action]
    seats, actions = tuple(seat for seat, _ in chosen), tuple(action for _, action in chosen)
    return make_effect(state, "E3.2", "actions_open", None, seats=seats, actions=actions)


def guesses_wrong(state: State, seat: Seat, guess: Action) -> Effect:
    """Report a wrong guess of the opponent."""
    return make_effect(state, "E10.3", "guesses_wrong", seat, guess=guess.value, attempt=len(state.guesses))


def guesses_right(state: State, seat: Seat, guess: Action) -> Effect:
    """Report a right guess of the opponent."""
    return make_effect(state, "E10.3", "guesses_right", seat, guess=guess.value, attempt=len(state.guesses))


def sealed_opens(state: State, seat: Seat, action: Action) -> Effect:
    """Report the sealed action at the end of the guessing."""
    return make_effect(state, "E10.3", "sealed_opens", seat, action=action.value)


def found_out(state: State, seat: Seat, action: Action) -> Effect:
    """Report that the first guess was right."""
    return make_effect(state, "E10.3", "found_out", seat, action=action.value)


def lapses(state: State, action: Action, seats: Sequence[Seat]) -> Effect:
    """Too many seats chose the same."""
    return make_effect(state, "E3.3", "lapses", None, action=action.value, seats=numbers(seats))


def negotiation_begins(state: State, opener: Seat, action: Action, other: Seat) -> Effect:
    """Report that two seats begin to negotiate."""
    return make_effect(state, "E5.1", "negotiation_begins", opener, action=action.value, other=int(other))


def bids(state: State, seat: Seat, gems: Gems, other: Seat) -> Effect:
    """Report the opening bid."""
    return make_effect(state, "E5.2", "bids", seat, gems=words(gems), **list_bargain(state, other))


def raises(state: State, seat: Seat, gems: Gems, over: Gems, other: Seat) -> Effect:
    """Report a higher bid."""
    return make_effect(state, "E5.4", "raises", seat, gems=words(gems), over=words(over), **list_bargain(state, other))


def passes(state: State, seat: Seat, other: Seat) -> Effect:
    """Report a pass: no opening bid, or no single gem for an unopened action."""
    has_gems = yes_or_no(any(state.gems[seat]))
    return make_effect(state, "E5.7", "passes", seat, has_gems=has_gems, **list_bargain(state, other))


def accepts(state: State, seat: Seat, gems: Gems, bidder: Seat, could_raise: bool) -> Effect:
    """Report that the offered gems change hands."""
    sold: dict[str, Detail] = {"gems": words(gems), "from_seat": int(bidder), "could_raise": yes_or_no(could_raise)}
    return make_effect(state, "E5.3", "accepts", seat, **sold, action=name_action(state))


def buys_for_one(state: State, seat: Seat, gems: Gems, opener: Seat) -> Effect:
    """Report that a single gem buys the action, because nobody opened."""
    bought: dict[str, Detail] = {"gems": words(gems), "to_seat": int(opener), "action": name_action(state)}
    return make_effect(state, "E5.7", "buys_for_one", seat, **bought)


def nobody_wants(state: State, action: Action, seats: Sequence[Seat]) -> Effect:
    """Neither of the two offers anything."""
    return make_effect(state, "E5.7", "nobody_wants", None, action=action.value, seats=numbers(seats))


def takes_money(state: State, seat: Seat, money: int, card: int) -> Effect:
    """Money from the bank."""
    return make_effect(state, "E4.1", "takes_money", seat, money=money, card=gem_card_id(state, card))


def takes_gems(state: State, seat: Seat, card: int, gems: Gems, lost: Gems) -> Effect:
    """Report the gems of a gem card, as far as the supply has them."""
    taken = {"gems": words(gems), "lost": words(lost)}
    return make_effect(state, "E4.3", "takes_gems", seat, card=gem_card_id(state, card), **taken)


def chooses_freely(state: State, seats: Sequence[Seat]) -> Effect:
    """Report the free choice of one seat or of several."""
    return make_effect(state, "E4.4", "chooses_freely", None, seats=numbers(seats))


def exchanges(state: State, seat: Seat, colour: Colour, gems: Gems) -> Effect:
    """Report that one gem is returned and two are taken."""
    return make_effect(state, "E4.4", "exchanges", seat, gem=colour.value, gems=words(gems))


def picks_gem(state: State, seat: Seat, colour: Colour) -> Effect:
    """Report a gem taken by free choice."""
    return make_effect(state, "E4.4", "picks_gem", seat, gem=colour.value)


def declines_free_choice(state: State, seat: Seat, could: bool) -> Effect:
    """Nothing is taken, of one's own will or for want of gems."""
    return make_effect(state, "E4.4", "declines_free_choice", seat, could=yes_or_no(could))
