"""What is measured: programs that run in processes of their own, each by its path and none as part of this package, so
that the server of another checkout runs beneath the same ones."""
