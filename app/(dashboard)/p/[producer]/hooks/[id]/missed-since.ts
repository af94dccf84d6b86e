import { HOUR_MS } from "@/server/core/time";

/** From when on events were missed: they are announced, and may wait for their turn, before a call of theirs fails. */
export const missedSince = (failingSince: Date) => new Date(failingSince.getTime() - HOUR_MS);
