import { beforeEach, expect, test, vi } from "vitest";

// Holds decision 0013.

beforeEach(() => vi.resetModules());

/** The caller's address behind the given proxies, of which some are trusted. */
async function addressBehind(trusted: string, socket: string | undefined, forwarded?: string) {
  vi.stubEnv("TRUSTED_PROXIES", trusted);
  const { callerAddress } = await import("./address");
  return callerAddress(new Headers(forwarded ? { "x-forwarded-for": forwarded } : {}), socket);
}

test.each([
  ["the socket's, where no proxy is trusted", "", "10.0.0.1", "1.2.3.4", "10.0.0.1"],
  ["an IPv4 one in IPv6 spelling is the same", "", "::ffff:10.0.0.1", undefined, "10.0.0.1"],
  ["what a trusted proxy says", "10.0.0.0/8", "10.0.0.1", "1.2.3.4", "1.2.3.4"],
  ["the last that is no trusted proxy", "10.0.0.0/8", "10.0.0.1", "6.6.6.6, 1.2.3.4, 10.9.9.9", "1.2.3.4"],
  ["the socket's, where it is no trusted proxy", "10.0.0.0/8", "11.0.0.1", "1.2.3.4", "11.0.0.1"],
  ["a trusted IPv6 network counts, too", "fd00::/8", "fd00::1", "2001:db8::7", "2001:db8::7"],
  ["up to what is no address", "10.0.0.1", "10.0.0.1", "1.2.3.4, nonsense", "10.0.0.1"],
  ["unknown, where the front does not tell", "10.0.0.1", undefined, "1.2.3.4", undefined],
])("the caller's address is %s", async (_, trusted, socket, forwarded, expected) => {
  expect(await addressBehind(trusted, socket, forwarded)).toBe(expected);
});
