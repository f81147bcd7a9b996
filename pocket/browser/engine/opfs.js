// Files of the browser's private file system (OPFS) for Python: SQLite writes into them, and a sync returns when the
// data is on the disk. See docs/decisions.md#024.
//
// The browser opens files asynchronously, and Python can't wait. So all files that may be written have known names and
// are opened before Python runs; an empty one counts as absent. Other files beside them are in memory: only SQLite's
// index of its log, which it makes again at each start.

const ABSENT = 44;
const BROKEN = 29;
const FORBIDDEN = 63;
const FULL = 51;
const NO_ROOM = -8;
// The lock on a file outlives a closed tab for a moment. The first name is that of Chromium and Firefox, the second
// WebKit's.
const HELD = ["NoModificationAllowedError", "InvalidStateError"];
const OPEN_TIMEOUT = 5000;
const OPEN_PAUSE = 100;

export class Refusal extends Error {
  constructor(reason, detail) {
    super(detail);
    this.reason = reason;
  }
}

// Opens files in a folder of the browser's storage for this engine alone.
export async function opened(folder, names) {
  if (!navigator.storage?.getDirectory) throw new Refusal("unsupported", "no private file system");
  const files = new Map();
  try {
    const root = await navigator.storage.getDirectory();
    const place = await root.getDirectoryHandle(folder, { create: true });
    for (const name of names) files.set(name, await handle(await place.getFileHandle(name, { create: true })));
  } catch (error) {
    for (const file of files.values()) file.close();
    if (error instanceof Refusal) throw error;
    throw new Refusal(isFull(error) ? "storage-full" : isHeld(error) ? "held" : "storage-refused", String(error));
  }
  return files;
}

async function handle(file) {
  if (!file.createSyncAccessHandle) throw new Refusal("unsupported", "no synchronous access to files");
  const deadline = Date.now() + OPEN_TIMEOUT;
  for (;;) {
    try {
      const found = await file.createSyncAccessHandle();
      // In the first browsers that had it, even getSize() was asynchronous.
      if (typeof found.getSize() === "number") return found;
      throw new Refusal("unsupported", "no synchronous access to files");
    } catch (error) {
      if (!isHeld(error) || Date.now() > deadline) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, OPEN_PAUSE));
  }
}

// Mounts the files in a folder of Python's file system.
export function mount(FS, folder, files) {
  FS.mkdirTree(folder);
  FS.mount({ mount: (made) => root(FS, made, files) }, {}, folder);
}

function root(FS, made, files) {
  const memory = FS.filesystems.MEMFS;
  const top = memory.mount(made);
  top.mount = made;
  const operations = { ...top.node_ops };
  top.node_ops = {
    ...operations,
    mknod(parent, name, mode, device) {
      if (parent !== top || !files.has(name)) return operations.mknod(parent, name, mode, device);
      return nodeOf(FS, parent, name, mode, files.get(name));
    },
    unlink(parent, name) {
      const node = parent.contents[name];
      if (node?.file) {
        emptied(FS, node.file);
        node.file = null;
      }
      operations.unlink(parent, name);
    },
    rename(node, parent, name) {
      // The storage has no atomic rename, so refuse it.
      if (node.file || files.has(name)) throw new FS.ErrnoError(FORBIDDEN);
      operations.rename(node, parent, name);
    },
  };
  for (const [name, file] of files) {
    if (file.getSize() > 0) nodeOf(FS, top, name, 0o100644, file);
  }
  return top;
}

function nodeOf(FS, parent, name, mode, file) {
  if (!FS.isFile(mode)) throw new FS.ErrnoError(FORBIDDEN);
  const node = FS.createNode(parent, name, mode, 0);
  node.file = file;
  node.node_ops = nodeOperations(FS);
  node.stream_ops = streamOperations(FS);
  parent.contents[name] = node;
  return node;
}

function nodeOperations(FS) {
  return {
    getattr(node) {
      const size = node.file ? trying(FS, () => node.file.getSize()) : 0;
      return {
        dev: 1,
        ino: node.id,
        mode: node.mode,
        nlink: node.file ? 1 : 0,
        uid: 0,
        gid: 0,
        rdev: 0,
        size,
        atime: new Date(node.atime),
        mtime: new Date(node.mtime),
        ctime: new Date(node.ctime),
        blksize: 4096,
        blocks: Math.ceil(size / 512),
      };
    },
    setattr(node, change) {
      for (const name of ["mode", "atime", "mtime", "ctime"]) if (change[name] != null) node[name] = change[name];
      if (change.size !== undefined) trying(FS, () => there(FS, node).truncate(change.size));
    },
  };
}

function streamOperations(FS) {
  return {
    read(stream, buffer, offset, length, position) {
      const part = buffer.subarray(offset, offset + length);
      return counted(FS, trying(FS, () => there(FS, stream.node).read(part, { at: position })), length);
    },
    write(stream, buffer, offset, length, position) {
      if (length === 0) return 0;
      const part = buffer.subarray(offset, offset + length);
      const written = counted(FS, trying(FS, () => there(FS, stream.node).write(part, { at: position })), length);
      stream.node.mtime = stream.node.ctime = Date.now();
      return written;
    },
    fsync(stream) {
      trying(FS, () => there(FS, stream.node).flush());
      return 0;
    },
    llseek(stream, offset, whence) {
      const from = [0, stream.position, whence === 2 ? trying(FS, () => there(FS, stream.node).getSize()) : 0];
      return from[whence] + offset;
    },
  };
}

function there(FS, node) {
  if (!node.file) throw new FS.ErrnoError(ABSENT);
  return node.file;
}

// Deletes by truncating, synced to the disk: SQLite commits by deleting its journal.
function emptied(FS, file) {
  trying(FS, () => {
    file.truncate(0);
    file.flush();
  });
}

// Chromium returns some errors as a number of bytes: -8 (as 4294967288) means that the disk is full.
function counted(FS, bytes, asked) {
  if (bytes >= 0 && bytes <= asked) return bytes;
  throw new FS.ErrnoError((bytes | 0) === NO_ROOM ? FULL : BROKEN);
}

function trying(FS, act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof FS.ErrnoError) throw error;
    throw new FS.ErrnoError(isFull(error) ? FULL : BROKEN);
  }
}

function isHeld(error) {
  return HELD.includes(error?.name);
}

function isFull(error) {
  return error?.name === "QuotaExceededError";
}
