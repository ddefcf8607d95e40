"""The service: whether systemd runs it, and how often it had to be started afresh."""

from collections.abc import Callable, Mapping

from cdgdevice.selftest.finding import Finding, What

UNIT = "cdgdevice.service"
ASK = (
    "systemctl",
    "show",
    UNIT,
    "--property=LoadState,ActiveState,SubState,Result,NRestarts,UnitFileState",
)
"""What tells of the unit; it needs no rights."""

Run = Callable[[tuple[str, ...]], str]
"""Runs a command and gives what it printed; nothing where it can't be run."""


def unit_state(run: Run) -> Mapping[str, str]:
    """Ask systemd for the state of the unit; nothing where there is no systemd."""
    pairs = (line.partition("=") for line in run(ASK).splitlines())
    return {key: value for key, _, value in pairs}


def service(state: Mapping[str, str]) -> Finding:
    """Say how it stands with the service."""
    if not state:
        return Finding(
            What.SERVICE_UNTOLD,
            "No systemd runs here, so nothing is known of the service cdgdevice.",
        )
    if state.get("LoadState") != "loaded":
        return Finding(What.SERVICE_NONE, "This computer has no service cdgdevice.")
    active = state.get("ActiveState")
    restarts = state.get("NRestarts") or "0"
    if active == "activating" and (restarts != "0" or state.get("SubState") == "auto-restart"):
        return Finding(
            What.SERVICE_FAILED,
            "The service does not start: `journalctl -u cdgdevice -b` tells why.",
        )
    if active == "failed":
        return Finding(
            What.SERVICE_FAILED,
            f"The service ended with {state.get('Result', 'a fault')}: "
            "`journalctl -u cdgdevice -b` tells why.",
        )
    if active not in ("active", "activating", "reloading"):
        boot = "" if state.get("UnitFileState") == "enabled" else "enable --now"
        return Finding(
            What.SERVICE_STOPPED,
            f"The service is stopped: `sudo systemctl {boot or 'start'} cdgdevice` starts it.",
        )
    if restarts != "0":
        times = "once" if restarts == "1" else f"{restarts} times"
        return Finding(
            What.SERVICE_RESTARTED,
            f"The service runs, but had to be started afresh {times}: "
            "`journalctl -u cdgdevice -b` tells why.",
        )
    return Finding(What.SERVICE_RUNS, "The service runs.")
