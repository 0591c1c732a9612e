"""What a page draws of a table: the description without what it does not need, and without what it can put back itself.

`drawn` leaves out of `State.table` what no page looks at. What is left can be said in fewer words, and is: where a card
says nothing but its label, the label is enough, and how many cards lie in sight need not be told. `brief` leaves that
out, `full` puts it back, and `browser/parts.js` does the same.
"""

from __future__ import annotations

from typing import Any

Json = dict[str, Any]

OF_TABLE = ("seat", "status", "decides")
OF_BLOCK = ("id", "label", "team", "groups", "chosen")
OF_ZONE = ("id", "name", "label", "order")
OF_TRACK = ("id", "label", "length", "at", "across")
OF_MOVE = ("text", "label", "to", "from")
"""The keys that a page needs as they are."""


def drawn(table: Json) -> Json:
    """A description of the table with all that a page draws, and no more."""
    return {
        **_only(table, OF_TABLE),
        "phase": {"label": table["phase"]["label"]},
        "blocks": [
            {
                **_only(block, (*OF_BLOCK, "you", "decides")),
                "values": [_only(one, ("label", "text", "colour")) for one in block["values"]],
                "zones": [_zone(zone) for zone in block["zones"]],
            }
            for block in table["blocks"]
        ],
        "tracks": [
            {
                **_only(track, OF_TRACK),
                "rows": [{"label": row["label"], "spaces": _spaces(row)} for row in track["rows"]],
            }
            for track in table["tracks"]
        ],
        "cards": {kind: _only(face, ("label", "short", "long", "colour")) for kind, face in table["cards"].items()},
        "moves": [_only(move, OF_MOVE) for move in table["moves"]],
    }


def _zone(zone: Json) -> Json:
    cards = zone["cards"]
    told = None if cards is None else [_only(card, ("card", "text")) for card in cards]
    return {**_only(zone, (*OF_ZONE, "count")), "cards": told}


def _spaces(row: Json) -> list[Json]:
    return [_only(space, ("text", "sign", "colour")) for space in row["spaces"]]


def _only(whole: Json, keys: tuple[str, ...]) -> Json:
    return {key: whole[key] for key in keys if key in whole}


def brief(table: Json) -> Json:
    """A table as it is drawn, without what follows from the rest of it."""
    faces = table["cards"]
    blocks = [
        {
            **_only(block, OF_BLOCK),
            "values": [_without_none(one) for one in block["values"]],
            "zones": [_brief_zone(zone, faces) for zone in block["zones"]],
        }
        for block in table["blocks"]
    ]
    tracks = [{**track, "rows": [_brief_row(row) for row in track["rows"]]} for track in table["tracks"]]
    return {
        **table,
        "blocks": blocks,
        "tracks": tracks,
        "cards": {kind: _brief_face(face) for kind, face in faces.items()},
    }


def _brief_zone(zone: Json, faces: Json) -> Json:
    if zone["cards"] is None:
        return zone
    plain = [
        card["card"] if card["card"] and card["text"] == faces[card["card"]]["short"] else card
        for card in zone["cards"]
    ]
    return {**_only(zone, OF_ZONE), "cards": plain}


def _brief_row(row: Json) -> Json:
    spaces = [
        _without_none({**one, "sign": None if one["sign"] == one["text"] else one["sign"]}) for one in row["spaces"]
    ]
    return {**row, "spaces": spaces}


def _brief_face(face: Json) -> Json:
    short = None if face["short"] == face["label"] else face["short"]
    long = None if face["long"] == face["short"] else face["long"]
    return _without_none({**face, "short": short, "long": long})


def _without_none(some: Json) -> Json:
    return {key: value for key, value in some.items() if value is not None}


def full(table: Json) -> Json:
    """The table as it is drawn, from what `brief` has left of it."""
    faces = {kind: _full_face(face) for kind, face in table["cards"].items()}
    blocks = [
        {
            **block,
            "you": block["id"] == table["seat"],
            "decides": block["id"] == table["decides"],
            "values": [{"colour": None, **one} for one in block["values"]],
            "zones": [_full_zone(zone, faces) for zone in block["zones"]],
        }
        for block in table["blocks"]
    ]
    tracks = [
        {
            **track,
            "rows": [
                {**row, "spaces": [{"colour": None, "sign": one["text"], **one} for one in row["spaces"]]}
                for row in track["rows"]
            ],
        }
        for track in table["tracks"]
    ]
    return {**table, "blocks": blocks, "tracks": tracks, "cards": faces}


def _full_zone(zone: Json, faces: Json) -> Json:
    if zone["cards"] is None:
        return zone
    told = [{"card": card, "text": faces[card]["short"]} if isinstance(card, str) else card for card in zone["cards"]]
    return {**zone, "count": len(told), "cards": told}


def _full_face(face: Json) -> Json:
    short = face.get("short", face["label"])
    return {"colour": None, **face, "short": short, "long": face.get("long", short)}
