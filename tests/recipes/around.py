"""Recipes around games: an option of a room, a message, a language, and more.

Each is followed with a dummy. The others are "A notification channel" and "A column of the database"."""

from babel.messages.pofile import read_po, write_po

from tests.recipes.tree import Tree

OPTIONS, OPTION_WORDS = "app/rooms/model/options.py", "app/web/table/options.py"
CALLS, PAGE = "app/web/routes/notifications.py", "templates/pages/notifications.html"
DOCUMENT = "docs/protocol.md"


def add_room_option(tree: Tree) -> None:
    """Add a field with its range, its words, and its row in the protocol."""
    tree.insert_after(
        OPTIONS, '    """True if the coach speaks to everybody from the start."""\n', "    candles: bool = False\n"
    )
    tree.insert_after(OPTIONS, '            "coach": self.coach,\n', '            "candles": self.candles,\n')
    tree.insert_after(OPTIONS, '        coach=_flag("coach", now["coach"]),\n', CANDLES_READ)
    last = 'now["language"], tuple(LANGUAGES.items())))\n'
    tree.insert_after(OPTION_WORDS, last, CANDLES_ROW)
    tree.replace(DOCUMENT, "| `language` | `en`", "| `candles` | `true`, `false` | `false` |\n| `language` | `en`")


CANDLES_READ = '        candles=_flag("candles", now["candles"]),\n'
CANDLES_ROW = """    lit = _("Nothing but a light for the mood.")
    rows.append(OptionRow("option.candles", "flag", _("Candles"), lit, now["candles"]))
"""


def add_message(tree: Tree) -> None:
    """Add a sentence to the page of the shelf, with a number in it."""
    line = '<p>{{ _("There are %(count)s boxes here.", count=games | length) }}</p>\n'
    tree.replace("templates/pages/home.html", '    <div class="shelf">\n', f'    {line}    <div class="shelf">\n')


def add_language(tree: Tree) -> None:
    """Add its code and name; the tool makes the catalogue."""
    tree.replace("app/web/text/languages.py", '"it": "Italiano"}', '"it": "Italiano", "es": "Español"}')
    tree.replace(
        OPTIONS, 'LANGUAGES = ("en", "de", "nl", "fr", "it")', 'LANGUAGES = ("en", "de", "nl", "fr", "it", "es")'
    )
    tree.replace(DOCUMENT, "`fr`, `it`: the pages", "`fr`, `it`, `es`: the pages")
    tree.write("locale/es/throws.md", SPANISH_RULES)


SPANISH_RULES = """# Throws

El juego más pequeño.

## T1 Una ronda

- **T1.1** Todos eligen a la vez.
- **T1.2** Cada rival vencido vale un punto.
- **T1.3** Gana quien tiene más puntos después de 5 rondas.
"""

SPANISH = {
    "Candles": "Velas",
    "stubborn": "terco",
    "There are %(count)s boxes here.": "Aquí hay %(count)s cajas.",
}


def translate(tree: Tree) -> None:
    """Translate some texts of the new language in its catalogue."""
    path = tree.root / "locale/es/LC_MESSAGES/signet.po"
    with path.open("rb") as file:
        catalogue = read_po(file, locale="es", domain="signet")
    for text, said in SPANISH.items():
        message = catalogue.get(text)
        assert message is not None, f"make messages does not collect {text!r}"
        message.string = said
    with path.open("wb") as file:
        write_po(file, catalogue, width=120, include_lineno=False)


def add_channel(tree: Tree) -> None:
    """Add a channel that writes a note into a file, with its kind, turn and form.

    The turn is its place among the other channels, and the form chooses it."""
    tree.write("app/notifications/note.py", NOTE)
    tree.replace(
        "app/journal/contacts.py",
        'Kind = Literal["push", "mail", "hook"]',
        'Kind = Literal["push", "mail", "hook", "note"]',
    )
    place = "app/notifications/notifications.py"
    after = "from app.notifications.dispatcher import Dispatcher\n"
    tree.insert_after(place, after, "from app.notifications.note import Note\n")
    tree.insert_after(
        place,
        '            "hook": Hook(self.hook_guard, self._main_url, self._words, self._digest),\n',
        '            "note": Note(),\n',
    )
    mails = '                await self._send_to([each for each in own if each.kind == "mail"], room, due)\n'
    tree.insert_after("app/notifications/dispatcher.py", mails, NOTE_TURN)
    tree.replace(
        CALLS,
        '@router.get("/r/{room}/mail/{action}/{token}")',
        f'{NOTE_ROUTE}@router.get("/r/{{room}}/mail/{{action}}/{{token}}")',
    )
    tree.replace(PAGE, "  {% if is_host %}\n", f"{NOTE_FORM}  {{% if is_host %}}\n")


NOTE = '''"""Notifications as notes in a file of this machine."""

from pathlib import Path

from app.journal.contacts import Address
from app.notifications.channel import SENT, Outcome
from app.rooms.due_notifications import DueNotification
from app.rooms.model.room import Room


class Note:
    """Channel of notes."""

    async def send(self, room: Room, due: DueNotification, address: Address) -> Outcome:
        """Implement Sender."""
        Path(address.target).write_text(f"{room.game.title} waits for seat {due.seat}", encoding="utf-8")
        return SENT
'''
NOTE_TURN = """            await self._send_to([each for each in own if each.kind == "note"], room, due)
"""
NOTE_ROUTE = '''@router.post("/r/{room}/calls/note")
async def put_note(request: Request, room: str) -> Response:
    """Store the file for notes."""
    deps = dependencies(request)
    fields = await read_form(request, deps.figures)
    by = await require_seat_by_device(deps, request, room)
    _within_limits(deps, by.room, by.seat)
    address = _address(deps, request, by.room, "note", by.holder, fields.get("file", ""), {})
    await deps.notifications.contacts.put(by.room.code, address)
    return await _page(request, deps, by.room, by.holder, by.seat, said="saved")


'''
NOTE_FORM = """  <form method="post" action="/r/{{ room.code }}/calls/note"><input name="file"></form>
"""


def add_column(tree: Tree) -> None:
    """Add a column of the rooms, and the migration to it."""
    index = '    Index("rooms_by_wake_at", "wake_at"),\n'
    column = '    Column("shelf", Text, nullable=False, server_default=text("\'\'")),\n'
    tree.replace("app/journal/sql/tables.py", index, column + index)
    tree.write("migrations/versions/0009_shelves.py", STEP)


STEP = '''"""On which shelf a room lies."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("rooms", sa.Column("shelf", sa.Text, nullable=False, server_default=sa.text("''")))
'''
