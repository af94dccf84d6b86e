import { type SQL, sql } from "drizzle-orm";
import { producers } from "@/db/schema/producers";
import { ALL_PRODUCERS } from "@/db/schema/scan-days";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";

/** The producer whose scans are counted, or all producers. */
export interface Scope {
  producerId: string;
}

/**
 * The scans of the calling producer's items.
 *
 * @throws 403 for other callers
 */
export const ownScope = (ctx: Ctx): Scope => ({ producerId: callingProducer(ctx).producerId });

/**
 * The scans of all producers, for admins.
 *
 * @throws 403 for other callers
 */
export function allProducers(ctx: Ctx): Scope {
  callingAdmin(ctx);
  return { producerId: ALL_PRODUCERS };
}

/** The ids of the producers of a scope: of all producers those that are no sandboxes. */
export const producersOf = (scope: Scope): SQL =>
  isAllProducers(scope) ? sql`${producers.sandbox} = 0` : sql`${producers.id} = ${scope.producerId}`;

export const isAllProducers = ({ producerId }: Scope) => producerId === ALL_PRODUCERS;
