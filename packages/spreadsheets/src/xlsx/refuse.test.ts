import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { faultOf, inChunks, join, readAll, texts } from "../../testing/tables";
import { workbook, workbookParts, zip } from "../../testing/workbook";

const folder = mkdtempSync(path.join(tmpdir(), "spreadsheets-test-"));
process.env.TMPDIR = folder;
afterAll(() => {
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true });
  expect(left, "temporary files").toEqual([]);
});

const ROW = '<row r="1"><c r="A1" t="inlineStr"><is><t>id</t></is></c></row>';
const fault = async (bytes: Uint8Array) => faultOf(readAll(inChunks(bytes)));
const faultOfParts = async (parts: Parameters<typeof zip>[0]) => faultOf(readAll(zip(parts)));

function* repeat(text: string, bytes: number): Generator<string> {
  const piece = text.repeat(Math.ceil(65_536 / text.length));
  for (let at = 0; at < bytes; at += piece.length) yield piece;
}

/** Changes the sizes that a ZIP archive claims for a part. */
function claim(archive: Buffer, name: string, uncompressed: number): Buffer {
  const changed = Buffer.from(archive);
  for (let at = changed.indexOf("PK\x01\x02"); at >= 0; at = changed.indexOf("PK\x01\x02", at + 1)) {
    const length = changed.readUInt16LE(at + 28);
    if (changed.toString("utf8", at + 46, at + 46 + length) === name)
      changed.writeUInt32LE(uncompressed, at + 24);
  }
  return changed;
}

test("a part of high ratio is refused before it is unpacked", async () => {
  const sheet = [`${ROW}<row>`, ...repeat("<c/>", 17 * 1024 * 1024), "</row>"];
  expect(await faultOf(readAll(workbook({ sheet })))).toMatchObject({ code: "zipBomb" });
});

test("a part that claims too small a size is refused once it exceeds it", async () => {
  const bytes = await join(workbook({ sheet: [ROW, ...repeat("<row/>", 1024 * 1024)] }));
  expect(await fault(claim(bytes, "xl/worksheets/sheet1.xml", 1000))).toMatchObject({ code: "zipBomb" });
  expect(await fault(claim(bytes, "xl/worksheets/sheet1.xml", 5 * 1024 ** 2))).toMatchObject({
    code: "damagedFile",
  });
  expect(await fault(claim(bytes, "xl/worksheets/sheet1.xml", 2 ** 32 - 2))).toMatchObject({
    code: "zipBomb",
  });
});

test("archives with too many entries are refused, and parts that no sheet needs are not unpacked", async () => {
  const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`f${at}`, ""]));
  expect(await faultOfParts({ ...workbookParts({ sheet: ROW }), ...many })).toMatchObject({
    code: "zipBomb",
  });
  const nested = { ...workbookParts({ sheet: ROW }), "xl/media/bomb.zip": repeat("0", 20 * 1024 * 1024) };
  expect((await readAll(zip(nested))).columns).toEqual(["id"]);
});

test("large parts of other kinds are refused", async () => {
  const parts = workbookParts({ sheet: ROW });
  parts["xl/styles.xml"] = ["<styleSheet>", ...repeat("<xf/>", 17 * 1024 * 1024), "</styleSheet>"];
  expect(await faultOfParts(parts)).toMatchObject({ code: "zipBomb" });
});

test.each([
  ['<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><worksheet>&b;</worksheet>', "damagedFile"],
  ['<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet/>', "damagedFile"],
  ["<worksheet><sheetData><row><c t='str'><v>&nbsp;</v></c></row></sheetData></worksheet>", "damagedFile"],
  ["<worksheet><sheetData><row>", "damagedFile"],
  ["<a>".repeat(100), "damagedFile"],
  ['<worksheet><sheetData><row r="0"/></sheetData></worksheet>', "damagedFile"],
  ['<worksheet><sheetData><row r="5"/><row r="5"/></sheetData></worksheet>', "damagedFile"],
  ['<worksheet><sheetData><row r="99999999"/></sheetData></worksheet>', "damagedFile"],
  ["<worksheet><sheetData><row><c t='s'><v>3</v></c></row></sheetData></worksheet>", "damagedFile"],
])("hostile and malformed XML is refused: %.60s", async (sheet, code) => {
  const parts = { ...workbookParts({ sheet: "", strings: "" }), "xl/worksheets/sheet1.xml": sheet };
  expect(await faultOfParts(parts)).toMatchObject({ code });
});

