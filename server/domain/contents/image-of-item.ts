import { type Ctx, sandboxIn } from "@/server/core/ctx";
import { batchedRead } from "@/server/data/batched-read";
import { WANTED_ITEMS } from "@/server/domain/items/named";
import { itemNotThere } from "@/server/domain/items/read";
import { mergedImage } from "@/server/domain/shared/describable";
import { contentIdIn } from "./named";
import type { ServedContent } from "./read";

interface Row {
  identifier: string;
  sandbox: string;
  image: string | null;
  groupImage: string | null;
  contentId: string | null;
  contentType: string | null;
}

/** Every name of a content is shorter. */
const MAX_IMAGE_CHARACTERS = 2_000;
const beginning = (image: string) => `left(${image}, ${MAX_IMAGE_CHARACTERS})`;

/** Joins the content whose id ends the image, in one statement; `contentIdIn` then checks that the image names it. */
const READ_IMAGES = `
  select item.identifier, item.sandbox::text as sandbox, ${beginning("item.image")} as image, ${beginning('"group".image')} as "groupImage", content.id as "contentId",
    content.content_type as "contentType"
  from ${WANTED_ITEMS} left join groups "group" on "group".id = item.group_id
    left join contents content on content.id = substring(
      ${beginning('coalesce("group".image, item.image)')} from '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$')::uuid`;

const readImage = batchedRead<Row>("image of item", READ_IMAGES, ({ identifier, sandbox }) => [
  identifier,
  sandbox,
]);

/**
 * Finds the content that is the image of an item's merged view; undefined if it has none on this service. Concurrent reads of a
 * process share a statement.
 * @throws 404 if there is no item
 */
export async function imageOfItem(
  ctx: Ctx,
  identifier: string,
): Promise<Pick<ServedContent, "id" | "contentType"> | undefined> {
  const row = await readImage(ctx.batchClient, identifier, String(sandboxIn(ctx)));
  if (!row) throw itemNotThere(identifier);
  const { image, groupImage, contentId, contentType } = row;
  const id = contentIdIn(mergedImage({ image }, { image: groupImage }));
  return id !== undefined && id === contentId && contentType !== null ? { id, contentType } : undefined;
}
