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

/** An address in its plain form: IPv4 also if it is written as IPv6. */
function plain(address: string): string {
  if (!address.toLowerCase().startsWith(MAPPED)) return address;
  // Sockets write this form; any other form needs the slower parser.
  const dotted = address.slice(MAPPED.length);
  if (isIP(dotted) === 4) return dotted;
  return isIP(address) === 6 ? ipaddr.process(address).toString() : address;
}

/**
 * The caller's address: the socket's or, if that is a proxy of TRUSTED_PROXIES, the last address in `x-forwarded-for`
 * that is not such a proxy. Undefined without an address of the socket.
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

/** IPv6 transition mechanisms by prefix, and how their addresses contain the user's IPv4 address. */
const EMBEDDED: [prefix: string, bits: number, ipv4: (bytes: number[]) => number[]][] = [
  ["::ffff:0:0", 96, (bytes) => bytes.slice(12)],
  ["::ffff:0:0:0", 96, (bytes) => bytes.slice(12)],
  ["64:ff9b::", 96, (bytes) => bytes.slice(12)],
  ["64:ff9b:1::", 48, (bytes) => bytes.slice(12)],
  // 6to4: the owner of one IPv4 address has 65,536 networks.
  ["2002::", 16, (bytes) => bytes.slice(2, 6)],
  // Teredo: thousands of users share the /64 of a server; the user's own address comes last, inverted.
  ["2001::", 32, (bytes) => bytes.slice(12).map((byte) => byte ^ 0xff)],
];

const embeddings = EMBEDDED.map(([prefix, bits, ipv4]) => [ipaddr.IPv6.parse(prefix), bits, ipv4] as const);

/**
 * The network of an address, for rate limits: the /64 of an IPv6 address, since its owner has all of it, or the IPv4
 * address that it contains. Any other text, such as a network, is returned unchanged.
 */
export function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const ipv6 = ipaddr.IPv6.parse(address);
  const embedding = embeddings.find(([prefix, bits]) => ipv6.match(prefix, bits));
  if (embedding) return embedding[2](ipv6.toByteArray()).join(".");
  const network = ipv6.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(":")}::/64`;
}
