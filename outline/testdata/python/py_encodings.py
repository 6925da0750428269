"""Prints, as JSON, what the codecs make of bytes and how names of them are taken in source code.

usage: py_encodings.py SPELLINGS

SPELLINGS is a JSON list of names for the comment that declares an encoding. The answer has
  codecs     for each name that the interpreter lists itself, that of its codec
  bytes      for each codec, a list of the character that each byte alone is, -1 if it is none
  pairs      for each codec of two bytes a character that is asked for, the pairs with a meaning
  spellings  for each spelling, the codec that it finds (null if none), and for a text in ASCII, one
             with a byte behind it and one with a byte order mark: null if ast.parse accepts it,
             else the exception and its line
"""
import ast, codecs, encodings, encodings.aliases, json, pkgutil, sys, warnings

warnings.simplefilter("ignore")
PAIRS = ["cp949"]


def codec(name):
    try:
        return codecs.lookup(name).name
    except (LookupError, ValueError):
        return None


def table(name):
    out = []
    for b in range(256):
        try:
            text = bytes([b]).decode(name)
            out.append(ord(text) if len(text) == 1 else -1)
        except (UnicodeError, LookupError, TypeError):
            out.append(-1)
    return out


def pairs(name):
    out = {}
    for first in range(0x80, 0x100):
        for second in range(0x100):
            try:
                text = bytes([first, second]).decode(name)
            except UnicodeError:
                continue
            out[first << 8 | second] = text
    return out


def verdict(data):
    try:
        ast.parse(data)
    except Exception as e:
        return [type(e).__name__, getattr(e, "lineno", None) or 0]


def spelling(name):
    line = b"# coding: " + name.encode() + b"\n"
    return [codec(name), verdict(line + b"x\n"), verdict(line + b"'\xe9'\n"), verdict(codecs.BOM_UTF8 + line + b"x\n")]


names = set(encodings.aliases.aliases) | {m.name for m in pkgutil.iter_modules(encodings.__path__)}
found = {name: codec(name) for name in sorted(names)}
with open(sys.argv[1]) as f:
    spellings = json.load(f)
print(json.dumps({
    "codecs": found,
    "bytes": {name: table(name) for name in found.values() if name},
    "pairs": {name: pairs(name) for name in PAIRS},
    "spellings": {s: spelling(s) for s in spellings},
}))
