import type { z } from "zod";
import type { Content } from "@/db/schema/contents";
import { publicBaseUrl } from "@/server/platform/env";
import type { ContentEnvelope } from "./schema";

/** Where the file of a content is, for everyone. */
export const contentUrl = (id: string) => `${publicBaseUrl}/api/v2/contents/${id}`;

/** What items and groups may call a content by. */
export const contentPath = (id: string) => `contents/${id}`;

/** A content as its producer reads it; what is not set is left out. */
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
