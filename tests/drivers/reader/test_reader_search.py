"""Which port `auto` takes, where it asks, and what foreign devices hear of it."""

import errno
import math

import pytest
import serial

from cdgdevice.drivers.reader.line import encode
from cdgdevice.drivers.reader.port_lookup import SearchError
from cdgdevice.drivers.reader.port_search import (
    ASK_WINDOW,
    FIRST_PAUSE,
    FoundPort,
    ReaderSearch,
    find_reader_port,
)
from cdgdevice.drivers.reader.reader_messages import HELLO_QUESTION
from cdgdevice.drivers.reader.usb_ids import READER_USB_IDS
from tests.drivers.fakes import protocol_bench
from tests.drivers.fakes.protocol_bench import HELLO, Bench, Device

PICO, PICO_2, CH340, MODEM = (0x2E8A, 5), (0x2E8A, 9), (0x1A86, 0x7523), (0x12D1, 0x1506)
NMEA = b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*47\r\n"


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Bench:
    packages = [*serial.protocol_handler_packages, "tests.drivers.fakes"]
    monkeypatch.setattr(serial, "protocol_handler_packages", packages)
    monkeypatch.setattr(protocol_bench, "bench", Bench())
    return protocol_bench.bench


@pytest.fixture
def search(bench: Bench) -> ReaderSearch:
    return ReaderSearch(bench.ports, 9600, clock=bench.clock, pause=bench.pause)


def found_at(found: FoundPort) -> str:
    return found.port.device.removeprefix("bench://")


def test_of_two_boards_the_one_that_answers_is_the_reader(
    bench: Bench, search: ReaderSearch
) -> None:
    clock = bench.plug("a-clock", Device())
    reader = bench.plug("reader", Device(HELLO), PICO_2)
    found = search.find()
    assert (found_at(found), found.answered, found.heard) == ("reader", True, HELLO)
    assert reader.open_now
    assert not clock.open_now
    assert bench.now - 100 < ASK_WINDOW / 2, "who answers is not kept waiting for who does not"


def test_a_foreign_device_hears_nothing_but_the_question_and_that_twice_at_most(
    bench: Bench, search: ReaderSearch
) -> None:
    foreign = bench.plug("a-clock", Device(b"Sun Nov 29 00:00\r\n"))
    bench.plug("late", Device(HELLO, after=1.2))
    assert found_at(search.find()) == "late"
    assert foreign.got == 2 * HELLO_QUESTION
    assert foreign.opened == 1


