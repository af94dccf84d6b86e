import { readFile } from "node:fs/promises";
import path from "node:path";
import { LINES, type Product } from "./brand";

/** A picture of the demo, a WebP. */
export interface DemoPicture {
  name: string;
  description: string | null;
  read(): Promise<Buffer>;
}

/** Bundles of the service run in its root folder, so this path holds in all of them. */
const FOLDER = path.resolve("node_modules/@assay/demo-data/pictures");
const SNAPSHOT_COUNT = 10;

const picture = (name: string, description: string | null = null): DemoPicture => ({
  name,
  description,
  read: () => readFile(path.join(FOLDER, name)),
});

/** The file name of a product, from its English title. */
const nameOf = ({ title }: Product) => `${title.en.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.webp`;

/** One picture for each product, in the order of the catalogue's groups. */
export const PRODUCT_PICTURES = LINES.flatMap(({ products }) =>
  products.map((product) => picture(nameOf(product), product.title.en)),
);

/** Snapshots of counterfeits, as buyers send them with a scan. */
export const SNAPSHOTS = Array.from({ length: SNAPSHOT_COUNT }, (_, i) => picture(`photo-${i + 1}.webp`));
