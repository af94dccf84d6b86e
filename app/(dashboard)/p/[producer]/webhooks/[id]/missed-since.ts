import { HOUR_MS } from "@/server/core/time";

/** Start of the missed events: an hour before the first failed attempt, because a delivery may wait for its turn. */
export const missedSince = (failingSince: Date) => new Date(failingSince.getTime() - HOUR_MS);
