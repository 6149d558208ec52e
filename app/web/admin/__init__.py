"""Figures for the operator."""
