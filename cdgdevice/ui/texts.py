"""What the gadget itself says on its screens: titles, entries, questions and pages, each once.

What the game says is in the texts of the rules, what a die reader says with its link, and what a
sheet says in its file.
"""

from collections.abc import Callable

from cdgdevice.config.settings import DieSource, SettingValue
from cdgdevice.drivers.reader.reader_conditions import LinkState
from cdgdevice.drivers.reader.reader_messages import DieInRange, Hello, ReaderTrouble
from cdgdevice.errors import CdgDeviceError
from cdgdevice.render.views import NO_BREAK, SCROLLED_COLUMNS, PageKind, PageView
from cdgdevice.rules.card_display import Facing
from cdgdevice.rules.die import DieResult
from cdgdevice.rules.sheet import Sheet
from cdgdevice.rules.texts.templates import GivenName, Template, join_lines
from cdgdevice.rules.texts.words import BOOK_WORDS, Words
from cdgdevice.ui.intents_and_commands import CardUpdate, PairingCode, UpdateOutcome, WifiTrouble

# Titles of menus, entries and pages.

ROLL_TITLE = "Roll"
"""The title of the choice that throws the dice."""
MENU_TITLE = "Menu"
READ_ON = "Read on"
"""What the next press does where a board's text goes on."""
CHOOSE_AN_ANSWER = "Choose an answer"
"""What is highlighted before any answer, where a press must not answer unread."""
TURN_THE_KNOB = "Turn the knob."
"""Where the answers to a question are, as long as a card is highlighted."""
BACK_TITLE = "Back"
BEGIN_TITLE = "Begin"
YES_TITLE = "Yes"
UNDO_TITLE = "Undo"
NOTES_TITLE = "Notes"
RULES_TITLE = "Rules"
TERMS_TITLE = "Words"
DICE_TITLE = "Dice"
LOG_TITLE = "Log"
SHUT_DOWN_TITLE = "Shut down"
SELF_TEST_TITLE = "Self-test"
ALLOW_BROWSER_TITLE = "Allow a browser"
VERSION_TITLE = "Version"
CALIBRATE_TITLE = "Calibrate"
ABOUT_TITLE = "About"
BLUETOOTH_TITLE = "Bluetooth dice"
NO_DIE_TITLE, EXCHANGE_TITLE = "Yours is not here?", "Exchange [1] and [2]"
NEW_GAME_TITLE = "New game"
SWITCH_GAME_TITLE = "Switch game"
DELETE_GAME_TITLE = "Delete a game"
RENAME_GAME_TITLE = "Rename a game"
NEW_NAME_TITLE = "Its new name"
THIS_GAME = "This game"
BLANK = "(blank)"
MARK_TITLE = "Mark a card"
WHICH_CARD_DIFFERS = "Which card differs?"
"""Asked where a card on the table is not as the screen shows it."""
NO_MARK_TITLE = "No mark"
SAVED_ANEW_TITLE = "Saved again"
FIRST_GAME_TITLE = "Which game?"
GAME_TITLE, GADGET_TITLE = "Game", "Gadget"
"""The groups of what is seldom wanted: about the game as a whole, and about the gadget."""
SETTINGS_TITLE = "Settings"
GADGET_ROLLS = "Let the gadget roll"

# Orders of one line.

NOT_YOUR_ROUND = "Not your round."
DO_YOU_BEGIN = "Do you begin?"
"""Asked instead where either side may have the first round."""
PRESS_OR_KNOB = "Press: roll. Knob: more."
PRESS_AGAIN = "Press again to roll."
PRESS_TO_TAKE = "Press again to take it."
THROW_THE_DIE = "Roll the die."
count_choice = Template("<{number}/{of}>")
span_numbers = Template("<{low}-{high}>")
ask_if_done = Template("Done? {order}")
ask_on_table = Template("On the table {card} is:")
title_rule = Template("Rule: {title}")
title_rule_after = Template("When done: {title}")
title_rule_of_order = Template("Order: {title}")

