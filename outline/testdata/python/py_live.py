#!/usr/bin/env python3
"""Answers one text after the other: a line {"name":...,"b64":...,"check":...} in, a line of py_outline.py out."""
import base64, json, os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import py_outline

for line in sys.stdin:
    text = json.loads(line)
    py_outline.emit(text.get("name"), py_outline.outline(base64.b64decode(text["b64"] or ""), text.get("check", False)))
    sys.stdout.flush()
