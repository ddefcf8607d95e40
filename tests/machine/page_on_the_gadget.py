"""The gadget's page in the booted machine: off, until its owner puts a file on the boot partition.

systemd opens the socket; the gadget has it from there, in its sandbox, and no other.
"""

import json
from base64 import b64decode

import pytest

from cdgdevice.drivers.gpio.control_events import Control
from cdgdevice.drivers.oled.framebuffer import pages_to_image
from cdgdevice.rules.card_display import Side
from cdgdevice.service.web_page import PAIRED_BROWSERS
from tests.machine.machine import UNIT, Machine
from tests.machine.world_port import picture_bytes
from tests.web.browser_end import COOKIE, PAIRED

SOCKET = "cdgdevice-page.socket"
WANTED = "/boot/firmware/cdgdevice-page"
VISIT = """
import http.client, json, socket, struct, sys, time
from fcntl import ioctl

def asks(method, path, body=None, source="127.0.0.1", **headers):
    line = http.client.HTTPConnection("127.0.0.1", timeout=120, source_address=(source, 0))
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    line.request(method, path, body, sent)
    return line.getresponse()

LET_IN = {"Cookie": COOKIE}

def stream_of_states():
    head = {"Content_Type": "application/json", **LET_IN}
    token = json.load(asks("POST", "/token", **head))["token"]
    return asks("GET", f"/events?token={token}", **LET_IN)

def event(stream):
    name = stream.readline().decode().split()[1]
    data = json.loads(stream.readline().decode().removeprefix("data: "))
    stream.readline()
    return name, data

def state(stream):
    while (heard := event(stream))[0] != "state":
        pass
    return heard[1]

def does(hand, **operation):
    head = {"Content_Type": "application/json", "X_Panel_Hand": hand, **LET_IN}
    return asks("POST", "/operate", json.dumps(operation), **head).status
"""


def visits(machine: Machine, program: str) -> str:
    """Run this in the machine, as a browser beside the gadget."""
    return machine.shell(f"python3 - <<'END'\nCOOKIE = {COOKIE!r}\n{VISIT}{program}\nEND")


@pytest.fixture
def page(machine: Machine) -> Machine:
    """The machine, with the page on, and one browser that was let in before."""
    machine.shell(f"echo {PAIRED.decode().strip()} > /var/lib/cdgdevice/{PAIRED_BROWSERS}")
    machine.shell(f"touch {WANTED} && systemctl restart {UNIT}")
    machine.until_playing()
    machine.settles()
    machine.logs("page: http://cdg.local/")
    return machine


def test_nobody_listens_until_the_owner_wants_a_page(machine: Machine) -> None:
    assert not machine.can(f"systemctl is-active --quiet {SOCKET}")
    assert machine.unit("Result") == "success"
    assert machine.shell("tail -n +2 /proc/net/tcp") == ""


def test_the_page_shows_the_screen_and_a_press_on_it_plays(page: Machine) -> None:
    before = page.pictures()
    said = json.loads(
        visits(
            page,
            """
stream = stream_of_states()
hand = event(stream)[1]["hand"]
first = state(stream)
told = [does(hand, do="down", control="left"), does(hand, do="up", control="left")]
while (then := state(stream))["screens"][0]["picture"] == first["screens"][0]["picture"]:
    pass
time.sleep(3)
print(json.dumps([first, told, does(hand, do="turn", steps=1)]))
""",
        )
    )
    shown = (pages_to_image(b64decode(screen["picture"])) for screen in said[0]["screens"])
    assert tuple(map(picture_bytes, shown)) == before
    assert said[1:] == [[204, 204], 204]
    page.settles()
    assert page.picture(Side.LEFT) != before[0]
    assert page.journal().count(b'"do"') >= 1


def test_a_browser_that_is_not_allowed_sees_and_changes_nothing(page: Machine) -> None:
    before = page.picture(Side.LEFT)
    visits(
        page,
        """
LET_IN.clear()
head = {"Content_Type": "application/json"}
assert asks("POST", "/token", **head).status == 401
assert asks("POST", "/pair", "{}", **head).status == 403
assert asks("POST", "/pair", '{"code": "wrong"}', **head).status == 403
""",
    )
    page.settles()
    assert page.picture(Side.LEFT) == before


def test_what_a_lost_browser_holds_is_let_go_and_the_pins_play_on(page: Machine) -> None:
    visits(
        page,
        """
stream = stream_of_states()
hand = event(stream)[1]["hand"]
assert does(hand, do="down", control="right") == 204
""",
    )
    page.settles()
    before = page.picture(Side.LEFT)
    page.press(Control.LEFT)
    assert page.picture(Side.LEFT) != before


def test_the_sandbox_stays_as_it_is(page: Machine) -> None:
    process = page.unit("MainPID")
    assert page.shell(f"readlink /proc/{process}/ns/net") != page.shell("readlink /proc/1/ns/net")
    networks = page.shell(f"tail -n +3 /proc/{process}/net/dev").splitlines()
    assert [line.split(":")[0].strip() for line in networks] == ["lo"]
    assert page.unit("RestrictAddressFamilies") == "AF_UNIX"
    assert set(page.unit("IPAddressDeny").split()) == {"0.0.0.0/0", "::/0"}


def test_only_the_network_at_home_reaches_the_page(page: Machine) -> None:
    home, world = "192.168.7.7", "203.0.113.7"
    visits(
        page,
        f"""
for number, address in enumerate(("{home}", "{world}"), 1):
    with socket.socket() as any:
        name = f"lo:{{number}}".encode().ljust(16, bytes(1))
        ioctl(any, 0x8916, name + struct.pack("HH4s8x", 2, 0, socket.inet_aton(address)))
assert asks("GET", "/", source="{home}", Host="cdg.local").status == 200
assert asks("GET", "/", source="{home}", Host="cdg.evil.example").status == 403
try:
    line = socket.create_connection(("127.0.0.1", 80), 5, source_address=("{world}", 0))
except TimeoutError:
    sys.exit()
sys.exit(f"{{line}} is connected")
""",
    )


def test_the_page_comes_back_with_a_gadget_that_failed_and_goes_with_one_that_is_stopped(
    page: Machine,
) -> None:
    page.shell(f"systemctl kill --signal SIGKILL {UNIT}")
    page.until("it has restarted", lambda: page.unit("NRestarts") != "0", pause=0.3)
    page.until_playing()
    visits(page, 'assert asks("GET", "/").status == 200')
    page.shell(f"systemctl stop {UNIT}")
    assert not page.can(f"systemctl is-active --quiet {SOCKET}")
    assert not page.can("python3 -c \"import socket; socket.create_connection(('127.0.0.1', 80))\"")
    assert not page.can(f"systemctl is-active --quiet {UNIT}")


def test_it_is_there_after_the_next_boot(page: Machine) -> None:
    page.shell("systemctl poweroff --no-block")
    page.waits_for_off()
    page.boots()
    visits(page, 'assert asks("GET", "/").status == 200')
    page.press(Control.LEFT)
