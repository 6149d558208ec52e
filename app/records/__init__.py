"""Records and files of rooms, read and checked without server or database."""
