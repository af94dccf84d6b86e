import { z } from "zod";
import { Milliseconds } from "@/server/core/moment";
import type { Page } from "@/server/data/paging";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;
/** Bounds the bytes of a page below the API's limit. */
const MAX_BYTES = 512 * 1024;

/** Input of lists paged by time, like the API's: a page may hold more than `limit` entries. */
export const OlderPage = z.object({
  /** `nextCursor` of the previous page, in milliseconds. */
  cursor: Milliseconds.nullish(),
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
});

/** Converts the input to the page argument of verbs. */
export const olderPage = ({ cursor, limit }: z.output<typeof OlderPage>): Page => ({
  timestamp: cursor ?? undefined,
  limit,
  maxBytes: MAX_BYTES,
});
