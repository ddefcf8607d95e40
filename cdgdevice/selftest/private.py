"""Leaves out of a text what a stranger need not know: names, numbers of devices, places at home."""

import re
from collections.abc import Collection
from pathlib import PurePath

from cdgdevice.selftest.files import Files

USUAL = {"root", "cdgdevice", "raspberrypi", "localhost", "user", "admin", "debian"}
"""Names that tell nothing, for so many computers and users have them."""

_HOMES = re.compile(
    r"(?:/home/|/Users/)[^/\s\"'`:,;)]+|/root(?=/|\b)"
    # On Windows a user may have two names, and a blank between them.
    r"|[A-Za-z]:\\Users\\(?:[^\\/\n\"'`:,;]+(?=\\)|[^\\/\s\"'`:,;)]+(?: [A-Z][^\\/\s\"'`:,;)]*)*)"
)
_AT_HOME = re.compile(r"(?<![\w/\\])~([/\\](?:\(left out\)|[^\s\"`:,;)])*)")
_USUAL_FOLDERS = ("/.local/share/cdgdevice", "/.config/cdgdevice")
"""Where everybody has it."""
_CARDS = re.compile(
    r"(/(?:run/)?(?:media|mnt)/|/Volumes/)"
    r"(?:[^/\n\"`:,;]+/)*[^/\s\"`:,;)]*(?: [A-Z][^/\s\"`:,;)]*)*"
)
"""Folders of cards and sticks, which are called after their owner and by them."""
_URL = re.compile(r"\b([a-z0-9+]+://)[^\s\"'`)]+")
_BY_ID = re.compile(r"(/dev/serial/by-(?:id|path)/)[^\s\"'`):,;]+")
_MAC = re.compile(r"\b[0-9a-f]{2}(?:[:-][0-9a-f]{2}){5}\b", re.IGNORECASE)
_GROUPS = "(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4})*)"
_IPV6 = re.compile(
    rf"(?<![\w:])(?:{_GROUPS}?::{_GROUPS}|{_GROUPS}::|(?:[0-9a-f]{{1,4}}:){{7}}[0-9a-f]{{1,4}})(?!\w)",
    re.IGNORECASE,
)
_IPV4 = re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")
_UUID = re.compile(r"\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", re.IGNORECASE)
_LONG_NUMBER = re.compile(r"\b(?=[0-9a-f]*\d)[0-9a-f]{12,}\b", re.IGNORECASE)
_MAIL = re.compile(r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b")

GONE = "(left out)"
"""What stands in the place of what was left out."""


def cleaned(text: str, words: Collection[str], home: str = "") -> str:
    """Give `text` without these words, whatever their case, and without what looks like a number.

    Homes become `~`, and what lies in them is left out; `home` is one that may lie anywhere. Words
    of two letters or fewer stay, for they are in others.
    """
    # Several words together come first: there may be in them what is replaced below.
    phrases = {word for word in words if " " in word}
    text = _without(phrases, text)
    if len(home) > 1:
        text = text.replace(home, "~")
    text = _AT_HOME.sub(_at_home, _HOMES.sub("~", text))
    text = _CARDS.sub(rf"\1{GONE}", text)
    text = _URL.sub(rf"\1{GONE}", text)
    text = _BY_ID.sub(rf"\1{GONE}", text)
    for pattern in (_MAC, _UUID, _IPV6, _IPV4, _MAIL, _LONG_NUMBER):
        text = pattern.sub(GONE, text)
    return _without(set(words) - phrases, text)


def _at_home(path: re.Match[str]) -> str:
    """Tell no more of a place at home than where it is for everybody."""
    rest, slash = path[1], path[1][0]
    usual = next((each for each in _USUAL_FOLDERS if f"{rest}/".startswith(f"{each}/")), "")
    return f"~{usual}" + (f"{slash}{GONE}" if rest.strip(slash) != usual.strip(slash) else "")


def _without(words: Collection[str], text: str) -> str:
    told = {word for word in words if len(word) > 2 and word.lower() not in USUAL}
    for word in sorted(told, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", GONE, text, flags=re.IGNORECASE)
    return text


def names_in(places: Collection[str]) -> frozenset[str]:
    """Give the names with blanks in these paths: in a text nobody can tell where they end."""
    return frozenset(part for place in places for part in PurePath(place).parts if " " in part)


def names_of(files: Files) -> frozenset[str]:
    """Give the words by which this computer can be told from others."""
    found = {
        files.text("/etc/hostname"),
        files.text("/proc/sys/kernel/hostname"),
        files.text("/etc/machine-id"),
        files.text("/sys/firmware/devicetree/base/serial-number"),
    }
    for line in (files.text("/proc/cpuinfo") or "").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == "Serial":
            found.add(value.strip())
    nets = "/sys/class/net"
    found |= {files.text(f"{nets}/{name}/address") for name in files.names(nets)}
    users = (files.text("/etc/passwd") or "").splitlines()
    # Users of people have the numbers from 1000 on; 65534 is nobody.
    for user in (line.split(":") for line in users):
        if len(user) > 4 and user[2].isdigit() and 1000 <= int(user[2]) < 65534:
            found |= {user[0], user[4].split(",")[0], *user[4].split(",")[0].split()}
    return frozenset(word for word in found if word)
