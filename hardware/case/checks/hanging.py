"""What would be printed into the air.

A face that leans too far needs something under it. A flat ceiling may span from wall to wall
(a bridge), and stand out a little from one wall (a ledge). A slicer lays all lines of a ceiling
the same way, so there must be one way in which each of them ends on a wall: a line that ends at
a hole in the ceiling falls.
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
# In a hanging triangle, places are looked at so far apart (mm), and at most so many a side.
APART = 1.5
MOST = 8


def overhangs(name: str, mesh: Mesh, degrees: float, bridge: float) -> list[str]:
    """Faces that hang: flatter than `degrees` from upright, with nothing below.

    Not so a bridge of up to `bridge` mm. One sentence for the worst place of each face.
    """
    flat = mesh.face_normals[:, 2] < -np.sin(np.radians(degrees + 1))
    above = mesh.triangles[:, :, 2].max(axis=1) > 0.05
    hanging = np.flatnonzero(flat & above)
    findings = []
    for region in _regions(mesh, hanging):
        gap, where = _widest_gap(mesh, region)
        if gap > bridge:
            span = "with an end in the air" if np.isinf(gap) else f"over {gap:.1f} mm"
            place = ", ".join(f"{length:.1f}" for length in where)
            findings.append(f"{name}: a face hangs {span} at ({place}); a bridge: {bridge:g} mm.")
    return findings


def _regions(mesh: Mesh, hanging: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    from trimesh.graph import connected_components

    inside = np.isin(mesh.face_adjacency, hanging).all(axis=1)
    return list(connected_components(mesh.face_adjacency[inside], nodes=hanging, min_len=1))


def _widest_gap(mesh: Mesh, region: NDArray[np.int64]) -> tuple[float, Floats]:
    """Find the widest span of a region and where, its lines laid the way that suits it best."""
    edges, held = _outline(mesh, region)
    if np.ptp(edges.reshape(-1, 2), axis=0).max() <= LEDGE:
        return 0.0, np.zeros(3)
    worst, where = np.zeros(DIRECTIONS), np.zeros((DIRECTIONS, 3))
    ways = np.arange(DIRECTIONS) * np.pi / DIRECTIONS
    steps = np.stack([np.cos(ways), np.sin(ways)], axis=1)
    for triangle in mesh.triangles[region]:
        places = _places(triangle)
        ahead, held_ahead = _to_the_edge(places[:, :2], steps, edges, held)
        behind, held_behind = _to_the_edge(places[:, :2], -steps, edges, held)
        spans = np.where(held_ahead & held_behind, ahead + behind, np.inf)
        ledge = (held_ahead | held_behind) & (ahead + behind <= LEDGE)
        spans = np.where(ledge, 0.0, spans)
        wider = spans.max(axis=0) > worst
        where[wider] = places[spans.argmax(axis=0)][wider]
        worst = np.maximum(worst, spans.max(axis=0))
    best = int(worst.argmin())
    return float(worst[best]), where[best]


def _places(triangle: Floats) -> Floats:
    """Give places spread over a triangle, none on its sides: (n, 3)."""
    count = int(np.clip(np.ptp(triangle, axis=0).max() / APART, 1, MOST))
    steps = (np.arange(count) + 1 / 3) / count
    weights = np.array([(a, b, 1 - a - b) for a in steps for b in steps if a + b < 1])
    return weights @ triangle


def _outline(mesh: Mesh, region: NDArray[np.int64]) -> tuple[Floats, NDArray[np.bool_]]:
    """Give the outline's edges from above, (n, 2, 2), and which of them a wall below holds."""
    pairs = np.isin(mesh.face_adjacency, region)
    border = pairs.sum(axis=1) == 1
    edges = mesh.vertices[mesh.face_adjacency_edges[border]]
    outside = mesh.face_adjacency[border][~pairs[border]]
    held = mesh.triangles_center[outside][:, 2] < edges[:, :, 2].mean(axis=1) - 1e-6
    return edges[:, :, :2], held


def _to_the_edge(
    starts: Floats, steps: Floats, edges: Floats, held: NDArray[np.bool_]
) -> tuple[Floats, NDArray[np.bool_]]:
    """From each place each way to the outline: how far, and whether that edge is held."""
    along = edges[:, 1] - edges[:, 0]
    apart = edges[None, :, 0] - starts[:, None]
    cross = steps[:, :1] * along[:, 1] - steps[:, 1:] * along[:, 0]
    with np.errstate(divide="ignore", invalid="ignore"):
        far = (apart[..., 0] * along[:, 1] - apart[..., 1] * along[:, 0])[:, None] / cross
        sideways = apart[:, None, :, 0] * steps[:, 1:] - apart[:, None, :, 1] * steps[:, :1]
        at = sideways / cross
        far = np.where((at >= -1e-9) & (at <= 1 + 1e-9) & (far > 1e-9), far, np.inf)
    nearest = far.argmin(axis=2)
    far = far.min(axis=2)
    return far, held[nearest] & np.isfinite(far)
