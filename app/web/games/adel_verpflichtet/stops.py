"""Mapping from the spaces and castles of a track to stops on the painted road.

The picture has a stop for every space of the club's own track and for every seat of its banquet. A track of another
length goes along the same road, with longer or shorter steps."""

from engine.adel_verpflichtet.edition import read_shipped
from engine.adel_verpflichtet.view_types import TrackView


def stop(space: int, track: TrackView) -> int:
    """Return the stop of a space, counted from 0.

    Seats of the banquet follow the road's last stop."""
    own = read_shipped()
    if space >= track.banquet_space:
        return own.banquet_space + min(space - track.banquet_space, own.banquet_seats - 1)
    return space * own.banquet_space // track.banquet_space


def tile_at(index: int, track: TrackView) -> int:
    """Return where the board of a track's castle hangs.

    The result is the number of the club's own castle at that castle's first stop."""
    return read_shipped().castle_at[stop(track.castles[index].spaces[0], track)]
