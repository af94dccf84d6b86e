import type { Ctx } from "@/server/core/ctx";
import { publicBaseUrl } from "@/server/platform/env";
import { isId } from "@/server/platform/ids";
import { findContent } from "./read";
import { contentUrl } from "./view";

const PLACES = [`${publicBaseUrl}/api/v2/contents/`, "/api/v2/contents/", "/contents/", "contents/"];

/** The id of the content that an `image` names by id, path or URL; undefined if it names none of this service. */
export function contentIdIn(image: string | null): string | undefined {
  if (image === null) return undefined;
  const place = PLACES.find((one) => image.startsWith(one)) ?? "";
  const id = image.slice(place.length);
  return isId(id) ? id.toLowerCase() : undefined;
}

/** All values of an `image` that name a content. */
export const namesOfContent = (id: string): string[] => ["", ...PLACES].map((place) => place + id);

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
