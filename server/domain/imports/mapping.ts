import { and, desc, eq, ne, sql } from "drizzle-orm";
import { type Import, imports } from "@/db/schema/imports";
import { type Ctx, callingProducer, isSession } from "@/server/core/ctx";
import { type Column, columnOf, readColumns } from "@/server/domain/tables/columns";

type Kind = Import["kind"];

const IMAGE_FILE = "image name, file name of image, photo file, picture file, bilddatei, bildname, dateiname";

/** Other names of columns, in lower case: those that shops, warehouses and spreadsheets use. */
const SYNONYMS: Record<Kind, Record<string, string>> = {
  items: {
    identifier:
      "id, code, serial, serial number, serial no, serial no., serialnumber, seriennummer, sku, kennung, barcode, ean, gtin, qr code, qr-code, artikelcode",
    title: "name, titel, bezeichnung, product, product name, produkt, produktname, artikel, artikelname",
    image: "picture, photo, image url, bild, foto",
    "image file": IMAGE_FILE,
    group: "series, collection, batch, gruppe, serie, kollektion, charge",
    verificationinfos: "verification, verification infos, prüfangaben, prüfhinweise, echtheitsmerkmale",
  },
  groups: {
    id: "group id, gruppen-id, kennung",
    title: "name, titel, bezeichnung, group, gruppe, serie, series",
    image: "picture, photo, image url, bild, foto",
    "image file": IMAGE_FILE,
    verificationinfos: "verification, verification infos, prüfangaben, prüfhinweise, echtheitsmerkmale",
  },
};

const plain = (header: string) =>
  header
    .trim()
    .toLowerCase()
    .replaceAll(/[_\s]+/g, " ");

/** The name of the column that a header means; null for an unknown one. */
export function recognised(kind: Kind, header: string): string | null {
  if (columnOf(kind, header)) return header.trim();
  const name = plain(header);
  const found = Object.entries(SYNONYMS[kind]).find(([, names]) => names.split(", ").includes(name));
  return found?.[0] ?? null;
}

/** Removes meanings that an earlier column has. */
function withoutRepeats(kind: Kind, mapping: (string | null)[]): (string | null)[] {
  return mapping.map((name, at) => {
    if (name === null) return null;
    const sofar = mapping.slice(0, at + 1).flatMap((earlier) => (earlier === null ? [] : [earlier]));
    return readColumns(kind, sofar).duplicates.includes(name) ? null : name;
  });
}

/**
 * What the columns of a file mean: for people, the newest mapping of the producer for the same columns; otherwise what the
 * headers say.
 */
export async function suggestedMapping(
  ctx: Ctx,
  kind: Kind,
  headers: readonly string[],
): Promise<(string | null)[]> {
  const last = isSession(ctx) ? await lastMapping(ctx, kind, headers) : undefined;
  const said = headers.map((header) => recognised(kind, header));
  return last ?? withoutRepeats(kind, said);
}

async function lastMapping(
  ctx: Ctx,
  kind: Kind,
  headers: readonly string[],
): Promise<(string | null)[] | undefined> {
  const { producerId } = callingProducer(ctx);
  const [last] = await ctx.db
    .select({ mapping: imports.mapping })
    .from(imports)
    .where(
      and(
        eq(imports.producerId, producerId),
        eq(imports.kind, kind),
        ne(imports.state, "uploading"),
        eq(imports.headers, sql`${JSON.stringify(headers)}::jsonb`),
      ),
    )
    .orderBy(desc(imports.createdAt))
    .limit(1);
  return last?.mapping;
}

/** The columns of an import under the headers of its file, which people know; null for ignored ones. */
export const columnsOf = ({ kind, mapping, headers }: Import): (Column | null)[] =>
  mapping.map((name, at) => {
    const column = name === null ? undefined : columnOf(kind, name);
    return column ? { ...column, header: headers[at] ?? column.header } : null;
  });
