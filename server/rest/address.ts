import { BlockList, isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "@/server/platform/env";

function trustedProxies(list: string): BlockList | undefined {
  if (list.trim() === "") return undefined;
  const trusted = new BlockList();
  for (const entry of list.split(",").map((part) => part.trim())) {
    if (entry === "") continue;
    const [address = "", prefix] = entry.split("/");
    const family = isIP(address) === 6 ? "ipv6" : "ipv4";
    if (prefix === undefined) trusted.addAddress(address, family);
    else trusted.addSubnet(address, Number(prefix), family);
  }
  return trusted;
}

const trusted = trustedProxies(env.TRUSTED_PROXIES);

const isTrusted = (address: string) =>
  trusted !== undefined &&
  isIP(address) !== 0 &&
  trusted.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");

const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/, "");

/**
 * The caller's address: the socket's, or, where that is a proxy named in TRUSTED_PROXIES, the last address in
 * `x-forwarded-for` that is no such proxy. Nothing where the front does not tell the socket's.
 */
export function callerAddress(headers: Headers, remoteAddress: string | undefined): string | undefined {
  if (remoteAddress === undefined) return undefined;
  let address = plain(remoteAddress);
  if (!isTrusted(address)) return address;
  const hops = headers.get("x-forwarded-for")?.split(",") ?? [];
  for (const hop of hops.reverse()) {
    const next = plain(hop.trim());
    if (isIP(next) === 0) break;
    address = next;
    if (!isTrusted(address)) break;
  }
  return address;
}

/** Who stands behind an address: of IPv6, whoever has one has all of its /64. */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  return `${parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
