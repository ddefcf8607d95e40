"""The program's door: `cdgdevice COMMAND`.

`run` draws its splash before anything else is imported: on a small Raspberry Pi the rest of the
program takes a second or more to load, and a dark screen looks broken.
"""

import sys


def main() -> int:
    """Run the command line and give its exit status."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["run"]:
            _splash(arguments)
        from cdgdevice.cli import run_command

        return run_command(arguments)
    except KeyboardInterrupt:
        return 130


def _splash(arguments: list[str]) -> None:
    from cdgdevice.gadget.glass import splash
    from cdgdevice.places import games_folder, splash_file

    folder = games_folder()
    if "--folder" in arguments[:-1]:
        folder = arguments[arguments.index("--folder") + 1]
    splash.show(splash.recall(splash_file(folder)))


if __name__ == "__main__":
    sys.exit(main())
