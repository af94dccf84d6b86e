import { z } from "zod";
import { parsed } from "@/server/core/parsed";
import { createReport } from "@/server/domain/reports/report";
import { NewReport } from "@/server/domain/reports/schema";
import { placeScanLater } from "@/server/domain/scans/place-later";
import { Location } from "@/server/domain/scans/schema";
import { readBytes } from "@/server/http/body";
import { limit } from "@/server/http/limits";
import { refuseOtherOrigins } from "@/server/http/same-origin";
import type { Visitor } from "./visitor";
import { scanOfBrowser } from "./visits";

const MAX_FORM_BYTES = 16 * 1024;

/**
 * Parses a form of the verify page.
 *
 * @throws 403 for forms of other origins, 400 for invalid ones.
 */
async function formOf<T>({ request }: Visitor, fields: z.ZodType<T>): Promise<T> {
  refuseOtherOrigins(request.headers);
  const text = Buffer.from(await readBytes(request, { maxBytes: MAX_FORM_BYTES })).toString();
  return parsed(fields, Object.fromEntries(new URLSearchParams(text)));
}

const degrees = z.string().min(1).transform(Number);
const Place = z.object({ latitude: degrees, longitude: degrees }).pipe(Location);

/** Adds the location to this browser's scan; returns false if it has no recent scan without a location. */
export async function tellPlace(visitor: Visitor): Promise<boolean> {
  const { ctx, identifier, request } = visitor;
  const place = await formOf(visitor, Place);
  const id = scanOfBrowser(request.headers, identifier);
  return id !== undefined && placeScanLater(ctx, { id, identifier }, place);
}

/**
 * Stores a report of the item.
 *
 * @throws 404 for an impossible identifier, 429 after too many reports.
 */
export async function submitReport(visitor: Visitor): Promise<void> {
  const { ctx, identifier, request, address } = visitor;
  const report = await formOf(visitor, NewReport);
  await limit("reports from this address", address);
  await limit("reports of this item", identifier);
  await createReport(ctx, { identifier, scanId: scanOfBrowser(request.headers, identifier) }, report);
}
