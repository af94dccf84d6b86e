import type { Ownership } from "@/db/schema/ownerships";

/**
 * The last day of a warranty: the day of the activation some months later, in UTC. A month without that day ends on its last one, so
 * that a month after 31 January is 28 or 29 February. Undefined without a warranty.
 */
export function warrantyUntil({
  activatedAt,
  warrantyMonths,
}: Pick<Ownership, "activatedAt" | "warrantyMonths">) {
  if (warrantyMonths === null || warrantyMonths === 0) return undefined;
  const [year, month] = [activatedAt.getUTCFullYear(), activatedAt.getUTCMonth() + warrantyMonths];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(activatedAt.getUTCDate(), lastDay)));
}
