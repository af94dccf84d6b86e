import type { ScannedItem } from "@/db/schema/idempotency-keys";
import type { Ctx } from "@/server/core/ctx";
import { contentIdIn } from "@/server/domain/contents/named";
import { findContent } from "@/server/domain/contents/read";
import { localiser } from "@/server/domain/scans/localise";
import { type Past, pastOfItem } from "@/server/domain/scans/past";
import { merged } from "@/server/domain/shared/describable";
import { isAlwaysVisible } from "@/server/domain/shared/visibility";
import { RASTER_TYPES } from "@/server/platform/images";

/** An item as the verify page shows it. */
export interface ShownItem {
  identifier: string;
  title: string | undefined;
  infos: { label: string | undefined; values: string[] }[];
  /** The number of infos that are shown only after verification. */
  withheld: number;
  /** The language of title and infos, where the producer translated them. */
  locale: string;
  /** Whether its thumbnail can be shown. */
  hasImage: boolean;
  isInvalidated: boolean;
  past: Past;
}

const languageOf = (tag: string) => tag.split("-")[0];

/** Returns the item's texts in the first requested language that they exist in. */
function inBestLocale(item: ScannedItem, wanted: string[]) {
  const textsIn = localiser(item, item.group);
  for (const tag of wanted) {
    const texts = textsIn(tag);
    if (languageOf(texts.locale) === languageOf(tag)) return texts;
  }
  return textsIn(null);
}

async function hasThumbnail(ctx: Ctx, image: string | null): Promise<boolean> {
  const id = contentIdIn(image);
  const content = id === undefined ? undefined : await findContent(ctx, id);
  return content !== undefined && RASTER_TYPES.has(content.contentType);
}

/**
 * Returns the public view of an item: merged with its group and reduced to what a scanner app shows before
 * verification. `wanted` lists languages, the preferred first. Undefined if the item was deleted meanwhile.
 */
export async function shownItem(
  ctx: Ctx,
  item: ScannedItem,
  { scanId, wanted }: { scanId: string | undefined; wanted: string[] },
): Promise<ShownItem | undefined> {
  const texts = inBestLocale(item, wanted);
  const { title, image, verificationinfos } = merged(texts.item, texts.group);
  const [past, hasImage] = await Promise.all([
    pastOfItem(ctx, item.identifier, scanId),
    hasThumbnail(ctx, image),
  ]);
  if (!past) return undefined;
  const shown = verificationinfos.filter(isAlwaysVisible);
  return {
    identifier: item.identifier,
    title: title?.trim() || undefined,
    infos: shown
      .map(({ label, value }) => ({ label, values: [value ?? []].flat().filter((one) => one !== "") }))
      .filter(({ label, values }) => label || values.length > 0),
    withheld: verificationinfos.length - shown.length,
    locale: texts.locale,
    hasImage,
    isInvalidated: item.invalidated,
    past,
  };
}
