// Runs a Python script with pyodide, which is CPython for WebAssembly:
//
//   node pyodide.mjs PACKAGE SCRIPT ARGUMENT...
//
// PACKAGE is the folder of the npm package. The script imports those beside it and
// sees the files that are arguments; its input and output are those of this process.
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, script, ...args] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(path.resolve(folder, "pyodide.mjs")));
const python = await loadPyodide();

// A pipe that is empty or full may say so instead of waiting.
function again(f) {
  for (;;) {
    try {
      return f();
    } catch (e) {
      if (e.code === "EOF") return 0;
      if (e.code !== "EAGAIN") throw e;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

python.setStdin({ read: (bytes) => again(() => fs.readSync(0, bytes)) });
python.setStdout({ write: (bytes) => again(() => fs.writeSync(1, bytes)) });

// A list of files is not followed.
const argv = args.map((arg, i) => {
  if (!fs.existsSync(arg) || !fs.statSync(arg).isFile()) return arg;
  const copy = "/argument" + i;
  python.FS.writeFile(copy, fs.readFileSync(arg));
  return copy;
});
python.FS.mkdir("/scripts");
for (const name of fs.readdirSync(path.dirname(script))) {
  if (name.endsWith(".py")) {
    python.FS.writeFile("/scripts/" + name, fs.readFileSync(path.join(path.dirname(script), name)));
  }
}
python.globals.set("argv", python.toPy(["/scripts/" + path.basename(script), ...argv]));
python.runPython(`
import runpy, sys
sys.argv = list(argv)
runpy.run_path(sys.argv[0], run_name="__main__")
sys.stdout.flush()
`);
