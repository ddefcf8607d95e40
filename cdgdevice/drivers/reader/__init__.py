"""The die reader: its line protocol, the link to it, and its port."""
