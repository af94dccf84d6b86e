import type { Content } from "@/db/schema/contents";
import type { Ctx } from "@/server/core/ctx";
import { listContentsWith } from "@/server/domain/contents/list";
import { contentPath, contentUrl } from "@/server/domain/contents/view";
import { openKeyset } from "./pages";
import type { Wish } from "./schema";
import { type Columns, type ExportTable, fixedTable, iso } from "./table";

/** Files have long descriptions: this many are a few megabytes. */
const PAGE_FILES = 100;

/** The columns of a file, named as in the API. */
const COLUMNS: Columns<Content> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  description: ({ description }) => description,
  "content-type": ({ contentType }) => contentType,
  size: ({ size }) => size,
  path: ({ id }) => contentPath(id),
  url: ({ id }) => contentUrl(id),
  scan: ({ scanId }) => scanId,
  created: ({ createdAt }) => iso(createdAt),
};

/** The caller's files that match a filter, in the order of their list, as a table. */
export async function filesTable(ctx: Ctx, { filter, sort }: Wish<"files">): Promise<ExportTable> {
  const pages = await openKeyset("uuid", (page) =>
    listContentsWith(ctx, filter, { ...page, limit: PAGE_FILES, sort }),
  );
  return fixedTable(pages, COLUMNS, (pages) => pages);
}
