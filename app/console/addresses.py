"""Addresses of a server, as printed at its start."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from app.console.qr import show_qr
from app.network import bracket_ipv6, has_bridge_only, is_everywhere, is_on_lan, lan_host, local_name
from app.origin import read_origin
from app.settings.settings import Settings

OF_CLUB = "All cards are dealt from the club's words. Whoever knows them could know the cards; every table says so."


def tell_addresses(
    settings: Settings,
    port: int,
    own: Sequence[int] = (),
    *,
    is_kept: bool = True,
    shared: tuple[str, Sequence[str]] = ("", ()),
) -> None:
    """Print the server's addresses, with a QR code, and its data folder.

    ``own``: the port of each of several processes. ``is_kept``: whether the data stay when it stops. ``shared``: the
    tunnel's address, and remarks about it."""
    tunnel, remarks = shared
    base = settings.base_path
    at_home = tuple(f"{each}{base}" for each in addresses_there(settings.host, port, settings.public_urls))
    there = tuple(dict.fromkeys((tunnel, *at_home) if tunnel else at_home))
    print("Signet is ready.\n")
    print(f"  On this machine:   {address_here(settings.host, port)}{base}")
    width = max(map(len, there), default=0)
    for label, each in zip(("For your friends: ", *[" " * 18] * len(there)), there, strict=False):
        print(f"  {label} {each.ljust(width)}  {describe(each)}".rstrip())
    if own:
        print(f"  For a proxy here:  {' '.join(f'127.0.0.1:{each}' for each in own)}")
    if is_kept and settings.database_url is None:
        print(f"  Kept in:           {settings.data.absolute()}")
    if there:
        print()
        show_qr(there[0])
        if there[0] == settings.main_url and there[0].startswith("http://"):
            print("  Without https, others on the network can read what is sent.")
    elif is_everywhere(settings.host) and has_bridge_only():
        print("\n  Friends need the address of the machine that runs this container: set SIGNET_PUBLIC_URL to it.")
    for each in (*remarks, *([OF_CLUB] if settings.seed is not None else [])):
        print(f"  {each}")
    after = "running games carry on when you start it again" if is_kept else "this game is forgotten then"
    print(f"\nStop it with Ctrl-C; {after}.", flush=True)


def address_here(host: str, port: int) -> str:
    """Return the address for this machine."""
    return f"http://{'localhost' if is_everywhere(host) else bracket_ipv6(host)}:{port}"


def addresses_there(host: str, port: int, public_urls: tuple[str, ...]) -> tuple[str, ...]:
    """Return the addresses for others, the best first.

    The server answers at each of them."""
    lan = lan_host(host)
    is_valid = lan is not None and (not public_urls or is_on_lan(lan))
    name = local_name() if is_everywhere(host) and is_valid else None
    at_home = tuple(f"http://{each}:{port}" for each in (lan if is_valid else None, name) if each is not None)
    return tuple(dict.fromkeys((*(each for each in public_urls if not read_origin(each).is_loopback), *at_home)))


def describe(address: str) -> str:
    """Return for whom an address is."""
    host = urlsplit(address).hostname or ""
    if is_on_lan(host):
        return "in your own network"
    return "in your own network, by name" if host.endswith(".local") else "anywhere"
