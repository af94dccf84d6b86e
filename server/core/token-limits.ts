/** What all tokens may do: 50 requests a second. */
export const MAX_REQUESTS_PER_MINUTE = 3_000;

export const MAX_NETWORKS = 20;
