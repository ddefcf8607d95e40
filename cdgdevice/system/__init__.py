"""The computer that the gadget runs on: systemd, and the folders where things lie."""
