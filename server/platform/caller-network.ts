import { AsyncLocalStorage } from "node:async_hooks";

declare global {
  var assayCallerNetwork: AsyncLocalStorage<string | undefined> | undefined;
}

/** On `globalThis`, since Next and the HTTP front are bundled apart. */
const store = () => {
  globalThis.assayCallerNetwork ??= new AsyncLocalStorage();
  return globalThis.assayCallerNetwork;
};

/** Does the work of a request for whoever stands behind the given network (of `networkOf`). */
export const fromNetwork = <T>(network: string | undefined, work: () => T): T => store().run(network, work);

/**
 * The network of the request that is being answered, as the HTTP front saw it; no header can feign it. Nothing where Next
 * runs without the front, which hides the socket.
 */
export const callerNetwork = (): string | undefined => store().getStore();