test("tokens and rows that have no end are refused", async () => {
  const noise = [...repeat("abcdefghijklmnopqrstuvwxyz0123456789", 9 * 1024 * 1024)];
  const cell = (text: string[]) => ['<c t="inlineStr"><is><t>', ...text, "</t></is></c>"];
  expect(await faultOf(readAll(workbook({ sheet: [ROW, "<row>", ...cell(noise), "</row>"] })))).toMatchObject(
    {
      code: "rowTooLong",
    },
  );
  const cells = Array.from({ length: 10 }, () => cell(noise.slice(0, 15))).flat();
  expect(await faultOf(readAll(workbook({ sheet: [ROW, "<row>", ...cells, "</row>"] })))).toMatchObject({
    code: "rowTooLong",
    row: 2,
  });
});

test("a row that shared strings make too long is refused", async () => {
  const strings = Array.from(
    { length: 10 },
    (_, at) => `<si><t>${at}${"x".repeat(1024 * 1024 - 1)}</t></si>`,
  );
  const cells = strings.map((_, at) => `<c t="s"><v>${at}</v></c>`);
  const header = strings.map((_, at) => `<c><v>${at}</v></c>`);
  const sheet = ["<row>", ...header, "</row><row>", ...cells, "</row>"];
  expect(await faultOf(readAll(workbook({ sheet, strings })))).toMatchObject({ code: "rowTooLong", row: 2 });
});

test("cells that repeat a column do not add up", async () => {
  const sheet = [ROW, "<row>", ...repeat('<c r="A2"><v>1</v></c>', 2 * 1024 * 1024), "</row>"];
  expect(texts((await readAll(workbook({ sheet }))).rows)).toEqual([["1"]]);
});

/** A compound file whose directory names a stream. */
function compoundFile(stream: string): Buffer {
  const file = Buffer.alloc(8192);
  Buffer.from("D0CF11E0A1B11AE1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(2, 48);
  file.write("Root Entry", 1536, "utf16le");
  file.write(stream, 1536 + 128, "utf16le");
  return file;
}

test("files with a password, old workbooks and other files have a code of their own", async () => {
  expect(await fault(compoundFile("EncryptedPackage"))).toEqual({ code: "encrypted" });
  expect(await fault(compoundFile("Workbook"))).toEqual({ code: "oldExcelFile" });
  expect(await fault(compoundFile("Workbook").subarray(0, 100))).toEqual({ code: "damagedFile" });
  expect(await faultOfParts({ "word/document.xml": "<x/>" })).toEqual({ code: "notASpreadsheet" });
  expect(await faultOfParts({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" })).toEqual({
    code: "notASpreadsheet",
  });
  const bytes = await join(workbook({ sheet: ROW }));
  expect(await fault(bytes.subarray(0, bytes.length - 200))).toEqual({ code: "damagedFile" });
  const locked = Buffer.from(bytes);
  for (let at = locked.indexOf("PK\x01\x02"); at >= 0; at = locked.indexOf("PK\x01\x02", at + 1))
    locked[at + 8] = 1;
  expect(await fault(locked)).toEqual({ code: "encrypted" });
});

test("a sheet that is not there is a fault with its name", async () => {
  expect(await faultOf(readAll(workbook({ sheet: ROW }), { sheet: "B" }))).toEqual({
    code: "noSheet",
    name: "B",
  });
  expect(await faultOf(readAll(workbook({ sheet: "" })))).toEqual({ code: "noHeader" });
});

test("every byte of a workbook may be damaged", async () => {
  const bytes = await join(
    workbook({ sheet: `${ROW}<row><c t="s"><v>0</v></c></row>`, strings: "<si><t>x</t></si>" }),
  );
  for (let at = 0; at < bytes.length; at += 23) {
    const damaged = Buffer.from(bytes);
    damaged[at] = (damaged[at] ?? 0) ^ 0x55;
    const error = await faultOf(readAll(inChunks(damaged)));
    if (error !== undefined) expect(error).toEqual(expect.objectContaining({ code: expect.any(String) }));
    if (error instanceof Error) throw error;
  }
});
