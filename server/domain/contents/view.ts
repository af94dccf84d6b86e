import type { z } from "zod";
import type { Content } from "@/db/schema/contents";
import { publicBaseUrl } from "@/server/platform/env";
import type { ContentEnvelope } from "./schema";

/** The public URL of a content's file. */
export const contentUrl = (id: string) => `${publicBaseUrl}/api/v2/contents/${id}`;

/** The path by which items and groups can name a content. */
export const contentPath = (id: string) => `contents/${id}`;

/** A content as its producer sees it; unset fields are omitted. */
export function contentView(content: Content): z.input<typeof ContentEnvelope> {
  const created = content.createdAt.getTime();
  return {
    id: content.id,
    data: {
      url: contentUrl(content.id),
      path: contentPath(content.id),
      "content-type": content.contentType,
      size: content.size,
      name: content.name ?? undefined,
      description: content.description ?? undefined,
      _owner: content.producerId,
      _created: created,
      _updated: created,
      _scan: content.scanId ?? undefined,
    },
  };
}
