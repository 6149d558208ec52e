"""Programs that are measured, each in a process of its own.

They run by path and not as part of this package, so that the server of another checkout can run under the same ones."""
