import { isPublic, parseAddress } from "./outbound-address";
import { parseAllow } from "./outbound-allow";
import { refuseUrl } from "./outbound-url";

/** The addresses of this name on every machine; one of them must be allowed. */
const LOOPBACK = ["127.0.0.1", "::1"];

const isLocalhost = (name: string) => name === "localhost" || name.endsWith(".localhost");

/**
 * The reason why a URL cannot be that of a new receiver, as a sentence; undefined where it can. `URL` has normalised every
 * spelling of an address: decimal, octal, hexadecimal, shortened, IPv6 that carries IPv4. The addresses of a name may
 * change, so they are checked at every connection.
 */
export function refuseReceiver(url: string, allow: string): string | undefined {
  const refused = refuseUrl(url);
  if (refused !== undefined) return refused;
  const { hostname, port, protocol } = new URL(url);
  const name = hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const addresses = (isLocalhost(name) ? LOOPBACK : [name]).flatMap((text) => parseAddress(text) ?? []);
  if (addresses.length === 0) return undefined;
  const isAllowed = parseAllow(allow);
  const portNumber = Number(port || (protocol === "https:" ? 443 : 80));
  return addresses.some((address) => isPublic(address) || isAllowed(address, portNumber))
    ? undefined
    : "The url leads to an address that is not on the public internet.";
}
