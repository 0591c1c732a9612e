"""Writes a file, at once or not at all: what a command was asked for, or the new text of a file of an author."""

from __future__ import annotations

import errno
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from itertools import chain
from os.path import exists, isfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ..diagnostics.diagnostic import Report
from ..diagnostics.span import Source, Span
from ..diagnostics.text import install_hint
from ..source.text import storage
from .failure import CommandError
from .outcome import Outcome, wrap_width

if TYPE_CHECKING:
    from ..documents.document import Document

F = TypeVar("F", bound=str)


DEVICE_ERRORS = (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG, errno.EROFS)
"""Faults that another name in the same place would meet as well."""

USED = ("wait until it has ended, or end it", "or choose another file")
"""What can be done about a file that another process writes."""

BINARY_ENDINGS = (
    ".pdf", ".png", ".jpg", ".jpeg", ".gif", ".zip", ".docx", ".odt", ".xlsx", ".xls", ".ods", ".epub", ".ps",
)  # fmt: skip
"""Endings of files that hold no plain text: a program that opens one would find it broken."""


ENDINGS = {"lines of JSON": (".jsonl", ".json"), "a page of HTML": (".html", ".htm"), "rows of CSV": (".csv",)}
"""What a verb writes in one form only, with the endings of such files, the usual one first."""

KNOWN_ENDINGS = (*chain(*ENDINGS.values()), ".tsv", ".parquet", ".gz", ".svg", ".md", ".xml")
"""Endings by which a reader, or a program, knows what a file holds."""


def form_of(out: str | None, endings: Mapping[str, F], usual: F) -> F:
    """The format that the ending of a file asks for; the usual one for no file, or for a name without an ending.

    Raises CommandError for an ending that none of the formats has.
    """
    ending = Path(out or "").suffix.lower()
    if out is None or not ending:
        return usual
    if ending not in endings:
        if ending not in BINARY_ENDINGS:
            protect_rules(out)
        known = ", ".join(f"`{one}`" for one in endings)
        prints = ".html" in endings and ending in (".pdf", ".ps")
        helps = (f"write '{Path(out).with_suffix('.html')}': any browser prints it, and prints it to a PDF",)
        others = f"endings: {known}; with `--format`, text goes to a file of any other name"
        raise CommandError("E012", f"this verb writes no '{ending}'", out, *(helps if prints else ()), others)
    return endings[ending]


def check_form(name: str, form: str) -> None:
    """Raise CommandError for a file whose ending says that it holds something else than one of the `ENDINGS`."""
    own, ending = ENDINGS[form], Path(name).suffix.lower()
    if ending in KNOWN_ENDINGS and ending not in own:
        plain = Path(name).with_suffix("") if ending == ".gz" else Path(name)
        help = f"write '{plain.with_suffix(own[0])}'"
        raise CommandError("E012", f"this flag writes {form}, no '{ending}'", name, help)


def check_writable(name: str, form: str = "", begins: str = "") -> None:
    """Raise CommandError if a file cannot be written: before long work is done, so that a wrong name is found at once.

    Likewise if its ending is that of another `form`, or if what is there does not begin alike. The file stays as it is.
    """
    if form:
        check_form(name, form)
    protect_rules(name)
    try:
        storage.try_file(name)
    except OSError as error:
        raise unwritable(name, error) from None
    keep_others(name, begins)


def dots(svg: str, about: str, instead: str, density: int = 2) -> bytes:
    """A picture as PNG, with so many dots for a pixel each way. Raises CommandError where this machine makes none."""
    from ..table.picture.png import NoPng, png

    try:
        return png(svg, density)
    except NoPng as error:
        if error.missing == "package":
            message, help_text = "PNG needs resvg-py, which is not installed", install_hint("png")
        else:
            message = "this machine has no font to write with"
            help_text = "install one, such as Debian's fonts-dejavu-core"
        raise CommandError("E030", message, about, help_text, instead) from None


def write_whole(name: str, text: str | bytes, *, folder: bool = False) -> None:
    """Write a file, with its `folder` if there is none. Raises CommandError if it cannot be written."""
    protect_rules(name, text=isinstance(text, str))
    try:
        if folder:
            storage.make_folder(Path(name).parent)
        storage.write(name, text.encode() if isinstance(text, str) else text)
    except OSError as error:
        raise unwritable(name, error) from None


