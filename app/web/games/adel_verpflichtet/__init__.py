"""The looks of Adel verpflichtet."""

from app.web.games.adel_verpflichtet.face import AdelFace

FACE = AdelFace()
