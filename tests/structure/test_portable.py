"""The program runs elsewhere than here: what only Unix has stands behind a guard, and texts are opened in UTF-8.

These laws read the code; `tests/commands/test_elsewhere.py` runs it where those modules are missing.
"""

from __future__ import annotations

import ast

from tests.structure.python_files import python_files, tree_of

UNIX = {"fcntl", "termios", "resource", "pwd", "grp", "tty", "pty", "readline", "syslog", "posix", "crypt"}
"""Modules that Windows does not have: imported by `import_module` where `find_spec` finds them, or in `try`."""

LACKING = {
    "os": {
        *(
            "fork",
            "forkpty",
            "setsid",
            "setpgid",
            "killpg",
            "getuid",
            "geteuid",
            "getgid",
            "getpgid",
            "nice",
            "mkfifo",
            "chown",
        ),
        *(
            "fchmod",
            "fchown",
            "sched_getaffinity",
            "register_at_fork",
            "O_DIRECTORY",
            "O_NOFOLLOW",
            "O_NONBLOCK",
            "O_CLOEXEC",
        ),
        *(
            "O_SYNC",
            "pread",
            "pwrite",
            "posix_fallocate",
            "wait",
            "waitpid",
            "WIFEXITED",
            "statvfs",
            "uname",
            "ttyname",
            "openpty",
        ),
    },
    "signal": {
        "SIGKILL",
        "SIGHUP",
        "SIGQUIT",
        "SIGUSR1",
        "SIGUSR2",
        "SIGCHLD",
        "SIGALRM",
        "SIGPIPE",
        "SIGWINCH",
        "SIGSTOP",
    }
    | {"alarm", "setitimer", "pthread_kill", "pthread_sigmask", "sigwait", "pause", "siginterrupt"},
}
"""What these modules have on Unix alone: `hasattr` is asked in the same file, or `getattr` takes another value."""

OPENING = {"open": 1, "fdopen": 1, "read_text": 0, "write_text": 1, "NamedTemporaryFile": 0, "TemporaryFile": 0}
"""Functions that open texts, with the place of their mode."""

RUNNING = {"run", "Popen", "check_output", "check_call"}


def test_modules_of_unix_are_guarded() -> None:
    found = []
    for path in python_files():
        tree = tree_of(path)
        if not any(name in path.read_text(encoding="utf-8") for name in UNIX):
            continue
        guarded = {id(node) for one in ast.walk(tree) if isinstance(one, ast.Try) for node in ast.walk(one)}
        for node in ast.walk(tree):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) and not node.level else []
            found += [(path.name, name) for name in names if name.partition(".")[0] in UNIX and id(node) not in guarded]
    assert found == []


def test_functions_of_unix_are_guarded() -> None:
    found = []
    for path in python_files():
        tree = tree_of(path)
        text = path.read_text(encoding="utf-8")
        if not any(name in text for names in LACKING.values() for name in names):
            continue
        asked = {ast.unparse(node) for node in ast.walk(tree) if isinstance(node, ast.Call)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                module, name = node.value.id, node.attr
                missing = name in LACKING.get(module, ())
                if missing and not any(f"hasattr({module}, '{one}')" in asked for one in (name, *GUARDS.get(name, ()))):
                    found.append((path.name, f"{module}.{name}"))
    assert found == []


GUARDS = {"O_DIRECTORY": ("getuid",)}
"""What is there wherever something else is that is asked for."""


def test_texts_are_opened_in_utf_8() -> None:
    found = [
        f"{path.name}:{node.lineno}"
        for path in python_files()
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and _opens_text(node) and "encoding" not in {one.arg for one in node.keywords}
    ]
    assert found == []


def _opens_text(call: ast.Call) -> bool:
    """Whether a call opens a text, or reads one from another program."""
    function = call.func
    name = function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")
    of = function.value.id if isinstance(function, ast.Attribute) and isinstance(function.value, ast.Name) else ""
    if name in RUNNING and of == "subprocess":
        return any(one.arg in ("text", "universal_newlines") for one in call.keywords)
    if name not in OPENING or of in ("os", "self", "webbrowser", "tarfile", "zipfile") and name == "open":
        return False
    place = OPENING[name]
    if name == "open" and isinstance(function, ast.Attribute) and of not in ("gzip", "io", "bz2", "lzma"):
        place = 0
        if not _mode(call, place) and not any(one.arg == "encoding" for one in call.keywords):
            return False  # another thing that can be opened
    if name in ("read_text", "write_text"):
        return True
    default = "w+b" if name.endswith("TemporaryFile") else "rb" if of in ("gzip", "bz2", "lzma") else "r"
    return "b" not in (_mode(call, place) or default)


def _mode(call: ast.Call, place: int) -> str:
    given = [one.value for one in call.keywords if one.arg == "mode"] or call.args[place : place + 1]
    return str(given[0].value) if given and isinstance(given[0], ast.Constant) else ""


def test_the_law_finds_what_it_is_about() -> None:
    def opens(text: str) -> bool:
        call = ast.parse(text, mode="eval").body
        assert isinstance(call, ast.Call)
        return _opens_text(call)

    texts: tuple[str, ...] = (
        "open(a)",
        "path.open(encoding=x)",
        "open(a, 'w')",
        "path.open('x')",
        "path.read_text()",
        "os.fdopen(1, 'w')",
        "gzip.open(a, 'wt')",
    )
    texts += ("subprocess.run(a, text=True)", "NamedTemporaryFile('w')")
    others = (
        "open(a, 'rb')",
        "path.open('wb')",
        "gzip.open(a)",
        "os.open(a, 0)",
        "hall.open(choice, game)",
        "subprocess.run(a)",
    )
    assert all(map(opens, texts)) and not any(map(opens, others))
