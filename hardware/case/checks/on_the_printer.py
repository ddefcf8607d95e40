"""Does the printer manage it? Asked of the triangles that it is given, so of the STL files.

Each check gives its findings: sentences with the thing's name and millimetres. None: it holds.
A mesh lies here as it is printed, with the bed at z = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from manifold3d import Manifold
from manifold3d import Mesh as Surface

# trimesh ships no types.
Mesh = Any

# A wall is measured between faces that look away from each other, up to this (the cosine of
# their angle): the tip of a chamfer has no thickness, and needs none.
OPPOSITE = -0.95


def not_watertight(name: str, mesh: Mesh, bodies: int = 1) -> list[str]:
    """Holes, turned triangles, or another number of bodies: one but for letters that are inlaid."""
    findings = []
    if not mesh.is_watertight:
        findings.append(f"{name}: its surface has holes.")
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        findings.append(f"{name}: its surface is inside out somewhere.")
    if mesh.body_count != bodies:
        wanted = "one" if bodies == 1 else bodies
        findings.append(f"{name}: it is {mesh.body_count} bodies, not {wanted}.")
    return findings


def off_the_bed(name: str, mesh: Mesh, bed: float) -> list[str]:
    """Longer than the bed (mm) in any direction, or not lying on it."""
    low, high = mesh.bounds
    findings = [
        f"{name}: it is {length:.1f} mm in {axis}, the bed takes {bed:g} mm."
        for axis, length in zip("xyz", high - low, strict=True)
        if length > bed
    ]
    if abs(low[2]) > 0.01:
        findings.append(f"{name}: it lies {low[2]:.2f} mm off the bed.")
    return findings


def thin_walls(name: str, mesh: Mesh, least: float, rays: int = 4000) -> list[str]:
    """Find the thinnest wall, if it is thinner than `least` mm: by rays from its faces into it."""
    from trimesh.sample import sample_surface

    body = Manifold(Surface(mesh.vertices.astype(np.float32), mesh.faces.astype(np.uint32)))
    if body.is_empty():
        return [f"{name}: its walls can't be measured, for its surface is not closed."]
    spread, of_face = sample_surface(mesh, rays, seed=1)
    # And from each triangle's middle and corners: a small face is easily missed by chance.
    near = np.array([[1, 1, 1], [8, 1, 1], [1, 8, 1], [1, 1, 8]])
    corners = np.einsum("wk,tkx->twx", near / near.sum(axis=1, keepdims=True), mesh.triangles)
    points = np.vstack([spread, corners.reshape(-1, 3)])
    faces = np.concatenate([of_face, np.repeat(np.arange(len(mesh.faces)), len(near))])
    outwards = mesh.face_normals[faces]
    thinnest, where = least - 0.01, None
    for start, way in zip(points, outwards, strict=True):
        for hit in body.ray_cast(start - way * 1e-3, start - way * thinnest):
            if np.dot(hit.normal, way) < OPPOSITE:
                thinnest, where = float(np.linalg.norm(start - hit.position)), start
                break
    if where is None:
        return []
    place = ", ".join(f"{length:.1f}" for length in where)
    return [f"{name}: a wall of {thinnest:.2f} mm at ({place}); at least {least:g} mm."]
