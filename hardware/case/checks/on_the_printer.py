"""Does the printer manage it? Asked of the triangles that it is given, so of the STL files.

Each check gives its findings: sentences with the thing's name and millimetres. None: it holds.
A mesh lies here as it is printed, with the bed at z = 0.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hardware.case.checks.rays import first_hits

# trimesh ships no types.
Mesh = Any

# A wall is measured between faces that look away from each other, up to this (the cosine of
# their angle): the tip of a chamfer has no thickness, and needs none.
OPPOSITE = -0.95


def not_watertight(name: str, mesh: Mesh) -> list[str]:
    """Holes, turned triangles, or more than one body."""
    findings = []
    if not mesh.is_watertight:
        findings.append(f"{name}: its surface has holes.")
    if not mesh.is_winding_consistent or mesh.volume <= 0:
        findings.append(f"{name}: its surface is inside out somewhere.")
    if mesh.body_count != 1:
        findings.append(f"{name}: it is {mesh.body_count} bodies, not one.")
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

    spread, of_face = sample_surface(mesh, rays, seed=1)
    # And one ray from each face: a small face is easily missed by chance.
    points = np.vstack([spread, mesh.triangles_center])
    faces = np.concatenate([of_face, np.arange(len(mesh.faces))])
    inwards = -mesh.face_normals[faces]
    far, hit = first_hits(points + inwards * 1e-4, inwards, mesh.triangles)
    opposite = np.einsum("ij,ij->i", mesh.face_normals[faces], mesh.face_normals[hit]) < OPPOSITE
    thin = opposite & (far < least - 0.01)
    if not thin.any():
        return []
    worst = np.flatnonzero(thin)[np.argmin(far[thin])]
    where = ", ".join(f"{length:.1f}" for length in points[worst])
    return [f"{name}: a wall of {far[worst]:.2f} mm at ({where}); at least {least:g} mm."]
