import type { Ctx } from "@/server/core/ctx";
import { publicBaseUrl } from "@/server/platform/env";
import { isId } from "@/server/platform/ids";
import { findContent } from "./read";
import { contentUrl } from "./view";

const PLACES = [`${publicBaseUrl}/api/v2/contents/`, "/api/v2/contents/", "/contents/", "contents/"];

/** The id of the content that an `image` names by id, path or url; nothing where it names none of this service. */
export function contentIdIn(image: string | null): string | undefined {
  if (image === null) return undefined;
  const place = PLACES.find((one) => image.startsWith(one)) ?? "";
  const id = image.slice(place.length);
  return isId(id) ? id.toLowerCase() : undefined;
}

/** All that an `image` can say to name a content. */
export const namesOfContent = (id: string): string[] => ["", ...PLACES].map((place) => place + id);

/**
 * Where the image that an item or a group names is, for everyone; nothing where it names no image that there is. An
 * http(s) url is taken as it is.
 */
export async function imageUrlOf(ctx: Ctx, image: string | null): Promise<string | undefined> {
  if (image === null) return undefined;
  if (/^https?:\/\//i.test(image)) return image;
  const id = contentIdIn(image);
  const content = id === undefined ? undefined : await findContent(ctx, id);
  return content && contentUrl(content.id);
}
