"""The program's door: `cdgdevice COMMAND`.

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
        from cdgdevice.cli import run_command

        return run_command(arguments)
    except KeyboardInterrupt:
        return 130
    finally:
        gc.enable()


def _splash(arguments: list[str]) -> None:
    from cdgdevice import failed_start

    failed = failed_start.times()
    if failed:
        time.sleep(failed_start.pause(failed))
        return

    from cdgdevice.gadget.glass import splash
    from cdgdevice.places import BOOT_CONFIG, SYSTEM_CONFIG, games_folder, splash_file

    remembered = splash_file(_given("--folder", arguments) or games_folder())
    places = splash.recall(remembered)
    if not places:
        from cdgdevice import first_look

        named = _given("--config", arguments)
        places = first_look.places((named,) if named else (SYSTEM_CONFIG, BOOT_CONFIG))
    splash.show(places)


def _given(option: str, arguments: list[str]) -> str:
    """Give X of `--option X` or `--option=X`; the last counts, as it will for argparse."""
    given = ""
    for number, argument in enumerate(arguments):
        if argument.startswith(f"{option}="):
            given = argument.removeprefix(f"{option}=")
        elif argument == option:
            given = "".join(arguments[number + 1 : number + 2])
    return given


if __name__ == "__main__":
    sys.exit(main())
