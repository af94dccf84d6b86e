import { sql } from "drizzle-orm";
import { makePgArray } from "drizzle-orm/pg-core";
import { contents } from "@/db/schema/contents";
import { sortedText } from "@/db/searched";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { contentPath } from "@/server/domain/contents/view";

/** The content that a file name means, as an image names it; or why it means none. */
export type NamedFile = { image: string } | "unknown" | "ambiguous";

/** No file has a longer name. */
const MAX_NAME_CHARACTERS = 1_000;

/** Finds the caller's image files by their whole names. */
export async function findNamedFiles(
  ctx: Ctx,
  names: Iterable<string>,
): Promise<ReadonlyMap<string, NamedFile>> {
  const wanted = [...new Set(names)].filter(({ length }) => length <= MAX_NAME_CHARACTERS);
  if (wanted.length === 0) return new Map();
  // Two are enough to know that a name is not unique.
  const rows = await ctx.db.execute<{ name: string; ids: string[] }>(sql`
    select wanted.name, array_to_json(array(
      select ${contents.id} from ${contents}
      where ${contents.producerId} = ${callingProducer(ctx).producerId}
        and ${sortedText(contents.name)} = sort_text(wanted.name) collate "C" and ${contents.name} = wanted.name
        and ${contents.contentType} like 'image/%' and ${contents.scanId} is null
      limit 2
    )) as ids
    from unnest(${makePgArray(wanted)}::text[]) as wanted(name)`);
  return new Map(
    rows.map(({ name, ids: [id, other] }): [string, NamedFile] => {
      if (id === undefined) return [name, "unknown"];
      return [name, other === undefined ? { image: contentPath(id) } : "ambiguous"];
    }),
  );
}
