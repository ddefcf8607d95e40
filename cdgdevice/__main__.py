"""The program's entry point: `cdgdevice COMMAND`.

`run` draws its splash before anything else is imported: on a small Raspberry Pi the rest of the
program takes a second or more to load, and a dark screen looks broken.
"""

import gc
import sys
import time


def main() -> int:
    """Run the command line and give its exit status."""
    arguments = sys.argv[1:]
    try:
        if arguments[:1] == ["run"]:
            _splash(arguments)
            gc.disable()  # loading makes no garbage; `run` enables it again
        from cdgdevice.cli.parser import run_command

        return run_command(arguments)
    except KeyboardInterrupt:
        return 130
    except ModuleNotFoundError as missing:
        from importlib.util import find_spec

        if find_spec("msgspec"):  # it is installed, so this is a mistake of the program
            raise
        from cdgdevice.fold_lines import fold_sentences

        told = (
            f"cdgdevice is not installed for this Python, which lacks {missing.name}: "
            "in the folder with README.md run `make sim`, then `.venv/bin/cdgdevice`; "
            'on Windows run `py -m pip install ".[panel,share]"`.'
        )
        print(fold_sentences(told, sys.stderr), file=sys.stderr)
        return 1
    finally:
        gc.enable()


def _splash(arguments: list[str]) -> None:
    from cdgdevice.system import folders

    failed = folders.count_failed_starts()
    if failed:
        time.sleep(folders.find_start_delay(failed))
        return

    from cdgdevice.drivers.oled import splash
    from cdgdevice.system.folders import (
        BOOT_CONFIG,
        SYSTEM_CONFIG,
        locate_default_games_folder,
        locate_splash_file,
    )

    remembered = locate_splash_file(_given("--folder", arguments) or locate_default_games_folder())
    places = splash.recall_places(remembered)
    if not places:
        named = _given("--config", arguments)
        places = splash.read_splash_places((named,) if named else (SYSTEM_CONFIG, BOOT_CONFIG))
    splash.show_splash(places)


def _given(option: str, arguments: list[str]) -> str:
    """Return X of `--option X` or `--option=X`; the last counts, as it will for argparse."""
    given = ""
    for number, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            given = argument.removeprefix(f"{option}=")
        elif argument == option:
            given = "".join(arguments[number + 1 : number + 2])
    return given


if __name__ == "__main__":
    sys.exit(main())
