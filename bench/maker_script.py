"""The script a maker would write: the same gadget on the same pins, with the usual libraries.

It is no straw man: only the screen that changes is drawn, the font is loaded once, a press is
answered in the callback itself. It keeps nothing: a pulled plug loses the game.
"""

import os
import random
import signal
import sys

from gpiozero import Button, RotaryEncoder
from luma.core.render import canvas
from luma.oled.device import ssd1309
from PIL import ImageFont

from bench.luma_i2c import way_to

RESULTS = {"JR": "C", "AB": "AB", "DE": "DE", "ABC": "ABC", "CDE": "CDE", "EVENT": "ABCDE"}
NAMES = ("CENTRAL POWERS", "ALLIED POWERS")
DEJAVU = "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf"


def font(size):
    try:
        return ImageFont.truetype(DEJAVU, size)
    except OSError:
        return ImageFont.load_default(size)


SMALL, BIG = font(10), font(14)


class Game:
    def __init__(self, left, right):
        self.screens = (left, right)
        self.turn, self.round, self.active = 1, 1, 0
        self.cards = [[random.random() < 0.5 for _ in "ABCDE"] for _ in NAMES]
        self.left = [7, 7]
        self.result, self.offered, self.chosen = None, "", None
        self.highlight = 0
        self.draw(0)
        self.draw(1)

    def press(self, side):
        if side != self.active:
            return
        if self.result is None:
            self.result = random.choice(list(RESULTS))
            self.offered = RESULTS[self.result]
            self.highlight = 0
        elif self.chosen is None:
            self.chosen = self.offered[self.highlight]
        else:
            self.done()
            self.draw(1 - self.active)
        self.draw(self.active)

    def move(self, steps):
        if self.offered and self.chosen is None:
            self.highlight = (self.highlight + steps) % len(self.offered)
            self.draw(self.active)

    def done(self):
        self.cards[self.active]["ABCDE".index(self.chosen)] = random.random() < 0.5
        self.left[self.active] -= 1
        if self.active == 1:
            self.round += 1
        if not any(self.left):
            self.turn, self.round, self.left = self.turn + 1, 1, [7, 7]
        self.active = 1 - self.active
        self.result, self.offered, self.chosen = None, "", None

    def text(self, side):
        if side != self.active:
            return "Wait."
        if self.result is None:
            return "Press to roll."
        if self.chosen is None:
            return f"{self.result}: play one"
        return f"Play {self.chosen}, then press."

    def draw(self, side):
        with canvas(self.screens[side]) as draw:
            draw.text((0, 0), NAMES[side], font=SMALL, fill="white")
            draw.text((98, 0), f"T{self.turn} R{self.round}", font=SMALL, fill="white")
            for number, letter in enumerate("ABCDE"):
                x = 2 + number * 25
                offered = side == self.active and letter in self.offered
                lit = offered and letter == self.offered[self.highlight]
                draw.rectangle(
                    (x, 14, x + 20, 38),
                    outline="white" if self.cards[side][number] or offered else None,
                    fill="white" if lit else None,
                )
                draw.text((x + 5, 18), letter, font=BIG, fill="black" if lit else "white")
            draw.text((0, 41), self.text(side), font=SMALL, fill="white")
            draw.text((0, 53), "o " * self.left[side], font=SMALL, fill="white")
            draw.text((118, 53), str(self.left[side]), font=SMALL, fill="white")


def main(carry):
    """Be the gadget; what it gives back must be kept, for gpiozero closes what nobody holds."""
    screens = [ssd1309(way_to(address, carry)) for address in (0x3C, 0x3D)]
    game = Game(*screens)
    left = Button(5, bounce_time=0.01)
    right = Button(6, bounce_time=0.01)
    push = Button(22, bounce_time=0.01)
    knob = RotaryEncoder(17, 27)
    left.when_pressed = lambda: game.press(0)
    right.when_pressed = lambda: game.press(1)
    push.when_pressed = lambda: game.press(game.active)
    knob.when_rotated_clockwise = lambda: game.move(1)
    knob.when_rotated_counter_clockwise = lambda: game.move(-1)
    return game, left, right, push, knob


if __name__ == "__main__":
    # On a Pi the bytes go to /dev/i2c-1; here to the file or FIFO that is named.
    file = os.open(sys.argv[1], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    kept = main(lambda at, data: os.write(file, b"%02x %s\n" % (at, data.hex().encode())))
    signal.pause()
