import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The range of all public IPv6; translated, mapped, local and multicast addresses lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** Ranges that ipaddr.js takes for public. */
const NOT_PUBLIC_EITHER = {
  // Answers every virtual machine in Azure and no other host: the equivalent of 169.254.169.254.
  azurePlatform: [ipaddr.IPv4.parseCIDR("168.63.129.16/32")],
  // The former 6bone, returned to IANA.
  sixBone: [ipaddr.IPv6.parseCIDR("3ffe::/16")],
};

/** Parses an address in the usual notation; undefined for other spellings, names, and addresses with a zone. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);
}

/**
 * Whether an address is on the public internet. Reserved ranges are not. Neither is an IPv6 address that carries an IPv4
 * address, even a public one: the service cannot know which host translates it, and to which address.
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  if (ipaddr.subnetMatch(address, NOT_PUBLIC_EITHER, "public") !== "public") return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** An interface id of RFC 5214, `::0:5efe:a.b.c.d` or `::200:5efe:a.b.c.d`: a tunnel to the IPv4 address in it. */
function isIsatap({ parts: [, , , , scope, marker] }: ipaddr.IPv6): boolean {
  return (scope === 0 || scope === 0x200) && marker === 0x5efe;
}
