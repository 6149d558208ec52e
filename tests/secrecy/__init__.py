"""Tests of secrets: a seat's secret reaches no other seat before the reveal."""