title_cards = Template("{last:Card #{first}|Cards #{first} to #{last}}", "first", "last")
title_correction = Template("Correct {dice}")
title_naming = Template("Name the {two:die|dice}")
THE_DICE = "the dice"
name_die = Template("the {colour:|{colour} }die")
"""A die; of two by its colour."""
ask_what_dice_show = Template("The {two:|{words.white} }die shows", "words", "two")
join_numbers = Template("{numbers:and}")
describe_counting_dice = Template(
    "You took back {shown}: {die:{two:it counts|they count} here|it counts as {die}}.",
    *("shown", "die", "two"),
)
"""Before a roll: a throw that was taken back counts for it; of two as which `die`."""
describe_was_corrected = Template("It was corrected to {shown}.")


def name_results(words: Words) -> dict[DieResult, str]:
    """Name each result of the Method die, where one is chosen from a list."""
    return {**RESULT_NAMES, DieResult.JR: words.jolly_roger}


RESULT_NAMES = {
    DieResult.JR: BOOK_WORDS.jolly_roger,
    DieResult.AB: "A or B",
    DieResult.DE: "D or E",
    DieResult.ABC: "A, B or C",
    DieResult.CDE: "C, D or E",
    DieResult.EVENT: "Event",
}
other_nominates = Template("The other side has to {words.nominate}.")
press_other_side = Template("{name:of} turn: press {button}.")
throw_first = Template("Roll the {colour} die first.")
describe_then = Template("Then {name}: {said:lines}")
with_hint = Template("{asked} {hint}")
describe_next = Template("Next: {name} {words.round:initial}{round}.", "name", "round", "words")
"""Whose round comes: `Next: Allies R4.`, or by the sheet's words `Next: US I4.`."""

# The table, to be put right.

FACINGS = {Facing.UP.value: "Face-up", Facing.DOWN.value: "Face-down", "empty": "No card"}
"""How a place may lie, in the words of the action that puts it right."""
title_cards_of = Template("{name}: cards")
title_count = Template("{name}: {number} {left:held|left}")
title_number = Template("{word:begin}: {number}")
title_to_play = Template("To play: {name}")
name_mark = Template("{kind:plain:begin}")
name_marked_card = Template("{card} {mark}")
name_die_of_two = Template("{colour:begin} {number}")
name_die_of_several = Template("Die {place}: {number}")

# Settings.

BRIGHTNESS = {16: "darkest", 64: "dark", 128: "middle", 192: "bright", 255: "brightest"}
"""Steps of the contrast; the darkest is that of a dimmed screen."""
DIE_SOURCES = {DieSource.BUTTON: "button", DieSource.READER: "reader", DieSource.HAND: "by hand"}
SWITCHED: dict[SettingValue, str] = {True: "on", False: "off"}
EACH_ITS_OWN = "each its own"
"""What the brightness is called while the two screens differ."""
name_contrast = Template("{contrast} of 255")
_NEVER, _seconds, _minutes = "never", Template("{number} s"), Template("{number} min")


