"""Addresses of databases, and the parameters of every connection to Postgres."""

import re
from typing import Any, Final

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.journal.errors import StoreError
from app.journal.timeouts import CONNECT_S, SILENCE_MS

KINDS = "The database's address is sqlite:///path or postgresql://user:password@host/name."

PARAMETERS: Final[dict[str, Any]] = {
    # in place of the environment's or the role's
    "client_encoding": "UTF8",
    "connect_timeout": CONNECT_S,
    "tcp_user_timeout": SILENCE_MS,
    # without these, nobody who waits for an answer would notice that the server's machine is gone
    "keepalives_idle": 5,
    "keepalives_interval": 5,
    "keepalives_count": 2,
    # a standby shows an earlier state, and a former primary one that others have left behind
    "target_session_attrs": "read-write",
}
"""Parameters of libpq that go before what the address says."""

_SEVERAL_HOSTS = re.compile(r"(\w+(?:\+\w+)?://(?:[^:/]*(?::[^@]*)?@)?)([^/?@]*,[^/?@]*)(.*)", re.DOTALL)
_HOST = re.compile(r"(?:\[([^\]]*)\]|([^:\[\]]*))(?::(\d+))?")


def read_address(url: str) -> URL:
    """Read the address of a database. Raises StoreError.

    ``postgres://`` is the same as ``postgresql://``. Several hosts of Postgres, each with a port of its own or none,
    stand with commas between them; they become ``host`` and ``port`` of the query, as libpq takes them."""
    several = _SEVERAL_HOSTS.fullmatch(url)
    try:
        address = make_url(several[1] + several[3] if several else url)
    except (ArgumentError, ValueError):
        # it may hold a password
        raise StoreError(KINDS) from None
    if several:
        address = address.update_query_dict(_read_hosts(several[2]))
    return address.set(drivername="postgresql") if address.get_backend_name() == "postgres" else address


def _read_hosts(written: str) -> dict[str, str]:
    found = [_HOST.fullmatch(each) for each in written.split(",")]
    hosts = [each[1] or each[2] for each in found if each]
    if len(hosts) < len(found) or not all(hosts):
        raise StoreError(KINDS)
    return {"host": ",".join(hosts), "port": ",".join(each[3] or "" for each in found if each)}
