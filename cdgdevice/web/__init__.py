"""The gadget as a web page: who may ask, what a page can do, and what it is shown."""
