import { Resolver } from "node:dns/promises";

/** Finds all addresses of a name, IPv4 and IPv6; rejects or returns an empty list where it has none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const ATTEMPT_TIMEOUT_MS = 2000;
const MAX_ATTEMPTS = 2;

/**
 * Queries the name servers of the machine, or those given as `address:port`. getaddrinfo would hold one of the few
 * threads of files and images for as long as a name server is silent. So only DNS counts, and `/etc/hosts` does not.
 */
export function dnsResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: ATTEMPT_TIMEOUT_MS, tries: MAX_ATTEMPTS });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
  };
}
