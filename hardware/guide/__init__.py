"""What is made of the guides: the table of wires of each step."""
