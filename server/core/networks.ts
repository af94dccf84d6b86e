import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";

const familyOf = (address: string) => (isIP(address) === 6 ? "ipv6" : "ipv4");

/**
 * A network in its canonical CIDR form, such as `203.0.113.0/24` or `2001:db8::/32`; a single address is a network of one.
 * Undefined for any other text, and for IPv4 that is written as IPv6.
 */
export function canonicalNetwork(text: string): string | undefined {
  const [, address = "", prefix] = /^([\d.]+|[\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? [];
  const bits = isIP(address) === 6 ? 128 : 32;
  const length = prefix === undefined ? bits : Number(prefix);
  if (isIP(address) === 0 || length > bits) return undefined;
  const kind = bits === 32 ? ipaddr.IPv4 : ipaddr.IPv6;
  const first = kind.networkAddressFromCIDR(`${address}/${length}`);
  if (first instanceof ipaddr.IPv6 && first.isIPv4MappedAddress()) return undefined;
  return `${first}/${length}`;
}

/** Returns whether an address is in one of the networks, which are canonical. */
export function inNetworks(networks: readonly string[]): (address: string) => boolean {
  // A list for each family: in one for both, a network of IPv6 may hold addresses of IPv4 as well.
  const listed = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = "", prefix] = network.split("/");
    const family = familyOf(address);
    listed[family].addSubnet(address, Number(prefix), family);
  }
  return (address) => isIP(address) !== 0 && listed[familyOf(address)].check(address, familyOf(address));
}
