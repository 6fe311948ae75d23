"""Characters to words, lines and text, by distances alone, as pdfplumber does."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

from pdfa2hocr.plumber.objects import Box, Obj, around, clusters

__all__ = ["TextMap", "WordSettings", "arguments", "dedupe", "no_others", "simple_text", "text_map", "words"]

Direction = Literal["ltr", "rtl", "ttb", "btt"]

_LIGATURES = {"ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl", "ﬁ": "fi", "ﬂ": "fl", "ﬆ": "st", "ﬅ": "st"}
X_DENSITY, Y_DENSITY = 7.25, 13
"""Points of a character, and of a line, in a text with `layout=True`."""


@dataclass(frozen=True)
class WordSettings:
    """The arguments of `extract_words`. Lengths are in points."""

    x_tolerance: float = 3
    """Largest gap between the characters of a word."""
    y_tolerance: float = 3
    """Largest difference of the tops of characters in a line."""
    x_tolerance_ratio: float | None = None
    """The same as `x_tolerance`, as a share of the size of the character before."""
    y_tolerance_ratio: float | None = None
    keep_blank_chars: bool = False
    use_text_flow: bool = False
    """Keeps the order of the file."""
    line_dir: Direction = "ttb"
    char_dir: Direction = "ltr"
    line_dir_rotated: Direction | None = None
    char_dir_rotated: Direction | None = None
    extra_attrs: Sequence[str] = ()
    """Keys of characters that are the same within a word, and that the word has, too."""
    split_at_punctuation: bool | str = False
    expand_ligatures: bool = True

    def __post_init__(self) -> None:
        for upright in (True, False):
            _check(*self.directions(upright), "" if upright else "_rotated")

    def directions(self, upright: bool) -> tuple[Direction, Direction]:
        """The direction of lines, and that of characters."""
        if upright:
            return self.line_dir, self.char_dir
        return self.line_dir_rotated or self.char_dir, self.char_dir_rotated or self.line_dir

    @property
    def separate(self) -> str:
        """The characters that are words of their own."""
        return string.punctuation if self.split_at_punctuation is True else self.split_at_punctuation or ""


def _check(line_dir: str, char_dir: str, suffix: str) -> None:
    """Raises ValueError if lines and characters do not have directions along two axes."""
    axes = {"ltr": 0, "rtl": 0, "ttb": 1, "btt": 1}
    for name, value in (("line_dir", line_dir), ("char_dir", char_dir)):
        if value not in axes:
            raise ValueError(f'{name}{suffix}: "{value}" is unknown: write ltr, rtl, ttb or btt')
    if axes[line_dir] == axes[char_dir]:
        raise ValueError(f"line_dir{suffix}: {line_dir} is along the lines, char_dir{suffix} is {char_dir}")


def _line_place(obj: Obj, line_dir: Direction) -> float:
    key, sign = {"ttb": ("top", 1), "btt": ("bottom", -1), "ltr": ("x0", 1), "rtl": ("x1", -1)}[line_dir]
    return float(obj[key]) * sign


def _order(obj: Obj, char_dir: Direction) -> tuple[float, float]:
    """Sorts the characters or words of a line; others keep the order of the file."""
    return {
        "ltr": (obj["x0"], obj["x0"]),
        "rtl": (-obj["x1"], -obj["x0"]),
        "ttb": (obj["top"], obj["bottom"]),
        "btt": (-obj["bottom"], -obj["top"]),
    }[char_dir]


def words(chars: Sequence[Obj], settings: WordSettings) -> Iterator[tuple[Obj, list[Obj]]]:
    """The words, each with its characters."""
    keys = ("upright", *settings.extra_attrs)
    for _, group in groupby(chars, lambda char: tuple(char[key] for key in keys)):
        alike = list(group)
        upright = alike[0]["upright"]
        line_dir, char_dir = settings.directions(upright)
        if settings.use_text_flow:
            lines = [alike]
            char_dir = settings.char_dir
        else:
            most = settings.y_tolerance if line_dir in ("ttb", "btt") else settings.x_tolerance
            lines = clusters(alike, lambda char: _line_place(char, line_dir), most)
            lines = [sorted(line, key=lambda char: _order(char, char_dir)) for line in lines]
        for line in lines:
            for own in _divided(line, char_dir, settings):
                yield _word(own, settings), own


def _divided(line: Sequence[Obj], char_dir: Direction, settings: WordSettings) -> Iterator[list[Obj]]:
    """The characters of each word of a line."""
    word: list[Obj] = []
    for char in line:
        text = char["text"]
        is_blank = not settings.keep_blank_chars and text.isspace()
        is_separate = bool(text) and text in settings.separate
        if is_blank or is_separate or word and _begins(word[-1], char, char_dir, settings):
            if word:
                yield word
            word = []
        if is_separate:
            yield [char]
        elif not is_blank:
            word.append(char)
    if word:
        yield word


def _begins(before: Obj, char: Obj, char_dir: Direction, settings: WordSettings) -> bool:
    """Whether a character begins a word: it is before the last one, far behind it, or on another line."""
    size = before["size"]
    x_most = settings.x_tolerance if settings.x_tolerance_ratio is None else settings.x_tolerance_ratio * size
    y_most = settings.y_tolerance if settings.y_tolerance_ratio is None else settings.y_tolerance_ratio * size
    if char_dir in ("ltr", "rtl"):
        start, end, across = "x0", "x1", "top"
    else:
        start, end, across = "top", "bottom", "x0"
        x_most, y_most = y_most, x_most
    begin, finish, next_begin = before[start], before[end], char[start]
    if char_dir in ("rtl", "btt"):
        begin, finish, next_begin = -before[end], -before[start], -char[end]
    is_apart = next_begin < begin or next_begin > finish + x_most
    return bool(is_apart or abs(char[across] - before[across]) > y_most)


def _word(chars: Sequence[Obj], settings: WordSettings) -> Obj:
    first = chars[0]
    x0, top, x1, bottom = around(chars)
    letters = (_expanded(char["text"], settings.expand_ligatures) for char in chars)
    return {
        "text": "".join(letters),
        "x0": x0,
        "x1": x1,
        "top": top,
        "doctop": top + first["doctop"] - first["top"],
        "bottom": bottom,
        "upright": first["upright"],
        "height": bottom - top,
        "width": x1 - x0,
        "direction": settings.directions(first["upright"])[1],
        **{key: first[key] for key in settings.extra_attrs},
    }


def _expanded(text: str, expand: bool) -> str:
    return _LIGATURES.get(text, text) if expand else text


class TextMap:
    """A text with the character on the page for each of its letters; `None` for white space between words."""

    def __init__(
        self, letters: list[tuple[str, Obj | None]], line_dir: Direction = "ttb", char_dir: Direction = "ltr"
    ) -> None:
        """`line_dir` and `char_dir` are the directions in which the text is written."""
        self.letters = letters
        self.text = _rendered("".join(letter for letter, _ in letters), line_dir, char_dir)

    def search(
        self,
        pattern: str | re.Pattern[str],
        regex: bool = True,
        case: bool = True,
        main_group: int = 0,
        return_groups: bool = True,
        return_chars: bool = True,
    ) -> list[Obj]:
        """The matches of a pattern that are not only white space."""
        if isinstance(pattern, str):
            source = pattern if regex else re.escape(pattern)
            pattern = re.compile(source, re.NOFLAG if case else re.IGNORECASE)
        elif not (regex and case):
            raise ValueError("a compiled pattern has its own flags: leave out regex and case")
        found = []
        for hit in pattern.finditer(self.text):
            own = self.letters[hit.start(main_group) : hit.end(main_group)]
            chars = [char for _, char in own if char is not None]
            if not (hit[main_group] or "").strip() or not chars:
                continue
            x0, top, x1, bottom = around(chars)
            facts: Obj = {"text": hit[main_group], "x0": x0, "top": top, "x1": x1, "bottom": bottom}
            if return_groups:
                facts["groups"] = hit.groups()
            if return_chars:
                facts["chars"] = chars
            found.append(facts)
        return found

    def lines(self, strip: bool = True, return_chars: bool = True) -> list[Obj]:
        """The lines of the text."""
        pattern = r" *([^\n]+?) *(?:\n|$)" if strip else r"([^\n]+)"
        return self.search(pattern, main_group=1, return_groups=False, return_chars=return_chars)


def _rendered(text: str, line_dir: Direction, char_dir: Direction) -> str:
    """A text whose lines follow each other, and whose characters do, in these directions."""
    _check(line_dir, char_dir, "_render")
    lines = text.split("\n")
    if line_dir in ("btt", "rtl"):
        lines.reverse()
    if char_dir == "rtl":
        lines = [line[::-1] for line in lines]
    if line_dir in ("ttb", "btt"):
        return "\n".join(lines)
    length = max(map(len, lines))
    # As in pdfplumber, characters from bottom to top are not reversed, but at the end of their columns.
    padded = [line.rjust(length) if char_dir == "btt" else line.ljust(length) for line in lines]
    return "\n".join(map("".join, zip(*padded)))


@dataclass(frozen=True)
class _Layout:
    """Arguments of a text whose blanks and empty lines show the places on the page. Lengths are in points."""

    box: Box
    x_density: float = X_DENSITY
    y_density: float = Y_DENSITY
    x_shift: float = 0
    y_shift: float = 0
    width_chars: int = 0
    """The length of lines; 0 for that of the box."""
    height_chars: int = 0


def text_map(chars: Sequence[Obj], area: Box, given: dict[str, Any]) -> TextMap:
    """The text of characters in an area. The arguments are those of `extract_text`."""
    settings, others = arguments(given)
    directions = [others.pop(f"{name}_render", None) or getattr(settings, name) for name in ("line_dir", "char_dir")]
    is_layout = others.pop("layout", False)
    layout = _layout(area, others)
    no_others(others)
    return TextMap(_letters(chars, settings, layout if is_layout else None), *directions)


def _layout(area: Box, others: dict[str, Any]) -> _Layout:
    """Takes the arguments of a layout out of the others."""
    x0, top, x1, bottom = others.pop("layout_bbox", area)
    width, height = others.pop("layout_width", None), others.pop("layout_height", None)
    area = (x0, top, x1 if width is None else x0 + width, bottom if height is None else top + height)
    names = {"layout_width_chars": "width_chars", "layout_height_chars": "height_chars"}
    names |= {name: name for name in ("x_density", "y_density", "x_shift", "y_shift")}
    return _Layout(area, **{name: others.pop(key) for key, name in names.items() if key in others})


def _letters(
    chars: Sequence[Obj], settings: WordSettings, layout: _Layout | None
) -> list[tuple[str, Obj | None]]:
    found = list(words(chars, settings))
    letters: list[tuple[str, Obj | None]] = []
    if not found:
        return letters
    line_dir, char_dir = settings.line_dir, settings.char_dir
    lines = _in_lines(found, settings)
    x0, top, x1, bottom = layout.box if layout else (0.0, 0.0, 0.0, 0.0)
    wide = layout.width_chars or round((x1 - x0) / layout.x_density) if layout else 0
    high = layout.height_chars or round((bottom - top) / layout.y_density) if layout else 0
    line_origin = {"ttb": top, "btt": -bottom, "ltr": x0, "rtl": -x1}[line_dir]
    char_origin = {"ltr": x0, "rtl": -x1, "ttb": top, "btt": -bottom}[char_dir]
    blank: list[tuple[str, Obj | None]] = [(" ", None)] * wide
    breaks = 0
    for number, line in enumerate(lines):
        down = 0.0
        if layout:
            down = (_line_place(line[0][0], line_dir) - line_origin - layout.y_shift) / layout.y_density
        for _ in range(max(int(number > 0), round(down) - breaks)):
            if not letters or letters[-1][0] == "\n":
                letters += blank
            letters.append(("\n", None))
            breaks += 1
        length = 0
        for word, own in line:
            across = 0.0
            if layout:
                across = (_order(word, char_dir)[0] - char_origin - layout.x_shift) / layout.x_density
            spaces = max(min(1, length), round(across) - length)
            letters += [(" ", None)] * spaces
            length += spaces
            for char in own:
                for letter in _expanded(char["text"], settings.expand_ligatures):
                    letters.append((letter, char))
                    length += 1
        letters += [(" ", None)] * (wide - length)
    if layout:
        for number in range(high - breaks - 1):
            if number > 0:
                letters += blank
            letters.append(("\n", None))
        if letters[-1] == ("\n", None):
            letters.pop()
    return letters


def _in_lines(found: list[tuple[Obj, list[Obj]]], settings: WordSettings) -> list[list[tuple[Obj, list[Obj]]]]:
    """Words in lines. Neighbours in the list that belong to one line stay together."""
    place = {id(word): 0 for word, _ in found}
    lines = clusters(found, lambda pair: _line_place(pair[0], settings.line_dir), settings.y_tolerance)
    for number, line in enumerate(lines):
        for word, _ in line:
            place[id(word)] = number
    return [list(group) for _, group in groupby(found, lambda pair: place[id(pair[0])])]


def simple_text(chars: Sequence[Obj], x_tolerance: float = 3, y_tolerance: float = 3) -> str:
    """The text by a faster and coarser method."""
    lines = []
    for line in clusters(chars, lambda char: float(char["doctop"]), y_tolerance):
        text, end = "", None
        for char in sorted(line, key=lambda char: float(char["x0"])):
            if end is not None and char["x0"] > end + x_tolerance:
                text += " "
            end = char["x1"]
            text += char["text"]
        lines.append(text)
    return "\n".join(lines)


def dedupe(chars: Sequence[Obj], tolerance: float = 1, extra_attrs: Sequence[str] | None = ("fontname", "size")) -> list[Obj]:
    """The characters without those that are drawn again at the same place."""
    alike: dict[tuple[Any, ...], list[Obj]] = {}
    for char in chars:
        key = tuple(char[name] for name in ("upright", "text", *(extra_attrs or ())))
        alike.setdefault(key, []).append(char)
    kept = set()
    for group in alike.values():
        for line in clusters(group, lambda char: float(char["doctop"]), tolerance):
            for place in clusters(line, lambda char: float(char["x0"]), tolerance):
                kept.add(id(min(place, key=lambda char: (char["doctop"], char["x0"]))))
    return [char for char in chars if id(char) in kept]


def arguments(given: dict[str, Any]) -> tuple[WordSettings, dict[str, Any]]:
    """The settings of words among arguments, and the others."""
    known = WordSettings.__dataclass_fields__
    own: dict[str, Any] = {key: value for key, value in given.items() if key in known}
    own["extra_attrs"] = tuple(own.get("extra_attrs") or ())
    return WordSettings(**own), {key: value for key, value in given.items() if key not in known}


def no_others(arguments: dict[str, Any]) -> None:
    """Raises TypeError for an argument that nothing knows."""
    if arguments:
        raise TypeError(f'the argument "{next(iter(arguments))}" is unknown')
