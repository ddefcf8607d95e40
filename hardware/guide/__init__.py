"""What is made of the guides: what to measure, and the table of wires of each step."""
