"""Prints, as JSON, which characters identifiers have, and texts in the form NFKC.

usage: py_tables.py TEXTS

TEXTS is a JSON list of texts.
"""
import json, sys, unicodedata


def ranges(test):
    out = []
    for c in range(128, 0x110000):
        if not 0xD800 <= c < 0xE000 and test(chr(c)):
            if out and out[-1][1] == c - 1:
                out[-1][1] = c
            else:
                out.append([c, c])
    return out


with open(sys.argv[1], encoding="utf-8") as f:
    texts = json.load(f)
print(json.dumps({
    "start": ranges(str.isidentifier),
    "continue": ranges(lambda c: ("a" + c).isidentifier()),
    "nfkc": [unicodedata.normalize("NFKC", text) for text in texts],
}))
