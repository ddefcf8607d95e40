"""Dice that report their face over Bluetooth, offered as one die reader."""
