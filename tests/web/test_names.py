import pytest

from cdgdevice.web.access import THIS_COMPUTER, allow_network, is_local_address


@pytest.mark.parametrize(
    "name",
    [
        *("gadget.local", "Gadget.LOCAL", "gadget", "gadget.lan", "gadget.home.arpa"),
        *("localhost", "192.168.1.5", "127.0.0.1", "10.0.0.1"),
    ],
)
def test_in_a_network_a_page_answers_to_its_computers_name_and_to_numbers(name):
    assert name in allow_network("Gadget.fritz.box")


@pytest.mark.parametrize(
    "name",
    [
        *("evil.example", "gadget.evil.example", "gadget.example", "other.local", "", ".local"),
        *("192.168.1.5.evil.example", "1", "0x7f000001", "[::1]"),
    ],
)
def test_a_name_that_a_web_site_could_have_is_none_of_them(name):
    assert name not in allow_network("gadget")
    assert name not in allow_network("")


def test_a_page_for_this_computer_alone_answers_to_no_number_but_its_own():
    assert "LOCALHOST" in THIS_COMPUTER
    assert "127.0.0.1" in THIS_COMPUTER
    assert "192.168.1.5" not in THIS_COMPUTER
    assert "" not in THIS_COMPUTER


@pytest.mark.parametrize(
    ("number", "at_home"),
    [
        *((number, True) for number in ("127.0.0.1", "10.1.2.3", "172.31.0.1", "192.168.1.5")),
        *((number, False) for number in ("172.32.0.1", "192.169.0.1", "8.8.8.8", "0.0.0.0")),
        ("169.254.7.7", True),
        ("100.64.0.1", False),
    ],
)
def test_an_address_is_of_a_network_at_home_or_of_the_internet(number, at_home):
    assert is_local_address(number) is at_home
