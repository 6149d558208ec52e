"""Presenter of Adel verpflichtet."""

from app.web.games.adel_verpflichtet.presenter import PRESENTER

__all__ = ["PRESENTER"]
