#!/usr/bin/env python3
"""Answers one text after the other: a line {"b64":...} in, a line of py_outline.py out."""
import base64, json, os, sys

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import py_outline

for line in sys.stdin:
    py_outline.emit(None, py_outline.outline(base64.b64decode(json.loads(line)["b64"] or "")))
    sys.stdout.flush()
