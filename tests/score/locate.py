#!/usr/bin/env python3
"""How many quotations `pdfa2hocr locate` finds, and that none is found in which a word is another.

    locate.py BINARY FILE… [--source flow|pdftotext|truth] [--quotes N] [--changed N] [--words FILE] [--seed N] [-v]
    locate.py BINARY FILE… --absent N [--others FILE…] [--seed N] [-v]

Quotations of 8 to 20 words are taken from the files: as they are, over the ends of lines and of pages, and with two
wrong letters, wherever they are. Their words come from the running text that the program itself writes (`flow`), from
pdftotext, which reads in another order (`pdftotext`), or from a text beside the file with its name and .txt (`truth`).

Those with a word more or less, another number, or one content word in place of another must be near or absent: of the
document's own, of a list of words (`--words`), and of that list the most like it.

With `--absent`, N quotations that are in none of the files are searched in all of them: words in a row of `--others`,
shuffled words of a passage, words from anywhere, and passages with a word from elsewhere.
"""
import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

LETTERS = "abcdefghijklmnopqrstuvwxyz"
RIGHT = ("exact", "over lines", "over pages", "wrong letters", "wrong words", "digit in a word")
DIGITS = {"l": "1", "I": "1", "O": "0", "o": "0", "S": "5", "s": "5"}


def of_flow(binary, path):
    """Words in reading order, each with its page and line."""
    with tempfile.TemporaryDirectory() as folder:
        out, mapping = Path(folder, "out"), Path(folder, "map")
        command = [binary, "-q", "--format", "text", "--flow", "--map", mapping, path, out]
        if subprocess.run(command, capture_output=True).returncode:
            return []
        text, spans = out.read_bytes(), json.loads(mapping.read_text())["spans"]
    words, before = [], -1
    for span in spans:
        piece = text[span["start"]:span["end"]].decode()
        if span["start"] == before and words:
            words[-1] = (words[-1][0] + piece, *words[-1][1:])
        else:
            words.append((piece, span["page"], round(span["boxes"][0][1])))
        before = span["end"]
    return words


def of_text(text):
    pages = text.split("\f")
    return [(word, number, (number, at))
            for number, page in enumerate(pages, 1)
            for at, line in enumerate(page.splitlines()) for word in line.split()]


def of_pdftotext(_, path):
    run = subprocess.run(["pdftotext", path, "-"], capture_output=True)
    return of_text(run.stdout.decode(errors="replace"))


def of_truth(_, path):
    truth = Path(path).with_suffix(".txt")
    return of_text(truth.read_text()) if truth.exists() else []


def core(word):
    return re.sub(r"^\W+|\W+$", "", word)


def wrong(word, at, dice):
    return word[:at] + dice.choice([c for c in LETTERS if c != word[at].lower()]) + word[at + 1:]


def with_wrong_letters(quote, dice, by_word):
    """Changes two letters, of any word or of two words with more than one."""
    quote = list(quote)
    able = [i for i, w in enumerate(quote) if not re.search(r"\d", w) and sum(map(str.isalpha, w)) > by_word]
    places = [(i, at) for i in able for at, c in enumerate(quote[i]) if c.isalpha()]
    if by_word and len(able) > 1:
        places = [dice.choice([p for p in places if p[0] == i]) for i in dice.sample(able, 2)]
    for i, at in dice.sample(places, min(2, len(places))):
        quote[i] = wrong(quote[i], at, dice)
    return quote


def with_digit(quote, dice):
    """Puts a digit in place of a similar letter of a word."""
    places = [(i, at) for i, w in enumerate(quote) if w.isalpha() and len(w) >= 4 for at, c in enumerate(w) if c in DIGITS]
    for i, at in dice.sample(places, min(1, len(places))):
        quote[i] = quote[i][:at] + DIGITS[quote[i][at]] + quote[i][at + 1:]
    return quote


def absent(texts, others, count, dice):
    """Yields quotations that are in none of the texts, which are lists of words."""
    def letters(words):
        return "".join(c for word in words for c in word.lower() if c.isalnum())

    whole = [letters(words) for words in texts]
    while count:
        kind = dice.choice(["others", "shuffled", "random", "one word"] if others else ["shuffled", "random", "one word"])
        words = dice.choice(others if kind == "others" else texts)
        length = dice.randint(4, 14)
        start = dice.randrange(len(words) - length)
        quote = words[start:start + length]
        if kind == "shuffled":
            dice.shuffle(quote)
        elif kind == "random":
            quote = dice.sample(words, length)
        elif kind == "one word":
            quote[dice.randrange(1, length - 1)] = dice.choice(words)
        all_letters = letters(quote)
        if len(all_letters) >= 12 and not any(all_letters in text for text in whole):
            count -= 1
            yield " ".join(quote)


def most_like(word, known):
    """The most similar word of the same length in the list, with the same beginning or end."""
    alike = [w for w in known.get(len(word), []) if w != word]
    return min(alike, key=lambda w: sum(a != b for a, b in zip(w, word)), default=None)


