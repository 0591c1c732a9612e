"""What must also hold where a command has said that all is well: one verb does not contradict another."""

from __future__ import annotations

from pathlib import Path

from cardwright.commands.outcome import FINE, UNENDED
from cardwright.source.merge.catalogue import find_games, read_game
from tests.fuzz.fuzz_limits import MemoryIsUp, TimeIsUp
from tests.fuzz.fuzz_said import Said, judged, say
from tests.fuzz.fuzz_trial import Fault, Outcome

TRACE, AGAIN = "again.jsonl", "again.yaml"


def followed_up(said: Said, spec: str, outcome: Outcome) -> Outcome:
    """The outcome, after asking more about the same files. Raises `Fault`."""
    if said.code != FINE:
        return outcome
    try:
        match said.words:
            case ("validate", name, *_) if name == spec:
                return f"{outcome}, {_played(spec, ())}"
            case ("validate", name, *_) if "variants/" in name:
                return f"{outcome}, {_played(spec, ('--variant', name))}"
            case ("resolve", _, part, *_) if not part.startswith("-"):
                return outcome  # a part of a spec is none
            case ("fmt", name, *_):
                _must(("fmt", name, "--check"), (FINE,), "the file has just been laid out")
                return f"{outcome}, laid out"
            case ("resolve", _, *rest) if not {"--stage", "--origins"} & {*rest} or "merged" in rest:
                return f"{outcome}, {_resolved_again(said)}"
    except (TimeIsUp, MemoryIsUp):
        return f"{outcome}, too long"
    return outcome


def _must(words: tuple[str, ...], codes: tuple[int, ...], why: str) -> Said:
    said = say(words)
    judged(said)
    if said.code not in codes:
        raise Fault(f"{words[0]} exits with {said.code}, although {why}", (said.out + said.err)[-4000:])
    return said


def _played(spec: str, variant: tuple[str, ...]) -> Outcome:
    """What is valid can be played, by both engines alike, and its trace can be replayed."""
    told = []
    for engine in ("reference", "fast"):
        trace = f"{engine}.jsonl"
        words = ("run", spec, *variant, "--seed", "5", "--engine", engine, "--events", "--legal", "--trace", trace)
        said = _must(words, (FINE, UNENDED), "the spec is valid")
        told.append((said.code, said.out, said.err, Path(trace).read_text(encoding="utf-8")))
    if told[0] != told[1]:
        raise Fault("run: the engines tell different things", f"{told[0][1][-2000:]}\n{told[1][1][-2000:]}")
    again = ("--onto", spec) if len(find_games(["."]).games_called(_name(spec))) > 1 else ("--verify", "--path", ".")
    if not variant:
        _must(("replay", "fast.jsonl", *again), (FINE,), "the trace has just been written")
    return "played and replayed" if told[0][0] == FINE else "played without end"


def _name(spec: str) -> str:
    """The name of the game, or none if the file has none."""
    found = read_game(Path(spec))
    return found.name if found else ""


def _resolved_again(said: Said) -> Outcome:
    """The merged spec, resolved once more, is the same text."""
    if said.json:
        return "JSON"
    Path(AGAIN).write_text(said.out, encoding="utf-8")
    again = _must(("resolve", AGAIN), (FINE,), "this was printed by resolve")
    if again.out != said.out:
        raise Fault("resolve: another text at the second time", f"{said.out[:2000]}\n{again.out[:2000]}")
    return "resolved again"
