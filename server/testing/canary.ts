import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect, type Server as NetServer } from "node:net";
import os from "node:os";
import { onTestFinished } from "vitest";

export interface Canary {
  port: number;
  /** The number of connections so far, on all addresses. */
  connections(): Promise<number>;
}

/** Some containers have no IPv6. */
export const HAS_IPV6 = Object.values(os.networkInterfaces())
  .flat()
  .some((at) => at?.address === "::1");

/**
 * Starts an HTTP server that answers 204, until the test ends. It listens on one port of those addresses that this machine
 * has.
 */
export async function startCanary(addresses = ["127.0.0.1", "::1"], port = 0): Promise<Canary> {
  const hosts = addresses.filter((address) => HAS_IPV6 || !address.includes(":"));
  const servers: Server[] = [];
  const seen = new Set<string>();
  let shared = port;
  for (const host of hosts) {
    const server = createServer((_request, response) => response.writeHead(204).end());
    server.on("connection", (socket) => seen.add(`${socket.remoteAddress} ${socket.remotePort}`));
    shared = await listen(server, host, shared);
    servers.push(server);
  }
  return {
    port: shared,
    async connections() {
      // Connections are accepted in order: once the probe is accepted, all earlier ones are.
      for (const [index, server] of servers.entries()) {
        const accepted = once(server, "connection");
        const probe = connect(shared, hosts[index]);
        await Promise.all([once(probe, "connect"), accepted]);
        seen.delete(`${probe.localAddress} ${probe.localPort}`);
        probe.destroy();
      }
      return seen.size;
    },
  };
}

/** Starts a server until the test ends. Returns its port. */
export async function listen(server: NetServer, host = "127.0.0.1", port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  onTestFinished(() => {
    if ("closeAllConnections" in server && typeof server.closeAllConnections === "function") {
      server.closeAllConnections();
    }
    server.close();
  });
  return portOf(server.address());
}

export function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("The server has no port");
  return address.port;
}
