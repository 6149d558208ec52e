"""Addresses of databases, and how every connection to Postgres speaks."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

from app.journal.errors import StoreError

KINDS = "The database's address is sqlite:///path or postgresql://user:password@host/name."

UNICODE = {"client_encoding": "UTF8"}
"""Encoding of texts sent to Postgres, in place of the environment's or the role's."""


def read_address(url: str) -> URL:
    """Read the address of a database. Raises StoreError.

    ``postgres://`` is the same as ``postgresql://``."""
    try:
        address = make_url(url)
    except ArgumentError:
        # it may hold a password
        raise StoreError(KINDS) from None
    return address.set(drivername="postgresql") if address.get_backend_name() == "postgres" else address
