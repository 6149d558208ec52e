"""Benchmark of the whole server: ``python -m tools.bench_server``.

It compares the server with the floor, a server in one file that writes a row of SQLite for each choice. Figures are
given as ratios to the floor, and both are measured in turns. Rooms of four play over real sockets: the bare game,
which is nothing but seals, and the shipped games.

Everybody learns who has sealed, and the last seal reveals all cards: a round is one reveal. The reveal's latency is
the time from sending the last seal to its arrival at the last of the four. Our journal is on the disk before
anything is shown (FULL), the floor's rows are not (NORMAL), and nothing is compressed."""
