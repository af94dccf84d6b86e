import { Resolver } from "node:dns/promises";

/** All addresses of a name, IPv4 and IPv6; rejects or answers none where there are none. */
export type Resolve = (name: string) => Promise<readonly string[]>;

const ATTEMPT_MS = 2000;
const ATTEMPTS = 2;

/**
 * Asks the name servers of the machine, or those given as `address:port`. Not by getaddrinfo: that occupies a
 * thread for as long as a name server likes, and files and pictures need those few threads.
 * So only DNS counts, and `/etc/hosts` does not.
 */
export function dnsResolve(servers?: readonly string[]): Resolve {
  const resolver = new Resolver({ timeout: ATTEMPT_MS, tries: ATTEMPTS });
  if (servers) resolver.setServers(servers);
  return async (name) => {
    const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return found.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
  };
}
