"""How fast the gadget is, beside the script a maker would write: `python -m bench`."""
