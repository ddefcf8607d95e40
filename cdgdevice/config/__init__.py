"""The configuration: which parts the gadget has, and how it behaves.

Every value has a default: an empty file is the reference build.
"""
