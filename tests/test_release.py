"""What a release has, and the workflow that runs the tests and attaches it to a tag."""

import os
import re
import shutil
import subprocess
import tarfile
import tomllib
from pathlib import Path

import pytest
import yaml

import cdgdevice
from tests.patience import PATIENCE

CHECKOUT = Path(__file__).parents[1]
WORKFLOW = yaml.safe_load((CHECKOUT / ".github/workflows/tests.yml").read_text("utf-8"))
FORMS = CHECKOUT / ".github/ISSUE_TEMPLATE"
RELEASE = (CHECKOUT / ".ci/release").read_text("utf-8")


def _commands(job: str) -> list[str]:
    return [step["run"] for step in WORKFLOW["jobs"][job]["steps"] if "run" in step]


def test_the_change_log_has_notes_for_this_version() -> None:
    sections = re.split(r"^## ", (CHECKOUT / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE)
    (notes,) = [each for each in sections if each.startswith(f"{cdgdevice.__version__} ")]
    assert len(notes.splitlines()) > 5


def test_the_workflow_runs_what_is_there() -> None:
    makefile = (CHECKOUT / "Makefile").read_text("utf-8")
    for job in WORKFLOW["jobs"]:
        for command in _commands(job):
            if command.startswith(".ci/"):
                assert os.access(CHECKOUT / command, os.X_OK)
            if command.startswith("make "):
                assert re.search(rf"^{command.split()[1]}:", makefile, re.MULTILINE)


def test_nothing_is_released_that_the_tests_have_not_passed() -> None:
    jobs = WORKFLOW["jobs"]
    assert ".ci/run" in _commands("everything")
    assert "make test" in _commands("tests")
    assert "make check" in _commands("check")
    assert set(jobs["build"]["needs"]) == jobs.keys() - {"build", "attach"}
    assert jobs["attach"]["needs"] == "build"
    assert "refs/tags/" in jobs["build"]["if"]


def test_a_tag_is_compared_and_its_image_started_before_anything_is_built_to_be_released() -> None:
    commands = _commands("build")
    (compared,) = (number for number, said in enumerate(commands) if "$GITHUB_REF_NAME" in said)
    assert compared < commands.index("make pi") < commands.index("make release")


def _release(folder: Path, **environment: str) -> str:
    """Release what is in a folder, which fails; return why."""
    (folder / ".ci").mkdir()
    shutil.copy(CHECKOUT / ".ci/release", folder / ".ci")
    subprocess.run(["git", "init", "-q", folder], check=True, timeout=PATIENCE)
    done = subprocess.run(
        [folder / ".ci/release"],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 1
    return done.stderr


def test_nothing_is_released_that_is_not_in_the_commit(tmp_path: Path) -> None:
    (tmp_path / "left lying.py").touch()
    assert "left lying.py" in _release(tmp_path)


@pytest.mark.parametrize("key", ["", "no such file"])
def test_nothing_is_released_whose_cards_could_take_no_update(tmp_path: Path, key: str) -> None:
    (tmp_path / ".gitignore").write_text("*\n")
    (said,) = _release(tmp_path, CDGDEVICE_UPDATE_KEY=key).splitlines()
    assert said.startswith("CDGDEVICE_UPDATE_KEY names no file: ")
    assert not (tmp_path / "dist").exists()


def test_the_workflow_asks_for_the_key_first_and_gives_it_to_each_build(tmp_path: Path) -> None:
    step = WORKFLOW["jobs"]["build"]["steps"][0]
    assert step["env"] == {"KEY": "${{ secrets.CDGDEVICE_UPDATE_KEY }}"}
    told = tmp_path / "environment"
    names = {"RUNNER_TEMP": str(tmp_path), "GITHUB_ENV": str(told), "PATH": os.environ["PATH"]}
    for key, status in (("", 1), ("one\ntwo", 0)):
        words = ["sh", "-e", "-c", step["run"]]
        done = subprocess.run(words, env=names | {"KEY": key}, check=False, timeout=PATIENCE)
        assert done.returncode == status
    name, _, file = told.read_text().strip().partition("=")
    assert name in RELEASE
    assert Path(file).read_text() == "one\ntwo\n"


def test_the_tests_run_on_the_oldest_python_and_on_each_that_the_project_names() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    named = re.findall(r"Python :: (3\.\d+)", " ".join(project["classifiers"]))
    tried = WORKFLOW["jobs"]["tests"]["strategy"]["matrix"]["python"]
    assert project["requires-python"] == f">={tried[0]}"
    assert set(named) <= set(tried)


@pytest.mark.parametrize("form", sorted(FORMS.glob("*.yml")), ids=lambda form: form.stem)
def test_an_issue_form_is_one_that_github_shows(form: Path) -> None:
    read = yaml.safe_load(form.read_text("utf-8"))
    if form.stem == "config":
        assert read.keys() == {"blank_issues_enabled"}
        return
    assert {"name", "description", "body"} <= read.keys()
    ids = [field["id"] for field in read["body"]]
    assert len(ids) == len(set(ids))
    for field in read["body"]:
        assert field["type"] in {"textarea", "input", "dropdown"}
        assert field["attributes"]["label"]
        assert field["type"] != "dropdown" or len(set(field["attributes"]["options"])) > 1


LINKED_FROM = {"README.md": "/issues", "SECURITY.md": "/security"}
"""What each page links to once the project has an address."""


def pages_off_the_address(address: str | None, pages: dict[str, str]) -> list[str]:
    """Return the pages that name another address of the project, or lack the link they need."""
    return [
        name
        for name, text in pages.items()
        if any(found != address for found in re.findall(r"https?://[^\s)\"'>]*/cdgdevice\b", text))
        or (address and name in LINKED_FROM and f"{address}{LINKED_FROM[name]}" not in text)
    ]


def test_every_page_follows_the_one_address_of_the_project() -> None:
    project = tomllib.loads((CHECKOUT / "pyproject.toml").read_text("utf-8"))["project"]
    files = [
        *(
            path
            for folder in (".", "docs", "hardware")
            for path in (CHECKOUT / folder).glob("*.md")
        ),
        *FORMS.glob("*.yml"),
    ]
    pages = {path.relative_to(CHECKOUT).as_posix(): path.read_text("utf-8") for path in files}
    assert pages_off_the_address(project.get("urls", {}).get("Repository"), pages) == []


def test_a_page_with_another_address_or_none_is_found() -> None:
    address = "https://example.org/us/cdgdevice"
    told = {
        "README.md": f"Ask at <{address}/issues>.",
        "SECURITY.md": f"[Here]({address}/security)",
    }
    assert pages_off_the_address(address, told) == []
    assert pages_off_the_address(None, told) == ["README.md", "SECURITY.md"]
    assert pages_off_the_address(address, told | {"README.md": "Ask."}) == ["README.md"]
    other = told | {"docs/PAGE.md": "https://example.org/them/cdgdevice"}
    assert pages_off_the_address(address, other) == ["docs/PAGE.md"]


def test_a_bug_report_asks_for_the_program_s_own_report() -> None:
    read = yaml.safe_load((FORMS / "bug.yml").read_text("utf-8"))
    (report,) = [field for field in read["body"] if field["id"] == "report"]
    assert "`cdgdevice report`" in report["attributes"]["description"]
    assert report["validations"]["required"]


def test_what_the_workflow_takes_from_others_is_named_by_its_commit() -> None:
    steps = [step for job in WORKFLOW["jobs"].values() for step in job["steps"]]
    taken = [step["uses"] for step in steps if "uses" in step]
    assert taken
    assert [name for name in taken if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40}", name)] == []


def test_only_the_job_that_attaches_may_write() -> None:
    assert WORKFLOW["permissions"] == {"contents": "read"}
    writes = [name for name, job in WORKFLOW["jobs"].items() if "permissions" in job]
    assert writes == ["attach"]


def test_a_release_packs_what_is_committed_or_made_just_before() -> None:
    packed = " ".join(re.findall(r"^pack [\w-]+ (.+)$", RELEASE, re.MULTILINE)).split()
    made = {"files/stl", "files/3mf", "files/step", "files/board"}
    assert made <= set(packed)
    for name in set(packed) - made:
        assert (CHECKOUT / "hardware" / name).exists(), name
    steps = RELEASE.splitlines()
    first = next(number for number, step in enumerate(steps) if step.startswith("pack "))
    assert {".ci/hardware", ".ci/board"} <= set(steps[:first])


def test_a_pack_has_its_files_below_its_own_name_and_the_licence(tmp_path: Path) -> None:
    for name in ("files/stl/a.stl", "made/printed.md", "LICENSE"):
        file = tmp_path / "hardware" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    (tmp_path / "dist").mkdir()
    (pack,) = re.findall(r"^pack\(\) {\n.*?^}\n", RELEASE, re.MULTILINE | re.DOTALL)
    script = f"set -euo pipefail\nversion=1\n{pack}pack parts files/stl made/printed.md\n"
    env = {**os.environ, "SOURCE_DATE_EPOCH": "1"}
    subprocess.run(["bash", "-c", script], cwd=tmp_path, env=env, check=True, timeout=PATIENCE)
    with tarfile.open(tmp_path / "dist/cdgdevice-1-parts.tar.gz") as packed:
        names = {name for name in packed.getnames() if not name.endswith("/stl")}
    inside = ("stl/a.stl", "made/printed.md", "LICENSE")
    assert names == {f"cdgdevice-1-parts/{name}" for name in inside}


def test_files_for_printers_and_factories_are_not_committed() -> None:
    ignored = (CHECKOUT / ".gitignore").read_text("utf-8").splitlines()
    assert "/hardware/files/" in ignored
    done = subprocess.run(
        ["git", "ls-files", "*.stl", "*.step", "*.3mf", "*.kicad_*", "hardware/files"],
        cwd=CHECKOUT,
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.stdout == ""
