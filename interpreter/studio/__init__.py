"""The studio: one page on which a game is written, played, tested and studied.

Its heart is `StudioSession` (`session.py`): a class without any input or output of its own. It gets requests as objects
of JSON and answers with objects of JSON, one after the other, in one thread. So the same class runs behind a web server
on somebody's own machine (`server.py`) and in a worker of a browser. The files are a mapping of names to texts that
whoever makes the session gives it; to put a text into the mapping is to save it.

A request is `{"do": "hover", "file": "game.yaml", "at": [4, 7]}`. `REQUESTS` names all of them with their keys; what
is not in it is refused. `page` in any of them is a word for the page that asks: pages of one session share its texts,
and each has a table of its own. An answer has what was asked for, or `error`, a sentence for the author. Places are
`[line, character]` as editors count them: from 0, characters in units of UTF-16. Files are named from the folder that
is open; what comes with Cardwright and lies elsewhere begins with a colon, and is never written. What takes long is
asked for in parts (`next` in one answer goes into the next request), so that a keystroke never waits longer than that.

The page (`page/`) speaks with it through a source, an object with `request(json) -> Promise(json)`: `server.js` asks
the web server, another one may post to a worker. The table on the page is that of `cardwright serve`, as it is, in a
frame; its messages (docs/table.md) travel through the request `table`.
"""
