"""An SQL statement as text, written once for each kind of database. A journal appends the same way all evening; made
anew each time, a statement costs more than what it does."""

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, CursorResult, Dialect
from sqlalchemy.sql.expression import Insert, Select, Update

Values = Mapping[str, object]


class CompiledStatement:
    """Carried out with values for its parameters, by their names."""

    def __init__(self, made: Insert | Update | Select[Any], parameters: Sequence[str] | None = None) -> None:
        """``parameters``: which columns an insert fills."""
        self._made = made
        self._parameters = parameters
        self._texts: dict[str, tuple[str, Sequence[str] | None]] = {}

    def run(self, connection: Connection, values: Sequence[Values]) -> CursorResult[*tuple[Any, ...]]:
        """Carries it out for each of the values, of which there is one at least. Raises DBAPIError."""
        text, places = self._text(connection.dialect)
        given = [tuple(each[name] for name in places) if places is not None else dict(each) for each in values]
        return connection.exec_driver_sql(text, given[0] if len(given) == 1 else given)

    def _text(self, dialect: Dialect) -> tuple[str, Sequence[str] | None]:
        """The text, and the names of its parameters in order where the driver wants them so."""
        known = self._texts.get(dialect.name)
        if known is None:
            compiled = self._made.compile(dialect=dialect, column_keys=self._parameters)
            known = self._texts[dialect.name] = (str(compiled), compiled.positiontup)
        return known
