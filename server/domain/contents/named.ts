import type { Ctx } from "@/server/core/ctx";
import { publicBaseUrl } from "@/server/platform/env";
import { isId } from "@/server/platform/ids";
import { findContent } from "./read";
import { contentUrl } from "./view";

const ID_CHARACTERS = 36;
const PLACES = ["", `${publicBaseUrl}/api/v2/contents/`, "/api/v2/contents/", "/contents/", "contents/"];

/** All values of an `image` that name a content: its id, also in capitals, alone or after a place. */
export const namesOfContent = (id: string): string[] =>
  [...new Set([id, id.toUpperCase()])].flatMap((one) => PLACES.map((place) => place + one));

/** The id of the content that an `image` names by id, path or URL; undefined if it names none of this service. */
export function contentIdIn(image: string | null): string | undefined {
  const id = image?.slice(-ID_CHARACTERS).toLowerCase() ?? "";
  return image !== null && isId(id) && namesOfContent(id).includes(image) ? id : undefined;
}

/**
 * The public URL of the image that an item or a group names; undefined if that content does not exist. An http(s) URL is
 * returned unchanged.
 */
export async function imageUrlOf(ctx: Ctx, image: string | null): Promise<string | undefined> {
  if (image === null) return undefined;
  if (/^https?:\/\//i.test(image)) return image;
  const id = contentIdIn(image);
  const content = id === undefined ? undefined : await findContent(ctx, id);
  return content && contentUrl(content.id);
}
