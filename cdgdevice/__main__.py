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

    splash.show(splash.recall(splash_file(_given_folder(arguments) or games_folder())))


def _given_folder(arguments: list[str]) -> str:
    """Give what `--folder X` or `--folder=X` names; the last counts, as it will for argparse."""
    folder = ""
    for number, argument in enumerate(arguments):
        if argument.startswith("--folder="):
            folder = argument.removeprefix("--folder=")
        elif argument == "--folder":
            folder = "".join(arguments[number + 1 : number + 2])
    return folder


if __name__ == "__main__":
    sys.exit(main())
