#!/usr/bin/env python3
"""Compares the speed of maps and universal-ctags on the same style sheets, scripts or templates.

usage: compare.py MAPS LIST [ROUNDS]

MAPS is the command of examples/maps, built; LIST names files, one a line. Times are CPU times, the
least of ROUNDS rounds, in each of which both sides have their turn. Those of maps are a scan of all
files, from twenty scans more than another run has, and the same with starting and reading the files;
universal-ctags has to start and read, too. It is told all suffixes that maps knows, and its output
is thrown away.
"""
import os
import resource
import subprocess
import sys


def cpu_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main():
    maps, name = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with open(name, encoding="utf-8") as f:
        paths = f.read().split("\n")[:-1]
    size = sum(os.path.getsize(path) for path in paths)
    ctags = ["ctags", "--options=NONE", "--languages=html,css,javascript", "--map-javascript=+.cjs", "--fields=+ne"]
    ctags += ["--map-html=+" + suffix for suffix in (".jinja", ".jinja2", ".j2")] + ["-f", os.devnull, "-L", name]
    best = {}
    for _ in range(rounds):
        few = cpu_of([maps, "-bench", "1", "-files-from", name])  # scans twice
        many = cpu_of([maps, "-bench", "21", "-files-from", name])
        scan = (many - few) / 20
        for side, t in ("scan", scan), ("start, read, scan", few - scan), ("universal-ctags", cpu_of(ctags)):
            best[side] = min(t, best.get(side, t))
    print("%d files, %.1f MB, CPU time" % (len(paths), size / 1e6))
    for side, t in best.items():
        print("%-18s %8.3f s %8.1f MB/s %6.2f" % (side, t, size / 1e6 / t, t / best["universal-ctags"]))


if __name__ == "__main__":
    main()
