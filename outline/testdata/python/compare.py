#!/usr/bin/env python3
"""Compares the speed of maps, ast.parse and universal-ctags on the same Python files.

usage: compare.py MAPS LIST [ROUNDS]

MAPS is the command of examples/maps, built; LIST names files, one a line, of which those that
the interpreter and MAPS accept are taken. Times are CPU times, the least of ROUNDS rounds, in
each of which all sides have their turn. That of maps is without starting and reading: it scans
the files twenty times more and once more finds their newlines as often; ctags' is with both.
"""
import ast, json, os, resource, subprocess, sys, tempfile, time, warnings

warnings.simplefilter("ignore")


def cpu_of(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    out = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, out


def accepted(maps, paths):
    out = subprocess.run([maps, "-json", "-files-from", "-"], input="\n".join(paths).encode(), stdout=subprocess.PIPE).stdout
    for line in out.splitlines():
        found = json.loads(line)
        if "symbols" in found:
            with open(found["path"], "rb") as f:
                text = f.read()
            try:
                ast.parse(text)
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                continue
            yield found["path"], text, len(found["symbols"])


def main():
    maps, name = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 3
    with open(name, encoding="utf-8") as f:
        files = list(accepted(maps, f.read().split()))
    size = sum(len(text) for _, text, _ in files)
    with tempfile.NamedTemporaryFile("w", suffix=".list") as f:
        f.write("\n".join(path for path, _, _ in files) + "\n")
        f.flush()
        best = {}
        for _ in range(rounds):
            few, _ = cpu_of([maps, "-bench", "1", "-files-from", f.name])
            many, _ = cpu_of([maps, "-bench", "21", "-files-from", f.name])
            times = {"outline.Python": (many - few) / 20}
            times["universal-ctags"], _ = cpu_of(
                ["ctags", "--options=NONE", "--languages=python", "--kinds-python=cfm", "--fields=+ne", "-f", os.devnull, "-L", f.name])
            start = time.process_time()
            for _, text, _ in files:
                ast.parse(text)
            times["ast.parse"] = time.process_time() - start
            for side, t in times.items():
                best[side] = min(t, best.get(side, t))
    print("%d files, %.1f MB, %d symbols, Python %s, CPU time" % (
        len(files), size / 1e6, sum(n for _, _, n in files), sys.version.split()[0]))
    for side, t in best.items():
        print("%-16s %8.1f MB/s   outline.Python is %.1f times as fast" % (side, size / 1e6 / t, t / best["outline.Python"]))


if __name__ == "__main__":
    main()
