import fc from "fast-check";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { isPublic, parseAddress } from "./outbound-address";
import { parseAllow, refuseAllow } from "./outbound-allow";
import { refuseUrl } from "./outbound-url";

const isPublicText = (text: string) => {
  const address = parseAddress(text);
  return address !== undefined && isPublic(address);
};

function addressOf(text: string) {
  const address = parseAddress(text);
  if (!address) throw new Error(`${text} is no address`);
  return address;
}

/** The first and the last address of each reserved range. */
const RESERVED = [
  ["0.0.0.0", "0.255.255.255"],
  ["10.0.0.0", "10.255.255.255"],
  ["100.64.0.0", "100.127.255.255"],
  ["127.0.0.0", "127.255.255.255"],
  ["168.63.129.16", "168.63.129.16"],
  ["169.254.0.0", "169.254.255.255"],
  ["172.16.0.0", "172.31.255.255"],
  ["192.0.0.0", "192.0.0.255"],
  ["192.0.2.0", "192.0.2.255"],
  ["192.31.196.0", "192.31.196.255"],
  ["192.52.193.0", "192.52.193.255"],
  ["192.88.99.0", "192.88.99.255"],
  ["192.168.0.0", "192.168.255.255"],
  ["192.175.48.0", "192.175.48.255"],
  ["198.18.0.0", "198.19.255.255"],
  ["198.51.100.0", "198.51.100.255"],
  ["203.0.113.0", "203.0.113.255"],
  ["224.0.0.0", "239.255.255.255"],
  ["240.0.0.0", "255.255.255.255"],
  ["::", "1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["::1", "::ffff:ffff"],
  ["::ffff:0:0", "::ffff:ffff:ffff"],
  ["::ffff:0:0:0", "::ffff:0:ffff:ffff"],
  ["64:ff9b::", "64:ff9b::ffff:ffff"],
  ["64:ff9b:1::", "64:ff9b:1:ffff:ffff:ffff:ffff:ffff"],
  ["100::", "100::ffff:ffff:ffff:ffff"],
  ["2001::", "2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2001:db8::", "2001:db8:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2002::", "2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2620:4f:8000::", "2620:4f:8000:ffff:ffff:ffff:ffff:ffff"],
  ["3ffe::", "3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["3fff::", "3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["4000::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["5f00::", "5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fc00::", "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fe80::", "febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["fec0::", "feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["ff00::", "ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff"],
  ["2a00:1450::5efe:808:808", "2a00:1450::200:5efe:808:808"],
];

/** The neighbours of those ranges, and well-known addresses. */
const PUBLIC = [
  ...["1.0.0.0", "1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0"],
  ...["126.255.255.255", "128.0.0.0", "168.63.129.15", "168.63.129.17", "169.253.255.255", "169.255.0.0"],
  ...["172.15.255.255", "172.32.0.0", "192.0.1.0", "192.0.3.0", "192.167.255.255", "192.169.0.0"],
  ...["198.17.255.255", "198.20.0.0", "198.51.99.255", "203.0.112.255", "203.0.114.0", "223.255.255.255"],
  ...["2001:200::", "2001:db7:ffff::1", "2001:db9::", "2003::1", "2606:4700:4700::1111", "2a00:1450::5eff:1"],
  ...["3ffd:ffff::1", "3fff:1000::", "2a00:1450:1:5efe::1"],
];

describe("public addresses", () => {
  test.each(RESERVED)("%s to %s is reserved", (first, last) => {
    expect([isPublicText(first), isPublicText(last)]).toEqual([false, false]);
  });

  test.each(PUBLIC)("%s is public", (address) => {
    expect(isPublicText(address)).toBe(true);
  });

  test.each([
    "",
    "localhost",
    "127.1",
    "0x7f.1",
    "8.8.8",
    "010.8.8.8",
    "2606:4700::1111%eth0",
    "[::1]",
    "8.8.8.8 ",
  ])("%j is no address in the notation of name servers", (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  test("no IPv6 address that carries an IPv4 address is public", () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.ipV6(), (carried, about) => {
        const [a = 0, b = 0, c = 0, d = 0] = carried.split(".").map(Number);
        const high = ((a << 8) | b).toString(16);
        const low = ((c << 8) | d).toString(16);
        const forms = [
          `::${high}:${low}`,
          `::ffff:${high}:${low}`,
          `::ffff:0:${high}:${low}`,
          `64:ff9b::${high}:${low}`,
          `64:ff9b:1::${high}:${low}`,
          `2002:${high}:${low}::1`,
          `2001:0:${high}:${low}::1`,
          `2606:4700::5efe:${high}:${low}`,
          `2606:4700::200:5efe:${high}:${low}`,
        ];
        expect(forms.filter(isPublicText)).toEqual([]);
        const inGlobalUnicast = /^[23]/.test(
          addressOf(about).toByteArray()[0]?.toString(16).padStart(2, "0") ?? "",
        );
        if (!inGlobalUnicast) expect(isPublicText(about)).toBe(false);
      }),
    );
  });
});

describe("HOOK_ALLOW", () => {
  test.each([
    ["127.0.0.1/32:8080", "127.0.0.1", 8080, true],
    ["127.0.0.1/32:8080", "127.0.0.1", 8081, false],
    ["127.0.0.1/32:8080", "127.0.0.2", 8080, false],
    ["127.0.0.1/32:8080", "::ffff:127.0.0.1", 8080, false],
    [" 10.1.0.0/16:80 , [fd00::/8]:443,", "10.1.255.255", 80, true],
    [" 10.1.0.0/16:80 , [fd00::/8]:443,", "10.2.0.0", 80, false],
    [" 10.1.0.0/16:80 , [fd00::/8]:443,", "fdff::1", 443, true],
    [" 10.1.0.0/16:80 , [fd00::/8]:443,", "fdff::1", 80, false],
    [" 10.1.0.0/16:80 , [fd00::/8]:443,", "fe80::1", 443, false],
    ["0.0.0.0/0:80", "::1", 80, false],
    ["", "127.0.0.1", 80, false],
  ])("%j: %s at %i is allowed: %s", (list, address, port, allowed) => {
    expect(parseAllow(list)(addressOf(address), port)).toBe(allowed);
  });

  test.each([
    ...["localhost:80", "127.0.0.1:80", "127.0.0.1/32", "127.0.0.1/33:80", "127.1/32:80", "010.0.0.1/32:80"],
    ...[
      "::1/128:80",
      "[::1]:80",
      "[::1/129]:80",
      "[127.0.0.1/32]:80",
      "[fe80::1%eth0/64]:80",
      "256.0.0.1/8:80",
    ],
    ...["127.0.0.1/32:0", "127.0.0.1/32:65536", "127.0.0.1/32:*", "127.0.0.1/32:80;10.0.0.0/8:80"],
  ])("%s is refused and named", (wrong) => {
    expect(refuseAllow(`10.0.0.0/8:80,${wrong}`)).toContain(JSON.stringify(wrong));
    expect(() => parseAllow(wrong)).toThrow(wrong);
  });

  test("an invalid HOOK_ALLOW stops the start", async () => {
    vi.resetModules();
    vi.stubEnv("HOOK_ALLOW", "10.0.0.0/8");
    onTestFinished(() => void vi.unstubAllEnvs());
    await expect(import("./env")).rejects.toThrow('HOOK_ALLOW: "10.0.0.0/8" is no network and port');
  });
});

describe("urls of receivers", () => {
  test.each([
    "https://hooks.example/a?b=c",
    "HTTP://Hooks.Example:8080",
    "http://[2606:4700::1111]/",
    "https://bücher.example/",
    `https://hooks.example/${"a".repeat(1978)}`,
  ])("%.60s is accepted", (url) => {
    expect(refuseUrl(url)).toBeUndefined();
  });

  test.each([
    ["", "valid"],
    ["/relative", "valid"],
    ["hooks.example/a", "valid"],
    ["http://", "valid"],
    ["http://[::1%25lo]/", "valid"],
    ["http://256.0.0.1/", "valid"],
    ["http://a b/", "valid"],
    ["http://hooks.example:65536/", "valid"],
    ["http://hooks.example:0/", "port 0"],
    ["ftp://hooks.example/", "http"],
    ["file:///etc/passwd", "http"],
    ["javascript:alert(1)", "http"],
    ["gopher://127.0.0.1:6379/_", "http"],
    ["http://user@hooks.example/", "user name"],
    ["http://:secret@hooks.example/", "user name"],
    ["http://hooks.example\n/", "control"],
    ["http://hooks.example/\0", "control"],
    [`https://hooks.example/${"a".repeat(1979)}`, "2000 characters"],
  ])("%.60j is refused: %s", (url, why) => {
    expect(refuseUrl(url)).toContain(why);
  });
});
