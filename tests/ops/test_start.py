"""scripts/run.py: what goes wrong is said in one line, and a start that has nothing to do does nothing."""

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = ROOT / "scripts" / "run.py"


@pytest.fixture
def var(tmp_path: Path) -> Path:
    return tmp_path / "var"


def start(var: Path, *arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    names = {name: value for name, value in os.environ.items() if name not in {"HOST", "PORT"}}
    return subprocess.run(
        [sys.executable, str(RUN), *arguments],
        env=names | {"JUDGEBOARD_VAR": str(var)} | env,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def one_line(done: subprocess.CompletedProcess[str]) -> str:
    assert done.returncode == 1
    assert done.stdout == ""
    lines = done.stderr.splitlines()
    assert len(lines) == 1, done.stderr
    assert lines[0].startswith("judgeboard: ")
    return lines[0]


def test_a_taken_port(var: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        line = one_line(start(var, "serve", PORT=str(port)))
    assert f"port {port} on 127.0.0.1 is taken" in line
    assert "make run" in line


@pytest.mark.parametrize("port", ["0", "65536", "http", "-1", "٣"])
def test_a_port_that_is_none(var: Path, port: str) -> None:
    assert f"PORT is {port!r}" in one_line(start(var, "serve", PORT=port))


def test_a_host_that_is_not_ours(var: Path) -> None:
    line = one_line(start(var, "serve", HOST="192.0.2.77", PORT="8000"))
    assert "HOST is 192.0.2.77, which is no address of this machine" in line


def test_a_host_that_is_no_name(var: Path) -> None:
    assert "names no address" in one_line(start(var, "serve", HOST="no host.invalid"))


def test_an_unwritable_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="ascii")
    line = one_line(start(tmp_path / "file" / "var", "serve", PORT="1"))
    assert f"cannot write in the folder {tmp_path / 'file' / 'var'}" in line


def test_a_folder_without_the_right_to_write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = scripts_module("start.places", monkeypatch)

    def refuse(**_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(places.tempfile, "NamedTemporaryFile", refuse)
    with pytest.raises(places.Stop, match=r"cannot write in the folder .*: Permission denied"):
        places.require_writable(tmp_path)


def test_an_old_python() -> None:
    code = (
        "import runpy, sys\n"
        "sys.version_info, sys.version = (3, 9, 1), '3.9.1 (old)'\n"
        f"runpy.run_path({str(RUN)!r}, run_name='__main__')\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    line = one_line(done)
    assert "Python 3.11 or newer is needed" in line
    assert "3.9.1" in line


def test_the_first_file_parses_on_any_python() -> None:
    source = RUN.read_text(encoding="ascii")
    for newer in ('f"', "f'", ":=", "match ", "->", "import annotations", "print("):
        assert newer not in source


def test_no_python_at_all(tmp_path: Path) -> None:
    done = subprocess.run(
        ["/bin/sh", str(ROOT / "scripts" / "find_python.sh")],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "no Python 3.11 or newer was found" in one_line(done)


def test_make_names_a_python_that_is_not_there() -> None:
    done = subprocess.run(
        ["make", "--no-print-directory", "run", "PYTHON=python-that-is-not-there"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    assert done.stderr.splitlines()[0].startswith("judgeboard: there is no python-that-is-not-there here")


def test_exec_passes_the_rest_of_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    main = scripts_module("start.main", monkeypatch)
    monkeypatch.setattr(main.environment, "ensure", lambda **_: None)
    monkeypatch.setattr(main, "PYTHON", Path(sys.executable))
    assert (
        main.main(
            ["exec", "-c", "import sys; sys.exit(sys.argv[1:] != ['-m', '--x', 'exec'])", "-m", "--x", "exec"]
        )
        == 0
    )
    assert main.main(["--this-python", "exec", "-c", "raise SystemExit(3)"]) == 3


def scripts_module(name: str, monkeypatch: pytest.MonkeyPatch):
    import importlib

    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return importlib.import_module(name)


class Project:
    """A project folder with an environment whose two slow steps only say that they were taken."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.module = scripts_module("start.environment", monkeypatch)
        self.folder, self.steps = folder, []
        self.works = True
        (folder / "requirements.lock").write_text("one==1\n", encoding="ascii")
        for name, value in {
            "ROOT": folder,
            "VAR": folder / "var",
            "VENV": folder / ".venv",
            "PYTHON": folder / ".venv" / "bin" / "python",
            "LOCK": folder / "requirements.lock",
            "STATE": folder / ".venv" / "judgeboard.json",
            "_works": lambda: self.works,
            "_python_of_venv": self.module._version,
            "_build": self.build,
            "_install": lambda: self.steps.append("install"),
        }.items():
            monkeypatch.setattr(self.module, name, value)

    def build(self) -> None:
        self.steps.append("build")
        (self.folder / ".venv" / "bin").mkdir(parents=True, exist_ok=True)
        (self.folder / ".venv" / "bin" / "activate").write_text(
            f"VIRTUAL_ENV={self.folder / '.venv'}\n", encoding="utf-8"
        )

    def ensure(self, **options: bool) -> list[str]:
        self.steps.clear()
        self.module.ensure(**options)
        return list(self.steps)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    made = Project(tmp_path, monkeypatch)
    assert made.ensure() == ["build", "install"]
    return made


def test_a_second_start_installs_nothing(project: Project) -> None:
    assert project.ensure() == []
    assert project.ensure(this_python=True) == []


def test_a_changed_lock_is_installed(project: Project) -> None:
    (project.folder / "requirements.lock").write_text("one==2\n", encoding="ascii")
    assert project.ensure() == ["install"]
    assert project.ensure() == []


def test_an_install_that_failed_is_done_again(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    (project.folder / "requirements.lock").write_text("one==2\n", encoding="ascii")

    def fail() -> None:
        raise project.module.Stop("no network")

    with monkeypatch.context() as patch:
        patch.setattr(project.module, "_install", fail)
        with pytest.raises(project.module.Stop):
            project.ensure()
    assert project.ensure() == ["install"]


def test_a_vanished_python_rebuilds(project: Project) -> None:
    project.works = False
    assert project.ensure() == ["build", "install"]


def test_a_moved_project_rebuilds(project: Project) -> None:
    (project.folder / ".venv" / "bin" / "activate").write_text(
        "VIRTUAL_ENV=/elsewhere/.venv\n", encoding="utf-8"
    )
    assert project.ensure() == ["build", "install"]


def test_another_python_rebuilds_only_when_named(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project.module, "_version", lambda: "3.99")
    assert project.ensure() == []
    assert project.ensure(this_python=True) == ["build", "install"]


def test_a_python_without_venv(monkeypatch: pytest.MonkeyPatch) -> None:
    environment = scripts_module("start.environment", monkeypatch)
    monkeypatch.setattr(environment.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(environment.Stop, match="has no module venv; install it"):
        environment._build()


def test_a_dangling_interpreter_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = scripts_module("start.environment", monkeypatch)
    link = tmp_path / "python"
    monkeypatch.setattr(environment, "PYTHON", link)
    link.symlink_to(tmp_path / "gone")
    assert not environment._works()
    link.unlink()
    link.symlink_to("/bin/false")
    assert not environment._works()
