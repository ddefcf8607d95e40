"""The page's copy in a browser is of one version, whole, or it is not used."""

import json
import shutil
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from tests.static_page.conftest import Bare, wait_for
from tests.static_page.serving import FOLDER, serve

LIST = "files.js"
BEFORE = "self.CDGDEVICE = "
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    kept[name] = {};
    for (const { url } of await cache.keys()) {
      const content = await (await cache.match(url)).arrayBuffer();
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
      kept[name][new URL(url).pathname.slice(1)] = `sha256-${btoa(String.fromCharCode(...digest))}`;
    }
  }
  return kept;
}"""
MEMORY = "python.memory"
"""What is kept of Python for later starts; it is none of the site's files."""
SPOIL = """async ([cache, name, part, isDigestRight]) => {
  const kept = await caches.open(cache);
  const answer = await kept.match(name);
  const headers = new Headers(answer.headers);
  const content = new Uint8Array(await answer.arrayBuffer());
  const from = part === "memory" ? content.length / 2 : Number(headers.get("X-Memory"));
  content.fill(255, from, from + 100000);
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  headers.set("X-Digest", isDigestRight ? btoa(String.fromCharCode(...digest)) : "of another");
  await kept.put(name, new Response(content, { headers }));
}"""
GOES_ON = "performance.getEntriesByName('cdgdevice ready')[0].detail.goesOn"
GOTTEN = "name => fetch(name, { cache: 'reload' }).then((answer) => answer.text())"


def read_list(folder: Path) -> dict:
    """Return what the page's list of its own files says."""
    text = (folder / LIST).read_text(encoding="utf-8")
    return json.loads(text.removeprefix(BEFORE).rstrip().rstrip(";"))


class Host:
    """A site with its folder, which may change between visits."""

    def __init__(self, folder: Path, address: str) -> None:
        self.folder, self.address = folder, address
        self.list_files()

    def list_files(self, *, but: tuple[str, ...] = ()) -> dict:
        """List the files as they are now; those named in `but` with the hash of something else."""
        listed = read_list(self.folder)
        for name, told in listed["files"].items():
            content = (self.folder / name).read_bytes() + (b"?" if name in but else b"")
            told["hash"] = f"sha256-{b64encode(sha256(content).digest()).decode()}"
        listed["version"] = sha256(json.dumps(listed["files"]).encode()).hexdigest()[:16]
        (self.folder / LIST).write_text(f"{BEFORE}{json.dumps(listed)};\n", encoding="utf-8")
        return listed

    def change(self, name: str, added: str) -> None:
        """Add a line to a file of the site."""
        file = self.folder / name
        file.write_text(f"{file.read_text(encoding='utf-8')}{added}\n", encoding="utf-8")


@pytest.fixture
def host(tmp_path):
    folder = tmp_path / "site"
    shutil.copytree(FOLDER, folder)
    with serve(folder) as (address, _):
        yield Host(folder, address)


@pytest.fixture
def visit(chromium, host):
    """Visit the site in one browser; the program is there once this returns."""
    context = chromium.new_context()

    def come() -> Bare:
        bare = Bare(context.new_page(), host.address)
        assert bare.refusal is None
        return bare

    yield come
    context.close()


def kept(bare: Bare) -> dict:
    return bare.page.evaluate(KEPT)


def test_a_copy_that_is_not_whole_is_never_served(host, visit):
    listed = host.list_files(but=("icon.svg",))  # the host is about to change
    bare = visit()
    cache = f"cdgdevice {listed['version']}"
    wait_for(lambda: "board.js" in kept(bare).get(cache, {}))
    bare.page.close()
    host.change("board.js", "// Newer.")
    bare = visit()
    assert LIST not in kept(bare)[cache]
    assert "// Newer." in bare.page.evaluate(GOTTEN, "board.js")


def test_no_file_of_another_version_gets_into_a_copy(host, visit):
    listed = host.list_files(but=("start.css", "board_die.js"))
    bare = visit()
    cache = f"cdgdevice {listed['version']}"
    for name in ("start.css", "board_die.js", "board.js", "start.js"):
        bare.page.evaluate(GOTTEN, name)
    wait_for(lambda: {"board.js", "start.js"} <= set(kept(bare).get(cache, {})))
    has = {name: digest for name, digest in kept(bare)[cache].items() if name != MEMORY}
    assert {name: listed["files"][name]["hash"] for name in has} == has


def test_a_new_version_comes_whole_or_not_at_all(host, visit):
    old = host.list_files()
    bare = visit()
    wait_for(lambda: LIST in kept(bare).get(f"cdgdevice {old['version']}", {}))
    bare.page.close()

    host.change("board.js", "// Newer.")
    halfway = host.list_files(but=("start.css",))
    bare = visit()
    wait_for(lambda: kept(bare).get(f"cdgdevice {halfway['version']}"))
    assert "// Newer." not in bare.page.evaluate(GOTTEN, "board.js")
    bare.page.close()

    host.change("start.css", "/* Newer. */")
    new = host.list_files()

    def comes() -> bool:
        bare = visit()
        has = kept(bare)
        text = bare.page.evaluate(GOTTEN, "board.js")
        bare.page.close()
        if f"cdgdevice {new['version']}" in has and "// Newer." in text:
            return list(has) == [f"cdgdevice {new['version']}"]
        return False

    wait_for(comes)


# The memory of Python


@pytest.fixture
def cache():
    """The name of the cache in which the page keeps its files, and the memory."""
    return f"cdgdevice {read_list(FOLDER)['version']}"


def roll_faces(bare: Bare) -> list:
    bare.ask(do="begin", sheet="paths-of-glory-2022", options={})
    bare.roll_on(40)
    return bare.ask(do="log", whole=True)["lines"]


def test_a_later_start_goes_on_from_the_memory_that_the_first_kept(open_bare):
    second = open_bare()
    assert second.page.evaluate(GOES_ON)
    faces = roll_faces(second)
    second.page.close()
    third = open_bare()
    assert third.page.evaluate(GOES_ON)
    assert roll_faces(third) != faces, "dice don't go on from it"


@pytest.mark.parametrize(
    ("part", "digest_is_right"), [("memory", False), ("memory", True), ("compiled program", True)]
)
def test_a_memory_that_is_of_no_use_is_replaced(open_bare, visited, cache, part, digest_is_right):
    bare = open_bare()
    lines = roll_faces(bare)
    bare.page.evaluate(SPOIL, [cache, MEMORY, part, digest_is_right])
    spoilt = kept(bare)[cache][MEMORY]
    bare.page.close()
    bare = open_bare(visited)
    assert not bare.page.evaluate(GOES_ON)
    assert bare.ask(do="log", whole=True)["lines"] == lines, "no game is lost with it"
    wait_for(lambda: kept(bare)[cache].get(MEMORY, spoilt) != spoilt)
    bare.page.close()
    assert open_bare(visited).page.evaluate(GOES_ON)
