import { once } from "node:events";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { HAS_IPV6, listen, startCanary } from "@/server/testing/canary";
import { type OutboundOptions, openOutboundHttp } from "./outbound-http";

// Holds decision 0021.

const REFUSED = { kind: "failed", reason: "refused-address" };
/** A public address by its range, never assigned: a test on a machine with IPv6 disturbs no host. */
const UNASSIGNED = "3000::1";

/** Hosts that lead to the canary without a guard. */
const LOOPBACK = [
  ...["127.0.0.1", "127.0.0.1.", "127.1", "127.0.1", "127.000.000.001", "0177.0.0.1", "0177.0.0.01"],
  ...["0x7f.0.0.1", "0x7F.1", "0x7f.0x0.0x0.0x1", "2130706433", "0x7f000001", "0X7F000001", "017700000001"],
  ...[
    "00000000177.1",
    "0x7f.0.1",
    "127.0x1",
    "%31%32%37.0.0.1",
    "127%2e0%2e0%2e1",
    "127。0。0。1",
    "127.0.0.1",
  ],
  ...["①②⑦.⓪.⓪.①", "0x7f.1", "0", "0.0.0.0", "0x0", "00", "0.", "[::1]", "[0:0:0:0:0:0:0:1]", "[0000::0001]"],
  ...["[::0.0.0.1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::FFFF:7F00:0001]"],
  ...[
    "[0:0:0:0:0:ffff:127.0.0.1]",
    "localhost",
    "LOCALHOST",
    "localhost.",
    "hooks.localhost",
    "Hooks.LocalHost.",
  ],
  ...["localhost", "%6cocalhost", "local\u00adhost"],
];

