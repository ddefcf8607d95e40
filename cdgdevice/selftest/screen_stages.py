"""The stages with the screens: what each shows, what is seen there, and which setting is right."""

import math
from collections.abc import Mapping

from msgspec.structs import replace

from cdgdevice.config.keys_and_defaults import ScreensConfig
from cdgdevice.config.menu_changes import KeepPanel
from cdgdevice.config.panel_keys import PanelConfig
from cdgdevice.drivers.oled.framebuffer import PanelFit
from cdgdevice.render.views import MenuView, PageKind, PageView, PatternView, View
from cdgdevice.rules.card_display import Side
from cdgdevice.selftest.findings import Finding, FindingKind
from cdgdevice.selftest.person_checks import SeenPattern, judge_pattern
from cdgdevice.selftest.screen_trial import (
    TriedScreen,
    keep_setting,
    list_candidates,
    trial_pattern,
    write_lines,
)
from cdgdevice.selftest.stages import Findings, SelfTestStage
from cdgdevice.ui.state import step_index


class ShowPatterns(SelfTestStage, frozen=True):
    """The pattern is on each screen that answers."""

    patterns: Mapping[Side, PatternView]

    def view(self, side: Side) -> View:
        return self.patterns.get(side) or next(iter(self.patterns.values()))

    def pressed(self) -> SelfTestStage:
        return self.finished()


class AskWhatIsSeen(SelfTestStage, frozen=True):
    """The player is asked what each screen showed."""

    asked: tuple[Side, ...]
    """The screens that are still to be asked for, the present one first."""
    choices: tuple[SeenPattern, ...]
    screens: ScreensConfig
    """As configured, with what was found so far."""
    keep: KeepPanel
    tried: PanelConfig | None = None
    """The setting that was taken for the present screen; None: it is as configured."""
    before: frozenset[PanelFit] = frozenset()
    """What was tried on the present screen."""
    settled: tuple[PanelConfig, ...] = ()
    """What was found for the screens before."""
    highlighted: int = 0

    @property
    def fits(self) -> Mapping[Side, PanelFit]:
        return {} if self.tried is None else {self.asked[0]: self.tried.fit}

    @property
    def panel(self) -> PanelConfig:
        """The present screen, as it is set up."""
        return self.tried or self.screens.fitted[self.asked[0]]

    def view(self, _side: Side) -> View:
        items = tuple(seen.value for seen in self.choices)
        return MenuView(f"{self.asked[0].value} screen shows:", items, self.highlighted)

    def pressed(self) -> SelfTestStage:
        seen = self.choices[self.highlighted]
        if self.tried is not None and seen is SeenPattern.WHOLE:
            return KeepSetting(ask=self)
        to_try = list_candidates(seen, self.panel, self.settled, self.before)
        if to_try:
            return TrySettings(ask=self, seen=seen, to_try=to_try)
        return self.judged(seen)

    def judged(self, seen: SeenPattern) -> SelfTestStage:
        """Go on to the next screen: no setting was right for what was seen."""
        return self.asked_next(
            judge_pattern(seen, self.asked[0], self.screens, tried=bool(self.before))
        )

    def asked_next(self, found: Finding) -> SelfTestStage:
        """Ask for the next screen, once this was found on the present one."""
        if len(self.asked) == 1:
            return self.finished(found)
        asked, all_found = self.asked[1:], (*self.found, found)
        return replace(
            self, found=all_found, asked=asked, tried=None, before=frozenset(), highlighted=0
        )

    def moved(self, steps: int, *, around: bool = False) -> SelfTestStage:
        number = step_index(self.highlighted, len(self.choices), steps, around=around)
        return replace(self, highlighted=number)

    def untried(self) -> Findings:
        if self.tried is None:
            return ()
        side = self.asked[0].value
        sentence = f"You left the trial of the {side} screen, which is driven as it was before."
        return (Finding(FindingKind.SCREENS_UNSEEN, sentence),)


class OfAsking(SelfTestStage, frozen=True):
    """Something that is done on the screen that the player is asked for."""

    ask: AskWhatIsSeen

    def left(self) -> SelfTestStage:
        tried = self.ask.tried or self.ask.panel
        return replace(self.ask, tried=tried).left()


class TrySettings(OfAsking, frozen=True):
    """The screen is set up with one setting after the other; the player takes the best."""

    seen: SeenPattern
    to_try: tuple[PanelConfig, ...]
    at: int = 0
    """Which one it is set up with; past the last: as it was."""

    @property
    def fits(self) -> Mapping[Side, PanelFit]:
        now = (*self.to_try, self.ask.panel)[self.at]
        return {self.ask.asked[0]: now.fit}

    def view(self, side: Side) -> View:
        of, at, tried = len(self.to_try), self.at, self.ask.asked[0]
        last = at == of
        if side is tried or side not in self.ask.screens.fitted:
            return (
                trial_pattern(tried, 0, of, "Press: none fits.")
                if last
                else trial_pattern(tried, at + 1, of)
            )
        configured = self.ask.screens.fitted[tried]
        text = (
            ("It is as it was.", "Press if none was right.")
            if last
            else (write_lines(self.to_try[at], configured), "Press at the best, or try the next.")
        )
        return PageView(PageKind.NOTE, f"The {tried.value} screen", text, progress=(at + 1, of + 1))

    def pressed(self) -> SelfTestStage:
        before = self.ask.before.union(
            (self.ask.panel.fit,), (each.fit for each in self.to_try[: self.at + 1])
        )
        ask = replace(self.ask, before=before, highlighted=0)
        if self.at == len(self.to_try):
            return ask.judged(self.seen)
        return replace(ask, tried=self.to_try[self.at])

    def moved(self, steps: int, *, around: bool = False) -> SelfTestStage:
        return replace(self, at=step_index(self.at, len(self.to_try) + 1, steps, around=around))


class KeepSetting(OfAsking, frozen=True):
    """The setting that is right is kept, and the player reads what it is."""

    kept: TriedScreen | None = None
    """None: it is still to be kept."""

    @property
    def fits(self) -> Mapping[Side, PanelFit]:
        return self.ask.fits

    def view(self, _side: Side) -> View:
        shown = () if self.kept is None else self.kept.shown
        return PageView(PageKind.NOTE, f"[screens.{self.ask.asked[0].value}]", shown)

    def tick(self, _now: float) -> SelfTestStage:
        if self.kept is not None:
            return self
        side, panel, screens = self.ask.asked[0], self.ask.panel, self.ask.screens
        kept = keep_setting(side, panel, screens.fitted[side], self.ask.keep)
        settled = (*self.ask.settled, panel)
        screens = replace(screens, **{side.value: panel})
        return replace(self, kept=kept, ask=replace(self.ask, screens=screens, settled=settled))

    def deadline(self) -> float:
        return -math.inf if self.kept is None else math.inf

    def pressed(self) -> SelfTestStage:
        return self if self.kept is None else self.ask.asked_next(self.kept.finding)

    def left(self) -> SelfTestStage:
        if self.kept is None:
            return super().left()
        done = replace(self.ask, following=())
        return replace(done, asked=done.asked[:1]).asked_next(self.kept.finding)
