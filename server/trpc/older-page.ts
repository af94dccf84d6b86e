import { z } from "zod";
import { Milliseconds } from "@/server/core/moment";
import type { Page } from "@/server/data/paging";

const DEFAULT_LIMIT = 25;
const MAX_LIMIT = 100;
/** Nobody reads more at a time. */
const MAX_BYTES = 512 * 1024;

/** Input of lists that are paged by time, as the interface pages them: a page may hold more than `limit` entries. */
export const OlderPage = z.object({
  /** What the page before gave as `nextCursor`, in milliseconds. */
  cursor: Milliseconds.nullish(),
  limit: z.number().int().min(1).max(MAX_LIMIT).default(DEFAULT_LIMIT),
});

/** The page as verbs are asked for it. */
export const olderPage = ({ cursor, limit }: z.output<typeof OlderPage>): Page => ({
  timestamp: cursor ?? undefined,
  limit,
  maxBytes: MAX_BYTES,
});
