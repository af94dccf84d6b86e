import { type DemoPicture, PRODUCT_PICTURES, SNAPSHOTS } from "@assay/demo-data";
import { type KeptFile, keepFile } from "@/server/domain/contents/create";

export interface KeptPictures {
  /** One per product, in the order of the catalogue's groups. */
  products: KeptFile[];
  /** Photos of counterfeits, for a few of their scans. */
  snapshots: KeptFile[];
}

/** Stores the bytes of the demo's pictures. Until they have rows they are orphans, which a sweep removes. */
export async function keepPictures(onPart: (share: number) => void): Promise<KeptPictures> {
  let count = 0;
  const keep = async ({ name, description, read }: DemoPicture) => {
    const file = await keepFile({ contentType: "image/webp", data: await read(), name, description });
    count++;
    onPart(count / (PRODUCT_PICTURES.length + SNAPSHOTS.length));
    return file;
  };
  const pictures: KeptPictures = { products: [], snapshots: [] };
  for (const picture of PRODUCT_PICTURES) pictures.products.push(await keep(picture));
  for (const picture of SNAPSHOTS) pictures.snapshots.push(await keep(picture));
  return pictures;
}
