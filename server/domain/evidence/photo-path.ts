import type { Content } from "@/db/schema/contents";

const ENDINGS: Record<string, string> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" };

/** Where a pack has the photo of a scan. */
export const photoPath = ({
  scanId,
  scanPlace,
  contentType,
}: Pick<Content, "scanId" | "scanPlace" | "contentType">): string =>
  `photos/${scanId}-${scanPlace}.${ENDINGS[contentType] ?? "bin"}`;
