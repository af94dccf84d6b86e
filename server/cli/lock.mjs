import { createHash } from "node:crypto";
import { existsSync, unlinkSync } from "node:fs";
import { connect, createServer } from "node:net";

/** @type {Lock | undefined} */
let heldLock;

/**
 * Returns the lock's descriptor for child processes. If the holder is killed, its children still write to the clone and
 * keep the lock until they end.
 */
export function lockToHandOn() {
  // Node has no public API for the descriptor of a listening socket.
  const fd = heldLock?._handle?.fd;
  return fd !== undefined && fd > 2 ? [fd] : [];
}

/**
 * Runs `work` while no other process installs or builds in this clone. The lock is a listening socket, which the kernel
 * frees when its process ends, for any reason.
 * @param {(line: string) => void} onWait called once if another process holds the lock
 * @param {() => Promise<void>} work
 */
export async function oneAtATime(onWait, work) {
  const name = `assay-build-${shortHash(import.meta.url)}`;
  // On Linux an abstract address leaves no file behind.
  const address = process.platform === "linux" ? `\0${name}` : `/tmp/${name}.lock`;
  heldLock = await tryLock(address);
  if (!heldLock) onWait("another process is installing or building in this clone; waiting for it ...");
  while (!heldLock) {
    await holderGone(address);
    heldLock = await tryLock(address);
  }
  const { waiting } = heldLock;
  try {
    await work();
  } finally {
    heldLock.close();
    heldLock = undefined;
    for (const socket of waiting) socket.destroy();
  }
}

/** @param {string} text */
function shortHash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}

/**
 * @typedef {import("node:net").Server & { waiting: Set<import("node:net").Socket>, _handle?: { fd: number } }} Lock
 * @param {string} address
 * @returns {Promise<Lock | undefined>}
 */
function tryLock(address) {
  return new Promise((resolve, reject) => {
    const waiting = new Set();
    const server = createServer((socket) => waiting.add(socket.on("error", () => {})));
    server.on("error", (error) =>
      "code" in error && error.code === "EADDRINUSE" ? resolve(undefined) : reject(error),
    );
    server.listen(address, () => resolve(Object.assign(server, { waiting })));
  });
}

/**
 * Waits on a connection to the holder; it closes when the holder releases the lock or dies.
 * @param {string} address
 * @returns {Promise<void>}
 */
function holderGone(address) {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.on("error", (error) => {
      const isLeftFile = "code" in error && error.code === "ECONNREFUSED" && address.startsWith("/");
      if (isLeftFile && existsSync(address)) unlinkSync(address);
    });
    socket.on("close", () => resolve());
    socket.resume();
  });
}
