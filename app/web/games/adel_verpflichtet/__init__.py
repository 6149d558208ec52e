"""The looks of Adel verpflichtet."""

from app.web.games.adel_verpflichtet.looks import AdelLooks

LOOKS = AdelLooks()
