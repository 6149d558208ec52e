"""Sentences about the castle and the cells."""

from app.web.games.adel_verpflichtet.sentences.lists import cards, loot, shows
from app.web.games.adel_verpflichtet.sentences.trifles import trifle
from app.web.games.adel_verpflichtet.words import Words
from app.web.text.details import doer, number, numbers, texts, vary
from engine.adel_verpflichtet.effects import exhibitions_in
from engine.core.effects import Effect


def castle_opens(h: Effect, w: Words) -> str:
    """Return the sentence of ``castle_opens``."""
    return w.gettext("At the castle: %(cards)s.") % {"cards": cards(h, w)}


def exhibitions_open(h: Effect, w: Words) -> str:
    """Return the sentence of ``exhibitions_open``."""
    said = shows(h, w)
    return f"{said}." if len(exhibitions_in(h)) == 1 else w.gettext("On show: %(shows)s.") % {"shows": said}


def exhibitions_rank(h: Effect, w: Words) -> str:
    """Return the sentence of ``exhibitions_rank``; empty if the sizes differ."""
    seats, sizes, oldest = numbers(h, "seats"), numbers(h, "sizes"), texts(h, "oldest")
    values = {"who": w.name_seat(seats[0]), "other": w.name_seat(seats[1]), "size": sizes[0], "year": oldest[0][1:]}
    if sizes[0] > sizes[1]:
        return ""
    return (
        w.gettext("%(who)s and %(other)s show %(size)s each; %(who)s is ahead with the oldest object, of %(year)s.")
        % values
    )


def pair_counts(h: Effect, w: Words) -> str:
    """Return the sentence of ``pair_counts``."""
    values = {"best": number(h, "best"), "second": number(h, "second"), "castle": number(h, "castle")}
    if not values["castle"]:
        return (
            w.gettext(
                "The leading pawn is in the club room: the best exhibition earns %(best)d, the second best %(second)d."
            )
            % values
        )
    return (
        w.gettext(
            "The leading pawn is at castle %(castle)d: the best exhibition earns %(best)d, the second best %(second)d."
        )
        % values
    )


def exhibitor_moves(h: Effect, w: Words) -> str:
    """Return the sentence of ``exhibitor_moves``."""
    by, rank = number(h, "by"), number(h, "rank")
    values = {"who": doer(h, w), "by": by}
    if rank == 1:
        best = w.ngettext(
            "Best exhibition: %(who)s moves %(by)d space.",
            "Best exhibition: %(who)s moves %(by)d spaces.",
            by,
        )
        liked = w.ngettext(
            "The guests admire %(who)s's exhibition most: %(by)d space.",
            "The guests admire %(who)s's exhibition most: %(by)d spaces.",
            by,
        )
        return vary(h, (best, liked)) % values
    return (
        w.ngettext(
            "Second best: %(who)s moves %(by)d space.",
            "Second best: %(who)s moves %(by)d spaces.",
            by,
        )
        % values
    )


def steals(h: Effect, w: Words) -> str:
    """Return the sentence of ``steals``: short names if several objects are stolen."""
    _ = w.gettext
    said = vary(
        h,
        (
            _("%(who)s's %(thief)s makes off with %(taken)s."),
            _("%(who)s's %(thief)s steals %(taken)s."),
            _("%(who)s's %(thief)s slips away with %(taken)s."),
        ),
    )
    return said % {"who": doer(h, w), "thief": w.thief(number(h, "thief")), "taken": w.join_items(loot(h, w))}


def steals_briefly(h: Effect, w: Words) -> str:
    """Return the sentence of ``steals`` without the objects; empty for a single one."""
    seats = numbers(h, "from_seats")
    if len(seats) == 1:
        return ""
    values = {"who": doer(h, w), "thief": w.thief(number(h, "thief")), "from": w.all_of(seats)}
    return w.gettext("%(who)s's %(thief)s robs %(from)s.") % values


def finds_nothing_left(h: Effect, w: Words) -> str:
    """Return the sentence of ``finds_nothing_left``."""
    values = {"who": doer(h, w), "thief": w.thief(number(h, "thief")), "trifle": trifle(h, w)}
    return w.gettext("%(who)s's %(thief)s comes too late: nothing is left but %(trifle)s.") % values


def finds_no_show(h: Effect, w: Words) -> str:
    """Return the sentence of ``finds_no_show``."""
    seats = numbers(h, "seats")
    said = w.ngettext(
        "Nobody exhibits: %(who)s's thief gets nothing but %(trifle)s.",
        "Nobody exhibits: the thieves of %(who)s share %(trifle)s.",
        len(seats),
    )
    return said % {"who": w.all_of(seats), "trifle": trifle(h, w)}


def arrested(h: Effect, w: Words) -> str:
    """Return the sentence of ``arrested``."""
    detectives = numbers(h, "detectives")
    caught = w.ngettext(
        "%(by)s catches %(who)s's %(thief)s: off to the cells.",
        "%(by)s catch %(who)s's %(thief)s: off to the cells.",
        len(detectives),
    )
    stopped = w.ngettext(
        "Stop, thief! %(by)s leads %(who)s's %(thief)s to the cells.",
        "Stop, thief! %(by)s lead %(who)s's %(thief)s to the cells.",
        len(detectives),
    )
    values = {"who": doer(h, w), "thief": w.thief(number(h, "thief")), "by": w.all_of(detectives)}
    return vary(h, (caught, stopped)) % values


def freed(h: Effect, w: Words) -> str:
    """Return the sentence of ``freed``."""
    values = {"who": doer(h, w), "thief": w.thief(number(h, "thief"))}
    return w.gettext("The cells are full: %(who)s's %(thief)s goes free.") % values


def detective_moves(h: Effect, w: Words) -> str:
    """Return the sentence of ``detective_moves``: with the players on the same space."""
    by, level = number(h, "by"), numbers(h, "level")
    values = {"who": doer(h, w), "place": w.ordinal(number(h, "place")), "by": by, "level": w.all_of(level)}
    if level:
        said = w.ngettext(
            "Reward for %(who)s's detective: %(place)s on the track with %(level)s, so %(by)d space.",
            "Reward for %(who)s's detective: %(place)s on the track with %(level)s, so %(by)d spaces.",
            by,
        )
        return said % values
    said = w.ngettext(
        "Reward for %(who)s's detective: %(place)s on the track, so %(by)d space.",
        "Reward for %(who)s's detective: %(place)s on the track, so %(by)d spaces.",
        by,
    )
    return said % values


def detectives_idle(h: Effect, w: Words) -> str:
    """Return the sentence of ``detectives_idle``."""
    seats = numbers(h, "seats")
    said = w.ngettext(
        "No thief at the castle: %(who)s's detective has nothing to do.",
        "No thief at the castle: the detectives of %(who)s have nothing to do.",
        len(seats),
    )
    return said % {"who": w.all_of(seats)}


def exhibits_return(h: Effect, w: Words) -> str:
    """Return the sentence of ``exhibits_return``."""
    owners = [seat for seat, objects in exhibitions_in(h) if objects]
    return w.gettext("What was not stolen goes back to %(who)s.") % {"who": w.all_of(owners)}
