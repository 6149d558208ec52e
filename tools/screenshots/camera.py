"""Camera: takes a page at every size and scheme, for every colour vision."""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from pathlib import Path

from playwright.sync_api import Page

SIZES = {"360x740": (360, 740), "820x1180": (820, 1180), "1440x900": (1440, 900)}
SCHEMES = ("light", "dark")
VISIONS = {
    "": "none",
    "grey": "achromatopsia",
    "protanopia": "protanopia",
    "deuteranopia": "deuteranopia",
    "tritanopia": "tritanopia",
}
"""Kinds of colour vision by the browser's names."""


class Camera:
    """Camera with the pictures still to take.

    ``only`` are patterns such as ``edel/bid-*``, none for everything."""

    def __init__(
        self,
        folder: Path,
        only: Sequence[str] = (),
        sizes: Sequence[str] = tuple(SIZES),
        schemes: Sequence[str] = SCHEMES,
        vision: str = "",
    ) -> None:
        self.folder = folder
        self.sizes, self.schemes, self.vision = tuple(sizes), tuple(schemes), vision
        self.taken: list[str] = []
        self._only = tuple(only)

    def wants(self, name: str) -> bool:
        """Return whether the picture is still to be taken."""
        return name not in self.taken and (not self._only or any(fnmatchcase(name, each) for each in self._only))

    def wants_part(self, part: str) -> bool:
        """Return whether any picture of that part (``edel``) may be wanted."""
        return not self._only or any(fnmatchcase(part, each.partition("/")[0]) for each in self._only)

    def is_done(self) -> bool:
        """Return whether no picture is left.

        That is certain only if each is wanted by its full name."""
        return bool(self._only) and all(each in self.taken for each in self._only)

    def take(self, name: str, page: Page, *, whole: bool = False, vision: str = "") -> None:
        """Take the page under that name.

        ``whole`` takes all of it and not only what is in sight, ``vision`` simulates a colour vision."""
        if not self.wants(name):
            return
        self.taken.append(name)
        folder = self.folder / name
        folder.mkdir(parents=True, exist_ok=True)
        before = page.viewport_size
        eyes = page.context.new_cdp_session(page)
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": VISIONS[vision or self.vision]})
        for size in self.sizes:
            width, height = SIZES[size]
            page.set_viewport_size({"width": width, "height": height})
            for scheme in self.schemes:
                page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
                page.screenshot(path=self.picture(name, size, scheme), full_page=whole)
        eyes.send("Emulation.setEmulatedVisionDeficiency", {"type": "none"})
        eyes.detach()
        if before:
            page.set_viewport_size(before)
        print(folder, flush=True)

    def take_with_all_eyes(self, name: str, page: Page) -> None:
        """Take the page for every kind of colour vision.

        Each has a name of its own (``adel/eyes-grey``)."""
        for vision in filter(None, VISIONS):
            self.take(f"{name}-{vision}", page, vision=vision)

    def picture(self, name: str, size: str, scheme: str) -> Path:
        """Return the path of a picture."""
        return self.folder / name / f"{'-'.join(filter(None, (size, scheme, self.vision)))}.png"
