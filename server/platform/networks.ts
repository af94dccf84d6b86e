import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Splits a comma-separated list. */
const partsOf = (list: string) =>
  list
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");

const isNetwork = (text: string) =>
  isIP(text) !== 0 || ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);

/** The reason why a text is no list of addresses and networks; undefined where it is one. */
export function refuseNetworks(list: string): string | undefined {
  const wrong = partsOf(list).find((part) => !isNetwork(part));
  return wrong === undefined
    ? undefined
    : `${JSON.stringify(wrong)} is no address or network, such as 10.0.0.1 or 10.0.0.0/8`;
}
