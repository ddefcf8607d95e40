"""The program's door: `cdgdevice COMMAND`.

`run` draws its splash before anything else is imported: on a Raspberry Pi Zero the rest of the
program takes a second to load, and a dark screen looks broken.
"""

import sys


def main() -> int:
    """Run the command line and give its exit status."""
    if sys.argv[1:2] == ["run"]:
        from cdgdevice.gadget.glass import splash

        splash.show_remembered()
    from cdgdevice.cli import run_command

    return run_command(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
