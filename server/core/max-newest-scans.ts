/** How many scans the map reads, the newest first, where roll-ups do not have a figure. */
export const MAX_NEWEST_SCANS = 20_000;
