import { openOutboundHttp } from "@/server/platform/outbound-http";
import { runtime } from "@/server/runtime/runtime";
import { type Deliverer, openDeliverer } from "./deliver";
import { FULL_PACE } from "./pace";

declare global {
  var assayDeliverer: Deliverer | undefined;
}

function openOwnDeliverer(): Deliverer {
  const { database, report, closeWith } = runtime();
  const http = openOutboundHttp();
  const deliverer = openDeliverer(database, http, FULL_PACE, report);
  closeWith(async () => {
    globalThis.assayDeliverer = undefined;
    await deliverer.close();
    await http.close();
  });
  return deliverer;
}

/**
 * The deliverer that this process uses on request; opened on first use, closed with the runtime. It is on `globalThis`
 * because Next and the HTTP front are separate bundles.
 */
export function ownDeliverer(): Deliverer {
  globalThis.assayDeliverer ??= openOwnDeliverer();
  return globalThis.assayDeliverer;
}

/** Ends all drains and waits for the attempts in flight. */
export async function closeOwnDeliverer(): Promise<void> {
  await globalThis.assayDeliverer?.close();
}
