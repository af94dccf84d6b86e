import { isPublic, parseAddress } from "./outbound-address";
import { parseAllow } from "./outbound-allow";
import { refuseUrl } from "./outbound-url";

/** What this name leads to, whoever is asked; one of them has to be allowed. */
const LOOPBACK = ["127.0.0.1", "::1"];

const isLocalhost = (name: string) => name === "localhost" || name.endsWith(".localhost");

/**
 * Why a url can't be that of a new receiver, as a sentence; nothing where it can. `URL` has read every spelling of an
 * address by then: decimal, octal, hexadecimal, shortened, IPv6 that carries IPv4. What a name leads to is checked at every
 * connection, since that may change.
 */
export function refuseReceiver(url: string, allow: string): string | undefined {
  const refused = refuseUrl(url);
  if (refused !== undefined) return refused;
  const { hostname, port, protocol } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = (isLocalhost(name) ? LOOPBACK : [name]).flatMap((text) => parseAddress(text) ?? []);
  if (addresses.length === 0) return undefined;
  const isAllowed = parseAllow(allow);
  const at = Number(port || (protocol === "https:" ? 443 : 80));
  return addresses.some((address) => isPublic(address) || isAllowed(address, at))
    ? undefined
    : "The url leads to an address that is not on the public internet.";
}
