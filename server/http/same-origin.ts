import { forbidden } from "@/server/core/errors";
import { publicBaseUrl } from "@/server/platform/env";

const HOME = new URL(publicBaseUrl).origin;

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined);

/**
 * Refuses a request that a page of another origin may have made. Browsers say in `sec-fetch-site` where a request comes
 * from, or else, over plain http, name the page's origin: it has to be the host that was asked, or the public address.
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
