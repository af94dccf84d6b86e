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

const MAPPED = "::ffff:";

/** An IPv4 address as such, also where it is written as an IPv6 one. */
function plain(address: string): string {
  if (!address.toLowerCase().startsWith(MAPPED)) return address;
  // As sockets write it; anything else takes a parser, which takes its time.
  const dotted = address.slice(MAPPED.length);
  if (isIP(dotted) === 4) return dotted;
  return isIP(address) === 6 ? ipaddr.process(address).toString() : address;
}

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

/** Where an IPv6 address of a transition mechanism carries the IPv4 address of its user, by prefix. */
const EMBEDDED: [prefix: string, bits: number, ipv4: (bytes: number[]) => number[]][] = [
  ["::ffff:0:0", 96, (bytes) => bytes.slice(12)],
  ["::ffff:0:0:0", 96, (bytes) => bytes.slice(12)],
  ["64:ff9b::", 96, (bytes) => bytes.slice(12)],
  ["64:ff9b:1::", 48, (bytes) => bytes.slice(12)],
  // 6to4: whoever has an IPv4 address has 65,536 networks.
  ["2002::", 16, (bytes) => bytes.slice(2, 6)],
  // Teredo: the /64 names a server that thousands share; the user's own address stands last, inverted.
  ["2001::", 32, (bytes) => bytes.slice(12).map((byte) => byte ^ 0xff)],
];

const embeddings = EMBEDDED.map(([prefix, bits, ipv4]) => [ipaddr.IPv6.parse(prefix), bits, ipv4] as const);

/**
 * Who stands behind an address, for limits: of IPv6, whoever has one has all of its /64; where it stands for an IPv4
 * address, that one. What is no address, such as a network that was told before, stays as it is.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const ipv6 = ipaddr.IPv6.parse(address);
  const embedding = embeddings.find(([prefix, bits]) => ipv6.match(prefix, bits));
  if (embedding) return embedding[2](ipv6.toByteArray()).join(".");
  const network = ipv6.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
