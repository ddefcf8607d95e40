"""What can go wrong with the rules: each error is one sentence for the person who can mend it."""


class MethodError(ValueError):
    """Any refusal of the rules; nothing has changed when it is raised."""


class NotAllowedError(MethodError):
    """The request is not allowed in this state; the sentence says what is."""


class SheetError(MethodError):
    """A sheet file has mistakes; `mistakes` has a sentence for every one of them."""

    def __init__(self, mistakes: tuple[str, ...]) -> None:
        super().__init__("\n".join(mistakes))
        self.mistakes = mistakes