def test_a_device_that_talks_but_is_no_reader_is_passed_over(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("gps", Device(NMEA, greets=NMEA))
    bench.plug("echo", Device(HELLO_QUESTION))
    bench.plug("reader", Device(b"\0\xff>>> " + HELLO))
    assert found_at(search.find()) == "reader"


def test_what_is_not_listed_is_never_opened(bench: Bench, search: ReaderSearch) -> None:
    modem = bench.plug("modem", Device(HELLO), MODEM)
    with pytest.raises(SearchError, match=r"^No die reader is plugged in") as none:
        search.find()
    assert "bench://modem (USB 12d1:1506)" in str(none.value)
    assert none.value.shown == "No die reader is plugged in: plug its USB cable in."
    assert none.value.again_at == math.inf
    bench.plug("a", Device(HELLO))
    bench.plug("b", Device())
    assert found_at(search.find()) == "a"
    assert modem.opened == 0


@pytest.mark.parametrize("ids", READER_USB_IDS)
def test_each_listed_device_is_found_among_others_once_it_answers(
    ids: tuple[int, int], bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("silent-board", Device())
    bench.plug("silent-adapter", Device(), CH340)
    bench.plug("reader", Device(HELLO), ids)
    assert found_at(search.find()) == "reader"


@pytest.mark.parametrize("ids", [PICO, CH340])
def test_the_only_one_that_could_be_it_is_taken_unopened_for_it_may_only_report_rolls(
    ids: tuple[int, int], bench: Bench, search: ReaderSearch
) -> None:
    only = bench.plug("only", Device(), ids)
    found = search.find()
    assert (found_at(found), found.answered, found.connection) == ("only", False, None)
    assert only.opened == 0


def test_adapters_are_left_alone_where_a_board_answers(bench: Bench, search: ReaderSearch) -> None:
    printer = bench.plug("printer", Device(HELLO), CH340)
    bench.plug("reader", Device(HELLO))
    assert found_at(search.find()) == "reader"
    assert printer.opened == 0


def test_the_one_board_is_taken_where_neither_it_nor_an_adapter_answers(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("adapter", Device(), CH340)
    bench.plug("board", Device())
    found = search.find()
    assert (found_at(found), found.answered) == ("board", False)
    assert bench.now - 100 < 2 * ASK_WINDOW + 0.2
    before = bench.now
    assert found_at(search.find()) == "board"
    assert bench.now == before, "the same devices are not asked again"


def test_two_ports_of_one_board_are_one_device(bench: Bench, search: ReaderSearch) -> None:
    console = bench.plug("console", Device(b">>> "), location="1-1:1.0")
    bench.plug("data", Device(HELLO), location="1-1:1.2")
    assert found_at(search.find()) == "data"
    assert not console.open_now
    assert bench.now - 100 < 0.1, "nobody else could answer"


def test_of_two_ports_of_one_board_that_are_silent_the_first_is_taken(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("acm1", Device(), location="1-1:1.2")
    bench.plug("acm0", Device(), location="1-1:1.0")
    assert found_at(search.find()) == "acm0"


def test_two_ports_of_one_board_that_both_answer_are_no_two_readers(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("acm0", Device(HELLO), location="1-1:1.0")
    second = bench.plug("acm1", Device(HELLO), location="1-1:1.2")
    assert found_at(search.find()) == "acm0"
    assert not second.open_now


def test_two_readers_that_answer_are_named_with_the_remedy(
    bench: Bench, search: ReaderSearch
) -> None:
    devices = [bench.plug("left", Device(HELLO)), bench.plug("right", Device(HELLO), PICO_2)]
    with pytest.raises(SearchError, match=r"^2 die readers answer: .*reader\.port.*\.$") as two:
        search.find()
    assert "bench://left: Raspberry Pi Pico with MicroPython; bench://right: " in str(two.value)
    assert "/" not in two.value.shown
    assert not any(device.open_now for device in devices)


def test_where_several_are_silent_each_is_named_with_the_remedy(
    bench: Bench, search: ReaderSearch
) -> None:
    devices = [bench.plug("one", Device()), bench.plug("two", Device())]
    bench.plug("printer", Device(), CH340)
    with pytest.raises(SearchError, match=r"^No die reader answers .*reader\.port") as none:
        search.find()
    assert "bench://two: Raspberry Pi Pico with MicroPython; bench://printer: CH340" in str(
        none.value
    )
    assert "/" not in none.value.shown
    assert not any(device.open_now for device in devices)


def test_silent_devices_are_asked_again_ever_more_rarely(
    bench: Bench, search: ReaderSearch
) -> None:
    one = bench.plug("one", Device())
    bench.plug("two", Device())
    for asked, pause in enumerate((FIRST_PAUSE, 2 * FIRST_PAUSE, 4 * FIRST_PAUSE), start=1):
        with pytest.raises(SearchError) as none:
            search.find()
        assert one.opened == asked
        assert none.value.again_at == bench.now + pause
        bench.now = none.value.again_at - 0.1
        with pytest.raises(SearchError):
            search.find()
        assert one.opened == asked, "not yet"
        bench.now = none.value.again_at
    one.speaks = HELLO
    assert found_at(search.find()) == "one"


def test_silent_devices_are_asked_at_once_when_another_comes(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("one", Device())
    bench.plug("two", Device())
    with pytest.raises(SearchError):
        search.find()
    assert not search.is_changed()
    bench.plug("reader", Device(HELLO))
    assert search.is_changed()
    assert found_at(search.find()) == "reader"


def test_what_has_spoken_is_taken_unasked_while_it_stays_plugged_in(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("reader", Device(HELLO))
    found = search.find()
    search.remember(found.port)
    other = bench.plug("a-reader-too", Device(HELLO))
    again = search.find()
    assert (found_at(again), again.answered) == ("reader", True)
    assert other.opened == 0
    bench.unplug("reader")
    assert found_at(search.find()) == "a-reader-too"
    bench.plug("reader", Device())
    bench.plug("a-third", Device())
    assert found_at(search.find()) == "a-reader-too", "what was unplugged is forgotten"
    assert other.opened == 1


def test_a_roll_that_comes_while_all_are_asked_is_handed_over(
    bench: Bench, search: ReaderSearch
) -> None:
    roll = encode("ROLL", "0", "", "4", "")
    bench.plug("foreign", Device())
    bench.plug("simple", Device(greets=b"\0" + roll))
    found = search.find()
    assert found_at(found) == "simple"
    assert found.heard == b"\0" + roll


def test_a_port_that_may_not_be_opened_yet_is_asked_as_soon_as_it_may(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("foreign", Device())
    bench.plug("new", Device(HELLO, refuses=lambda now: errno.EACCES if now < 101.9 else 0))
    assert found_at(search.find()) == "new"


def test_a_port_of_another_program_is_named_and_the_others_are_asked(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("held", Device(HELLO, refuses=lambda now: errno.EBUSY))
    reader = bench.plug("reader", Device(HELLO))
    assert found_at(search.find()) == "reader"
    bench.unplug("reader")
    reader.speaks = b""
    bench.plug("silent", Device())
    with pytest.raises(SearchError, match=r"another program has bench://held open") as held:
        search.find()
    assert "systemctl stop cdgdevice" in str(held.value)
    assert "/" not in held.value.shown
    assert isinstance(held.value.__cause__, OSError)


def test_a_device_that_is_pulled_out_while_it_is_asked_is_no_harm(
    bench: Bench, search: ReaderSearch
) -> None:
    pulled = bench.plug("pulled", Device(HELLO, after=1.0, dies=True))
    bench.plug("reader", Device(HELLO))
    assert found_at(search.find()) == "reader"
    assert not pulled.open_now


def test_a_search_that_is_ended_leaves_nothing_open(bench: Bench) -> None:
    devices = [bench.plug("one", Device()), bench.plug("two", Device())]
    adapter = bench.plug("adapter", Device(), CH340)
    with pytest.raises(SearchError, match="ended"):
        ReaderSearch(bench.ports, 9600, clock=bench.clock, pause=lambda _: True).find()
    assert [device.opened for device in devices] == [1, 1]
    assert not any(device.open_now for device in devices)
    assert adapter.opened == 0


def test_only_an_adapter_is_opened_at_the_configured_speed(
    bench: Bench, search: ReaderSearch
) -> None:
    """Some boards take 1200 for the order to restart in their loader."""
    board = bench.plug("board", Device())
    bench.plug("board-2", Device())
    adapter = bench.plug("adapter", Device(HELLO), CH340)
    assert search.find().baud == 9600
    assert (board.bauds, adapter.bauds) == ([115200], [9600])


def test_a_command_is_told_the_port_and_finds_it_closed(bench: Bench) -> None:
    reader = bench.plug("reader", Device(HELLO))
    bench.plug("other", Device())
    name = find_reader_port(bench.ports, clock=bench.clock, pause=bench.pause)
    assert name == "bench://reader"
    assert not reader.open_now


def test_of_two_ports_of_one_board_the_one_that_can_be_opened_is_taken(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("acm0", Device(refuses=lambda now: errno.EBUSY), location="1-1:1.0")
    bench.plug("acm1", Device(), location="1-1:1.2")
    assert found_at(search.find()) == "acm1"


def test_a_port_that_may_not_be_opened_is_named_as_such(bench: Bench, search: ReaderSearch) -> None:
    bench.plug("denied", Device(HELLO, refuses=lambda now: errno.EACCES))
    bench.plug("silent", Device())
    with pytest.raises(SearchError, match=r"bench://denied: .*, which may not be opened; bench"):
        search.find()
    assert bench.now - 100 < ASK_WINDOW + 0.1


def test_the_port_that_answered_is_handed_over_so_that_reading_it_blocks(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("reader", Device(HELLO))
    bench.plug("other", Device())
    found = search.find()
    assert found.connection is not None
    assert found.connection.timeout is None


def test_of_a_flood_little_is_kept_and_the_reader_is_found(
    bench: Bench, search: ReaderSearch
) -> None:
    bench.plug("flood", Device(greets=b"$x" * 500_000))
    bench.plug("reader", Device(HELLO, greets=b"x" * 20_000))
    found = search.find()
    assert found_at(found) == "reader"
    assert len(found.heard) <= 4095
    assert HELLO in found.heard
