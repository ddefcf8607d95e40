"""The command line: what can be typed, and a module for what each group of commands does.

The parser loads a command's module only when that command is given.
"""
