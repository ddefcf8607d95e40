"""What would be printed into the air.

A face that leans too far needs something under it. A flat ceiling may span from wall to wall
(a bridge), and stand out a little from one wall (a ledge).
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Mesh = Any
Floats = NDArray[np.float64]

# A line of plastic may lie this far beside the one below it, in mm.
LEDGE = 1.0
# A bridge is looked for in so many directions.
DIRECTIONS = 12
# Places looked at in each hanging face.
PLACES = 7


def overhangs(name: str, mesh: Mesh, degrees: float, bridge: float) -> list[str]:
    """Faces flatter than `degrees` from upright with nothing below, but for bridges of
    up to `bridge` mm: one sentence for the worst place of each.
    """  # noqa: D205
    flat = mesh.face_normals[:, 2] < -np.sin(np.radians(degrees + 1))
    above = mesh.triangles[:, :, 2].max(axis=1) > 0.05
    hanging = np.flatnonzero(flat & above)
    findings = []
    for region in _regions(mesh, hanging):
        gap, where = _widest_gap(mesh, region, bridge)
        if gap > bridge:
            span = "with an end in the air" if np.isinf(gap) else f"over {gap:.1f} mm"
            place = ", ".join(f"{length:.1f}" for length in where)
            findings.append(f"{name}: a face hangs {span} at ({place}); a bridge: {bridge:g} mm.")
    return findings


def _regions(mesh: Mesh, hanging: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    from trimesh.graph import connected_components

    inside = np.isin(mesh.face_adjacency, hanging).all(axis=1)
    return list(connected_components(mesh.face_adjacency[inside], nodes=hanging, min_len=1))


def _widest_gap(mesh: Mesh, region: NDArray[np.int64], bridge: float) -> tuple[float, Floats]:
    """Find the widest span of a region and where: for each place, the narrowest over it counts."""
    edges, held = _outline(mesh, region)
    ways = np.arange(DIRECTIONS) * np.pi / DIRECTIONS
    worst, where = 0.0, np.zeros(3)
    for place in _places(mesh.triangles[region]):
        spans = []
        for way in ways:
            step = np.array([np.cos(way), np.sin(way)])
            ahead, held_ahead = _to_the_edge(place[:2], step, edges, held)
            behind, held_behind = _to_the_edge(place[:2], -step, edges, held)
            if held_ahead and held_behind:
                spans.append(ahead + behind)
            elif (held_ahead and ahead + behind <= LEDGE) or (
                held_behind and ahead + behind <= LEDGE
            ):
                spans.append(0.0)
        span = min(spans, default=np.inf)
        if span > worst:
            worst, where = span, place
        if span > bridge:
            break
    return worst, where


def _places(triangles: Floats) -> Floats:
    """Places spread over triangles, none on their sides: (n, 3)."""
    steps = (np.arange(PLACES) + 1 / 3) / PLACES
    weights = np.array([(a, b, 1 - a - b) for a in steps for b in steps if a + b < 1])
    return np.einsum("wk,tkx->twx", weights, triangles).reshape(-1, 3)


def _outline(mesh: Mesh, region: NDArray[np.int64]) -> tuple[Floats, NDArray[np.bool_]]:
    """Give the outline's edges from above, (n, 2, 2), and which of them a wall below holds."""
    pairs = np.isin(mesh.face_adjacency, region)
    border = pairs.sum(axis=1) == 1
    edges = mesh.vertices[mesh.face_adjacency_edges[border]]
    outside = mesh.face_adjacency[border][~pairs[border]]
    held = mesh.triangles_center[outside][:, 2] < edges[:, :, 2].mean(axis=1) - 1e-6
    return edges[:, :, :2], held


def _to_the_edge(
    start: Floats, step: Floats, edges: Floats, held: NDArray[np.bool_]
) -> tuple[float, bool]:
    """From a place to the outline: how far, and whether that edge is held."""
    along = edges[:, 1] - edges[:, 0]
    apart = edges[:, 0] - start
    cross = step[0] * along[:, 1] - step[1] * along[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (apart[:, 0] * along[:, 1] - apart[:, 1] * along[:, 0]) / cross
        at = (apart[:, 0] * step[1] - apart[:, 1] * step[0]) / cross
    far = np.where((at >= -1e-9) & (at <= 1 + 1e-9) & (far > 1e-9), far, np.inf)
    nearest = int(far.argmin())
    return float(far[nearest]), bool(held[nearest] and np.isfinite(far[nearest]))
