"""A model of an enemy in The Last Crusade that has an army: it answers what the gadget asks.

Its deck is invented, as the game's own is nobody's to copy: nine kinds of units, obstacles and
Specials. It has zones in three columns, an airfield and Headquarters. What the map alone would
tell (which zones are adjacent, how a fight ends) comes from a seeded source.
"""

from collections import Counter
from random import Random

from msgspec import Struct

FREE = 5
"""So much Supply the enemy keeps."""
DRAWS, HAND, HQ_LIMIT, SUPPLY_DICE = (2, 3), 7, 8, 3


class Card(Struct, frozen=True):
    """A card of the enemy's deck."""

    kind: str
    cost: int
    launch: int = 0
    """An aircraft's."""
    when: str = ""
    """The phase in which a Special is played."""

    @property
    def is_unit(self) -> bool:
        """It goes to HQ or to the airfield."""
        return self.kind not in ("obstacle", "special")


DECK = (
    *[Card("infantry", 2)] * 7,
    *[Card("motorcycle", 1)] * 3,
    *[Card("mechanized", 3)] * 5,
    *[Card("assault gun", 4)] * 4,
    *[Card("tank", 6)] * 4,
    *[Card("artillery", 3)] * 4,
    *[Card("heavy artillery", 5)] * 2,
    *[Card("fighter", 4, 2)] * 3,
    *[Card("bomber", 5, 3)] * 3,
    *[Card("obstacle", 1)] * 4,
    Card("special", 2, when="Reinforcement"),
    Card("special", 3, when="Air Action"),
    Card("special", 3, when="Bombardment"),
    *[Card("special", 2, when="assault")] * 3,
    Card("special", 2, when="Your turn"),
)

UNITS = tuple(card for card in DECK if card.is_unit and not card.launch)
"""What may stand in a zone."""


