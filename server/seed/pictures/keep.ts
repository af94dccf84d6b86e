import { type KeptFile, keepFile } from "@/server/domain/contents/create";
import { LINES } from "../brand";
import type { Chance } from "../chance";
import { COPIED_LINE } from "../fakes";
import { productPicture, snapshotPicture } from "./draw";

export interface KeptPictures {
  /** One per product, in the order of the catalogue's groups. */
  products: KeptFile[];
  /** Photos of counterfeits, for a few of their scans. */
  snapshots: KeptFile[];
}

const SNAPSHOT_COUNT = 10;

const kept = (data: Buffer, name: string, description: string | null = null) =>
  keepFile({ contentType: "image/jpeg", data, name, description });

/** Renders the demo's pictures and stores their bytes. Until they have rows they are orphans, which a sweep removes. */
export async function keepPictures(chance: Chance, onPart: (share: number) => void): Promise<KeptPictures> {
  const all = LINES.flatMap((line) => line.products.map((product) => ({ line, product })));
  const pictures: KeptPictures = { products: [], snapshots: [] };
  for (const { line, product } of all) {
    const name = `${product.title.en.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.jpg`;
    pictures.products.push(await kept(await productPicture(line, product), name, product.title.en));
    onPart(pictures.products.length / (all.length + SNAPSHOT_COUNT));
  }
  const copied = all.filter(({ line }) => line.key === COPIED_LINE);
  for (let i = 0; i < SNAPSHOT_COUNT; i++) {
    const { line, product } = chance.pick(copied);
    pictures.snapshots.push(await kept(await snapshotPicture(line, product, chance), `photo-${i + 1}.jpg`));
    onPart((all.length + i + 1) / (all.length + SNAPSHOT_COUNT));
  }
  return pictures;
}
