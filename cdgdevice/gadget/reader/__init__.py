"""The die reader: its line protocol, its link, its port."""
