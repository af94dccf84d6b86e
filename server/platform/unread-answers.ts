import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Maximum bytes that all clients together may leave unread; they stay in memory until they are read. */
export const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/**
 * Watches the connections of a server. The returned function cuts those with most unread bytes until at most `maxBytes`
 * remain.
 */
export function watchUnread(server: Server, maxBytes: number): () => void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return () => {
    let unread = 0;
    for (const { writableLength } of sockets) unread += writableLength;
    if (unread <= maxBytes) return;
    for (const socket of [...sockets].sort((a, b) => b.writableLength - a.writableLength)) {
      if (unread <= maxBytes) return;
      unread -= socket.writableLength;
      socket.destroy();
    }
  };
}