def name_time(seconds: int) -> str:
    """Name a time after which the screens go dark; 0: they do not."""
    if seconds == 0:
        return _NEVER
    return _seconds(seconds) if seconds % 60 else _minutes(seconds // 60)


_taken_die, _free_die = Template("[{place}] {name}"), Template("{signal}% {name}")
_free_die_of_kind = Template("{signal}% {name} ({kind})")


def title_die_in_range(die: DieInRange) -> str:
    """Name a Bluetooth die: by its place if it is taken, else by how well it is heard."""
    name = GivenName(die.name)
    if die.place:
        return _taken_die(die.place, name)
    whole = _free_die_of_kind(die.signal, name, GivenName(die.kind))
    return whole if die.kind and len(whole) <= SCROLLED_COLUMNS else _free_die(die.signal, name)


title_white_question = Template("Which die is {words.white}?", "words")
name_blinking_die = (Template("Blinks white: {name}"), Template("Blinks green: {name}"))
"""The colours in which the first and the second die show which is which."""
tick_box = Template("[{on: |x}] {name}", "name", "on")
keep_name = Template("Keep {written}")


# Pages.


def build_about_page(reader: Hello, condition: str) -> PageView:
    """Tell of the die reader: how it stands with it, and what it is."""
    made = _about_reader(reader.firmware, reader.major, reader.minor)
    return PageView(PageKind.DIE, READER_TITLE, (condition, made, reader.uid))


_about_reader = Template("Firmware {firmware}, protocol {major}.{minor}.")
_sheet_id = Template("Sheet {id}")


_CARD_UPDATES = {
    UpdateOutcome.WRITING: Template(
        "Writing {update.version} of {update.made} to the card: play on."
    ),
    UpdateOutcome.NEXT: Template(
        "The next start tries {update.version} of {update.made}: "
        "leave the gadget on for a minute then."
    ),
    UpdateOutcome.AGAIN: Template(
        "{update.version} of {update.made} did not prove itself yet: the next start tries it again."
    ),
    UpdateOutcome.FAILED: Template(
        "{update.version} of {update.made} did not prove itself: it went back to what runs now."
    ),
    UpdateOutcome.FETCHED: Template(
        "{update.version} of {update.made} was fetched: the next start writes it to the card."
    ),
    UpdateOutcome.NEWEST: Template("{update.file}: nothing newer is at the address."),
    UpdateOutcome.RUNS: Template("Updated: the card runs {update.version} of {update.made}."),
    UpdateOutcome.SIGNATURE: Template(
        "{update.file}: refused, because this card's key did not sign the update."
    ),
    UpdateOutcome.DAMAGED: Template("{update.file} is damaged: copy it again."),
    UpdateOutcome.BOARDS: Template(
        "{update.file}: refused, because the update is for other models."
    ),
    UpdateOutcome.OLDER: Template(
        "{update.file}: refused, because the update is older than what runs."
    ),
    UpdateOutcome.LARGE: Template("{update.file} is too large for this card: write its image."),
    UpdateOutcome.FULL: Template("{update.file} was not taken: make room on the boot partition."),
    UpdateOutcome.CONFIG: Template(
        "{update.file} was not taken: config.txt was changed, cdgdevice-log.txt says where."
    ),
    UpdateOutcome.CARD: Template("{update.file} was not taken: the card can't be read or written."),
    UpdateOutcome.ADDRESS: Template(
        "{update.file}: write an address that begins with http://, not with https."
    ),
    UpdateOutcome.NETWORK: Template("{update.file}: no network reaches the address yet."),
    UpdateOutcome.MISSING: Template(
        "{update.file}: no whole update came: check the address and its server."
    ),
    UpdateOutcome.SPACE: Template(
        "{update.file}: the card has no room for the update: copy it to the boot partition."
    ),
}


def build_version_page(
    about: tuple[str, ...], sheet: Sheet, updates: tuple[CardUpdate, ...] = ()
) -> PageView:
    """Tell what plays here: the program, what became of updates, the sheet, and what else."""
    program, *rest = about
    told = (_CARD_UPDATES[update.outcome](update) for update in updates)
    return PageView(PageKind.NOTE, VERSION_TITLE, (program, *told, _sheet_id(sheet.id), *rest))


def build_welcome_page(*, knob: bool, further: bool = False) -> PageView:
    """Describe how to choose, beside the list of games of a gadget that has none yet.

    `further`: a game is chosen, and what goes with it is asked; there is a way back.
    """
    way = "Turn the knob to your game, then push it."
    if knob and further:
        way = "Turn the knob, then push it. A long push goes back."
    elif not knob:
        way = "Press until your game is marked, then hold the button."
    return PageView(PageKind.NOTE, "Welcome", (way,))


def build_corrected_page(sentence: str, by_hand: tuple[str, ...]) -> PageView:
    """Describe what the die is after a correction, and what the hands do for it."""
    return PageView(PageKind.PUT_BACK, "Corrected", (sentence, *by_hand))


NOTHING_CHANGED = "It was before: nothing changes."
"""After a correction to what the die was already."""


def build_undone_page(undone: str, by_hand: tuple[str, ...]) -> PageView:
    """Describe which answer was taken back, and what the hands put back for it."""
    if not by_hand:
        return PageView(PageKind.PUT_BACK, "Undone", (_undone_alone(undone),))
    return PageView(PageKind.PUT_BACK, _title_undone(undone), by_hand)


_title_undone, _undone_alone = Template("Undone: {what}"), Template("{what}.")
describe_corrected = Template("{two:{die:begin} is|The dice are} {shown}.", "die", "shown", "two")
"""What a die, or both, show after a correction."""
describe_restored_dice = Template(
    "{two:{die:begin} is|The dice are} {shown} again.", "die", "shown", "two"
)
"""What a die, or both, show again where a correction was taken back."""


def _build_page_of(kind: PageKind, title: str, english: str) -> Callable[..., PageView]:
    """Return what builds the page with this title from what its one sentence is about."""
    sentence = Template(english)
    return lambda *about: PageView(kind, title, (sentence(*about),))


build_not_now_page = _build_page_of(PageKind.ERROR, "Not now", "{reason}")
build_failed_page = _build_page_of(PageKind.ERROR, "Can't do that", "{reason}")
build_not_saved_page = _build_page_of(PageKind.FAULT, "Not kept yet", "{reason}")
build_no_throw_page = _build_page_of(PageKind.NOTE, "Not now", "{why}")
"""A throw counts for nothing."""
build_no_round_page = _build_page_of(
    PageKind.NOTE, "No round left", "{name} can't roll any more this {words.turn}."
)
build_same_die_page = _build_page_of(
    PageKind.NOTE, "The same die", "The roll that was taken back counts: {kept}."
)
"""A real die counts for nothing: the throw that was taken back shows again."""
NO_THROW_COUNTS = "No roll counts during calibration."
CHOOSE_GAME_FIRST = "Choose a game first, then roll."
SELF_TEST_THROW = "Self-test: the roll does not count."


def build_not_wanted_page(wanted: tuple[str, ...]) -> PageView:
    """State that no die is due, and what is."""
    return PageView(PageKind.NOTE, "Die not wanted", (join_lines(NO_ROLL_DUE, *wanted),))


NO_ROLL_DUE = "No roll is due now."
_naming_ended = Template(
    "Naming has ended: the roll is the {words.white} die. Next comes the {words.coloured} one."
)
_title_white_die = Template("{words.white:begin} die")


def build_naming_ended_page(words: Words) -> PageView:
    """Describe what became of two dice of which one was named when a throw came in between."""
    return PageView(PageKind.NOTE, _title_white_die(words), (_naming_ended(words),))


READER_TITLE, DIE_TITLE = "Die reader", "The die"
_NAME_IT = "The menu can name the die instead."
_CALIBRATE_IT = "The menu does it: Die reader. It can name the die instead."
_CHOOSE_IT = "The menu has a list of Bluetooth dice. The menu can name the die instead."
_UNCHOSEN = (ReaderTrouble.NO_DIE, ReaderTrouble.SHAPE)
PASSING_TROUBLES = (ReaderTrouble.DIRTY, ReaderTrouble.WEAK, ReaderTrouble.ROLL_AGAIN)
"""Troubles with which rolls still come."""


def build_reader_page(
    state: LinkState | ReaderTrouble, sentence: str, *, needed: bool, lists_dice: bool
) -> PageView | None:
    """Return the page that tells of the reader; None where there is nothing to tell.

    `needed`: the dice of this gadget come from the reader. `lists_dice`: the menu has its list.
    """
    if state is LinkState.REFUSED:
        return PageView(PageKind.FAULT, READER_TITLE, (sentence,))
    if not needed:
        return None
    if state in PASSING_TROUBLES:
        return PageView(PageKind.NOTE, READER_TITLE, (sentence,))
    chooses = _CHOOSE_IT if lists_dice and state in _UNCHOSEN else _NAME_IT
    remedy = _CALIBRATE_IT if state is ReaderTrouble.BLANK else chooses
    return (
        None
        if state is LinkState.LINKED
        else PageView(PageKind.FAULT, READER_TITLE, (sentence, remedy))
    )


def build_game_page(sheet: Sheet) -> PageView:
    """Name the game on the table, and the document that its sheet was read from."""
    return PageView(PageKind.NOTE, "Game", (sheet.title, sheet.document))


_type_code = Template("{address}: type {code}.")
describe_wrong_codes = Template(
    "{tried.count} wrong code{tried.count:s||s}"
    "{tried.expired:, last from {tried.address}|: this one has expired, ask for another}."
)
"""How many wrong codes browsers named, and where the last one came from."""
_WIFI_TROUBLES = {
    WifiTrouble.SETTINGS: "wifi.txt has a mistake: cdgdevice-log.txt says where.",
    WifiTrouble.RADIO: "This Pi's Wi-Fi doesn't work with this card.",
    WifiTrouble.NETWORK: "No Wi-Fi: check the name and password in wifi.txt.",
}


def build_pairing_page(pairing: PairingCode) -> PageView:
    """Show the six digits that allow a browser, and what may keep it from the page."""
    code = f"{pairing.code[:3]}{NO_BREAK}{pairing.code[3:]}"
    trouble = () if pairing.wifi is None else (_WIFI_TROUBLES[pairing.wifi],)
    text = (*trouble, _type_code(pairing.address, code), "For one browser, ten minutes.")
    return PageView(PageKind.NOTE, ALLOW_BROWSER_TITLE, text)


BROWSER_ALLOWED_PAGE = PageView(PageKind.NOTE, ALLOW_BROWSER_TITLE, ("A browser is allowed now.",))
WAIT_FOR_POWER_OFF = 'Wait for "Safe to unplug", or half a minute. Power off and on wakes it.'
"""What to do when the computer was asked to shut down, and what brings it back; others say when it
is safe."""


def build_farewell_page(fault: str | None, *, shutting_down: bool = False) -> PageView:
    """State that the program ends, and if it was to, that the computer is `shutting_down`.

    `fault` says why the last answers are not saved.
    """
    title = "Shutting down" if shutting_down else "Stopped"
    if fault is not None:
        return PageView(PageKind.FAULT, title, ("The last answers are not saved.", fault))
    goes_on = WAIT_FOR_POWER_OFF if shutting_down else "It goes on from here."
    return PageView(PageKind.NOTE, title, (join_lines("The game is kept.", goes_on),))


def build_breakdown_page(error: Exception) -> PageView:
    """Explain why the program ends: a missing part in its own sentence, else a mistake in it."""
    if isinstance(error, CdgDeviceError):
        return PageView(PageKind.FAULT, "Broken down", (str(error),))
    return PageView(PageKind.FAULT, "Broken down", ("A mistake in the program. It restarts.",))


# The calibration of the die reader.

SENSOR_SILENT = "The sensor does not answer: check its wires."
READER_FORGOT = "The reader has forgotten what was taken."
TRAY_NOT_TAKEN = "The reader has not taken the empty tray."
NO_ANSWER = "No answer came."
READER_RESTARTED = "The reader has restarted."
DIE_MOVED = "It moved, or no die lies there."
TOO_MUCH_LIGHT = "Too much light: shade the tray."
LAMP_TOO_BRIGHT = "The sensor's lamp is too bright: dim it."
NOT_STORED = "The reader's memory did not take it."
CALIBRATED, NOT_CALIBRATED = "Calibrated", "Not calibrated"
TOO_ALIKE_TITLE, EMPTY_TRAY_TITLE = "Too alike", "Empty tray"
KNOWS_ITS_DIE = "The reader knows its die."
READER_GONE = "The reader is gone. What it knew before stays in force."
LOOKING = "Looking: leave it alone."
ONE_MOMENT = "One moment."
reader_refuses = Template("The reader refuses: {reason}.")
describe_too_alike = Template(
    "{one} and {other} look too alike. Shade the tray, or use other stickers."
)
describe_incomplete = Template("{sticker} is not whole.")
title_placement = Template("{sticker}: {position} of {of}")
take_again = Template("{press:begin} to take them again.")
take_die_out = Template("Take the die out of the tray, then {press}.")
put_die_in = Template("Put the die in with {colour} on top, then {press}.")
leave_die = Template("Leave {colour} on top, then {press}.")
turn_die = Template("A quarter turn, {colour} still on top, then {press}.")
save_again = Template("{press:begin} to save again.")
begin_again = Template("{press:begin} to begin again.")
