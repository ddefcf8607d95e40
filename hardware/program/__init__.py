"""What the tables say to the program, the firmware and the documents that name pins."""
