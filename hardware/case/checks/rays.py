"""Rays against triangles, without a library for it: numpy is enough for some thousands."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

# Rays tried at once: bounds the memory taken.
BATCH = 256


def first_hits(starts: Floats, ways: Floats, triangles: Floats) -> tuple[Floats, NDArray[np.int64]]:
    """How far each ray goes until its first triangle, and which: `inf` and 0 where it hits none.

    Starts and ways (unit length) are (n, 3), triangles (m, 3, 3).
    """
    corner = triangles[:, 0]
    one, two = triangles[:, 1] - corner, triangles[:, 2] - corner
    far = np.full(len(starts), np.inf)
    hit = np.zeros(len(starts), dtype=np.int64)
    for begin in range(0, len(starts), BATCH):
        part = slice(begin, begin + BATCH)
        lengths = _lengths(starts[part], ways[part], corner, one, two)
        hit[part] = lengths.argmin(axis=1)
        far[part] = lengths.min(axis=1)
    return far, hit


def _lengths(starts: Floats, ways: Floats, corner: Floats, one: Floats, two: Floats) -> Any:
    """Möller and Trumbore's test, each ray with each triangle: (rays, triangles)."""
    normal = np.cross(one, two)
    with np.errstate(divide="ignore", invalid="ignore"):
        slope = -ways @ normal.T
        apart = starts[:, None, :] - corner[None]
        turned = np.cross(apart, ways[:, None, :])
        u = np.einsum("rtj,tj->rt", turned, two) / slope
        v = -np.einsum("rtj,tj->rt", turned, one) / slope
        length = np.einsum("rtj,tj->rt", apart, normal) / slope
        within = (u >= 0) & (v >= 0) & (u + v <= 1) & (length > 1e-6)
    return np.where(within, length, np.inf)
