"""Pictures of an evening: every toast on every page that shows it, and every menu.

Each is checked for what a reader would stumble on."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from pathlib import Path

from playwright.sync_api import Browser, expect

from tools.screenshots.friends import Friend

WIDTHS = (360, 390, 820, 1440)
"""Widths at which each toast is checked in every language that it was shown in."""

FAULTS = """() => {
  const dock = document.getElementById("dock").getBoundingClientRect();
  const faults = [];
  for (const toast of document.querySelectorAll(".toast")) {
    const box = toast.getBoundingClientRect(), said = toast.textContent;
    if (dock.height && box.bottom > dock.top) faults.push(`over the dock: ${said}`);
    if (box.left < 0 || box.right > innerWidth) faults.push(`beyond the edge: ${said}`);
    for (const part of [toast, ...toast.querySelectorAll("*")]) {
      if (part.scrollWidth > part.clientWidth + 1 && part.clientWidth) faults.push(`cut: ${said}`);
      const { left, right, width } = part.getBoundingClientRect();
      if (!width) continue;
      if (left < box.left - 1 || right > box.right + 1) faults.push(`beside itself: ${said}`);
    }
    if (box.height > 132) faults.push(`${Math.round(box.height)} high: ${said}`);
  }
  return [...new Set(faults)];
}"""
"""Script that lists faulty toasts: cut, over the dock, outside, too many lines."""

ROWS = """menu => [...menu.querySelectorAll("h3, h4, .menu-tool, .menu-item, .menu-link b, .menu-fold .button")]
    .filter(each => each.checkVisibility())
    .map(each => (each.matches("h3") ? "\\n  # " : "") + (each.querySelector("b") ?? each).textContent.trim()
        + (each.querySelector("small") ? ` (${each.querySelector("small").textContent.trim()})` : ""))"""

SHEET = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; padding: 12px; display: inline-grid; gap: 12px; background: #777; font: 20px sans-serif }}
b {{ color: #fff; display: block }} div {{ display: flex; gap: 12px; align-items: flex-start }}
img {{ height: {height}px }}
</style><b>{title}</b><div>{pictures}</div>"""


class BrokenEveningError(Exception):
    """Evening that failed before its end."""


class Album:
    """Pictures of an evening, and the sentences on them."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._place = ""
        self._steps = 0
        self.faults: list[str] = []
        """Faults of toasts, with page and width."""
        self.seen: dict[str, list[str]] = {}
        """Places of each English sentence."""
        self.menus: list[str] = []
        """Entries of each menu."""
        self._taken: dict[str, list[Path]] = {}
        self._looked: frozenset[tuple[str, str]] = frozenset()

    @contextmanager
    def mark_moment(self, moment: str) -> Iterator[None]:
        """Mark a moment of the evening.

        Raises BrokenEveningError, with its name, when anything fails."""
        self._steps += 1
        self._place = f"{self._steps:02}-{moment}"
        print(f"evening: {self._place}", flush=True)
        try:
            yield
        except Exception as error:
            raise BrokenEveningError(f"the evening broke at {self._place}: {error}") from error

    def toast(self, friend: Friend, english: str, *, count: int | None = None, **names: str | int) -> None:
        """Expect this toast on the friend's page, in its own language.

        ``count`` chooses between singular and plural: ``english`` is the singular, ``many`` among the names the
        plural."""
        words = friend.words
        many = str(names.pop("many", ""))
        said = words.ngettext(english, many, count) if count is not None else words.gettext(english)
        given: Mapping[str, str | int] = names if count is None else {"count": count, "num": count} | names
        toast = friend.page.locator(".toast", has_text=said % given if given else said)
        expect(toast).to_have_count(1)
        self.seen.setdefault(english, []).append(f"{self._place}/{friend.name}-{friend.language}")

    def shows(self, friends: Sequence[Friend]) -> None:
        """Take every page that shows a toast, then close the expired toasts."""
        for friend in friends:
            told = frozenset((friend.language, said) for said in friend.page.locator(".toast").all_inner_texts())
            if told:
                if told - self._looked:
                    self._look(friend)
                self._looked |= told
                self.take(friend, "toast")
            friend.closes_toasts()

    def take(self, friend: Friend, what: str) -> None:
        """Take the friend's page as it is."""
        path = self._path(friend, what)
        friend.page.screenshot(path=path)

    def menu(self, friends: Sequence[Friend]) -> None:
        """Take the menu of each of them, unfolded."""
        for friend in friends:
            page, menu = friend.page, friend.opens_menu()
            page.set_viewport_size({"width": friend.size["width"], "height": 2800})
            menu.screenshot(path=self._path(friend, "menu"))
            held = " | ".join(menu.evaluate(ROWS))
            self.menus.append(f"{self._place} {friend.name} ({friend.language}): {held}")
            page.set_viewport_size(friend.size)
            page.keyboard.press("Escape")
            expect(menu).to_be_hidden()

    def binds(self, browser: Browser) -> None:
        """Write the places of all sentences, and a contact sheet for every moment."""
        self._folder.mkdir(parents=True, exist_ok=True)
        page = browser.new_page(viewport={"width": 2400, "height": 900})
        for name, pictures in self._taken.items():
            height = 1500 if name.endswith("menu") else 700
            listed = self._folder / f"{name}.html"
            images = "".join(f'<img src="{path.relative_to(self._folder)}" alt="">' for path in pictures)
            listed.write_text(SHEET.format(title=escape(name), pictures=images, height=height), encoding="utf-8")
            page.goto(listed.as_uri())
            page.locator("body").screenshot(path=listed.with_suffix(".png"))
            listed.unlink()
        page.close()
        told = "".join(f"{said}\n    {', '.join(places)}\n" for said, places in self.seen.items())
        (self._folder / "toasts.txt").write_text(told, encoding="utf-8")
        (self._folder / "menus.txt").write_text("\n\n".join(self.menus), encoding="utf-8")

    def _look(self, friend: Friend) -> None:
        page = friend.page
        for width in WIDTHS:
            height = 740 if width == 360 else friend.size["height"]
            page.set_viewport_size({"width": width, "height": height})
            where = f"{self._place}, {friend.name} ({friend.language}), {width}"
            self.faults += [f"{where}: {fault}" for fault in page.evaluate(FAULTS)]
        page.set_viewport_size(friend.size)

    def _path(self, friend: Friend, what: str) -> Path:
        path = self._folder / self._place / f"{what}-{friend.name}-{friend.language}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        self._taken.setdefault(f"{self._place}-{what}", []).append(path)
        return path
