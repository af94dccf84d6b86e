import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

export type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** All that is given out as public IPv6; translated, mapped, local and multicast addresses lie outside. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** What ipaddr.js takes for the internet, and isn't. */
const NOT_PUBLIC_EITHER = {
  // Answers every virtual machine in Azure, and nobody else: 169.254.169.254 by another name.
  azurePlatform: [ipaddr.IPv4.parseCIDR("168.63.129.16/32")],
  // The 6bone's, given back.
  sixBone: [ipaddr.IPv6.parseCIDR("3ffe::/16")],
};

/** The address that a text spells in the usual way; nothing for other spellings, names, and addresses with a zone. */
export function parseAddress(text: string): Address | undefined {
  return isIP(text) === 0 || text.includes("%") ? undefined : ipaddr.parse(text);
}

/**
 * Whether an address is one of the internet's. Whatever is set aside for a purpose is not, and neither is an IPv6
 * address that carries an IPv4 address, public or not: who translates it, and to where, is not ours to know.
 */
export function isPublic(address: Address): boolean {
  if (address.range() !== "unicast") return false;
  if (ipaddr.subnetMatch(address, NOT_PUBLIC_EITHER, "public") !== "public") return false;
  return address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
}

/** An interface id of RFC 5214, `::0:5efe:a.b.c.d` or `::200:5efe:a.b.c.d`: a tunnel to the IPv4 address within. */
function isIsatap({ parts: [, , , , scope, marker] }: ipaddr.IPv6): boolean {
  return (scope === 0 || scope === 0x200) && marker === 0x5efe;
}
