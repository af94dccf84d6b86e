import { z } from "zod";
import { limitOf } from "@/server/data/paging";

/** How far a reader of the feed has come (decision 0077). */
export interface FeedCursor {
  /** The producer and the database that the numbers belong to, eight characters each. */
  lineage: string;
  /** Whether the last row has the number of a transaction of another database: those rows come first. */
  isForeign: boolean;
  /** The last row that was read. */
  xid: number;
  id: number;
  /** When the reader had last read all, in milliseconds; 0 where it never had. */
  readAllAt: number;
}

/** The beginning of the feed. */
export const BEGINNING = { isForeign: true, xid: 0, id: 0, readAllAt: 0 };

/** An id behind all rows of a transaction. */
export const BEHIND_ALL = Number.MAX_SAFE_INTEGER;

const PATTERN = /^([0-9a-f]{16})\.([01])\.(\d{1,16})\.(\d{1,16})\.(\d{1,16})$/;

/** The text of a cursor. Readers pass it back as it is. */
export const cursorText = ({ lineage, isForeign, xid, id, readAllAt }: FeedCursor): string =>
  [lineage, isForeign ? 1 : 0, xid, id, readAllAt].join(".");

function cursorIn(text: string): FeedCursor | undefined {
  const [, lineage, foreign, ...numbers] = PATTERN.exec(text) ?? [];
  const [xid, id, readAllAt] = numbers.map(Number).filter(Number.isSafeInteger);
  if (lineage === undefined || xid === undefined || id === undefined || readAllAt === undefined)
    return undefined;
  return { lineage, isForeign: foreign === "1", xid, id, readAllAt };
}

/** The query of the feed. */
export const FeedPage = z.object({
  after: z
    .string()
    .transform((text, check) => {
      const cursor = cursorIn(text);
      if (cursor) return cursor;
      check.addIssue("must be the cursor of a page of this list");
      return z.NEVER;
    })
    .optional()
    .describe("The cursor of an earlier answer; without it, the feed begins with the oldest event."),
  limit: limitOf("Some 4 MiB are a page: of large entries it holds fewer."),
});

export type FeedPage = z.output<typeof FeedPage>;