/** Hosts that lead to other addresses that are not public. */
const NOT_PUBLIC = [
  ...[
    "127.0.0.2",
    "127.255.255.254",
    "10.0.0.1",
    "10.1",
    "0xa.1",
    "012.1",
    "167772161",
    "172.16.0.1",
    "172.31.255.255",
  ],
  ...[
    "192.168.0.1",
    "192.168.257",
    "3232235777",
    "0xc0a80101",
    "030052000401",
    "169.254.169.254",
    "0xa9fea9fe",
  ],
  ...["2852039166", "0251.0376.0251.0376", "100.64.0.1", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
  ...["192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"],
  ...[
    "4294967295",
    "0.1",
    "[::2]",
    "[::127.0.0.1]",
    "[::7f00:1]",
    "[::ffff:0:127.0.0.1]",
    "[::ffff:10.0.0.1]",
  ],
  ...["[::ffff:169.254.169.254]", "[64:ff9b::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b::8.8.8.8]"],
  ...["[64:ff9b:1::7f00:1]", "[2002:7f00:1::]", "[2002:a9fe:a9fe::1]", "[2001::1]", "[2001:0:7f00:1::]"],
  ...[
    "[2a00:1450::5efe:127.0.0.1]",
    "[2a00:1450::200:5efe:7f00:1]",
    "[fc00::1]",
    "[fd00:ec2::254]",
    "[fe80::1]",
  ],
  ...["[fec0::1]", "[ff02::1]", "[2001:db8::1]", "[3fff::1]", "[5f00::1]", "[100::1]", "[4000::1]"],
];

function open(options: OutboundOptions) {
  const http = openOutboundHttp({ allow: "", ...options });
  onTestFinished(() => http.close());
  return (url: string, timeoutMs = 5000) => http.post({ url, headers: {}, body: "{}", timeoutMs });
}

describe("spellings of addresses", () => {
  test("there are more than forty", () => {
    expect(new Set(LOOPBACK).size).toBeGreaterThan(40);
    expect(new Set(NOT_PUBLIC).size).toBeGreaterThan(40);
  });

  test.each(LOOPBACK)("%s is refused, although it leads to the canary", async (host) => {
    const canary = await startCanary();
    const url = `http://${host}:${canary.port}/`;
    expect(await open({})(url)).toMatchObject(REFUSED);
    expect(await open({})(url.replace("http:", "https:"))).toMatchObject(REFUSED);
    expect(await canary.connections()).toBe(0);
    if (host.startsWith("[") && !HAS_IPV6) return;

    const networks = ["127.0.0.0/8", "0.0.0.0/32", "[::/127]", "[::ffff:0:0/96]"];
    const allowing = open({ allow: networks.map((network) => `${network}:${canary.port}`).join() });
    expect(await allowing(url)).toMatchObject({ kind: "answered", status: 204 });
    expect(await canary.connections()).toBe(1);
  });

  test.each(NOT_PUBLIC)("%s is refused", async (host) => {
    expect(await open({})(`http://${host}/`)).toMatchObject(REFUSED);
  });

  test.each([
    "[fe80::1%25lo]",
    "[fe80::1%lo]",
    "[::1",
    "[[::1]]",
    "127.0.0.1.1",
    "0x100000000",
    "08.0.0.1",
    "1.2.3.256",
  ])("%s is no URL", async (host) => {
    expect(await open({})(`http://${host}/`)).toMatchObject({ kind: "failed", reason: "invalid-url" });
  });

  test("every private address is refused in every spelling", async () => {
    const post = open({});
    await fc.assert(
      fc.asyncProperty(anyPrivate(), anySpelling(), async (address, spell) => {
        expect(await post(`http://${spell(address)}/`)).toMatchObject(REFUSED);
      }),
      { numRuns: 300 },
    );
  });
});

describe("names", () => {
  test.each([
    ["a public and a private address", ["8.8.8.8", "127.0.0.1"]],
    ["a private and a public address", ["::1", UNASSIGNED]],
    ["a private IPv6 address beside a public IPv4 address", ["8.8.8.8", "::1"]],
    ["an IPv4-mapped address", ["::ffff:127.0.0.1"]],
    ["a text that is no address", [UNASSIGNED, "127.1"]],
    ["an address with a zone", ["fe80::1%lo"]],
  ])("a name with %s is refused, without a connection", async (_what, addresses) => {
    const canary = await startCanary();
    const outcome = await open({ resolve: async () => addresses })(`http://hooks.example:${canary.port}/`);
    expect(outcome).toMatchObject(REFUSED);
    expect(await canary.connections()).toBe(0);
  });

  test("the message contains no address of the name", async () => {
    const outcome = await open({ resolve: async () => ["10.9.8.7"] })("http://inside.example/");
    expect(JSON.stringify(outcome)).toContain("inside.example is not");
    expect(JSON.stringify(outcome)).not.toContain("10.9.8.7");
  });

  test("a name that resolves to a public address and then to a private one never leads to the private one", async () => {
    const canary = await startCanary();
    const answers = [[UNASSIGNED], ["127.0.0.1"], ["::1"]];
    const post = open({ resolve: async () => answers.shift() ?? [] });
    const url = `http://hooks.example:${canary.port}/`;
    expect(await post(url, 300)).toMatchObject({ reason: expect.stringMatching(/connection|timeout/) });
    expect(await post(url)).toMatchObject(REFUSED);
    expect(await post(url)).toMatchObject(REFUSED);
    expect(answers).toEqual([]);
    expect(await canary.connections()).toBe(0);
  });

  test("a connection uses the checked addresses: one look-up for each connection", async () => {
    const receiver = await startCanary(["127.0.0.1"]);
    const canary = await startCanary(["::1"], receiver.port);
    const asked: string[] = [];
    const post = open({
      allow: `127.0.0.1/32:${receiver.port}`,
      resolve: async (name) => (asked.push(name) === 1 ? ["127.0.0.1"] : ["::1"]),
    });
    expect(await post(`http://Hooks.Example.:${receiver.port}/`)).toMatchObject({ status: 204 });
    expect(asked).toEqual(["hooks.example"]);
    expect([await receiver.connections(), await canary.connections()]).toEqual([1, 0]);
  });

  test("a connection to a checked address serves further calls; the next connection is checked again", async () => {
    const sockets: Socket[] = [];
    const server = createServer((_request, response) => response.end());
    server.on("connection", (socket) => sockets.push(socket));
    const port = await listen(server);
    const canary = await startCanary(["::1"], port);
    let asked = 0;
    const post = open({
      allow: `127.0.0.1/32:${port}`,
      resolve: async () => (asked++ === 0 ? ["127.0.0.1"] : ["::1"]),
      connections: 1,
    });
    const url = `http://hooks.example:${port}/`;
    expect([await post(url), await post(url)]).toMatchObject([{ status: 200 }, { status: 200 }]);
    expect([asked, sockets.length]).toEqual([1, 1]);
    const [socket] = sockets;
    if (!socket) throw new Error("no connection");
    const gone = once(socket, "close");
    socket.end();
    await gone;
    expect(await post(url)).toMatchObject(REFUSED);
    expect(await canary.connections()).toBe(0);
  });

  test("all of a name's addresses are tried", async () => {
    const receiver = await startCanary(["127.0.0.1"]);
    const post = open({
      allow: `127.0.0.1/32:${receiver.port},[::1/128]:${receiver.port}`,
      resolve: async () => ["::1", "127.0.0.1"],
    });
    expect(await post(`http://hooks.example:${receiver.port}/`)).toMatchObject({ status: 204 });
  });
});

describe("HOOK_ALLOW", () => {
  test("allows exactly a port of a network", async () => {
    const allowed = await startCanary(["127.0.0.1"]);
    const canary = await startCanary(["127.0.0.1"]);
    const onAnotherAddress = await startCanary(["::1"], allowed.port);
    const post = open({ allow: `127.0.0.1/32:${allowed.port}` });
    expect(await post(`http://127.1:${allowed.port}/`)).toMatchObject({ status: 204 });
    expect(await post(`http://localhost:${allowed.port}/`)).toMatchObject({ status: 204 });
    expect(await post(`http://127.1:${canary.port}/`)).toMatchObject(REFUSED);
    expect(await post(`http://localhost:${canary.port}/`)).toMatchObject(REFUSED);
    expect(await post(`http://[::1]:${allowed.port}/`)).toMatchObject(REFUSED);
    expect(await post(`http://[::ffff:127.0.0.1]:${allowed.port}/`)).toMatchObject(REFUSED);
    expect([await canary.connections(), await onAnotherAddress.connections()]).toEqual([0, 0]);
  });
});

describe("redirects", () => {
  test.each([301, 302, 303, 307, 308])(
    "%i is a response, and its target receives nothing",
    async (status) => {
      const canary = await startCanary();
      const location = { current: "" };
      const server = createServer((_request, response) => {
        response
          .writeHead(status, { location: location.current, refresh: `0; ${location.current}` })
          .end("moved");
      });
      const port = await listen(server);
      // Even if the canary itself is allowed.
      const post = open({ allow: [port, canary.port].map((each) => `127.0.0.1/32:${each}`).join() });
      for (location.current of [`http://127.0.0.1:${canary.port}/`, `//localhost:${canary.port}/`]) {
        expect(await post(`http://127.0.0.1:${port}/`)).toMatchObject({ status, answerHead: "moved" });
      }
      expect(await canary.connections()).toBe(0);
      expect(await post(`http://127.0.0.1:${canary.port}/`)).toMatchObject({ status: 204 });
    },
  );
});

type Octets = [number, number, number, number];

function anyPrivate(): fc.Arbitrary<Octets> {
  const octet = fc.nat(255);
  const under = (first: number, second: fc.Arbitrary<number> = octet) =>
    fc.tuple(fc.constant(first), second, octet, octet);
  return fc.oneof(
    under(0),
    under(10),
    under(127),
    under(100, fc.integer({ min: 64, max: 127 })),
    under(169, fc.constant(254)),
    under(172, fc.integer({ min: 16, max: 31 })),
    under(192, fc.constant(168)),
    under(198, fc.integer({ min: 18, max: 19 })),
    fc.tuple(fc.integer({ min: 224, max: 255 }), octet, octet, octet),
  );
}

/** Spellings of an address as the host of a URL, with any number of parts, each in any base. */
function anySpelling(): fc.Arbitrary<(address: Octets) => string> {
  const bases = fc.array(fc.constantFrom(8, 10, 16), { minLength: 4, maxLength: 4 });
  const v4 = fc.record({ parts: fc.integer({ min: 1, max: 4 }), bases, dot: fc.constantFrom("", ".") });
  return fc.oneof(
    v4.map(({ parts, bases, dot }) => (address: Octets) => {
      const alone = address.slice(0, parts - 1);
      const rest = address.slice(parts - 1).reduce((sum, octet) => sum * 256 + octet, 0);
      return [...alone, rest].map((part, index) => inBase(part, bases[index] ?? 10)).join(".") + dot;
    }),
    fc
      .constantFrom(
        "::",
        "::ffff:",
        "::ffff:0:",
        "64:ff9b::",
        "64:ff9b:1::",
        "2a00:1450::5efe:",
        "2002:",
        "2001:0:",
      )
      .map((prefix) => (address: Octets) => {
        const [a, b, c, d] = address;
        const carried = `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`;
        return /^200[12]/.test(prefix) ? `[${prefix}${carried}::1]` : `[${prefix}${carried}]`;
      }),
    fc
      .constantFrom("::ffff:", "64:ff9b::")
      .map((prefix) => (address: Octets) => `[${prefix}${address.join(".")}]`),
  );
}

function inBase(value: number, base: number): string {
  const prefix = base === 16 ? "0x" : base === 8 ? "0" : "";
  return prefix + value.toString(base);
}
