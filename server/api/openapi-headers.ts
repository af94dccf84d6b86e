import { z } from "zod";
import type { ErrorKind } from "@/server/core/errors";
import { Page } from "@/server/data/paging";
import type { Endpoint } from "./endpoint";
import { EXAMPLE_IDS } from "./example-ids";
import { CURSOR_HEADER } from "./paged";

const RequestId = z.string().meta({
  description: "Names this request in the service's log, in errors and in the history of items.",
  example: EXAMPLE_IDS.request,
});
/** The headers of every answer. */
export const headersOfAll = z.object({ "x-request-id": RequestId });

/** Refusals that say when a retry makes sense. */
const RETRIED_LATER = new Set<ErrorKind>(["tooManyRequests", "unavailable"]);
const RetryAfter = z.object({
  "retry-after": z.string().meta({ description: "Seconds to wait before the next attempt.", example: "5" }),
});
const PageLink = z.object({
  link: z
    .string()
    .optional()
    .meta({ description: 'The next page as `<url>; rel="next"`, while older entries exist.' }),
});
const ContentLanguage = z.object({
  "content-language": z.string().meta({ description: "The language of the answer.", example: "en" }),
});
const FeedHeaders = z.object({
  ...PageLink.shape,
  [CURSOR_HEADER]: z.string().meta({
    description:
      "Where the answer ends: pass it as `after`. Of an empty answer it is the cursor that was sent.",
    example: "f0e1d2c3b4a59687.0.8123.4711.1777887000000",
  }),
});
const Replayed = z.object({
  "idempotency-replayed": z
    .string()
    .optional()
    .meta({ description: "`true` where the answer is the first one of this key again." }),
});

/** The headers of the answer of a call. */
export function headersOfSuccess({ input, auth, creates, lines }: Endpoint) {
  let headers: z.ZodObject = headersOfAll;
  if (input.query === Page) headers = headers.extend(PageLink.shape);
  if (lines) headers = headers.extend(FeedHeaders.shape);
  if (auth === "scanner") headers = headers.extend(ContentLanguage.shape);
  if (creates) headers = headers.extend(Replayed.shape);
  return headers;
}

/** The headers of a file. */
export const FileHeaders = headersOfAll.extend({
  etag: z.string().meta({ description: "The version of the file, for `if-none-match`." }),
  "content-length": z.string().meta({ description: "Bytes of the body." }),
  "content-disposition": z
    .string()
    .meta({ description: "`inline` for raster images, `attachment` for all other files." }),
});

/** The headers of a refusal. */
export const headersOfRefusal = (kind: ErrorKind): z.ZodObject =>
  RETRIED_LATER.has(kind) ? headersOfAll.extend(RetryAfter.shape) : headersOfAll;
