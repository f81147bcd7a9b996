// Runs a build step in the Python that is shipped: run.mjs <runtime> <steps> <module> <folder>
// The module's `work(folder)` reads its input from the folder and writes its output there.
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

const [runtime, steps, module, folder] = argv.slice(2);
try {
  const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`));
  const env = {
    ...{ HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PYTHONTZPATH: "" },
    // For reproducible output without columns.
    ...{ PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" },
  };
  const python = await loadPyodide({ indexURL: `${runtime}/`, env });
  python.mountNodeFS("/steps", steps);
  python.mountNodeFS("/folder", folder);
  python.runPython("import sys; sys.path.insert(0, '/steps')");
  python.pyimport(module).work("/folder");
} catch (error) {
  // Not thrown: node would print the source line, which has a million characters.
  console.error(error.message);
  exit(1);
}
