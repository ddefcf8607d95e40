"""Filling-in mistakes: all of them at once, each with its line and its remedy."""

import tomllib
from enum import Enum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cdgdevice.tomlform.form import Form, parse_form
from cdgdevice.tomlform.toml_source import LARGEST_FILE, LONGEST_LINE, locate_values


class Fruit(Enum):
    APPLE = "apple"
    PEAR = "pear"


def opened(source: str | bytes) -> Form:
    form, mistakes = parse_form(source, "f.toml")
    assert form is not None, mistakes.sentences
    return form


def refused(source: str | bytes) -> str:
    form, mistakes = parse_form(source, "f.toml")
    assert form is None
    (sentence,) = mistakes.sentences
    return sentence


def test_good_values_come_back_typed_and_nothing_is_said() -> None:
    form, mistakes = parse_form(
        """
        name = "Ada"
        age = 36
        height = 1.7
        weight = 60
        tall = false
        angle = 180
        fruit = "pear"
        fruits = ["apple", "pear"]
        words = ["a", "b"]
        counts = [1, 2]
        nick.short = "A"
        [[steps]]
        text = "one"
        [[steps]]
        text = "two"
        """,
        "f.toml",
    )
    assert form.text("name") == "Ada"
    assert form.whole("age", low=0, high=150) == 36
    assert form.number("height", low=0, high=3) == 1.7
    assert form.number("weight", low=0, high=300) == 60.0
    assert form.pick("angle", allowed=(0, 180)) == 180
    assert form.yes_no("tall") is False
    assert form.one_of("fruit", Fruit) is Fruit.PEAR
    assert form.enums("fruits", Fruit) == (Fruit.APPLE, Fruit.PEAR)
    assert form.texts("words", count=2) == ("a", "b")
    assert form.wholes("counts", low=1, high=2) == (1, 2)
    assert form.pairs("nick") == {"short": "A"}
    assert [step.text("text") for step in form.each("steps")] == ["one", "two"]
    form.close()
    assert not mistakes
    assert mistakes.sentences == ()


def test_what_is_left_out_takes_its_default_in_silence() -> None:
    form, mistakes = parse_form("", "f.toml")
    assert form.text("name", "Ada") == "Ada"
    assert form.text("name", None) is None
    assert form.whole("age", 3, low=1, high=5) == 3
    assert form.one_of("fruit", Fruit, Fruit.PEAR) is Fruit.PEAR
    assert form.texts("words", ()) == ()
    assert form.pairs("nick") == {}
    assert form.each("steps") == ()
    assert form.table("inner").yes_no("deep", True) is True
    form.close()
    assert mistakes.sentences == ()


def test_an_empty_array_is_refused_where_no_default_says_what_it_means() -> None:
    form, mistakes = parse_form("words = []\ncounts = []\nfruits = []\n", "f.toml")
    form.texts("words")
    form.wholes("counts", (1,), low=1, high=2)
    form.enums("fruits", Fruit)
    assert mistakes.sentences == (
        "f.toml line 1: words: must not be empty.",
        "f.toml line 2: counts: must not be empty.",
        "f.toml line 3: fruits: must not be empty.",
    )


def test_an_empty_array_is_read_where_leaving_it_out_means_the_same() -> None:
    form, mistakes = parse_form("words = []\ncounts = []\nfruits = []\n", "f.toml")
    assert form.texts("words", ()) == form.wholes("counts", (), low=1, high=2) == ()
    assert form.enums("fruits", Fruit, may_be_empty=True) == ()
    assert mistakes.sentences == ()


@pytest.mark.parametrize(
    ("written", "mistake"),
    [
        (
            "most = 99\nnow = 12\nthen = [12, 13]",
            "most: must be a whole number from 0 to 20, not 99.",
        ),
        ("now = 12\nthen = [12, 13]", "most: is missing; write this key."),
        ("most = 5\nnow = 12\nthen = [12, 3]", "now: must be a whole number from 0 to 5, not 12."),
        ("most = 5\nnow = 2\nthen = [6, 7]", "then[1]: must be a whole number from 0 to 5, not 6."),
        ("most = 5\nnow = 21\nthen = [5]", "now: must be a whole number from 0 to 5, not 21."),
    ],
)
def test_a_bound_that_is_a_key_makes_one_mistake_at_most(written: str, mistake: str) -> None:
    form, mistakes = parse_form(written, "f.toml")
    form.whole("most", low=0, high=20)
    form.whole("now", low=0, high="most")
    form.wholes("then", low=0, high="most")
    (sentence,) = mistakes.sentences
    assert sentence.partition(": ")[2] == mistake


