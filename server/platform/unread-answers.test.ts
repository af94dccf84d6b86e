import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { until } from "@/server/testing/until";
import { watchUnread } from "./unread-answers";

const MIB = 1024 * 1024;
const ANSWER = "x".repeat(32 * MIB);

test("the connection with most unread bytes is cut above the total limit; a client that reads is answered", async () => {
  const server = createServer((_, response) => response.end(ANSWER));
  const cut = watchUnread(server, 40 * MIB);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close().closeAllConnections());
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  const ask = async () => {
    const client = connect(port, "127.0.0.1").pause();
    client.on("error", () => {});
    client.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await once(client, "connect");
    return client;
  };
  const unread = () => sockets.filter(({ writableLength }) => writableLength > 16 * MIB);

  const first = await ask();
  await until(() => expect(unread()).toHaveLength(1));
  cut();
  expect(sockets[0]?.destroyed).toBe(false);

  await ask();
  await until(() => expect(unread()).toHaveLength(2));
  cut();
  expect(sockets.filter(({ destroyed }) => destroyed)).toHaveLength(1);
  expect((await (await fetch(`http://127.0.0.1:${port}/`)).text()).length).toBe(ANSWER.length);
  first.destroy();
});
