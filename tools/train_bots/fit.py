"""Maximum-likelihood weights: a softmax over seats, linear in their features."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

Numbers: TypeAlias = NDArray[np.float64]

PENALTY = 2e-5
"""Cost of a weight's square, which keeps rare features small."""

SMOOTHNESS = 4.0
"""Relative cost of a difference between neighbouring knots."""

STEPS = 250


def fit_weights(features: Numbers, knots: Numbers, shares: Numbers) -> tuple[Numbers, float]:
    """Return the weights, a row for each knot, and the mean loss in nats.

    ``features``: for each table and seat a row. ``knots``: for each table how much each knot counts. ``shares``: for
    each table each seat's share of the victory. By L-BFGS (Liu and Nocedal 1989, Mathematical Programming 45)."""
    scale = features.reshape(-1, features.shape[2]).std(axis=0)
    scale[scale == 0] = 1.0
    scaled = features / scale
    shape = (knots.shape[1], features.shape[2])

    def loss(flat: Numbers) -> tuple[float, Numbers]:
        weights = flat.reshape(shape)
        expected = chances(scaled, knots, weights)
        steps = np.diff(weights, axis=0)
        value = _loss(expected, shares) + PENALTY * ((weights**2).sum() + SMOOTHNESS * (steps**2).sum())
        by_table = np.einsum("np,npf->nf", (expected - shares) / len(shares), scaled)
        slope = knots.T @ by_table + 2 * PENALTY * weights
        slope[1:] += 2 * PENALTY * SMOOTHNESS * steps
        slope[:-1] -= 2 * PENALTY * SMOOTHNESS * steps
        return float(value), slope.ravel()

    found = minimize(loss, np.zeros(shape[0] * shape[1]), jac=True, method="L-BFGS-B", options={"maxiter": STEPS})
    weights = np.asarray(found.x, dtype=np.float64).reshape(shape)
    return weights / scale, _loss(chances(scaled, knots, weights), shares)


def chances(features: Numbers, knots: Numbers, weights: Numbers) -> Numbers:
    """Return each seat's chance to win, for each table, by these weights."""
    scores = np.einsum("npf,nf->np", features, knots @ weights)
    odds = np.exp(scores - scores.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def loss_of(weights: Numbers, features: Numbers, knots: Numbers, shares: Numbers) -> float:
    """Return the mean loss of weights, in nats."""
    return _loss(chances(features, knots, weights), shares)


def round_weights(weights: Numbers, digits: int) -> Sequence[float]:
    """Return the weights one after the other, rounded to significant digits."""
    return [float(f"{weight:.{digits}g}") for weight in weights.ravel()]


def _loss(expected: Numbers, shares: Numbers) -> float:
    return float(-(shares * np.log(expected + 1e-9)).sum(axis=1).mean())
