from cdgdevice.method.die import Result
from cdgdevice.method.display import Side
from cdgdevice.method.history import answer, begin
from cdgdevice.method.request import Choose, New, Roll
from cdgdevice.method.wire import digest
from cdgdevice.table import shelf

SHEET = "paths-of-glory-2022"


def test_a_digest_is_the_same_in_every_release_or_no_journal_could_be_read_again() -> None:
    history = begin(shelf.sheet(SHEET), New(SHEET))
    found = [digest(history)]
    for request in (Roll(Side.LEFT, result=Result.AB), Choose("A"), Choose("done")):
        history = answer(history, request).history
        found.append(digest(history))
    assert found == ["d66c31777cd254d8", "3c8a71fc800009b9", "f97aace767c920de", "e0f851e0d2b9b63a"]
