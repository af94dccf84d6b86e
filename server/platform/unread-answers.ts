import type { Server } from "node:http";
import type { Socket } from "node:net";

/** What clients may leave unread, all together: it is kept in memory until they read it. */
export const MAX_UNREAD_BYTES = 256 * 1024 * 1024;

/**
 * Watches the connections of a server. What is returned cuts those that leave most unread, until no more than `maxBytes`
 * are.
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
