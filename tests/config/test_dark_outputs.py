"""A builder's first start: nothing is driven while his words about the pins are in doubt."""

from pathlib import Path
from queue import SimpleQueue

import pytest
from msgspec.structs import replace

from cdgdevice.drivers.gpio.pin_factory import GpiodFactory
from cdgdevice.rules.card_display import Side
from cdgdevice.service.assembly import assemble_gadget
from cdgdevice.service.lamps_and_buzzer import Outputs
from cdgdevice.service.world import World
from tests.drivers.fakes.fake_rpi_gpio import ZERO_2_W
from tests.gadget_starts import start
from tests.simulated_chips import SimulatedGpioChips
from tests.simulated_disk import SimulatedDisk

FITTED = "[pins]\nbuzzer = 25\n"
"""Every output that there is; the lamps are where the reference build has them."""
DRIVEN = {12, 13, 25}

IN_DOUBT = {
    "a number out of range": "[pins]\nleft_button = 99\n",
    "a pin that carries the screens": "[pins]\nleft_button = 2\n",
    "a pin given twice": "[pins]\nkey_a = 12\n",
    "a text for a number": '[pins]\nleft_button = "12"\n',
    "half a knob": "[pins]\nknob_first = false\n",
    "no button": "[pins]\nleft_button = false\nright_button = false\n",
    "a misspelt key": "[pins]\nleft_buton = 12\n",
    "an unheard-of key": "[pins]\nled = 12\n",
    "a key in capitals": "[pins]\nLEFT_BUTTON = 12\n",
    "a key with a dash": "[pins]\nleft-button = 12\n",
    "a mistaken time": "[pins]\nhold_ms = 1\n",
    "a mistaken library": '[pins]\nfactory = "lgpoi"\n',
    "an array of sections": "[[pins]]\nleft_button = 12\n",
    "a number for the section": "pins = 12\n",
    "one letter less": "[pin]\nleft_button = 12\n",
    "a capital letter": "[Pins]\nleft_button = 12\n",
    "all capitals": "[PINS]\nleft_button = 12\n",
    "a section of another name": "[gpio]\nleft = 12\n",
    "an array of another name": "[[wiring]]\nleft = 12\n",
    "keys above the first section": "left_button = 12\n",
    "misspelt above the first section": "Left-Buton = 12\n",
    "a key in another section": "[screens]\nleft_button = 12\n",
    "a key within a screen": "[screens.left]\nleft_lamp = 5\n",
    "misspelt in another section": "[screens]\nleft_buton = 12\n",
    "with a dash in another section": "[sound]\nbuzzer-pin = 12\n",
    "the section within another": "[screens.pins]\nleft_button = 12\n",
    "a time in another section": "[sleep]\nhold_ms = 500\n",
    "a key that is like no other": "[sound]\nx = 12\n",
    "no TOML": "[pins\n",
    "not even text": "[pins]\n# \udcff\nleft_button = 12\n",
}
"""What is written by builders, by what is wrong with it."""

ELSEWHERE = {
    "nothing wrong": "",
    "a key misspelt as only its section has it": "[sleep]\nof_after_s = 2\n",
    "a value of another section": "[sleep]\noff_after_s = -2\n",
    "a key that another section has": '[die]\nbus = "/dev/i2c-1"\n',
    "the game's name": 'sheet = "chess"\n',
}


def driven(folder: Path, *files: str) -> set[int]:
    """Start a gadget that was never started; give the pins that it drives, all being asked for."""
    config = replace(start(SimulatedDisk(), *files, settles=False).found.config, games=folder)
    chips = SimulatedGpioChips()
    edge = World(lambda: GpiodFactory(ZERO_2_W, chips), {}, None)
    with assemble_gadget(config, edge, SimpleQueue(), log=print) as service:
        service.front_panel.set_outputs(Outputs(frozenset(Side), buzzer=True))
        assert chips.lines
        return {gpio for gpio, line in chips.lines.items() if line.settings.output}


@pytest.mark.parametrize("mistaken", IN_DOUBT.values(), ids=IN_DOUBT)
def test_no_output_is_driven_while_the_wiring_is_in_doubt(tmp_path: Path, mistaken: str) -> None:
    assert driven(tmp_path, mistaken) == set()


@pytest.mark.parametrize("mistaken", IN_DOUBT.values(), ids=IN_DOUBT)
def test_nor_is_it_where_another_file_says_what_is_fitted(tmp_path: Path, mistaken: str) -> None:
    assert driven(tmp_path, FITTED, mistaken) == set()


@pytest.mark.parametrize("other", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_mistake_that_is_clearly_about_something_else_leaves_no_lamp_dark(
    tmp_path: Path, other: str
) -> None:
    assert driven(tmp_path, FITTED, other) == DRIVEN
