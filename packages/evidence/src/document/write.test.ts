import { getDocument, type PDFDocumentProxy } from "pdfjs-dist/legacy/build/pdf.mjs";
import sharp from "sharp";
import { expect, test } from "vitest";
import { z } from "zod";
import type { Block } from "./block";
import { pdfOf } from "./write";

const picture = (background: string) =>
  sharp({ create: { width: 60, height: 40, channels: 3, background } })
    .jpeg()
    .toBuffer();

const COLUMNS = [
  { heading: "Time", share: 1 },
  { heading: "Code", share: 2 },
];

async function written(rows: number): Promise<Uint8Array> {
  const blocks: Block[] = [
    { kind: "title", text: "Case 12: Rotterdam handbags", subtitle: "Evidence pack 1" },
    { kind: "facts", facts: [["Made by", "Petra Muster"]] },
    { kind: "heading", text: "Scans" },
    { kind: "paragraph", text: "All times are in UTC." },
    {
      kind: "table",
      columns: COLUMNS,
      rows: Array.from({ length: rows }, (_, i) => [
        `2026-11-03 14:22:${i}`,
        `HB-${i} große сумка 鞄 ${"x".repeat(i)}`,
      ]),
    },
    { kind: "picture", image: await picture("#c0392b"), alt: "A map", caption: "The map", height: 60 },
    {
      kind: "gallery",
      pictures: [{ image: await picture("#39c02b"), alt: "A photo", lines: ["photos/1.jpg"] }],
    },
  ];
  return pdfOf(blocks, {
    title: "Case 12",
    language: "en",
    date: new Date("2026-11-27T12:00:00Z"),
    foot: "Evidence pack",
    page: (number) => `Page ${number}`,
  });
}

async function withPdf<T>(bytes: Uint8Array, work: (pdf: PDFDocumentProxy) => Promise<T>): Promise<T> {
  const task = getDocument({ data: new Uint8Array(bytes), useSystemFonts: false, fontExtraProperties: true });
  try {
    return await work(await task.promise);
  } finally {
    await task.destroy();
  }
}

const Node: z.ZodType<{ role: string; alt?: string | undefined; children: unknown[] }> = z.object({
  role: z.string(),
  alt: z.string().optional(),
  children: z.array(z.unknown()),
});
type Node = z.output<typeof Node>;

/** All elements of the structure of all pages. */
async function structureOf(pdf: PDFDocumentProxy): Promise<Node[]> {
  const found: Node[] = [];
  const visit = (value: unknown) => {
    const node = Node.safeParse(value).data;
    if (!node) return;
    found.push(node);
    node.children.forEach(visit);
  };
  for (let number = 1; number <= pdf.numPages; number++)
    visit(await (await pdf.getPage(number)).getStructTree());
  return found;
}

const textOf = async (pdf: PDFDocumentProxy, number: number) =>
  (await (await pdf.getPage(number)).getTextContent()).items
    .map((item) => ("str" in item ? item.str : ""))
    .join(" ");

test("it declares PDF/A-2a, and has what that needs: sRGB, a language, an id, marks, no encryption, no scripts", async () => {
  const bytes = await written(3);
  await withPdf(bytes, async (pdf) => {
    const { metadata } = await pdf.getMetadata();
    expect([metadata?.get("pdfaid:part"), metadata?.get("pdfaid:conformance")]).toEqual(["2", "A"]);
    expect(await pdf.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await pdf.getJSActions()).toBeNull();
    expect(await pdf.getAttachments()).toBeNull();
  });
  const source = Buffer.from(bytes).toString("latin1");
  for (const part of ["/OutputIntents", "/S /GTS_PDFA1", "/Lang (en)", "/ID [", "%PDF-1.7"])
    expect(source, part).toContain(part);
  for (const part of ["/Encrypt", "/JavaScript", "/AA", "/EmbeddedFile", "/SMask"])
    expect(source, part).not.toContain(part);
});

test("all fonts are embedded, each with a map to Unicode", async () => {
  const source = Buffer.from(await written(3)).toString("latin1");
  const fonts = source.match(/\/Subtype \/Type0[\s\S]*?endobj/g) ?? [];
  expect(fonts.length).toBeGreaterThan(0);
  for (const font of fonts) expect(font).toContain("/ToUnicode");
  const described = source.match(/\/Type \/FontDescriptor[\s\S]*?endobj/g) ?? [];
  expect(described).toHaveLength(fonts.length);
  for (const descriptor of described) expect(descriptor).toMatch(/\/FontFile[23]/);
  expect(source).not.toMatch(/\/Subtype \/Type1\b/);
});

test("texts can be selected, in any script of the font; other characters are question marks", async () => {
  await withPdf(await written(3), async (pdf) => {
    const text = await textOf(pdf, 1);
    expect(text).toContain("Case 12: Rotterdam handbags");
    expect(text).toContain("große");
    expect(text).toContain("сумка");
    expect(text).not.toContain("鞄");
  });
});

test("tables have headings, also for facts; a table over many pages has them once in its structure, and on every page", async () => {
  const bytes = await written(120);
  await withPdf(bytes, async (pdf) => {
    expect(pdf.numPages).toBeGreaterThan(3);
    const nodes = await structureOf(pdf);
    const roles = (role: string) => nodes.filter((node) => node.role === role);
    expect(roles("TH").length).toBeGreaterThanOrEqual(COLUMNS.length + 1);
    expect(roles("H1")).toHaveLength(1);
    expect(roles("Figure").map(({ alt }) => alt)).toEqual(["A map", "A photo"]);
    expect(await textOf(pdf, 2)).toMatch(/Time\s+Code/);
    expect(await textOf(pdf, pdf.numPages)).toContain(`Page ${pdf.numPages}`);
  });
  const source = Buffer.from(bytes).toString("latin1");
  expect(source.match(/\/Scope \/Column/g)).toHaveLength(COLUMNS.length);
  expect(source.match(/\/Scope \/Row/g)).toHaveLength(1);
});

test("the same blocks give the same bytes", async () => {
  const [one, other] = [await written(3), await written(3)];
  expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true);
});