def test_every_mistake_of_a_file_is_told_at_once_in_the_order_of_its_lines() -> None:
    form, mistakes = parse_form(
        """# every kind
source = "buton"
coloured = "pear"
age = "36"
height = nan
tall = "yes"
fruit = 3
fruits = ["apple", "pera",
  "apple"]
words = ["a"]
id = "Not An Id"
blank = " "
big = 0xFFFFFFFFFFFFFFFFFFFF
angle = 90
[inner]
speed = true
when = 2026-11-01
[[steps]]
text = "one"
[[steps]]
inline = [ { n = 1 },
  { n = 9, m = 2 }, 5 ]
""",
        "f.toml",
    )
    assert form.text("source", "hand", choices=("button", "hand")) == "hand"
    assert form.whole("age", 4, low=0, high=150) == 4
    form.number("height", 1.0, low=0, high=3)
    form.yes_no("tall", False)
    form.one_of("fruit", Fruit, Fruit.APPLE)
    form.enums("fruits", Fruit, ())
    form.texts("words", (), count=2)
    form.text("id", "", pattern="[a-z-]+", like="paths-of-glory")
    form.text("blank", "")
    form.whole("big", 0, low=0, high=9)
    form.pick("angle", 0, allowed=(0, 180))
    form.text("lacking")
    inner = form.table("inner")
    inner.whole("speed", low=300, high=9600)
    inner.text("when")
    for step in form.each("steps", at_least=3) or form.each("steps"):
        step.text("text")
        for row in step.each("inline"):
            row.whole("n", low=1, high=6)
    form.table("other", required=True).text("not told one by one")
    form.close()
    assert list(mistakes.sentences) == [
        "f.toml line 1: lacking: is missing; write this key.",
        "f.toml line 1: other: is missing; write this section.",
        'f.toml line 2: source: "buton" is not known. Did you mean "button"? '
        "Allowed: button, hand.",
        "f.toml line 3: coloured: is not a known key. Known here: source, age, height, tall, "
        "fruit, fruits, words, id, blank, big, angle, lacking, inner, steps, other.",
        'f.toml line 4: age: must be a whole number from 0 to 150, not "36".',
        "f.toml line 5: height: must be a number from 0 to 3, not nan.",
        'f.toml line 6: tall: must be true or false, not "yes".',
        "f.toml line 7: fruit: must be one of apple, pear, not 3.",
        'f.toml line 8: fruits[2]: "pera" is not known. Did you mean "pear"? Allowed: apple, pear.',
        "f.toml line 8: fruits: must not name anything twice.",
        "f.toml line 10: words: must have 2 elements, not 1.",
        'f.toml line 11: id: must be like "paths-of-glory", not "Not An Id".',
        "f.toml line 12: blank: must not be empty.",
        "f.toml line 13: big: must be a whole number from 0 to 9, not a huge number.",
        "f.toml line 14: angle: must be 0 or 180, not 90.",
        "f.toml line 16: inner.speed: must be a whole number from 300 to 9600, not true.",
        "f.toml line 17: inner.when: must be a text in quotes, not a date or time.",
        "f.toml line 18: steps: must have at least 3 sections, not 2.",
        "f.toml line 20: steps[2].text: is missing; write this key.",
        "f.toml line 22: steps[2].inline[3]: must be a section, not 5.",
        "f.toml line 22: steps[2].inline[2].n: must be a whole number from 1 to 6, not 9.",
        "f.toml line 22: steps[2].inline[2].m: is not a known key. Known here: n.",
    ]


def test_a_key_in_the_wrong_table_is_told_where_it_belongs() -> None:
    form, mistakes = parse_form("speed = 3\n[die]\nsheet = 'a'\n[pins]\n", "f.toml")
    form.text("sheet", "")
    form.table("die").text("source", "")
    form.table("pins").whole("speed", 1, low=1, high=9)
    form.close()
    assert list(mistakes.sentences) == [
        "f.toml line 1: speed: belongs in [pins], not here.",
        "f.toml line 3: die.sheet: belongs above the first [section], not here.",
    ]


