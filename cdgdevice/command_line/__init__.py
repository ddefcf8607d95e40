"""What can be said on the command line: each file holds the words of some commands."""
