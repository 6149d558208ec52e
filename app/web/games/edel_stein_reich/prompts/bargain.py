"""Prompt of a negotiation: bid, raise, accept or pass (E5)."""

from app.rooms.views.view_types import AskPart
from app.web.games.edel_stein_reich.prompts.model import (
    BlockedChoice,
    ChoiceCard,
    Compose,
    Prompt,
    choice_name,
    listing,
    mine_of,
)
from app.web.games.edel_stein_reich.words import Words
from app.web.text.sentences import parts_of
from engine.edel_stein_reich.view_types import NegotiationView, TableView


def bid(table: TableView, ask: AskPart, words: Words) -> Prompt:
    """Ask for a bid, a raise or an answer; the headline stands above the prompt.

    Raises ValueError if nobody negotiates."""
    _ = words.gettext
    bargain, me = table.negotiation, mine_of(table)
    if bargain is None:
        raise ValueError("nobody negotiates")
    way_out, *bids = ask.choices
    return Prompt(
        kind=ask.kind,
        title="",
        hint="",
        seal=_("Confirm"),
        change=_("Confirm"),
        choice_cards=(_way_out(table, bargain, way_out, words),),
        compose=Compose(
            kind="bid",
            clause="E5.7" if bargain.passed else "E5.4" if bargain.bid else "E5.2",
            holding=me.gems,
            standing=bargain.bid,
            against=bargain.other if bargain.opener == me.seat else bargain.opener,
            single=bargain.passed,
            best=bids[0] if bids else "",
            best_name=_("Smallest raise") if bargain.bid else _("Smallest offer"),
        ),
        blocked=() if bids else (_no_bid(bargain, words),),
        listed=listing(ask, words),
        sealed_name=choice_name(ask.sealed, words) if ask.sealed else "",
    )


def _no_bid(bargain: NegotiationView, words: Words) -> BlockedChoice:
    """Return the reason why no bid is possible."""
    _ = words.gettext
    if bargain.bid:
        return BlockedChoice(_("Raise"), _("You don't have the gems to beat this offer."), "E5.6")
    return BlockedChoice(_("Offer"), _("You have no gems."), "E5.7")


def _way_out(table: TableView, bargain: NegotiationView, choice: str, words: Words) -> ChoiceCard:
    _ = words.gettext
    if choice == "pass":
        note = _("Then nobody gets it.") if bargain.passed else _("Then the other player can have it for one gem.")
        return ChoiceCard(choice, choice_name(choice, words), note=parts_of(note))
    if bargain.bid is None:
        raise ValueError("no bid stands")
    note = _("You take these gems and step back.")
    gems = tuple(colour for colour, count in zip(words.colours, bargain.bid, strict=True) for _each in range(count))
    return ChoiceCard(choice, choice_name(choice, words), gems=gems, note=parts_of(note))