def show_result(outcome: Outcome, result: Any, document: Callable[[], Document], html: str | None = None) -> None:
    """Print what a command has found, as JSON or for people, and write it to a page of HTML if one is asked for.

    Raises CommandError if the page cannot be written.
    """
    if html is not None:
        write_whole(html, page_of(document()))
    from ..documents.terminal import to_text

    outcome.answer(result, lambda: to_text(document(), wrap_width()))


def page_of(document: Document) -> str:
    """A document as a page of HTML."""
    from ..documents.html import to_html

    return to_html(document)


def protect_rules(name: str, *, text: bool = True) -> None:
    """Raise CommandError if results would take the place of a file of rules, of which there may be no other copy.

    Likewise if the name is that of a file that holds no text, and this is `text`.
    """
    if text and Path(name).suffix.lower() in BINARY_ENDINGS:
        helps = ("choose another ending",)
        raise CommandError("E012", f"a file '{Path(name).suffix}' holds no text, and this is text", name, *helps)
    if Path(name).suffix in (".yaml", ".yml") and exists(name):
        helps = ("choose another name, or delete the file first",)
        raise CommandError("E012", f"'{name}' is not written over: it may hold rules", name, *helps)


def keep_others(name: str, begins: str) -> None:
    """Raise CommandError if a file holds something else than what `begins` like this, or the game of a table."""
    helps = ("choose another name, or delete the file first",)
    if begins and exists(name + storage.KEYS):
        raise CommandError("E012", f"'{name}' is not written over: it is the game of a table", name, *helps)
    if begins and isfile(name):
        with suppress(OSError), open(name, "rb") as file:
            if not begins.encode().startswith(file.read(len(begins))):
                raise CommandError("E012", f"'{name}' is not written over: it holds something else", name, *helps)


@contextmanager
def exclusive_writer(name: str, about: str, code: str = "E018") -> Iterator[None]:
    """Hold the lock of a file that is added to while a command runs (`storage.Lock`); devices and pipes have none.

    Raises CommandError if another process has it, or if there cannot be one. Where nothing can be locked, that is said,
    and all goes on.
    """
    if exists(name) and not isfile(name):
        yield
        return
    try:
        storage.check_free(name)
        lock = storage.Lock(name)
    except storage.FileInUse as error:
        raise CommandError(code, f"'{name}' is in use: {error.strerror}", about, *USED) from None
    except storage.NotWritten as error:
        raise unwritable(about, error) from None
    with closing(lock):
        if not lock.held:
            click.echo(f"'{name}' cannot be locked in this folder: let no other process write it", err=True)
        yield


def damaged_lines(name: str, lines: Sequence[int]) -> str:
    """What is said of lines of a checkpoint that count no more."""
    shown = ", ".join(map(str, lines[:5])) + (", …" if len(lines) > 5 else "")
    which = f"lines {shown} are" if len(lines) > 1 else f"line {shown} is"
    why = "damaged, moved or there twice, or others are missing before"
    return f"'{name}' was changed: {which} {why}; what is lost is played again"


def unwritable(out: str, error: OSError, *helps: str) -> CommandError:
    """The error for a file that cannot be written: of its name (E012), or of the disk or device where it is (E017)."""
    helps = USED if isinstance(error, storage.FileInUse) else helps
    code = "E017" if error.errno in DEVICE_ERRORS else "E012"
    return CommandError(code, f"'{out}' cannot be written: {error.strerror or error}", out, *helps)


# Files of an author --------------------------------------------------------------------------


def rewrite(source: Source, text: str, report: Report) -> bool:
    """Replace the text of a file, in UTF-8. If that is not possible, the file is left as it is, and E017 is reported.

    The new text is written beside the file first, so that it is never half of one and half of the other.
    """
    try:
        storage.write(source.name, text)
    except OSError as error:
        _report_unwritable(source.name, error, report)
        return False
    return True


def write_new(name: str, text: str, report: Report) -> bool:
    """Write a file that does not exist yet, with its folder. E019 is reported if it does, E017 if that fails."""
    try:
        storage.write_new(name, text)
    except OSError as error:
        if error.errno == errno.EEXIST:
            report.add("E019", f"'{name}' exists already", Span.of_file(name))
        else:
            _report_unwritable(name, error, report)
        return False
    return True


def _report_unwritable(name: str, error: OSError, report: Report) -> None:
    why = (error.strerror or str(error)).lower()
    report.add("E017", f"'{name}' cannot be written: {why}", Span.of_file(name))