def test_a_misspelt_table_is_one_mistake() -> None:
    form, mistakes = parse_form("[dei]\nsource = 'hand'\n", "f.toml")
    form.table("die").text("source", "button")
    form.close()
    assert list(mistakes.sentences) == [
        'f.toml line 1: dei: is not a known key. Did you mean "die"? Known here: die.'
    ]


def test_a_table_asked_for_twice_is_one_form() -> None:
    form, mistakes = parse_form("[die]\na = 'x'\nb = 'y'\n", "f.toml")
    form.table("die").text("a")
    form.table("die").text("b")
    form.close()
    assert not mistakes


def test_a_value_where_a_table_belongs_is_one_mistake() -> None:
    form, mistakes = parse_form("die = 3\nsteps = 'x'\nnick = {a = 1}\n", "f.toml")
    form.table("die").text("source")
    form.each("steps")
    form.pairs("nick")
    form.close()
    assert list(mistakes.sentences) == [
        "f.toml line 1: die: must be a section, not 3.",
        'f.toml line 2: steps: must be an array of sections, not "x".',
        "f.toml line 3: nick.a: must be a text in quotes, not 1.",
    ]


def test_a_sentence_stays_on_one_line_whatever_the_value_holds() -> None:
    form, mistakes = parse_form('a = "x\\ny\\u0007"\n"k\\nk" = 1\n', "f.toml")
    form.text("a", choices=("b",))
    form.close()
    first, second = mistakes.sentences
    assert '"x\\u000Ay\\u0007"' in first
    assert 'line 2: "k\\u000Ak":' in second


def test_a_long_list_of_choices_is_not_read_out_when_one_was_meant() -> None:
    sheets = [f"paths-of-glory-{year}" for year in range(2000, 2018)]
    form, mistakes = parse_form('sheet = "paths-of-glroy-2016"', "f.toml")
    form.text("sheet", choices=sheets)
    (sentence,) = mistakes.sentences
    assert sentence.endswith('is not known. Did you mean "paths-of-glory-2016"?')


