"""What the eyes and the codec make of given cases: run by CPython and by MicroPython.

Its one argument is the file of lines that `write_lines.py` writes. All is printed; two
interpreters agree when they print the same.
"""

import sys

import calibration
import classify
import line
import settle
import window

ESCAPE = 0x25  # %


class Dice:
    """Numbers that look random and are the same everywhere: Lehmer's generator."""

    def __init__(self, seed):
        self.last = seed

    def upto(self, most):
        self.last = self.last * 48271 % 2147483647
        return self.last % (most + 1)

    def colours(self, most):
        return (self.upto(most), self.upto(most), self.upto(most), self.upto(most))


LOOKS = {
    1: (180, 380, 160, 790),
    2: (1200, 220, 330, 1670),
    3: (1900, 980, 470, 3360),
    4: (2270, 1620, 1350, 5310),
    5: (1140, 180, 170, 1410),
    6: (160, 250, 330, 760),
}
EMPTY = (77, 55, 46, 180)


def unescaped(text):
    """Give the bytes of a line of the file: %XX is a byte, all else itself."""
    found = b""
    at = 0
    while at < len(text):
        if text[at] == ESCAPE:
            found += bytes([int(text[at + 1 : at + 3].decode(), 16)])
            at += 3
        else:
            found += text[at : at + 1]
            at += 1
    return found


def lit(colours):
    """Give a frame that shows `colours` above the empty tray."""
    off = (30, 15, 9, 52)
    return off, tuple(a + b + c for a, b, c in zip(off, colours, EMPTY))  # noqa: B905


def calibrate(dice, looks):
    taking = calibration.Taking()
    for face in range(7):
        for _ in range(4 if face else 1):
            if face:
                taking.want_face(face)
            else:
                taking.want_empty()
            answer = None
            while answer is None:
                at = looks[face] if face else (0, 0, 0, 0)
                answer = taking.frame(lit(tuple(each + dice.upto(9) for each in at)))
            print("taken", face, answer)
    verdict, numbers, known = taking.save()
    print("saved", verdict, numbers)
    return known


def show_known(known):
    print(known.empty, [known.faces[face] for face in range(1, 7)])
    print(known.white, known.absent, known.paper, [known.hues[face] for face in range(1, 7)])


def judge(known, dice):
    for most in (9, 300, 2000, 10239):
        for _ in range(150):
            colours = dice.colours(most)
            print(colours, classify.judge(known, colours))
    for face in range(1, 7):
        for percent in range(40, 130, 5):
            colours = tuple(each * percent // 100 - dice.upto(9) for each in LOOKS[face])
            print(face, percent, classify.judge(known, colours))


def watch(known, dice):
    die = settle.Settle(known.white)
    tray = window.Window(known)
    now = 0
    for _ in range(400):
        kind = dice.upto(9)
        face = 1 + dice.upto(5)
        for _ in range(40 if kind == 5 else 1 + dice.upto(12)):
            now += 54 + dice.upto(2)
            if kind == 0:
                frame = lit((10240, 9000, 9000, 10240))
            elif kind == 1:
                frame = ((500, 300, 200, 2000), (900, 700, 600, 5000))
            elif kind < 4:
                frame = lit(dice.colours(60))
            elif kind == 4:
                frame = lit(dice.colours(6000))
            elif kind == 5:
                frame = lit(tuple(each // 2 for each in LOOKS[face]))
            else:
                frame = lit(tuple(each + dice.upto(20) for each in LOOKS[face]))
            colours = classify.reading(frame, known.empty)
            label, margin = classify.judge(known, colours)
            fault = classify.fault(frame, known)
            if fault is None:
                tray.frame(label, colours)
            rolled = die.frame(now, label, margin, colours, frame[0][3], fault)
            print(now, label, margin, fault, rolled, die.state, die.label, die.confidence)
        print(tray.dirty)


def decode(lines, dice):
    stream = b""
    for text in lines:
        data = unescaped(text)
        fields = line.decode(data)
        print(fields)
        if fields is not None:
            print(line.encode(*fields))
        stream += data + b"\n"
    buffer = line.LineBuffer()
    while stream:
        cut = 1 + dice.upto(150)
        for fields in buffer.feed(stream[:cut]):
            print(fields)
        stream = stream[cut:]


def main(path):
    dice = Dice(20)
    known = calibrate(dice, LOOKS)
    show_known(known)
    judge(known, dice)
    watch(known, dice)
    alike = dict(LOOKS)
    alike[5] = LOOKS[2]
    print(calibrate(dice, alike))
    with open(path, "rb") as file:  # noqa: PTH123  # MicroPython has no pathlib
        decode(file.read().split(b"\n")[:-1], dice)


main(sys.argv[1])
