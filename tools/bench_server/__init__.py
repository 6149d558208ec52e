"""How fast the server is, beside the least that one would write: ``python -m tools.bench_server``.

Rooms of four play over real sockets: the bare game, which is nothing but seals, and the games of the box. In turns with
them the same is measured of the floor, a server of one file that keeps a row of SQLite for each choice, and the figures
are given as ratios to it. Everybody is told who has sealed, and the last seal reveals all cards: a round is one reveal.
The reveal's latency is from sending the last seal to its arrival at the last of the four. Our journal is on the disk
before anything is shown (FULL), the floor's rows are not (NORMAL), and nothing is compressed."""
