import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { DEFAULT_PICTURE_DPI, type Label, type LabelContent } from "@assay/labels";
import { outlinedSvgOfLabel, pdfOfLabels, pngOfLabel } from "@assay/labels/print";
import { stringify } from "csv-stringify/sync";
import type { LabelPrint } from "@/db/schema/label-prints";
import type { Ctx } from "@/server/core/ctx";
import { labelsOf, settingsOf } from "@/server/domain/labels/prints";
import { contentOf, layoutOf, verifyAddress } from "@/server/domain/labels/schema";
import { publicBaseUrl } from "@/server/platform/env";
import type { Download } from "./download";
import { type ZipFile, zipOf } from "./zip";

/** The contents of a print's labels. Other callers have their turn between two of them: each takes milliseconds to draw. */
async function* contentsOf(
  ctx: Ctx,
  print: LabelPrint,
): AsyncGenerator<LabelContent & { identifier: string }> {
  const settings = settingsOf(print);
  for await (const label of labelsOf(ctx, print)) {
    await nextTurn();
    yield { ...contentOf(settings, label, publicBaseUrl), identifier: label.identifier };
  }
}

async function* one<T>(value: T): AsyncGenerator<T> {
  yield value;
}

const encoder = new TextEncoder();

/** Draws one label as a picture. */
async function picture(print: LabelPrint, content: LabelContent): Promise<Uint8Array> {
  const settings = settingsOf(print);
  const { grid, style } = layoutOf(settings);
  const label: Label = { ...content, width: grid.width, height: grid.height, style };
  if (print.format === "svg") return encoder.encode(outlinedSvgOfLabel(label));
  return pngOfLabel(label, { dpi: settings.dpi ?? DEFAULT_PICTURE_DPI });
}

/** A file name that all systems accept. */
const fileNameOf = (identifier: string) => identifier.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 80);

async function* pictures(ctx: Ctx, print: LabelPrint): AsyncGenerator<ZipFile> {
  const digits = String(print.count).length;
  let number = 1;
  for await (const content of contentsOf(ctx, print)) {
    const name = `${String(number).padStart(digits, "0")}-${fileNameOf(content.identifier)}.${print.format}`;
    const isCompressed = print.format === "png";
    yield { name, parts: one(await picture(print, content)), isCompressed, date: print.at };
    number += 1;
  }
}

/** The lines of a list of codes. Cells are as they are printed, without protection against formulas. */
async function* lines(ctx: Ctx, print: LabelPrint): AsyncGenerator<string> {
  const line = (cells: (string | null)[]) =>
    stringify([cells], { record_delimiter: "windows", quoted_string: true });
  yield line(["code", "address", "title", "group"]);
  let page = "";
  for await (const { identifier, title, group } of labelsOf(ctx, print)) {
    page += line([identifier, verifyAddress(publicBaseUrl, identifier), title, group]);
    if (page.length < 65_536) continue;
    yield page;
    page = "";
    await nextTurn();
  }
  yield page;
}

/** A list of codes and its checksum, as `sha256sum --check` reads it. */
async function* codesWithChecksum(ctx: Ctx, print: LabelPrint): AsyncGenerator<ZipFile> {
  const hash = createHash("sha256");
  const hashed = async function* () {
    for await (const text of lines(ctx, print)) {
      const part = encoder.encode(text);
      hash.update(part);
      yield part;
    }
  };
  yield { name: "codes.csv", parts: hashed(), date: print.at };
  const sum = encoder.encode(`${hash.digest("hex")}  codes.csv\n`);
  yield { name: "codes.csv.sha256", parts: one(sum), date: print.at };
}

async function* single(ctx: Ctx, print: LabelPrint): AsyncGenerator<Uint8Array> {
  for await (const content of contentsOf(ctx, print)) yield await picture(print, content);
}

/** The file of a print: a PDF, a picture, or an archive of pictures or of a list of codes. */
export function fileOfPrint(ctx: Ctx, print: LabelPrint): Download {
  const name = `labels-${print.at.toISOString().slice(0, 10)}-${print.id.slice(-6)}`;
  const zip = (files: AsyncIterable<ZipFile>, name: string): Download => ({
    parts: zipOf(files),
    type: "application/zip",
    name: `${name}.zip`,
  });
  switch (print.format) {
    case "pdf": {
      const layout = layoutOf(settingsOf(print), print.skip);
      const parts = pdfOfLabels(layout, contentsOf(ctx, print), { title: name, date: print.at });
      return { parts, type: "application/pdf", name: `${name}.pdf` };
    }
    case "csv":
      return zip(codesWithChecksum(ctx, print), name.replace("labels", "codes"));
    case "png":
    case "svg": {
      if (print.count > 1) return zip(pictures(ctx, print), name);
      const type = print.format === "png" ? "image/png" : "image/svg+xml";
      return { parts: single(ctx, print), type, name: `${name}.${print.format}` };
    }
  }
}
