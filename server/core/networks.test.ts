import { expect, test } from "vitest";
import { canonicalNetwork, inNetworks } from "./networks";

test.each([
  ["203.0.113.7", "203.0.113.7/32"],
  [" 203.0.113.7/24 ", "203.0.113.0/24"],
  ["0.0.0.0/0", "0.0.0.0/0"],
  ["2001:DB8::5", "2001:db8::5/128"],
  ["2001:db8:1:2::/48", "2001:db8:1::/48"],
])("%s is the network %s", (text, network) => {
  expect(canonicalNetwork(text)).toBe(network);
});

test.each([
  "",
  "example.com",
  "203.0.113",
  "010.0.0.1",
  "203.0.113.0/33",
  "2001:db8::/129",
  "203.0.113.0/-1",
  "203.0.113.0/24/1",
  "::ffff:203.0.113.7",
  "fe80::1%eth0",
])("%j is no network", (text) => {
  expect(canonicalNetwork(text)).toBeUndefined();
});

test("an address is in a list where one of its networks has it", () => {
  const isListed = inNetworks(["203.0.113.0/24", "2001:db8::/32"]);
  expect(["203.0.113.255", "2001:db8:ffff::1"].every(isListed)).toBe(true);
  expect(["203.0.114.0", "2001:db9::", "::ffff:1.2.3.4", "unknown", ""].some(isListed)).toBe(false);
});
