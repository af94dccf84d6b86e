import { beforeEach, expect, test, vi } from "vitest";
import { networkOf } from "./address";

// Holds decision 0013 and decision 0037.

beforeEach(() => vi.resetModules());

/** The caller's address for given trusted proxies, socket address and `x-forwarded-for`. */
async function addressBehind(trusted: string, socket: string | undefined, forwarded?: string) {
  vi.stubEnv("TRUSTED_PROXIES", trusted);
  const { callerAddress } = await import("./address");
  return callerAddress(new Headers(forwarded ? { "x-forwarded-for": forwarded } : {}), socket);
}

test.each([
  ["the socket's if no proxy is trusted", "", "10.0.0.1", "1.2.3.4", "10.0.0.1"],
  ["the IPv4 address of one in IPv6 notation", "", "::ffff:10.0.0.1", undefined, "10.0.0.1"],
  ["the IPv4 address of one in hexadecimal notation", "", "::FFFF:a00:1", undefined, "10.0.0.1"],
  ["the one from a trusted proxy", "10.0.0.0/8", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
  [
    "the last one that is not a trusted proxy",
    "10.0.0.0/8",
    "10.0.0.1",
    "6.6.6.6, 1.2.3.4, 10.9.9.9",
    "1.2.3.4",
  ],
  ["the socket's if it is not a trusted proxy", "10.0.0.0/8", "11.0.0.1", "1.2.3.4", "11.0.0.1"],
  ["the one from a proxy in a trusted IPv6 network", "fd00::/8", "fd00::1", "2001:db8::7", "2001:db8::7"],
  ["the last one before a malformed entry", "10.0.0.1", "10.0.0.1", "1.2.3.4, nonsense", "10.0.0.1"],
  ["unknown without a socket address", "10.0.0.1", undefined, "1.2.3.4", undefined],
])("the caller's address is %s", async (_, trusted, socket, forwarded, expected) => {
  expect(await addressBehind(trusted, socket, forwarded)).toBe(expected);
});

test.each([
  ["an IPv4 address", "192.0.2.1", "192.0.2.1"],
  ["an IPv6 address: its /64", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["an IPv6 address at full length", "2001:0DB8:0001:0002:0000:0000:0000:0001", "2001:db8:1:2::/64"],
  ["an IPv6 address with a zone", "fe80::1%eth0", "fe80:0:0:0::/64"],
  ["IPv4 mapped into IPv6", "::ffff:192.0.2.1", "192.0.2.1"],
  ["IPv4 mapped into IPv6, in hexadecimal", "::ffff:c000:201", "192.0.2.1"],
  ["IPv4 translated (SIIT)", "::ffff:0:192.0.2.1", "192.0.2.1"],
  ["IPv4 behind NAT64", "64:ff9b::192.0.2.1", "192.0.2.1"],
  ["IPv4 behind a local NAT64", "64:ff9b:1:2:3::192.0.2.1", "192.0.2.1"],
  ["6to4: its IPv4 address, whatever its network", "2002:c000:201:1234::1", "192.0.2.1"],
  [
    "Teredo: the IPv4 address of the user, not that of the server",
    "2001:0:4136:e378:8000:63bf:3fff:fdfe",
    "192.0.2.1",
  ],
  ["the loopback address", "::1", "0:0:0:0::/64"],
  ["a network: itself", "2001:db8:1:2::/64", "2001:db8:1:2::/64"],
])("the network of %s", (_, address, network) => {
  expect(networkOf(address)).toBe(network);
});
