"""Prints, as JSON, which characters identifiers have and what bytes mean in the encodings named."""
import json, sys


def ranges(test):
    out = []
    for c in range(128, 0x110000):
        if not 0xD800 <= c < 0xE000 and test(chr(c)):
            if out and out[-1][1] == c - 1:
                out[-1][1] = c
            else:
                out.append([c, c])
    return out


def table(name):
    out = []
    for b in range(256):
        try:
            out.append(ord(bytes([b]).decode(name)))
        except (UnicodeDecodeError, TypeError):
            out.append(-1)
    return out


print(json.dumps({
    "start": ranges(str.isidentifier),
    "continue": ranges(lambda c: ("a" + c).isidentifier()),
    "encodings": {name: table(name) for name in sys.argv[1:]},
}))
