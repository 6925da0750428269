// Runs a Python script with pyodide, which is CPython for WebAssembly:
//
//   node pyodide.mjs PACKAGE SCRIPT ARGUMENT...
//
// PACKAGE is the folder of the npm package. The script sees the files of the
// machine below its own paths, and its output is that of this process.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, "pyodide.mjs")));
const python = await loadPyodide();

function write(bytes) {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += fs.writeSync(1, bytes, at);
    } catch (e) {
      if (e.code !== "EAGAIN") throw e; // a pipe that is full
    }
  }
  return bytes.length;
}
python.setStdout({ write });

// Files named as arguments are copied in; a list of files is not followed.
const argv = args.map((arg, i) => {
  if (!fs.existsSync(arg) || !fs.statSync(arg).isFile()) return arg;
  const copy = "/argument" + i;
  python.FS.writeFile(copy, fs.readFileSync(arg));
  return copy;
});
python.FS.writeFile("/script.py", fs.readFileSync(script));
python.globals.set("argv", python.toPy(["/script.py", ...argv]));
python.runPython(`
import sys
sys.argv = list(argv)
exec(compile(open("/script.py").read(), "/script.py", "exec"), {"__name__": "__main__"})
sys.stdout.flush()
`);
