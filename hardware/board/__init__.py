"""The board under the panel: its circuit, its layout, and what a factory is given of it."""
