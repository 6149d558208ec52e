"""Steps 5 and 6 of the recipe "A game": a presenter, and the table as a picture.

They are followed with the game Throws."""

from tests.recipes.tree import Tree
from tests.sources import ROOT

GAME, PRESENTER, TEMPLATES = "engine/throws/__init__.py", "app/web/games/throws", "templates/games"


def add_presenter(tree: Tree) -> None:
    """Add the package, and all templates as the plain presenter has them."""
    tree.write(f"{PRESENTER}/__init__.py", OWN_PRESENTER)
    for path in sorted((ROOT / TEMPLATES / "plain").iterdir()):
        if path.name != "table.html":
            tree.write(f"{TEMPLATES}/throws/{path.name}", path.read_text(encoding="utf-8"))
    tree.write("static/css/games/throws.css", SHEET)
    tree.write("static/js/games/throws.js", "")


def add_picture(tree: Tree) -> None:
    """Add places, the look of the scene, its ground and its faces."""
    tree.write("engine/throws/picture.py", PICTURE)
    tree.insert_after(
        GAME, "from engine.core.seats import Seat, Viewer, all_seats\n", "from engine.throws import picture\n"
    )
    tree.insert_after(GAME, "from engine.core.outcome import Outcome\n", "from engine.core.picture import Pictures\n")
    tree.insert_after(GAME, "    checksum=lambda state: checksum(astuple(state)),\n", PICTURED)
    tree.write(f"{PRESENTER}/scene.py", SCENE_PRESENTER)
    tree.replace(f"{PRESENTER}/__init__.py", "regions=()", "regions=(), scene=SCENE")
    plain = "from app.web.games.plain.presenter import plain_presenter\n"
    tree.insert_after(f"{PRESENTER}/__init__.py", plain, "from app.web.games.throws.scene import SCENE\n")
    tree.write(f"{TEMPLATES}/throws/scene.html", SCENE)
    tree.write(f"{TEMPLATES}/throws/face.html", FACE)


OWN_PRESENTER = '''"""Presenter of Throws: its words are the plain ones."""

from dataclasses import replace

from app.web.games.plain.presenter import plain_presenter
from engine.throws import GAME

PRESENTER = replace(plain_presenter(GAME), sheets=("plain", "throws"), regions=())
'''

PICTURE = '''"""Picture of the table of Throws: points in the bank and at the seats, and throws."""

from collections.abc import Collection, Sequence

from engine.core.picture import BACK, Heap, Picture, Piece, Place
from engine.core.seats import Seat, all_seats

THROWS = 3


def places(seats: int) -> tuple[Place, ...]:
    """Return the bank, and each seat's tray and place for its card."""
    own = (Place(f"{kind}-{seat}", kind, seat) for kind in ("tray", "card") for seat in all_seats(seats))
    return (Place("bank", "bank"), *own)


def picture(points: Sequence[int], open: Sequence[str], rounds: int) -> Picture:
    """Return the pieces and heaps of a table."""
    seats = all_seats(len(points))
    most = rounds * len(points) * (len(points) - 1) // 2
    pieces = {f"throw-{seat}": _card(seat, f"throw-{what}") for seat, what in zip(seats, open, strict=False)}
    heaps = {Heap("bank", "point"): most - sum(points)}
    for seat in seats:
        heaps[Heap(f"tray-{seat}", "point", seat)] = points[seat]
        heaps[Heap(f"tray-{seat}", "throw", seat)] = THROWS - (f"throw-{seat}" in pieces)
    return Picture(pieces, heaps, {})


def add_sealed(table: Picture, seats: Collection[Seat]) -> Picture:
    """Return the table with a closed card of each of those seats."""
    closed = {f"card-{seat}": _card(seat, f"{BACK}throw") for seat in seats}
    taken = {Heap(f"tray-{seat}", "throw", seat): THROWS - 1 for seat in seats}
    return table._replace(pieces={**table.pieces, **closed}, heaps={**table.heaps, **taken})


def _card(seat: Seat, face: str) -> Piece:
    return Piece(f"card-{seat}", face, "throw", seat=seat)
'''

PICTURED = """    pictures=Pictures(
        places=lambda view: picture.places(len(view.points)),
        picture=lambda view: picture.picture(view.points, view.open, view.rounds),
        add_sealed=lambda table, kind, seats: picture.add_sealed(table, seats),
        hand=lambda view: {},
        peek=lambda choice, seat: {f"card-{seat}": f"throw-{choice}"},
        private_faces=lambda view: {},
    ),
"""

