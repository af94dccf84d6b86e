import type { Ctx } from "@/server/core/ctx";
import { type LoggedCall, listCalls } from "@/server/domain/api-calls/list";
import { callView } from "@/server/domain/api-calls/view";
import { openKeyset } from "./pages";
import type { Wish } from "./schema";
import { type Columns, type ExportTable, fixedTable, iso } from "./table";

const COLUMNS: Columns<LoggedCall> = {
  id: ({ id }) => id,
  at: (call) => iso(callView(call).at),
  method: ({ method }) => method,
  endpoint: ({ endpoint }) => endpoint,
  path: ({ path }) => path,
  status: ({ status }) => status,
  code: ({ code }) => code,
  ms: ({ ms }) => ms,
  requestId: ({ requestId }) => requestId,
  tokenId: ({ tokenId }) => tokenId,
  token: ({ token }) => token,
  skipped: ({ skipped }) => skipped,
};

/** The caller's calls of the API that match a filter, newest first, as a table. Bodies are left out. */
export async function callsTable(ctx: Ctx, { filter }: Wish<"requestLog">): Promise<ExportTable> {
  const pages = await openKeyset("uuid", (page) => listCalls(ctx, filter, page));
  return fixedTable(pages, COLUMNS, (pages) => pages);
}
