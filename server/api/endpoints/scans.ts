import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { pagedAnswer } from "@/server/api/paged";
import { JsonText, jsonArray, jsonObject } from "@/server/data/json-text";
import { Page } from "@/server/data/paging";
import { discardFile } from "@/server/domain/contents/create";
import { addScanImage, anyScan, keepScanImage } from "@/server/domain/scans/add-image";
import { mapOfScan } from "@/server/domain/scans/map";
import { getScan, listLastScans } from "@/server/domain/scans/read";
import { type RecordedScan, scanOfKey } from "@/server/domain/scans/record";
import {
  LastScans,
  MapSize,
  NewScan,
  NewScanImage,
  PublicScan,
  ScanAnswer,
  ScanEnvelope,
} from "@/server/domain/scans/schema";
import { TOLD_LIMIT } from "@/server/domain/scans/told-bytes";
import {
  listedItemView,
  ownedScanJson,
  ownedScanView,
  scanAnswerView,
  scanView,
} from "@/server/domain/scans/view";
import { Answer } from "@/server/http/answer";
import { limit } from "@/server/http/limits";
import { pictureFile, pictureTurn } from "@/server/http/pictures";
import { recordWithinLimits } from "@/server/http/record-scan";

const LOCALE_HEADER = "an-api-client-locale";

function answerOf(recorded: RecordedScan, wantedLocale: string | null): Answer<z.input<typeof ScanAnswer>> {
  const { locale, answer } = scanAnswerView(recorded, wantedLocale);
  return new Answer(answer, { "content-language": locale }, recorded.scan.id);
}

export const addScanEndpoint = endpoint({
  method: "POST",
  path: "/scans",
  auth: "scanner",
  tag: "Scans",
  summary: "Record a scan of an item",
  description: `Only \`identifier\` is needed. ${TOLD_LIMIT}. The answer is localised by the header an-api-client-locale.`,
  input: { body: NewScan },
  response: ScanAnswer,
  errors: ["invalid", "notFound"],
  creates: true,
  handle: async (ctx, { body }, { headers, address }) =>
    answerOf(await recordWithinLimits(ctx, body, address), headers.get(LOCALE_HEADER)),
  once: {
    async make(ctx, { body }, { headers, address }, key) {
      const locale = headers.get(LOCALE_HEADER);
      const recorded = await recordWithinLimits(ctx, body, address, { ...key, locale });
      return recorded === "used" ? recorded : answerOf(recorded, locale);
    },
    async replay(ctx, { scanId, scannedItem, locale }, { body }) {
      if (scanId === null || scannedItem === null) throw new Error("The key is not one of a recorded scan.");
      return answerOf(await scanOfKey(ctx, { scanId, item: scannedItem }, body), locale);
    },
  },
});

export const addScanImageEndpoint = endpoint({
  method: "POST",
  path: "/scans/:id/image",
  auth: "none",
  tag: "Scans",
  summary: "Add an image to a scan",
  description:
    "JPEG, PNG or WebP, for 24 hours after the scan and up to 3 of them; metadata is stripped. Any caller who knows the scan's id may add them.",
  input: { params: z.object({ id: z.string() }), body: NewScanImage },
  upload: "image",
  response: PublicScan,
  errors: ["invalid", "notFound", "tooManyRequests"],
  creates: true,
  // The call is public and bodies reach megabytes: they are received for existing scans only.
  admit: async (ctx, { id = "" }, { address }) => {
    await limit("scan images from this address", address);
    await anyScan(ctx, id);
  },
  prepare: async (ctx, { params, body }) => {
    const kept = await keepScanImage(ctx, params.id, body);
    return {
      discard: () => discardFile(kept),
      make: async (ctx) => {
        const scan = await addScanImage(ctx, params.id, kept);
        return new Answer(scanView(scan, scan.images), {}, scan.id);
      },
    };
  },
});

export const getScanEndpoint = endpoint({
  method: "GET",
  path: "/scans/:id",
  auth: "token",
  tag: "Scans",
  summary: "Get a scan",
  input: { params: z.object({ id: z.string() }) },
  response: ScanEnvelope,
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params }) => ownedScanView(await getScan(ctx, params.id)),
});

export const getScanMapEndpoint = endpoint({
  method: "GET",
  path: "/scans/:id/map",
  auth: "token",
  tag: "Scans",
  summary: "Get a map of where an item was scanned",
  description:
    "For scans with a location. The header an-api-client-locale chooses the language of the caption.",
  input: { params: z.object({ id: z.string() }), query: MapSize },
  response: "file",
  produces: "image/png",
  errors: ["invalid", "forbidden", "notFound"],
  handle: async (ctx, { params, query }, request) => {
    const locale = request.headers.get(LOCALE_HEADER);
    const wish = { ...query, locale, turn: pictureTurn(request) };
    return pictureFile(await mapOfScan(ctx, params.id, wish), "private");
  },
});

export const listLastScansEndpoint = endpoint({
  method: "GET",
  path: "/scans",
  auth: "token",
  tag: "Scans",
  summary: "List the latest scans of all items of the producer",
  input: { query: Page },
  response: LastScans,
  errors: ["invalid", "forbidden"],
  handle: async (ctx, { query }, request) => {
    const { item, scans } = await listLastScans(ctx, query);
    const body = jsonObject(
      { scans: jsonArray(scans.entries.map(ownedScanJson)) },
      { identifier: item ? listedItemView(item, ctx.caller) : {} },
    );
    return pagedAnswer(new JsonText(body), scans.next, request);
  },
});
