import { AsyncLocalStorage } from "node:async_hooks";

declare global {
  var assayCallerNetwork: AsyncLocalStorage<Behind> | undefined;
}

/** Who stands behind a request, as the HTTP front saw it. */
interface Behind {
  network: string | undefined;
  address: string | undefined;
}

/** On `globalThis`, since Next and the HTTP front are bundled apart. */
const store = () => {
  globalThis.assayCallerNetwork ??= new AsyncLocalStorage();
  return globalThis.assayCallerNetwork;
};

/** Does the work of a request for whoever stands behind the given network (of `networkOf`), at the given address. */
export const fromNetwork = <T>(network: string | undefined, work: () => T, address?: string): T =>
  store().run({ network, address }, work);

/**
 * The network of the request that is being answered, as the HTTP front saw it; no header can feign it. Nothing where Next
 * runs without the front, which hides the socket.
 */
export const callerNetwork = (): string | undefined => store().getStore()?.network;

/** The address of the request that is being answered; from where, and when there is none, as for `callerNetwork`. */
export const seenAddress = (): string | undefined => store().getStore()?.address;
