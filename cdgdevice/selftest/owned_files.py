"""The owner's files: the configuration and the sheets of their own."""

from collections.abc import Sequence

from cdgdevice.selftest.finding import Finding, What


def configuration(
    files: Sequence[str], mistakes: Sequence[str], instead: str = ""
) -> tuple[Finding, ...]:
    """Say which configuration is in force, and what is wrong in it.

    `files` are those that it was read from, the strongest first; `instead` is the sentence on
    what is used while there are mistakes.
    """
    if mistakes:
        wrong = (
            Finding(What.CONFIGURATION_MISTAKE, f"In the configuration: {mistake}")
            for mistake in mistakes
        )
        used = (Finding(What.CONFIGURATION_INSTEAD, instead),) if instead else ()
        return (*wrong, *used)
    if not files:
        return (Finding(What.CONFIGURATION_NONE, "There is no configuration: the defaults hold."),)
    return (Finding(What.CONFIGURATION_READ, f"The configuration is {' over '.join(files)}."),)


def sheets(count: int, mistakes: Sequence[str]) -> tuple[Finding, ...]:
    """Say how many sheets can be played, and what is wrong with the player's own."""
    if mistakes:
        return tuple(Finding(What.SHEETS_BROKEN, mistake) for mistake in mistakes)
    return (Finding(What.SHEETS_READ, f"All {count} sheets can be played."),)
