"""Tools for developers of Signet; the server needs none of them."""
