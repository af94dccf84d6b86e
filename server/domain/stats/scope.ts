import { ALL_PRODUCERS } from "@/db/schema/scan-days";
import { type Ctx, callingAdmin, callingProducer } from "@/server/core/ctx";

/** Whose scans are counted. */
export interface Scope {
  producerId: string;
}

/** Those of the calling producer's items. 403 for anyone else. */
export const ownScope = (ctx: Ctx): Scope => ({ producerId: callingProducer(ctx).producerId });

/** Those of all producers, for admins. 403 for anyone else. */
export function allProducers(ctx: Ctx): Scope {
  callingAdmin(ctx);
  return { producerId: ALL_PRODUCERS };
}

export const isAllProducers = ({ producerId }: Scope) => producerId === ALL_PRODUCERS;