def changed(quote, document, known, dice):
    """Yields the quotation with different content, changed in different ways."""
    content = [i for i, w in enumerate(quote) if core(w).isalpha() and len(core(w)) >= 4]
    if content:
        at = dice.choice(content)
        own = core(quote[at]).lower()
        others = {"another word": dice.choice(document)}
        if known:
            others["a word of the list"] = dice.choice(known[dice.choice(list(known))])
            others["a word most like it"] = most_like(own, known)
        for kind, other in others.items():
            if other and other.lower() != own:
                yield kind, quote[:at] + [other] + quote[at + 1:]
        yield "not inserted", quote[:at] + ["not"] + quote[at:] if at else ["not"] + quote
    # Leaving out a word at an end would only shorten the quotation.
    lettered = [i for i, w in enumerate(quote) if core(w)]
    divided = [bool(re.search(r"[-\xad‐]$", w)) for w in quote]
    inner = [i for i in lettered[1:-1] if not divided[i - 1] and not divided[i]]
    if inner:
        at = dice.choice(inner)
        yield "a word left out", quote[:at] + quote[at + 1:]
    numbers = [i for i, w in enumerate(quote) if re.search(r"[0-9]", w)]
    if numbers:
        at = dice.choice(numbers)
        digit = dice.choice([i for i, c in enumerate(quote[at]) if c in "0123456789"])
        other = dice.choice([c for c in "0123456789" if c != quote[at][digit]])
        yield "another number", quote[:at] + [quote[at][:digit] + other + quote[at][digit + 1:]] + quote[at + 1:]


def located(binary, paths, quotes):
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as file:
        file.write("\n".join(quotes) + "\n")
        file.flush()
        command = [binary, "locate", "-q", "--format", "json", "--quotes", file.name, *paths]
        run = subprocess.run(command, capture_output=True)
    if run.returncode not in (0, 9):
        print(*paths, run.stderr.decode(), file=sys.stderr)
    return [json.loads(line) for line in run.stdout.splitlines()]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--source", choices=["flow", "pdftotext", "truth"], default="flow")
    parser.add_argument("--quotes", type=int, default=500)
    parser.add_argument("--changed", type=int, default=100)
    parser.add_argument("--words")
    parser.add_argument("--absent", type=int, default=0)
    parser.add_argument("--others", nargs="*", default=[])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("-v", action="store_true")
    args = parser.parse_args()
    dice = random.Random(args.seed)
    source = {"flow": of_flow, "pdftotext": of_pdftotext, "truth": of_truth}[args.source]
    texts = [(path, source(args.binary, path)) for path in args.files]
    # Leaders and signs are not words: a quotation of them alone matches in many places.
    texts = [(path, [word for word in words if core(word[0])]) for path, words in texts]
    texts = [(path, words) for path, words in texts if len(words) > 60]
    if args.absent:
        others = [[word for word, *_ in source(args.binary, path) if core(word)] for path in args.others]
        plain = [[word for word, *_ in words] for _, words in texts]
        quotes = absent(plain, [words for words in others if len(words) > 60], args.absent, dice)
        answers = located(args.binary, [path for path, _ in texts], quotes)
        wrongly = [answer for answer in answers if answer["located"]]
        for answer in wrongly if args.v else []:
            print(repr(answer["quote"]), answer["located"][0], file=sys.stderr)
        print(f"absent: {len(wrongly)} of {len(answers)} located")
        return
    known = defaultdict(list)
    for word in Path(args.words).read_text(errors="ignore").split() if args.words else []:
        if word.isalpha() and word.islower() and len(word) >= 4:
            known[len(word)].append(word)
    asked = defaultdict(list)
    for number in range(args.quotes + args.changed):
        path, words = dice.choice(texts)
        length = dice.randint(8, 20)
        kind = RIGHT[number % len(RIGHT)]
        level = {"over lines": 2, "over pages": 1}.get(kind)
        ends = [i for i in range(length, len(words) - length) if words[i][level] != words[i + 1][level]] if level else []
        if level and not ends:
            kind = "exact"
        start = dice.choice(ends) - length // 2 if ends else dice.randrange(len(words) - length)
        quote = [word for word, _, _ in words[start:start + length]]
        if number < args.quotes:
            if kind == "digit in a word":
                quote = with_digit(quote, dice)
            elif kind.startswith("wrong"):
                quote = with_wrong_letters(quote, dice, kind == "wrong words")
            asked[path].append((kind, " ".join(quote)))
            continue
        document = [core(w) for w, _, _ in words if core(w).isalpha() and len(core(w)) >= 4]
        asked[path] += [(kind, " ".join(other)) for kind, other in changed(quote, document or [""], known, dice)]
    total, found = Counter(), Counter()
    for path, quotes in asked.items():
        # A quotation without letters or digits cannot be searched.
        quotes = [(kind, quote) for kind, quote in quotes if any(map(str.isalnum, quote))]
        for (kind, quote), answer in zip(quotes, located(args.binary, [path], [quote for _, quote in quotes])):
            total[kind] += 1
            found[kind] += bool(answer["located"])
            if args.v and bool(answer["located"]) != (kind in RIGHT):
                hit = (answer["located"] + answer["near"] + [{}])[0]
                print(kind, Path(path).name, repr(quote), hit.get("differs"), file=sys.stderr)
    for kind, count in total.items():
        print(f"{kind:20} {found[kind]} of {count} located: {100 * found[kind] / count:.1f} %")


if __name__ == "__main__":
    main()
