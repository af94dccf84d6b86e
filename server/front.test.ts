import net from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { createFront, listen } from "./front";
import { newGate } from "./testing/gate";

// Holds decision 0037.

/** The cookies of a request that reach Next. */
async function cookiesHandedOn(cookie: string): Promise<string> {
  const { server } = createFront((request, response) => response.end(request.headers.cookie));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await listen(server, 0, "127.0.0.1");
  return (await fetch(`http://127.0.0.1:${port}/login`, { headers: { cookie } })).text();
}

test("pages receive only the service's cookies, by http and https", async () => {
  const ours = "assay-locale=de; __Host-assay-nav=a=b; next-auth.session-token=x.y; __Host-next-auth.state=z";
  expect(await cookiesHandedOn(`other=1; ${ours};my-assay-locale=en;`)).toBe(ours);
});

test("of a request with thousands of cookies only a few reach Next", async () => {
  const many = Array.from({ length: 1_000 }, (_, n) => `assay-${n}=`);
  expect((await cookiesHandedOn(many.join(";"))).split("; ")).toEqual(many.slice(0, 40));
});

test("a request that has arrived keeps its connection while it is worked on; one that stops arriving does not", async () => {
  const { server } = createFront((request, response) => {
    request.resume().on("end", () => setTimeout(() => response.end("done"), 300));
  });
  server.timeout = 50;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await listen(server, 0, "127.0.0.1");
  const send = (body: ReadableStream | string) => {
    const call = { method: "POST", body, duplex: "half" };
    return fetch(`http://127.0.0.1:${port}/login`, call);
  };
  expect(await (await send("x")).text()).toBe("done");
  await expect(send(new ReadableStream())).rejects.toThrow("fetch failed");
});

test("a connection opened in advance is closed without an answer; a request that stops arriving gets one", async () => {
  const { server } = createFront((_request, response) => response.end());
  Object.assign(server, { headersTimeout: 50, connectionsCheckingInterval: 20 });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const port = await listen(server, 0, "127.0.0.1");
  const answerTo = (sent: string) => {
    const socket = net.connect(port, "127.0.0.1");
    socket.write(sent);
    return text(socket);
  };
  expect(await answerTo("")).toBe("");
  const late = await answerTo("GET / HTTP/1.1\r\nhost:");
  expect(late).toMatch(/^HTTP\/1\.1 400 /);
  expect(late).toContain("The request did not arrive in time.");
});

test("an answer to a request that arrived before a stop ends its connection and says so", async () => {
  const answer = newGate();
  const arrived = newGate();
  const { server, stop } = createFront((_request, response) => {
    arrived.open();
    void answer.opened.then(() => response.end("done"));
  });
  const port = await listen(server, 0, "127.0.0.1");
  const called = fetch(`http://127.0.0.1:${port}/login`);
  await arrived.opened;
  const stopped = stop();
  await vi.waitFor(() => expect(server.listening).toBe(false), { timeout: 10_000 });
  answer.open();
  const { headers } = await called;
  expect(headers.get("connection")).toBe("close");
  await stopped;
});
