"""Games that the page without a gadget plays by chance are kept alike by every front end."""

import os
import subprocess
from pathlib import Path

from tests.static_page.serving import list_sheets
from tests.static_page.turns import EVERYWHERE

GAMES, ANSWERS = (200, 25) if EVERYWHERE else (18, 12)
"""One of each sheet; more and longer ones by `.ci/page --whole`."""

PLAY = """
async ({ sheet, seed, answers }) => {
  // mulberry32: the same numbers each time
  const next = (below) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  let reply = await self.play.ask({ do: "begin", sheet, options: {} });
  for (let played = 0; played < answers; played += 1) {
    const requests = reply.board.choices.map((each) => each.request);
    const offered = requests.filter((each) => each && ["roll", "choose"].includes(each.do));
    const takesBack = reply.board.undo !== null && next(8) === 0;
    if (!takesBack && offered.length === 0) break;
    const request = takesBack ? { do: "undo" } : offered[next(offered.length)];
    reply = await self.play.ask({ do: "answer", request, id: reply.id });
    if (reply.error) throw new Error(reply.error);
  }
  const { games } = await self.play.ask({ do: "games" });
  const file = await self.play.exportGame(Math.max(...games.map((each) => each.number)));
  return Array.from(new Uint8Array(await file.arrayBuffer()));
}
"""


def test_random_games_are_kept_alike_by_every_front_end(open_bare, tmp_path):
    bare, sheets = open_bare(), list_sheets()
    for number in range(GAMES):
        sheet = sheets[number % len(sheets)]["id"]
        game = {"sheet": sheet, "seed": number, "answers": ANSWERS}
        (tmp_path / f"{number:03} {sheet}.cdg").write_bytes(bytes(bare.page.evaluate(PLAY, game)))
    again = [os.environ["CDGDEVICE_PYTHON"], "-m", "tests.front_ends", str(tmp_path)]
    told = subprocess.run(again, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert told.returncode == 0, told.stdout + told.stderr
