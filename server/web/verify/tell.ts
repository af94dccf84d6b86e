import { z } from "zod";
import { invalid } from "@/server/core/errors";
import { parsed } from "@/server/core/parsed";
import { createReport } from "@/server/domain/reports/report";
import { MAX_PHOTO_BYTES, NewReport } from "@/server/domain/reports/schema";
import { placeScanLater } from "@/server/domain/scans/place-later";
import { Location } from "@/server/domain/scans/schema";
import { readBytes } from "@/server/http/body";
import { limit } from "@/server/http/limits";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import { formOf, MAX_FORM_BYTES } from "./form";
import type { Visitor } from "./visitor";
import { scanOfBrowser } from "./visits";

const degrees = z.string().min(1).transform(Number);
const Place = z.object({ latitude: degrees, longitude: degrees }).pipe(Location);

/** Adds the location to this browser's scan; returns false if it has no recent scan without a location. */
export async function tellPlace(visitor: Visitor): Promise<boolean> {
  const { ctx, identifier, request } = visitor;
  const place = await formOf(visitor, Place);
  const id = scanOfBrowser(request.headers, identifier);
  return id !== undefined && placeScanLater(ctx, { id, identifier }, place);
}

interface ReceivedReport {
  report: NewReport;
  photo?: Uint8Array;
}

/** Receives the form of a report, with its photo where it has one. @throws 400 for a faulty form, 403 for one of another origin */
export async function receiveReport(visitor: Visitor): Promise<ReceivedReport> {
  const { request } = visitor;
  const type = request.headers.get("content-type") ?? "";
  if (!type.startsWith("multipart/form-data")) return { report: await formOf(visitor, NewReport) };
  refuseOtherOrigins(request.headers);
  // Faulty forms do not count as reports, but their bytes do.
  await limit("report forms from this address", visitor.address);
  const bytes = await readBytes(request, { maxBytes: MAX_PHOTO_BYTES + MAX_FORM_BYTES, isUpload: true });
  const form = await partsOfForm(bytes, type);
  const fields: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === "string") fields[name] = value;
  const file = form.get("photo");
  const photo = file instanceof File && file.size > 0 ? new Uint8Array(await file.arrayBuffer()) : undefined;
  return { report: parsed(NewReport, fields), ...(photo ? { photo } : {}) };
}

/** Reads the parts of a form. @throws 400 for a broken one */
async function partsOfForm(bytes: Uint8Array, type: string): Promise<FormData> {
  try {
    return await new Response(Uint8Array.from(bytes), { headers: { "content-type": type } }).formData();
  } catch {
    throw invalid("invalid-form", "The form cannot be read. Send it again.");
  }
}

/**
 * Stores a report of the item.
 *
 * @throws 404 for an impossible identifier, 429 after too many reports.
 */
export async function submitReport(
  { ctx, identifier, request, address }: Visitor,
  { report, photo }: ReceivedReport,
): Promise<void> {
  await limit("reports from this address", address);
  await limit("reports of this item", identifier);
  await createReport(ctx, { identifier, scanId: scanOfBrowser(request.headers, identifier) }, report, photo);
}
