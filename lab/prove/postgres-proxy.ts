import { once } from "node:events";
import net from "node:net";
import { freePort } from "@/e2e/own-service";

/** A network between a service and its database that can fail on command. */
export interface PostgresProxy {
  url: string;
  /** Cuts every connection, and refuses new ones. */
  cut(): Promise<void>;
  /** Accepts connections and bytes and forwards nothing: each side sees silence. */
  hold(): void;
  /** Forwards everything again, including held bytes. */
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy in front of the Postgres that listens in the folder. */
export async function openPostgresProxy(socketFolder: string): Promise<PostgresProxy> {
  const port = await freePort();
  const sockets = new Set<net.Socket>();
  let isHeld = false;

  const join = (from: net.Socket, to: net.Socket) => {
    sockets.add(from);
    from.on("data", (chunk) => to.write(chunk));
    from.on("error", () => to.destroy());
    from.on("close", () => {
      sockets.delete(from);
      to.destroy();
    });
    if (isHeld) from.pause();
  };
  const server = net.createServer((client) => {
    const database = net.connect(`${socketFolder}/.s.PGSQL.5432`);
    join(client, database);
    join(database, client);
  });
  const listen = async () => {
    if (server.listening) return;
    await once(server.listen(port, "127.0.0.1"), "listening");
  };
  const cut = async () => {
    const closed = server.listening ? once(server, "close") : undefined;
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  await listen();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/assay`,
    cut,
    hold() {
      isHeld = true;
      for (const socket of sockets) socket.pause();
    },
    async mend() {
      isHeld = false;
      for (const socket of sockets) socket.resume();
      await listen();
    },
    close: cut,
  };
}
