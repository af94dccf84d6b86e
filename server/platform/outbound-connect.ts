import { isIP, type LookupFunction, type Socket } from "node:net";
import { buildConnector } from "undici";
import { type Address, isPublic, parseAddress } from "./outbound-address";
import type { Allow } from "./outbound-allow";
import { OutboundFault } from "./outbound-fault";
import type { Resolve } from "./outbound-resolve";

const CONNECT_TIMEOUT_MS = 10_000;
const LOOPBACK = ["127.0.0.1", "::1"];

interface Checks {
  allow: Allow;
  resolve: Resolve;
  /** The currently open sockets. */
  open: Set<Socket>;
}

/**
 * Connects only to public or allowed addresses. A name is resolved once for each connection, and the connection uses the
 * checked addresses: no second look-up could return others.
 */
export function checkedConnector({ allow, resolve, open }: Checks): buildConnector.connector {
  async function checkedAddresses(hostname: string, port: number): Promise<Address[]> {
    const isAllowed = (address: Address) => isPublic(address) || allow(address, port);
    const name = hostname.replace(/\.$/, "");
    if (isLocalhost(name)) {
      // This name cannot be made to lead elsewhere, so one family may be allowed without the other.
      return orRefuse(hostname, parseAll(LOOPBACK).filter(isAllowed));
    }
    const found = isIP(name) ? [name] : await lookUp(resolve, name);
    const addresses = parseAll(found).filter(isAllowed);
    return orRefuse(hostname, addresses.length === found.length ? addresses : []);
  }

  async function connect(target: buildConnector.Options, callback: buildConnector.Callback) {
    const port = Number(target.port || (target.protocol === "https:" ? 443 : 80));
    const addresses = await checkedAddresses(target.hostname, port);
    const connectTo = buildConnector({
      lookup: lookupOf(addresses),
      autoSelectFamily: true,
      rejectUnauthorized: true,
      timeout: CONNECT_TIMEOUT_MS,
    });
    connectTo(target, (...made) => {
      const [, socket] = made;
      if (socket) {
        open.add(socket);
        socket.once("close", () => open.delete(socket));
      }
      callback(...made);
    });
  }

  return (target, callback) => {
    connect(target, callback).catch((error: Error) => callback(error, null));
  };
}

const isLocalhost = (name: string) => name === "localhost" || name.endsWith(".localhost");

function parseAll(texts: readonly string[]): Address[] {
  return texts.flatMap((text) => parseAddress(text) ?? []);
}

async function lookUp(resolve: Resolve, name: string): Promise<readonly string[]> {
  const found = await resolve(name).catch(() => []);
  if (found.length === 0) throw new OutboundFault("dns", `${name} has no address.`);
  return found;
}

/** Returns the addresses. @throws OutboundFault where there are none */
function orRefuse(hostname: string, addresses: Address[]): Address[] {
  if (addresses.length > 0) return addresses;
  throw new OutboundFault("refused-address", `${hostname} is not, or not only, on the public internet.`);
}

/** A look-up for `net.connect` that returns the given addresses. */
function lookupOf(addresses: Address[]): LookupFunction {
  const found = addresses.map((address) => ({
    address: address.toString(),
    family: address.kind() === "ipv4" ? 4 : 6,
  }));
  return (_name, { all }, answer) => {
    const [first] = found;
    queueMicrotask(() => {
      if (all || !first) answer(null, found);
      else answer(null, first.address, first.family);
    });
  };
}
