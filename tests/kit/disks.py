"""Disks that are full, files that may not grow, and permissions that count for root too."""

from __future__ import annotations

import ctypes
import os
import resource
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

WHY_NOT = "No small disk can be mounted here: that takes root, or user namespaces for everybody."
CAPABILITY_VERSION = 0x2008_0522
PAST_PERMISSIONS = 1 << 1 | 1 << 2
"""CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH, as bits."""


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """A folder on a disk of its own with so much room; the test is skipped, saying why, where none can be mounted."""
    mount = ["mount", "-t", "tmpfs", "-o", f"size={megabytes}m,mode=0777", "small_disk"]
    with tempfile.TemporaryDirectory(prefix="takuroku-disk-") as folder:
        if os.geteuid() == 0:
            if subprocess.run([*mount, folder], capture_output=True, check=False).returncode:
                pytest.skip(WHY_NOT)
            try:
                yield Path(folder)
            finally:
                subprocess.run(["umount", "--lazy", folder], check=True)
            return
        # The disk is there for this process alone, until its input ends; others reach it through its root.
        shell = f"{' '.join(mount)} {folder} && echo mounted && cat"
        holder = subprocess.Popen(
            ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", shell],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        with holder:
            assert holder.stdin is not None and holder.stdout is not None
            if holder.stdout.readline() != "mounted\n":
                holder.stdin.close()
                pytest.skip(WHY_NOT)
            yield Path(f"/proc/{holder.pid}/root{folder}")
            holder.stdin.close()


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Until its end no byte more finds room on the disk."""
    ballast = disk / "ballast"
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    try:
        assert os.statvfs(disk).f_bavail == 0
        yield
    finally:
        ballast.unlink()


@contextmanager
def no_file_beyond(size: int, *processes: int) -> Iterator[None]:
    """Until its end no file grows beyond so many bytes by these processes (by this one, if none is named)."""
    whose = processes or (0,)
    before = {process: resource.prlimit(process, resource.RLIMIT_FSIZE) for process in whose}
    for process, (_, hard) in before.items():
        resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        for process, limits in before.items():
            with suppress(ProcessLookupError):
                resource.prlimit(process, resource.RLIMIT_FSIZE, limits)


@contextmanager
def permissions_count() -> Iterator[None]:
    """Until its end the permissions of files bind this thread even if it is root's."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION, 0)
    # Effective, permitted, inheritable; the upper halves after them.
    held = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, held) == 0
    less = (ctypes.c_uint32 * 6)(*held)
    less[0] &= ~PAST_PERMISSIONS
    assert libc.capset(header, less) == 0
    try:
        yield
    finally:
        assert libc.capset(header, held) == 0
