// Loads Pyodide with the site and passes requests to it; in the engine, and in tests without a browser.
import { mount, Refusal } from "./opfs.js";
import { COOKIES_AND_KEY, RECORD } from "./record-files.js";
import { unpack } from "./unpack.js";

const FOLDER = "/record";
const CODE = "/site";
// All files that Python writes there.
export const FILES = [...RECORD, ...COOKIES_AND_KEY];

export class Site {
  // `runtime` is the address of a folder; `libraries` and `app` are on their way already.
  // A record with games that has migrations to come is refused unless it may be migrated.
  static async begun({ runtime, libraries, app, scope, files, mayMigrate = false, told = () => {} }) {
    told("runtime");
    const python = await pythonFrom(runtime);
    told("libraries");
    unpack(python.FS, CODE, await libraries);
    told("app");
    unpack(python.FS, CODE, await app);
    python.runPython(`import sys; sys.path.insert(0, ${JSON.stringify(CODE)})`);
    told("record");
    mount(python.FS, FOLDER, files);
    return new Site(python, siteOf(python, scope, mayMigrate));
  }

  constructor(python, site) {
    this.python = python;
    this.site = site;
  }

  // All writes are in the files when this returns. It may return a `call` to another site to make first; its result is
  // in `carried` when the same request comes again.
  answer({ method, url, headers, body, referrer, languages, zone, agent, carried = [] }) {
    const bytes = body ? new Uint8Array(body) : undefined;
    const asked = this.python.toPy({ method, url, headers, body: bytes, referrer, languages, zone, agent, carried });
    const said = this.site.answer(asked);
    try {
      const [status, given, told, ...call] = said.toJs();
      if (status === "call") return { call: callOf(given, told, ...call) };
      return { status, headers: given, body: told.buffer };
    } finally {
      said.destroy();
      asked.destroy();
    }
  }

  isAtRest() {
    return this.site.is_at_rest();
  }

  close() {
    this.site.close();
  }

  // Closes the record and opens it again.
  again(scope) {
    this.close();
    this.site = siteOf(this.python, scope, false);
  }

  // The size of Python's memory.
  bytes() {
    return this.python._module.HEAPU8.length;
  }
}

function siteOf(python, scope, mayMigrate) {
  const begun = python.pyimport("pocket.runtime.site").begin.callKwargs(scope, FOLDER, { may_migrate: mayMigrate });
  const [site, reason, detail] = begun.toJs({ depth: 1 });
  begun.destroy();
  if (!site) throw new Refusal(reason, detail);
  return site;
}

const callOf = (method, url, headers, body, seconds) => ({ method, url, headers, body, seconds });

export async function pythonFrom(runtime) {
  const [{ loadPyodide }, made] = await Promise.all([import(`${runtime}pyodide.mjs`), import(`${runtime}pyodide.asm.mjs`)]);
  return loadPyodide({
    indexURL: runtime,
    createPyodideModule: (settings) => made.default(waiting(settings)),
    // Don't look for the system's time zones: there are none, and Python's description of the system is not shipped.
    env: { HOME: "/home", PYTHONDONTWRITEBYTECODE: "1", PYTHONTZPATH: "" },
    stdout: console.error,
    stderr: console.error,
  });
}

// SQLite syncs with fdatasync, which does nothing in Emscripten: make it fsync.
function waiting(settings) {
  const instantiate = settings.instantiateWasm;
  const instantiateWasm = (imports, received) => {
    const { __syscall_fdatasync: without, fd_sync: sync } = imports.env;
    if (!without || !sync) throw new Refusal("broken", "Nothing waits for the disk.");
    imports.env.__syscall_fdatasync = (file) => -(sync(file) ?? 0);
    return instantiate(imports, received);
  };
  return { ...settings, instantiateWasm };
}
