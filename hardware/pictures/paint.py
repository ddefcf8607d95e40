"""Paints meshes with VTK, off screen: calm surfaces, dark edges, white ground."""

import os
from collections.abc import Sequence
from functools import cache

import numpy as np
import vtkmodules.vtkRenderingOpenGL2  # noqa: F401 - brings the means to paint at all
from PIL import Image
from vtkmodules.util.numpy_support import numpy_to_vtk, numpy_to_vtkIdTypeArray, vtk_to_numpy
from vtkmodules.vtkCommonCore import vtkPoints
from vtkmodules.vtkCommonDataModel import vtkCellArray, vtkPolyData
from vtkmodules.vtkFiltersCore import vtkCleanPolyData, vtkFeatureEdges, vtkPolyDataNormals
from vtkmodules.vtkFiltersHybrid import vtkPolyDataSilhouette
from vtkmodules.vtkRenderingCore import (
    vtkActor,
    vtkLight,
    vtkPolyDataMapper,
    vtkRenderer,
    vtkRenderWindow,
    vtkWindowToImageFilter,
)

from hardware.pictures.body import Body, Colour
from hardware.pictures.view import View

_FEATURE_DEGREES = 32.0
_EDGE_PIXELS = 3.0
_FAR = 2000.0
# Without this VTK looks for an X server first, and complains that there is none.
os.environ.setdefault("VTK_DEFAULT_OPENGL_WINDOW", "vtkEGLRenderWindow")


def paint(bodies: Sequence[Body], view: View, size: tuple[int, int]) -> Image.Image:
    """Paint bodies as the view shows them; give an RGB picture of `size` pixels."""
    renderer = vtkRenderer()
    renderer.SetBackground(1, 1, 1)
    window = _window()
    window.SetSize(*size)
    window.AddRenderer(renderer)
    _stand_at(renderer, view, size)
    _light(renderer, view)
    for body in bodies:
        for actor in _actors(body, renderer):
            renderer.AddActor(actor)
    renderer.ResetCameraClippingRange()
    window.Render()
    picture = _picture(window)
    window.RemoveRenderer(renderer)
    return picture


@cache
def _window() -> vtkRenderWindow:
    """Give the one window, off screen, in which all is painted: opening another takes seconds."""
    window = vtkRenderWindow()
    window.SetOffScreenRendering(1)
    window.SetMultiSamples(0)
    return window


def _stand_at(renderer: vtkRenderer, view: View, size: tuple[int, int]) -> None:
    camera = renderer.GetActiveCamera()
    camera.ParallelProjectionOn()
    focus = view.point((size[0] / 2, size[1] / 2))
    camera.SetFocalPoint(*focus)
    camera.SetPosition(*(focus + view.toward * _FAR))
    camera.SetViewUp(*view.up)
    camera.SetParallelScale(size[1] / 2 / view.scale)


def _light(renderer: vtkRenderer, view: View) -> None:
    """Light from over the left shoulder, and a weaker one from the right: no side is black."""
    renderer.RemoveAllLights()
    renderer.AutomaticLightCreationOff()
    sides = (
        (view.toward - 0.5 * view.right + 1.0 * view.up, 0.46),
        (view.toward + 1.2 * view.right + 0.1 * view.up, 0.26),
        (view.toward, 0.22),
    )
    for direction, strength in sides:
        light = vtkLight()
        light.SetLightTypeToSceneLight()
        light.PositionalOff()
        light.SetPosition(*(direction * _FAR))
        light.SetFocalPoint(0, 0, 0)
        light.SetIntensity(strength)
        renderer.AddLight(light)


def _actors(body: Body, renderer: vtkRenderer) -> tuple[vtkActor, ...]:
    clean = vtkCleanPolyData()
    clean.SetInputData(_poly_data(body))
    normals = vtkPolyDataNormals()
    normals.SetInputConnection(clean.GetOutputPort())
    normals.SetFeatureAngle(180.0 if body.smooth else _FEATURE_DEGREES)
    normals.SplittingOn()
    surface = _actor(normals, body.colour)
    if body.glows:
        surface.GetProperty().LightingOff()
        return (surface,)
    surface.GetProperty().SetAmbient(0.46)
    surface.GetProperty().SetDiffuse(0.74)
    surface.GetProperty().SetSpecular(0.0)
    outline = vtkPolyDataSilhouette()
    outline.SetInputConnection(clean.GetOutputPort())
    outline.SetCamera(renderer.GetActiveCamera())
    outline.SetDirectionToCameraVector()
    outline.SetEnableFeatureAngle(0)
    if body.smooth:
        return surface, _line(outline, body.edges)
    features = vtkFeatureEdges()
    features.SetInputConnection(clean.GetOutputPort())
    features.SetFeatureAngle(_FEATURE_DEGREES)
    features.BoundaryEdgesOn()
    features.NonManifoldEdgesOff()
    features.ColoringOff()
    return surface, _line(features, body.edges), _line(outline, body.edges)


def _poly_data(body: Body) -> vtkPolyData:
    points = vtkPoints()
    points.SetData(numpy_to_vtk(np.ascontiguousarray(body.vertices, np.float32), deep=True))
    corners = np.ascontiguousarray(body.triangles, np.int64).ravel()
    cells = vtkCellArray()
    cells.SetData(3, numpy_to_vtkIdTypeArray(corners, deep=True))
    data = vtkPolyData()
    data.SetPoints(points)
    data.SetPolys(cells)
    return data


def _actor(source: vtkPolyDataNormals, colour: Colour) -> vtkActor:
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    mapper.ScalarVisibilityOff()
    # Surfaces a hair behind their own edges.
    mapper.SetResolveCoincidentTopologyToPolygonOffset()
    mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(1.0, 1.0)
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(*(part / 255 for part in colour))
    return actor


def _line(source: vtkFeatureEdges | vtkPolyDataSilhouette, colour: Colour) -> vtkActor:
    mapper = vtkPolyDataMapper()
    mapper.SetInputConnection(source.GetOutputPort())
    mapper.ScalarVisibilityOff()
    actor = vtkActor()
    actor.SetMapper(mapper)
    actor.GetProperty().SetColor(*(part / 255 for part in colour))
    actor.GetProperty().LightingOff()
    actor.GetProperty().SetLineWidth(_EDGE_PIXELS)
    return actor


def _picture(window: vtkRenderWindow) -> Image.Image:
    grab = vtkWindowToImageFilter()
    grab.SetInput(window)
    grab.SetInputBufferTypeToRGB()
    grab.ReadFrontBufferOff()
    grab.Update()
    data = grab.GetOutput()
    wide, high, _ = data.GetDimensions()
    pixels = vtk_to_numpy(data.GetPointData().GetScalars()).reshape(high, wide, 3)
    return Image.fromarray(np.ascontiguousarray(pixels[::-1]))
