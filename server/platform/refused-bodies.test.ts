import { createServer, type IncomingMessage } from "node:http";
import net from "node:net";
import { Readable } from "node:stream";
import { afterEach, expect, it } from "vitest";
import { z } from "zod";
import { receiveRefusedBody } from "./refused-bodies";

const Port = z.object({ port: z.number() });
const closing: (() => unknown)[] = [];
afterEach(() => Promise.all(closing.splice(0).map((close) => close())));

/** Sends a POST with a body of this size and then a GET on one connection; returns the methods that were answered. */
async function exchange(begin: (request: IncomingMessage) => Promise<unknown>, bodyBytes: number) {
  const server = createServer(async (request, response) => {
    receiveRefusedBody(request, response);
    if (request.method === "POST") await begin(request);
    response.end(request.method);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  const socket = net.connect(Port.parse(server.address()).port, "127.0.0.1");
  closing.push(() => socket.destroy());
  const answers = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (part) => {
      text += part;
      if (text.endsWith("GET")) resolve(text);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(text));
  });
  socket.write(`POST / HTTP/1.1\r\nhost: here\r\ncontent-length: ${bodyBytes}\r\n\r\n`);
  socket.write(Buffer.alloc(bodyBytes, "x"));
  socket.write("GET / HTTP/1.1\r\nhost: here\r\n\r\n");
  return (await answers).match(/POST$|POST(?=HTTP)|GET$/gm) ?? [];
}

const MIB = 1024 * 1024;
const byIterator = (request: IncomingMessage) => request[Symbol.asyncIterator]().next();
const BEGINNINGS: [how: string, begin: (request: IncomingMessage) => Promise<unknown>][] = [
  ["not at all", async () => {}],
  ["by its iterator", byIterator],
  ["as a stream of the web", (request) => Readable.toWeb(request).getReader().read()],
  ["by its events", (request) => new Promise((resolve) => request.once("data", resolve))],
];

it.each(BEGINNINGS)(
  "a body that is read %s is received, and the next request is answered",
  async (_, begin) => {
    expect(await exchange(begin, MIB)).toEqual(["POST", "GET"]);
  },
);

it("a body above the size limit ends the connection", async () => {
  expect(await exchange(byIterator, 40 * MIB)).not.toContain("GET");
});
