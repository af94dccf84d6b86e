import path from "node:path";
import { SpreadsheetFault } from "../fault";
import { MAX_SMALL_PART_BYTES } from "../limits";
import type { Archive } from "./archive";
import { readXml } from "./xml";

/** The names of the parts that a sheet needs. */
export interface Workbook {
  sheet: string;
  strings?: string;
  styles?: string;
  /** Whether days count from 1904 instead of 1900. */
  is1904: boolean;
}

interface Relation {
  id: string;
  /** The last word of its type, such as `worksheet`. */
  type: string;
  part: string;
}

/**
 * Finds the first worksheet, or the one with a name.
 * @throws {SpreadsheetFault} `noSheet`, and `notASpreadsheet` for other archives.
 */
export async function findWorkbook(archive: Archive, sheetName?: string): Promise<Workbook> {
  const root = (await readRelations(archive, "")).find(({ type }) => type === "officeDocument")?.part;
  if (root === undefined || !/\.xml$/i.test(root)) throw new SpreadsheetFault("notASpreadsheet");
  const relations = await readRelations(archive, root);
  const sheets: { name: string; id: string }[] = [];
  let is1904 = false;
  let element = "";
  await readXml(archive.read(root, MAX_SMALL_PART_BYTES), {
    open(name, attributes) {
      element ||= name;
      if (name === "workbookPr") is1904 = ["1", "true", "on"].includes(attributes.date1904 ?? "");
      if (name !== "sheet") return;
      const id = Object.entries(attributes).find(([key]) => key.endsWith(":id"))?.[1];
      sheets.push({ name: attributes.name ?? "", id: id ?? "" });
    },
  });
  if (element !== "workbook") throw new SpreadsheetFault("notASpreadsheet");
  const partOf = (type: string) => relations.find((relation) => relation.type === type)?.part;
  const candidates = sheetName === undefined ? sheets : sheets.filter(({ name }) => name === sheetName);
  const [sheet] = candidates.flatMap(({ id }) =>
    relations.filter((relation) => relation.type === "worksheet" && relation.id === id),
  );
  if (!sheet) throw new SpreadsheetFault("noSheet", sheetName === undefined ? {} : { name: sheetName });
  const [strings, styles] = [partOf("sharedStrings"), partOf("styles")];
  return { sheet: sheet.part, ...(strings && { strings }), ...(styles && { styles }), is1904 };
}

/** The relations of a part, or of the archive. */
async function readRelations(archive: Archive, part: string): Promise<Relation[]> {
  const folder = path.posix.dirname(part);
  const file = path.posix.join(folder, "_rels", `${path.posix.basename(part)}.rels`);
  const relations: Relation[] = [];
  if (!archive.has(file)) return relations;
  await readXml(archive.read(file, MAX_SMALL_PART_BYTES), {
    open(name, { Id: id = "", Type: type = "", Target: target = "" }) {
      if (name !== "Relationship") return;
      const absolute = path.posix.resolve("/", folder, target);
      relations.push({ id, type: path.posix.basename(type), part: absolute.slice(1) });
    },
  });
  return relations;
}
