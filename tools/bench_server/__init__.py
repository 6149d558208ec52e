"""How fast the server is: rooms of four that play real games over its sockets; ``python -m tools.bench_server``.

Every round all who are asked seal a card by chance; everybody is told who has sealed, and the last seal opens them all.
A round is one opening. The reveal's latency is from sending the last seal to its arrival at the last of the four. The
server's journal is on the disk before anything is shown (FULL), and nothing is compressed."""
