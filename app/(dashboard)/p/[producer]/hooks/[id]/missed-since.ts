const AN_HOUR_MS = 3_600_000;

/** From when on events were missed: they are announced, and may wait for their turn, before a call of theirs fails. */
export const missedSince = (failingSince: Date) => new Date(failingSince.getTime() - AN_HOUR_MS);
