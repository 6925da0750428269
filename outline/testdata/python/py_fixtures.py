#!/usr/bin/env python3
"""Makes the tables py314_files.tsv and py314_mutations_1.txt (standard library only).

usage:
  py_fixtures.py files FOLDER       a line for each .py file of the libraries below FOLDER
  py_fixtures.py mutations NDJSON   a line for each output of py_mutate.py

The verdicts are those of the interpreter that runs this script; NDJSON can come from another
one. gzip -9n makes the files that the tests read.
"""
import hashlib, json, os, platform, sys

here = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, here)
import py_outline

LIBRARIES = ("2.7.18/lib/python2.7", "3.11.7/lib/python3.11", "3.12.1/lib/python3.12", "3.13.0/lib/python3.13")


def library(folder):
    for path, folders, files in os.walk(folder):
        folders[:] = sorted(f for f in folders if f != "site-packages")
        for name in sorted(files):
            if name.endswith(".py"):
                yield os.path.join(path, name)


def files(root):
    print("# CPython %s: path under %s, sha256 of the file (12 digits), ok + number of symbols + sha256 (16 digits) "
          "of the compact JSON list [[name,start,end],...] | error type + line | lone_cr" % (platform.python_version(), root))
    for lib in LIBRARIES:
        for path in library(os.path.join(root, lib)):
            with open(path, "rb") as f:
                data = f.read()
            head = [os.path.relpath(path, root), hashlib.sha256(data).hexdigest()[:12]]
            rec = py_outline.outline(data)
            if rec.get("lone_cr"):
                tail = ["lone_cr", "-", "-"]
            elif "symbols" in rec:
                text = json.dumps(rec["symbols"], separators=(",", ":"))
                tail = ["ok", str(len(rec["symbols"])), hashlib.sha256(text.encode()).hexdigest()[:16]]
            else:
                tail = [rec["error_type"], str(rec["line"]), "-"]
            print("\t".join(head + tail))


def mutations(name):
    with open(name, encoding="utf-8") as f:
        texts = [json.loads(line)["text"] for line in f]
    print("# CPython %s on %d outputs of py_mutate.py; sha256 of all texts joined by NUL: %s" % (
        platform.python_version(), len(texts), hashlib.sha256("\0".join(texts).encode("utf-8", "surrogatepass")).hexdigest()))
    for text in texts:
        rec = py_outline.outline(text.encode("utf-8", "surrogatepass"))
        print("ok" if "symbols" in rec else "%s %s" % (rec["error_type"], rec["line"]))


if __name__ == "__main__":
    {"files": files, "mutations": mutations}[sys.argv[1]](sys.argv[2])
