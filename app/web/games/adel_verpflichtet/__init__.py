"""The looks of Adel verpflichtet."""

from app.web.games.adel_verpflichtet.looks import LOOKS

__all__ = ["LOOKS"]
