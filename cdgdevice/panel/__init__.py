"""The gadget as a local web page."""
