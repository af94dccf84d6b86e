import { writeTable } from "@assay/spreadsheets";
import { z } from "zod";
import { invalid } from "@/server/core/errors";
import { parsed } from "@/server/core/parsed";
import { refuseForeign } from "@/server/core/plain-input";
import { openTable, ROLE_FOR } from "@/server/exports/open";
import { recordExport } from "@/server/exports/record";
import { EXPORT_FORMATS, ExportedList } from "@/server/exports/schema";
import { readBytes } from "@/server/http/body";
import { memberCtx, membershipAs, refuseUnlessFresh } from "@/server/identity/visitor";
import { download, queryOf, today } from "./download";

/** How a file is written: its format, and the headers of its columns; without headers, it has all columns. */
const How = z.object({ format: z.enum(EXPORT_FORMATS), columns: z.array(z.string()).min(1).optional() });

const TYPE = {
  csv: "text/csv; charset=utf-8",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  jsonl: "application/jsonl; charset=utf-8",
};

const NAME: Record<ExportedList["list"], string> = {
  items: "items",
  selectedItems: "items",
  groups: "groups",
  files: "files",
  scans: "scans",
  sightings: "unregistered-codes",
  deliveries: "deliveries",
  auditLog: "audit-log",
  requestLog: "request-log",
};

const MAX_FILTER_BYTES = 1024 * 1024;

/** The filter, in the body of a POST or in the query of a GET. */
async function filterOf(request: Request): Promise<unknown> {
  const text =
    request.method === "POST"
      ? Buffer.from(await readBytes(request, { maxBytes: MAX_FILTER_BYTES })).toString()
      : (queryOf(request).filter ?? "{}");
  const filter = jsonIn(text);
  refuseForeign(filter);
  return filter;
}

/** The order of the list, in the query. */
function sortOf(request: Request): unknown {
  const { sort } = queryOf(request);
  return sort === undefined ? undefined : jsonIn(sort);
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid("invalid-input", "The filter or the order is not valid JSON.");
  }
}

/**
 * Exports a list of the producer: `?list=&format=csv|xlsx|jsonl&filter=&sort=&column=`. Filter and order are JSON, as the
 * list's own call takes them; `column` is repeated. A filter that is too long for an address is the body of a POST. The file is generated while
 * it is sent, and recorded in the audit log.
 */
export const exportList = (request: Request): Promise<Response> =>
  download(request, async (visitor, requestId) => {
    refuseUnlessFresh(visitor.signedIn);
    const { list, format } = queryOf(request);
    const wish = parsed(ExportedList, { list, filter: await filterOf(request), sort: sortOf(request) });
    const columns = new URL(request.url).searchParams.getAll("column");
    const how = parsed(How, { format, ...(columns.length > 0 ? { columns } : {}) });
    const ctx = memberCtx(visitor.signedIn, membershipAs(ROLE_FOR[wish.list], visitor), requestId);
    const table = await openTable(ctx, wish);
    const chosen = new Set(how.columns ?? table.columns);
    const { headers, rows } = table.choose((header) => chosen.has(header));
    if (headers.length === 0) throw invalid("invalid-input", "The list has none of the chosen columns.");
    await recordExport(ctx, wish, { format: how.format, columns: how.columns });
    return {
      parts: writeTable(how.format, headers, rows, { sheet: NAME[wish.list] }),
      type: TYPE[how.format],
      name: `${NAME[wish.list]}-${today()}.${how.format}`,
    };
  });

const OldScans = z.object({ format: z.string(), from: z.coerce.number(), before: z.coerce.number() });

/** Leads from the address of earlier exports of scans, `?format=csv|ndjson&from=&before=`, to the export of the list. */
export function redirectScansExport(request: Request): Response {
  const url = new URL(request.url);
  const { format, from, before } = OldScans.safeParse(queryOf(request)).data ?? {};
  const producer = url.searchParams.get("producer");
  const query = new URLSearchParams({
    list: "scans",
    format: format === "ndjson" ? "jsonl" : (format ?? "csv"),
    filter: JSON.stringify({ from, before }),
    ...(producer === null ? {} : { producer }),
  });
  return new Response(null, { status: 308, headers: { location: `/api/dashboard/export?${query}` } });
}
