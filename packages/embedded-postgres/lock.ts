import { unlink } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { codeOf } from "./errors";

/**
 * Runs `work` while no other process of this machine holds the lock `name`. The lock is a listening socket, so the kernel
 * releases it when its process ends in any way. Calls `onWait` once when another process holds it.
 */
export async function withLock<T>(name: string, onWait: () => void, work: () => Promise<T>): Promise<T> {
  // Linux: an abstract address, which leaves no file behind.
  const address = process.platform === "linux" ? `\0${name}` : `/tmp/${name}.lock`;
  let release = await tryLock(address);
  if (!release) onWait();
  while (!release) {
    await holderGone(address);
    release = await tryLock(address);
  }
  try {
    return await work();
  } finally {
    release();
  }
}

function tryLock(address: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const waiting = new Set<Socket>();
    const server = createServer((socket) => {
      waiting.add(socket.on("error", () => undefined));
    });
    server.on("error", (error) => (codeOf(error) === "EADDRINUSE" ? resolve(undefined) : reject(error)));
    server.listen(address, () =>
      resolve(() => {
        server.close();
        for (const socket of waiting) socket.destroy();
      }),
    );
  });
}

/** Waits on a connection to the holder: it closes when the holder releases the lock or dies. */
function holderGone(address: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.on("error", async (error) => {
      const isLeftFile = codeOf(error) === "ECONNREFUSED" && address.startsWith("/");
      if (isLeftFile) await unlink(address).catch(() => undefined);
    });
    socket.on("close", () => resolve());
    socket.resume();
  });
}
