import { forbidden } from "@/server/core/errors";
import { publicBaseUrl } from "@/server/platform/env";

const HOME = new URL(publicBaseUrl).origin;

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Refuses a request that a page of another origin may have made. Browsers state its origin in `sec-fetch-site` or, over
 * plain http, in `origin`, which must be the requested host or the public address.
 * @throws 403
 */
export function refuseOtherOrigins(headers: Headers): void {
  const site = headers.get("sec-fetch-site");
  const origin = headers.get("origin");
  const isOurs =
    site === null
      ? origin !== null && (origin === HOME || hostOf(origin) === headers.get("host"))
      : site === "same-origin";
  if (!isOurs) throw forbidden("other-origin", "Changes are made from the dashboard's own pages alone.");
}
