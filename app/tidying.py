"""When Python looks for what is held by nothing but itself. Left alone it walks through all there is at moments of its
own, and with a thousand sockets everybody waits for a third of a second meanwhile.

What the program consists of is never walked through again; what is young is looked at as before, in larger helpings;
all of it only when nobody has asked for anything for a moment, or when very much has piled up."""

import gc

THRESHOLDS = 10_000, 20, 10
"""So many more objects than before, so many lookings at the young, so many at the middle-aged: then the next older
ones are looked at too."""


class Tidying:
    """Decides for this process when it is tidied up."""

    def __init__(self) -> None:
        self._before: tuple[int, int, int] | None = None
        self._done = 0.0
        self._is_tidy = True

    def start(self) -> None:
        """From now on; what is there by now stays for good."""
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*THRESHOLDS)

    def stop(self) -> None:
        """As it was before; without a start nothing."""
        if self._before is not None:
            gc.set_threshold(*self._before)
            gc.unfreeze()
            self._before = None

    def look(self, done: float) -> None:
        """Tidies up if nothing has been done since the last look, but something before it. ``done`` counts whatever
        somebody might wait for."""
        is_quiet, self._done = done == self._done, done
        if is_quiet and not self._is_tidy and self._before is not None:
            gc.collect()
        self._is_tidy = is_quiet
