import ipaddr from "ipaddr.js";
import type { Address } from "./outbound-address";

/** Whether the deployment lets webhooks reach an address that is not public, at a port. */
export type Allow = (address: Address, port: number) => boolean;

interface Pair {
  network: Address;
  bits: number;
  port: number;
}

const V4_PAIR = /^([\d.]+\/\d{1,2}):(\d{1,5})$/;
const V6_PAIR = /^\[([\da-f:.]+\/\d{1,3})\]:(\d{1,5})$/i;

/** The reason why a text cannot be `HOOK_ALLOW`, with the first wrong part; undefined where it can. */
export function refuseAllow(list: string): string | undefined {
  const wrong = partsOf(list).find((part) => !parsePair(part));
  if (wrong === undefined) return undefined;
  return `${JSON.stringify(wrong)} is no network and port, such as 127.0.0.1/32:8080 or [fd00::/8]:8080`;
}

/**
 * Parses `HOOK_ALLOW`: pairs such as `10.1.0.0/16:8080` and `[fd00::/8]:8080`, separated by commas, each for exactly
 * that network and port. @throws an Error with the reason of `refuseAllow`
 */
export function parseAllow(list: string): Allow {
  const refused = refuseAllow(list);
  if (refused) throw new Error(refused);
  const pairs = partsOf(list).flatMap((part) => parsePair(part) ?? []);
  return (address, port) => pairs.some((pair) => pair.port === port && contains(pair, address));
}

function partsOf(list: string): string[] {
  return list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function contains({ network, bits }: Pair, address: Address): boolean {
  return network.kind() === address.kind() && address.match(network, bits);
}

function parsePair(text: string): Pair | undefined {
  const [, v4, v4Port] = V4_PAIR.exec(text) ?? [];
  const [, v6, v6Port] = V6_PAIR.exec(text) ?? [];
  const port = Number(v4Port ?? v6Port);
  if (!(port >= 1 && port <= 65_535)) return undefined;
  if (v4 && ipaddr.IPv4.isValidCIDRFourPartDecimal(v4)) return pairOf(ipaddr.IPv4.parseCIDR(v4), port);
  if (v6 && ipaddr.IPv6.isValidCIDR(v6)) return pairOf(ipaddr.IPv6.parseCIDR(v6), port);
  return undefined;
}

const pairOf = ([network, bits]: [Address, number], port: number): Pair => ({ network, bits, port });
