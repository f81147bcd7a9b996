// Drops what Python exports for extension modules and nothing here uses: exports.mjs <pyodide> <binaryen> <folder>
// No package with compiled code is shipped, so nothing is ever linked at run time: only what the scripts name is used.
import { readFileSync, writeFileSync } from "node:fs";
import { argv, exit } from "node:process";
import { pathToFileURL } from "node:url";

const [pyodide, binaryen, folder] = argv.slice(2);
const ASSIGNMENTS = /function assignWasmExports\(wasmExports\)\{([^}]*)\}/;
const VARIABLES = /var ([\w$]+(?:,[\w$]+){1000,});/;
const NAME = /wasmExports\["([^"]+)"\]/;
// What the module uses, and every browser has that Pyodide runs in: with more, it is written in a form of tomorrow.
const FEATURES = [
  ...["MutableGlobals", "NontrappingFPToInt", "BulkMemory", "BulkMemoryOpt", "SignExt"],
  ...["ExceptionHandling", "ReferenceTypes", "Multivalue", "CallIndirectOverlong"],
];
const ALWAYS = ["memory", "__indirect_function_table", "__wasm_call_ctors", "__wasm_apply_data_relocs"];

/** The script without variables for exports that no script uses, and the names of the exports that remain. */
function withoutUnused(script, other) {
  const [whole, body] = ASSIGNMENTS.exec(script);
  const [declaration, variables] = VARIABLES.exec(script);
  const used = new Set(`${script.replace(whole, "").replace(declaration, "")} ${other}`.match(/[\w$]+/g));
  const unused = new Set();
  const names = [];
  const kept = body.split(";").filter((assignment) => {
    const [, name] = NAME.exec(assignment);
    const own = assignment.slice(0, assignment.lastIndexOf("=")).match(/[\w$]+/g).filter((word) => word !== "Module");
    const stays = [name, ...own].some((word) => used.has(word));
    if (stays) names.push(name);
    else for (const word of own) unused.add(word);
    return stays;
  });
  const left = variables.split(",").filter((variable) => !unused.has(variable));
  // Replaced by functions, since names have a $ in them.
  const trimmed = script
    .replace(declaration, () => `var ${left.join(",")};`)
    .replace(whole, () => whole.replace(body, () => kept.join(";")));
  return { script: trimmed, names };
}

/** The module without other exports, and without the code that only they reached. */
function withoutExports(wasm, names, { default: tools }) {
  const features = FEATURES.reduce((sum, name) => sum | tools.Features[name], 0);
  const module = tools.readBinary(wasm, features);
  const kept = new Set([...ALWAYS, ...names]);
  for (let index = 0; index < module.getNumGlobals(); index += 1) {
    const { module: from, base } = tools.getGlobalInfo(module.getGlobalByIndex(index));
    if (from.startsWith("GOT.")) kept.add(base);
  }
  const all = Array.from({ length: module.getNumExports() }, (_, index) => module.getExportByIndex(index));
  for (const name of all.map((each) => tools.getExportInfo(each).name)) if (!kept.has(name)) module.removeExport(name);
  module.runPasses(["remove-unused-module-elements"]);
  if (!module.validate()) throw new Error("Python for the browser uses a feature of WebAssembly that is not listed.");
  return module.emitBinary();
}

try {
  const [script, other] = ["asm.mjs", "mjs"].map((end) => readFileSync(`${pyodide}/pyodide.${end}`, "utf-8"));
  const trimmed = withoutUnused(script, other);
  const tools = await import(pathToFileURL(`${binaryen}/index.js`));
  const wasm = withoutExports(readFileSync(`${pyodide}/pyodide.asm.wasm`), trimmed.names, tools);
  writeFileSync(`${folder}/pyodide.asm.mjs`, trimmed.script);
  writeFileSync(`${folder}/pyodide.asm.wasm`, wasm);
} catch (error) {
  // Not thrown: node would print the source line, which has a million characters.
  console.error(error.message);
  exit(1);
}