@pytest.mark.parametrize(
    "source",
    [
        "\ufeffa = 'ä'\r\nb = 1\r\n",
        b"\xef\xbb\xbfa = '\xc3\xa4'\r\nb = 1",
        "a = 'ä'\rb = 1\r",
        "\ufeffa = 'ä'\r\nb = 1\r\n".encode("utf-16-le"),
        "\ufeffa = 'ä'\r\nb = 1\r\n".encode("utf-16-be"),
    ],
    ids=["UTF-8, as text", "UTF-8", "lone carriage returns", "UTF-16", "UTF-16, big end first"],
)
def test_byte_order_marks_and_line_ends_of_other_systems_do_no_harm(source: str | bytes) -> None:
    form = opened(source)
    assert form.text("a") == "ä"
    assert form.whole("b", low=0, high=9) == 1


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
def test_lines_are_counted_alike_whatever_system_wrote_them(end: str, coding: str) -> None:
    assert refused(end.join(("a = 1", "", "b = hand", "")).encode(coding)).startswith(
        "f.toml line 3: the value is not valid;"
    )


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        ("a = 1\nb = hand\n", "line 2: the value is not valid; texts go in quotes, yes and no"),
        ("a = 'x\nb = 1\n", "line 1: a text is not closed;"),
        ('a = """x\nb = 1\n', "line 1: a text is not closed;"),
        ("a = 1\na = 2\n", "line 2: this key has a value already;"),
        ("[a]\n[b]\n[a]\n", "line 3: this section is there already;"),
        ("b = 1\na = [\n 1,\n\n", "line 2: the value is missing, or its bracket is not closed."),
        ("a = [1\nb = 2", "line 2: an array is not closed;"),
        ("a = { b = 1,\nc = 2 }", "line 1: a key is missing; keep { and } on one line."),
        ("a =", "line 1: the value is missing,"),
        ("a = 1\nb\n", "line 2: after the key comes = and a value."),
        ("= 1\n", "line 1: this is neither key = value nor a [section]."),
        ("a = 1 2\n", "line 1: there is more after the value;"),
        ("a = 1\n[b\nc = 1\n", "line 2: after the name of the section comes ]."),
        ("[[b]\n", "line 1: after the name of the section comes ]]."),
        ("[b", "line 1: after the name of the section comes ]."),
        ("[]\n", "line 1: the name of the section is missing,"),
        ("[b.ü]\n", "line 1: the name of the section is missing, or has more than plain letters"),
        ("a = { b = 1, b = 2 }", "line 1: this key has a value already;"),
        ("a = { b = 1 c = 2 }", "line 1: a { is not closed;"),
        ("a = {}\na.b = 1\n", "line 2: this section is there already;"),
        ("a.b = 1\n[a.b.c]\n", "line 2: this key has a value already;"),
        ("a = 2026-02-31\n", "line 1: there is no such date or time;"),
        ("a = 'x\nb = ''\n", "line 1: a text is not closed;"),
        ("a = 'x\x07'\n", "line 1: a character that can't be seen is in this line;"),
        ('a = "x\x07"\n', "line 1: a character that can't be seen is in this line;"),
        ('a = "C:\\games"\n', r"line 1: a \ in a text needs single quotes around the text:"),
        ('a = "C:\\Users\\me"\n', r"line 1: a \ in a text needs single quotes"),
        ('a = "\\uD800"\n', r"line 1: a \ in a text needs single quotes"),
        ("a = 1\nb = " + "9" * 5000, "line 2: the line is longer than 1000 bytes;"),
        ("a = True\n", "line 1: write true, in small letters, for True."),
        ("a = “x”\n", "line 1: these are curly quotes; type straight ones."),
        ("a = { 1 = \u2018x\u2019 }\n", "line 1: these are curly quotes;"),
        ("“a” = 1\n", "line 1: these are curly quotes;"),
        ('a = "x”\n', "line 1: a text is not closed; end it with the straight quote"),
        ("a = 1 # “\nb = 'x\u2019", "line 2: a text is not closed; end it with the straight quote"),
        ("\na = “x”\n".encode("cp1252"), "line 2: these are curly quotes;"),
        (rb"{\rtf1\ansi a = 1}", "line 1: this is rich text (RTF); save the file as plain text."),
        (b"\0" * 4096, "line 1: the file is damaged from here on; write it again."),
        (b"a = 1\n" + b"\0" * 4096, "line 2: the file is damaged from here on;"),
        ("a = 1\nb = '\0'".encode("utf-16"), "line 2: the file is damaged from here on;"),
        ("a = 'ä'\n".encode("utf-16-le"), "line 1: this is UTF-16 or UTF-32 without a mark;"),
        ("a = 'ä'\n".encode("utf-16-be"), "line 1: this is UTF-16 or UTF-32 without a mark;"),
        ("a = 'ä'\n".encode("utf-32-le"), "line 1: this is UTF-16 or UTF-32 without a mark;"),
        ("a = 'ä'\n".encode("utf-32"), "line 1: this is UTF-32; save the file as UTF-8."),
        (b"a = 1\nb = '\xe4'\n", "line 2: byte 0xE4 is not UTF-8;"),
        (b"a = 1\rb = '\xe4'\r", "line 2: byte 0xE4 is not UTF-8;"),
        ("a = 1\n\ufeff".encode("utf-16") + b"\x00\xd8", "line 2: byte 0x00 is not UTF-16;"),
        ("a = '\ud800'", "line 1: byte 0xED is not UTF-8;"),
        ("a = " + "9" * 900 + "\n" + "a." * 300 + "b b", "line 2: after the key comes ="),
        ("\n" * LARGEST_FILE + "\n", "line 1: the file is larger than 64 KiB;"),
        ("\n#" + "x" * LONGEST_LINE, "line 2: the line is longer than 1000 bytes;"),
        ("a = " + "[\n" * 20_000, "line 1: brackets are nested too deeply;"),
    ],
)
def test_what_is_no_toml_is_one_sentence_with_its_line(source: str | bytes, sentence: str) -> None:
    assert refused(source).startswith(f"f.toml {sentence}")


