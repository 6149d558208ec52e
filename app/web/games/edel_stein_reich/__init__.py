"""The looks of Edel, Stein & Reich."""

from app.web.games.edel_stein_reich.looks import LOOKS

__all__ = ["LOOKS"]
