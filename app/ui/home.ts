import { keptChoice } from "@/app/request/request";
import { PRODUCER_COOKIE, type SignedIn } from "@/server/identity/from-session";
import { inspectPath, producerPath } from "./producer-pages";

/**
 * Address of a page for a person whose address names no producer: at the producer that this browser showed last, else
 * at their first. Inspectors get the inspection app. Admins without a producer get the overview of all producers.
 */
export async function addressFor({ person, memberships }: SignedIn, path = "/overview"): Promise<string> {
  const last = await keptChoice(PRODUCER_COOKIE);
  const own = memberships.find(({ producerId }) => producerId === last) ?? memberships[0];
  if (own?.role === "inspector") return inspectPath(own.producerId);
  if (own) return producerPath(own.producerId, path);
  return person.isAdmin ? "/admin/overview" : "/p";
}