TRICKY = '''# [not] = "a table"
"a.b" = 1 # = 2
'c' . d = """
[not]
x = 1""""
e = [ # ]
  "]", '[', { f = 1.5, "g=" = [[], {}] },

  2026-11-01 07:32:00, """
  """, 7,
]
[h]
i.j = 1
[k.l]
m = { n.o = 'x', p = {} }
[k]
[[q.r]]
s = 1
[[q.r]]
[q.r.t]
u = 1
[[q.r.v]]
w = \'\'\'it's\'\'\'\'
'''


def test_lines_are_found_through_every_shape_of_toml() -> None:
    lines = locate_values(TRICKY)
    assert {path: line for path, line in lines.items() if path[:1] == ("e",)} == {
        ("e",): 6,
        ("e", 0): 7,
        ("e", 1): 7,
        ("e", 2): 7,
        ("e", 2, "f"): 7,
        ("e", 2, "g="): 7,
        ("e", 2, "g=", 0): 7,
        ("e", 2, "g=", 1): 7,
        ("e", 3): 9,
        ("e", 4): 9,
        ("e", 5): 10,
    }
    assert lines["a.b",] == 2
    assert lines["c", "d"] == 3
    assert lines["h", "i", "j"] == 13
    assert lines["k",] == 16
    assert lines["k", "l", "m", "n", "o"] == 15
    assert lines["q", "r", 0, "s"] == 18
    assert lines["q", "r", 1] == 19
    assert lines["q", "r", 1, "t", "u"] == 21
    assert lines["q", "r", 1, "v", 0, "w"] == 23


def paths(value: object, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return {path}.union(*(paths(item, (*path, key)) for key, item in inner))


MARKS = [*"ab.=[]{},# \n\\", "'c'", '"d"', "[[", "]]", '"""', "'''", '"x\\""', "\r\n", "\ufeff"]
VALUES = ["1", "1.5", '""', "''", "true", "2026-11-01", "é", "[1, 2]", "{a = 1}"]
LINES = ["a = 1\n", "[a]\n", "[[b]]\n", "[b.a]\n", "a.b = [1, 2]\n", "b = {a = 1}\n", "d = [\n"]
PIECES = st.sampled_from([*MARKS, *VALUES, *LINES])


@given(st.lists(PIECES, max_size=30).map("".join))
def test_every_value_that_toml_knows_has_a_line_and_no_other_has(text: str) -> None:
    plain = text.replace("\r\n", "\n")
    try:
        tables = tomllib.loads(plain)
    except tomllib.TOMLDecodeError:
        return
    lines = locate_values(plain)
    assert set(lines) == paths(tables)
    assert all(1 <= line <= plain.count("\n") + 1 for line in lines.values())


def test_the_same_holds_for_a_text_of_every_shape() -> None:
    assert set(locate_values(TRICKY)) == paths(tomllib.loads(TRICKY))


@given(st.one_of(st.binary(max_size=200), st.lists(PIECES, max_size=30).map("".join), st.text()))
def test_no_input_raises(source: str | bytes) -> None:
    form, mistakes = parse_form(source, "f.toml")
    if form is None:
        assert len(mistakes.sentences) == 1
        return
    for read in (form.text, form.yes_no, form.texts, form.pairs, form.each, form.table):
        read("a")
        read("c")
    form.close()
    assert all(sentence.startswith("f.toml line ") for sentence in mistakes.sentences)
    assert all("\n" not in sentence for sentence in mistakes.sentences)


def test_a_table_that_was_refused_is_not_taken_apart_key_by_key() -> None:
    form, mistakes = parse_form("[step]\ndo = 'jump'\nhigh = 3", "f.toml")
    step = form.table("step")
    step.refuse("do", "is not known.")
    step.ignore_rest()
    form.close()
    assert mistakes.sentences == ("f.toml line 2: step.do: is not known.",)


def test_the_known_keys_are_listed_once_in_a_section_however_many_are_unknown() -> None:
    unknown = "\n".join(f"x{number} = 1" for number in range(40))
    form, mistakes = parse_form(f"{unknown}\n[die]\ny = 1\nsourec = 1\n", "f.toml")
    form.text("colour", "")
    form.table("die").text("source", "")
    form.close()
    said = mistakes.sentences
    assert len(said) == 42
    assert [line for line in said if "Known here: colour, die." in line] == [said[0]]
    assert [line for line in said if "Known here: source." in line] == [said[40]]
    assert said[41].endswith('die.sourec: is not a known key. Did you mean "source"?')