SCENE_PRESENTER = '''"""Scene of Throws."""

from collections.abc import Mapping

from app.web.games.scene_presenter import ScenePresenter
from app.web.text.sentences import Speech
from engine.core.picture import BACK
from engine.throws import THROWS, ThrowsView


def faces(table: ThrowsView) -> tuple[str, ...]:
    """Return the three throws and their back."""
    return (f"{BACK}throw", *(f"throw-{each}" for each in THROWS))


def place_names(table: ThrowsView, names: Mapping[int, str], speech: Speech) -> dict[str, str]:
    """Return the names of the places."""
    _ = speech.words.gettext
    said = {"bank": _("The points that are left")}
    for seat in range(len(table.points)):
        said[f"tray-{seat}"] = _("What %(who)s has") % {"who": names[seat]}
        said[f"card-{seat}"] = _("What %(who)s throws") % {"who": names[seat]}
    return said


SCENE = ScenePresenter(
    has_hands=False,
    faces=faces,
    place_names=place_names,
    looks_at=lambda effect: "bank" if effect.kind == "scored" else "",
)
'''

SCENE = """{% from "scene/places.html" import place with context %}
{% from "macros.html" import crest %}
<div class="ground" aria-hidden="true"></div>
{{ place(scene, "bank", "bank", shows=12) }}
{% for seat in range(table.points | length) %}
<div class="stand" data-at="{{ seat }}" data-holder="{{ seat }}">{{ crest(people[seat]) }}
  {{ place(scene, "card-" ~ seat, "card") }}{{ place(scene, "tray-" ~ seat, "tray", shows=12) }}</div>
{% endfor %}
<ol id="reveal" class="reveal" hidden></ol>
"""

FACE = """{% from "macros.html" import crest, wax %}
{% set kind, _dash, what = face.partition("-") %}
{% if kind == "back" -%}
<span class="throw-card throw-back">{% if person %}{{ wax(person) }}{% else %}<i class="fill-wax"></i>{% endif %}
  <span class="unseen">{{ _("face down") }}</span></span>
{%- else -%}
<span class="throw-card">{{ words.split_identifier(what) }}</span>
{%- endif %}
"""

SHEET = """/* The table of Throws: the bank at the head, the seats side by side. */
.scene-throws { --n: 2; background: var(--baize-deep); color: var(--on-baize); }
.scene-throws[data-seats="3"] { --n: 3; }
.scene-throws[data-seats="4"] { --n: 4; }
.scene-throws .world {
  --w: 400;
  --h: 500;
  --card-w: calc(120 * var(--u));
  --card-h: calc(160 * var(--u));
  font-size: max(12px, calc(16 * var(--u)));
}
@container (min-aspect-ratio: 5 / 4) {
  .scene-throws .world { --w: 800; --card-w: calc(150 * var(--u)); --card-h: calc(200 * var(--u)); }
}
.scene-throws .ground { position: absolute; inset: 0; border-radius: 4%; background: var(--baize); }
.place-bank { inset: calc(20 * var(--u)) calc(20 * var(--u)) auto; height: calc(70 * var(--u)); }
.stand {
  --i: 0;
  position: absolute;
  left: calc((10 + (var(--w) - 20) / var(--n) * var(--i)) * var(--u));
  top: calc(110 * var(--u));
  width: calc((var(--w) - 20) / var(--n) * var(--u));
  height: calc(380 * var(--u));
}
.stand[data-at="1"] { --i: 1; }
.stand[data-at="2"] { --i: 2; }
.stand[data-at="3"] { --i: 3; }
.stand > .crest { position: absolute; left: calc(50% - 16px); top: 0; }
.place-card {
  left: calc(50% - 42 * var(--u));
  top: calc(60 * var(--u));
  width: calc(84 * var(--u));
  height: calc(112 * var(--u));
  border: 1px dashed currentColor;
  border-radius: calc(8 * var(--u));
}
.place-tray { inset: calc(200 * var(--u)) 4px auto; height: calc(160 * var(--u)); }
.piece-throw { position: absolute; inset: 0; }
.throw-card {
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
  border-radius: 8%;
  background: var(--card);
  color: var(--card-ink);
  font-weight: 700;
}
.throw-back { background: var(--walnut); }
.peek .throw-card { inset: 55% 0 0; }
.scene-throws .heap { display: flex; flex-wrap: wrap; justify-content: center; gap: calc(4 * var(--u)); }
.scene-throws .heap i { width: calc(20 * var(--u)); height: calc(20 * var(--u)); background: var(--gold); }
.heap-point i { border-radius: 50%; }
.scene-throws .heap-throw { margin-bottom: calc(8 * var(--u)); }
.scene-throws .heap-throw i { height: calc(28 * var(--u)); background: var(--card); }
"""
