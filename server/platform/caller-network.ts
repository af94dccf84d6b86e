import { AsyncLocalStorage } from "node:async_hooks";

declare global {
  var assayCallerNetwork: AsyncLocalStorage<RequestOrigin> | undefined;
}

/** The origin of a request, as the HTTP front saw it. */
interface RequestOrigin {
  network: string | undefined;
  address: string | undefined;
  /** The id of a request that is traced. */
  requestId: string | undefined;
}

/** On `globalThis`, since Next and the HTTP front are separate bundles. */
const store = () => {
  globalThis.assayCallerNetwork ??= new AsyncLocalStorage();
  return globalThis.assayCallerNetwork;
};

/** Runs the work of a request as from the given network (of `networkOf`) and address. */
export const fromNetwork = <T>(
  network: string | undefined,
  work: () => T,
  address?: string,
  requestId?: string,
): T => store().run({ network, address, requestId }, work);

/**
 * The network of the current request, as the HTTP front saw it; no header can forge it. Undefined where Next runs without
 * the front, since Next hides the socket.
 */
export const callerNetwork = (): string | undefined => store().getStore()?.network;

/** The address of the current request; source and gaps as for `callerNetwork`. */
export const seenAddress = (): string | undefined => store().getStore()?.address;

/** The id that the HTTP front gave the current request because it is traced. */
export const tracedRequestId = (): string | undefined => store().getStore()?.requestId;
