"""Presenter of Edel, Stein & Reich."""

from app.web.games.edel_stein_reich.presenter import PRESENTER

__all__ = ["PRESENTER"]