class Enemy:
    """An army of the enemy and what is drawn of it on the map, in one game."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._deck = random.sample(DECK, len(DECK))
        self._hand = [self._deck.pop() for _ in range(HAND)]
        units = [card for card in self._deck[:12] if card.is_unit]
        self._airfield = Counter(c.kind for c in units if c.launch)
        self._hq = Counter("gun" if "artillery" in c.kind else "unit" for c in units[:4])
        self._card = DECK[0]
        self._free = 0
        self._answers = {
            "How much Supply has": lambda: random.randint(8, 16),
            "Can the enemy play a Sp": self._play_special,
            "Supply cost of that Sp": self._pay,
            "How many to choose": lambda: self._equal,
            "How many such": lambda: self._equal,
            "Draw the enemy's": self._draw,
            "Its Supply dice": lambda: SUPPLY_DICE,
            "Turn card": lambda: "yes",
            "Play your turn": lambda: "end",
            "Damaged enemy": lambda: "yes" if self._damage else "no",
            "Supply cost to refit": lambda: self._damage,
            "Damaged units": lambda: "no",
            "Deploy": self._deploy,
            "How many cost": lambda: self._equal,
            "The card drawn": lambda: "unit" if self._card.is_unit else "other",
            "Its Supply cost": self._pay_equal,
            "Place it": lambda: self._one(0.5),
            "Fighters on CAP": lambda: random.randint(0, 1),
            "Enemy fighters in": lambda: self._airfield["fighter"],
            "Enemy bombers in": lambda: self._airfield["bomber"],
            "Have you aircraft": lambda: self._chance(0.7, "yes", "no"),
            "Cheapest launch": lambda: 2,
            "Fighter": lambda: 2,
            "Bomber": lambda: 3,
            "Your front": lambda: self._front,
            "Your rear-most": lambda: self._one(0.9),
            "How many recons": lambda: self._recons,
            "Recon": lambda: self._one(0.75),
            "Most dice": lambda: random.choice((3, 3, 4)),
            "Your unspotted": lambda: random.randint(1, 3),
            "Air strikes": lambda: random.randint(1, 3),
            "Targets of its": lambda: self._one(0.6),
            "Which of these": lambda: self._one(0.7),
            "Artillery in range": lambda: random.randint(0, 2),
            "Artillery": lambda: random.choice((2, 2, 3)),
            "Closest spotted": lambda: self._one(0.7),
            "Is a marked zone": lambda: self._chance(0.6, "yes", "no"),
            "Supply cost of all": lambda: sum(random.choice(UNITS).cost for _ in range(3)),
            "Aggressive artillery": lambda: random.choice(("no", "no", "one", "yes")),
            "Supply cost of that artillery": lambda: random.choice((2, 2, 3)),
            "Resolve the assault": self._resolve,
            "Victory points": lambda: random.randint(1, 3),
            "Which force": lambda: self._one(0.8),
            "Is your HQ taken": self._move_from_hq,
        }
        self.begin_turn()

    def begin_turn(self) -> None:
        """Draw what the map is like in this turn."""
        random = self._random
        self._front = self._one(0.5)
        self._damage = random.choice((0, 0, 1, 2, 3))
        self._recons = random.choice((0, 1, 1, 2))
        self._in_assault = False

    def answer(self, question: str, phase: str, supply: int) -> str:
        """Return the answer to a question, as the option's id."""
        self._free, self._phase = max(supply - FREE, 0), phase
        if question.startswith("Column "):
            return self._assault(question)
        if "too much" in question:
            return "one"
        found = [text for text in self._answers if question.startswith(text)]
        return str(self._answers[max(found, key=len)]())

    def _chance(self, chance: float, then: str, otherwise: str) -> str:
        return then if self._random.random() < chance else otherwise

    def _one(self, chance: float) -> str:
        self._equal = self._random.choice((2, 2, 3))
        return self._chance(chance, "one", "several")

    def _play_special(self) -> str:
        when = "assault" if self._in_assault else self._phase
        specials = [card for card in self._hand if card.when]
        for card in specials:
            if card.when == when and card.cost <= self._free:
                self._card = card
                return "one"
        if not any(card.cost <= self._free for card in specials):
            return "none"
        return {"Your turn": "turn", "assault": "assault"}.get(specials[0].when, "later")

    def _pay(self) -> int:
        self._hand.remove(self._card)
        if self._card.launch:
            self._airfield[self._card.kind] += 1
        elif self._card.is_unit:
            self._hq["gun" if "artillery" in self._card.kind else "unit"] += 1
        return self._card.cost

    def _pay_equal(self) -> int:
        cost, equal = self._card.cost, self._same
        for card in equal if cost * len(equal) <= self._free else equal[:1]:
            self._card = card
            self._pay()
        return cost

    def _draw(self) -> str:
        for _ in range(self._random.randint(*DRAWS)):
            self._deck = self._deck or self._random.sample(DECK, len(DECK))
            self._hand.append(self._deck.pop())
        return "some" if any(card.when for card in self._hand) else "none"

    def _deploy(self) -> str:
        room = max(HQ_LIMIT - self._hq.total(), 0)
        left = [c for c in self._hand if not c.when and c.cost <= self._free]
        left = [card for card in left if room or not card.is_unit]
        if not left:
            return "no"
        best = max(card.cost for card in left)
        # Of a mixed draw the dice pick one.
        self._same = [card for card in left if card.cost == best]
        self._equal = len(self._same)
        self._card = self._same[0]
        if self._equal == 1:
            return "unit" if self._card.is_unit else "other"
        if all(card.is_unit for card in self._same):
            if self._equal <= room:
                return "units"
            self._same = self._same[:1]
            return "equal"
        if not any(card.is_unit for card in self._same):
            return "others"
        self._same = self._same[:1]
        return "equal"

    def _assault(self, question: str) -> str:
        if "another zone" in question:
            return self._chance(0.5, "alone", "no")
        self._in_assault = True
        return self._random.choice((*["no"] * 6, "alone", "alone", "flank", "more"))

    def _resolve(self) -> str:
        self._in_assault = False
        return self._random.choice(("no", "no", "no", "yes", "yes", "target"))

    def _move_from_hq(self) -> str:
        """One unit a column and one artillery a column have left it."""
        self._hq = Counter({kind: max(there - 3, 0) for kind, there in self._hq.items()})
        return "no"
