"""Addresses of databases, and how every connection to Postgres speaks."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.journal.errors import StoreError

KINDS = "The database's address is sqlite:///path or postgresql://user:password@host/name."

UNICODE = {"client_encoding": "UTF8"}
"""How texts travel to Postgres, whatever the environment or the role would have."""


def read_address(url: str) -> URL:
    """Read the address of a database; ``postgres://`` is the same as ``postgresql://``. Raises StoreError."""
    try:
        address = make_url(url)
    except ArgumentError:
        # it may hold a password
        raise StoreError(KINDS) from None
    return address.set(drivername="postgresql") if address.get_backend_name() == "postgres" else address
