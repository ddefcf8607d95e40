"""A 3MF file of two solids in two colours, which slicers open as one thing with two parts."""

from __future__ import annotations

import re
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import numpy as np
from build123d import Shape

from hardware.case.mesh import mesh

BODY, LETTERS = "#2B2D31", "#E2BE70"
"""Nearly black, and brass."""
_TYPES = """<?xml version="1.0" encoding="UTF-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">\
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="model" ContentType="application/vnd.ms-package.3dmanufacturing-3dmodel+xml"/>\
</Types>
"""
_RELATED = """<?xml version="1.0" encoding="UTF-8"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">\
<Relationship Target="/3D/3dmodel.model" Id="rel0" \
Type="http://schemas.microsoft.com/3dmanufacturing/2013/01/3dmodel"/></Relationships>
"""
_CORE = "http://schemas.microsoft.com/3dmanufacturing/core/2015/02"


def two_colours(body: Shape, letters: Shape) -> bytes:
    """Give the file's content; both lie as they are printed, in millimetres."""
    model = "".join(
        (
            '<?xml version="1.0" encoding="UTF-8"?>\n',
            f'<model unit="millimeter" xml:lang="en-US" xmlns="{_CORE}">\n<resources>\n',
            '<basematerials id="1">',
            f'<base name="body" displaycolor="{BODY}"/>',
            f'<base name="letters" displaycolor="{LETTERS}"/></basematerials>\n',
            _object(2, "body", 0, body),
            _object(3, "letters", 1, letters),
            '<object id="4" type="model"><components><component objectid="2"/>',
            '<component objectid="3"/></components></object>\n',
            '</resources>\n<build><item objectid="4"/></build>\n</model>\n',
        )
    )
    file = BytesIO()
    with ZipFile(file, "w") as packed:
        for name, text in (
            ("[Content_Types].xml", _TYPES),
            ("_rels/.rels", _RELATED),
            ("3D/3dmodel.model", model),
        ):
            entry = ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            packed.writestr(entry, text.encode(), ZIP_DEFLATED)
    return file.getvalue()


def volumes(content: bytes) -> list[float]:
    """Give the volume that each object with a mesh encloses, in mm3."""
    with ZipFile(BytesIO(content)) as packed:
        text = packed.read("3D/3dmodel.model").decode()
    found = []
    for part in text.split("<mesh>")[1:]:
        points = np.array(
            re.findall(r'<vertex x="(\S+)" y="(\S+)" z="(\S+)"/>', part), dtype=np.float64
        )
        corners = np.array(
            re.findall(r'<triangle v1="(\d+)" v2="(\d+)" v3="(\d+)"/>', part), dtype=np.int64
        )
        a, b, c = (points[corners[:, n]] for n in range(3))
        found.append(float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6))
    return found


def _object(number: int, name: str, material: int, solid: Shape) -> str:
    corners, triangles = mesh(solid)
    # Faces are meshed one by one: their common edges' corners become one.
    points, place = np.unique(corners.round(4) + 0.0, axis=0, return_inverse=True)
    joined = place.reshape(-1)[triangles]
    whole = joined[
        (joined[:, 0] != joined[:, 1])
        & (joined[:, 1] != joined[:, 2])
        & (joined[:, 0] != joined[:, 2])
    ]
    vertices = "".join(f'<vertex x="{x:.4f}" y="{y:.4f}" z="{z:.4f}"/>' for x, y, z in points)
    faces = "".join(f'<triangle v1="{a}" v2="{b}" v3="{c}"/>' for a, b, c in whole)
    return (
        f'<object id="{number}" name="{name}" type="model" pid="1" pindex="{material}"><mesh>'
        f"<vertices>{vertices}</vertices><triangles>{faces}</triangles></mesh></object>\n"
    )
