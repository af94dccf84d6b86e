import { z } from "zod";
import { endpoint } from "@/server/api/endpoint";
import { EXAMPLE_IDS, EXAMPLE_PNG as PNG } from "@/server/api/example-ids";
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

const ById = z.object({ id: z.string().describe("Id of the scan.") });
const LOCALE_HEADER = "an-api-client-locale";

function answerOf(recorded: RecordedScan, wantedLocale: string | null): Answer<z.input<typeof ScanAnswer>> {
  const { locale, answer } = scanAnswerView(recorded, wantedLocale);
  return new Answer(answer, { "content-language": locale }, recorded.scan.id);
}

export const addScanEndpoint = endpoint({
  method: "POST",
  path: "/scans",
  auth: "scanner",
  scope: "scans:record",
  tag: "Scans",
  summary: "Record a scan",
  description: `Only \`identifier\` is needed. ${TOLD_LIMIT}. No credential is needed; with a token, \`creator\` is its producer; one that is not accepted counts as none, and one of a sandbox is refused. The answer is localised by the header an-api-client-locale. Country and continent come from \`location\`, else from the country of the caller's address. An unregistered identifier is 404, and kept as a scan of an unregistered code.`,
  input: { body: NewScan },
  example: {
    body: {
      identifier: EXAMPLE_IDS.item,
      copyclassification: "original",
      location: { latitude: 53.5503, longitude: 9.9937 },
      data: { shop: "Neuer Wall" },
      softwareInfo: { app: "acme-scan", versionApp: "2.3.0", os: "ios", osVersion: "17.5.1" },
      deviceInfo: { os: "ios", environment: { model: "iPhone15,2", identifierForVendor: "6F1C2B7E-52A0" } },
    },
  },
  response: ScanAnswer,
  errors: ["item-not-found", "scan-too-large", "demo-read-only"],
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
    "JPEG, PNG or WebP, for 24 hours after the scan and up to 3 of them; metadata is stripped. Any caller who knows the scan's id may add them. The body is a form with a file `image`, the bytes of the image, or JSON with Base64.",
  input: { params: ById, body: NewScanImage },
  upload: "image",
  example: {
    params: { id: EXAMPLE_IDS.scan },
    body: { "content-type": "image/png", data: PNG, name: "code.png" },
  },
  response: PublicScan,
  errors: [
    "scan-not-found",
    "scan-too-old",
    "demo-read-only",
    "scan-erased",
    "too-many-images",
    "unusable-image",
    "quota-exceeded",
    "content-type",
    "malformed-form",
  ],
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
  scope: "scans:read",
  tag: "Scans",
  summary: "Get a scan",
  description:
    "Only the producer of the scanned item can read it, with the software and device that the scanner told.",
  input: { params: ById },
  example: { params: { id: EXAMPLE_IDS.scan } },
  response: ScanEnvelope,
  errors: ["scan-not-found", "scan-of-another-producer"],
  handle: async (ctx, { params }) => ownedScanView(await getScan(ctx, params.id)),
});

export const getScanMapEndpoint = endpoint({
  method: "GET",
  path: "/scans/:id/map",
  auth: "token",
  scope: "scans:read",
  tag: "Scans",
  summary: "Get the map of a scan",
  description:
    "A PNG image, for scans with a location. The header an-api-client-locale chooses the language of the caption.",
  input: { params: ById, query: MapSize },
  example: { params: { id: EXAMPLE_IDS.scan }, query: { width: "600", height: "400", scale: "2" } },
  response: "file",
  produces: "image/png",
  errors: ["scan-not-found", "scan-of-another-producer", "scan-without-location"],
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
  scope: "scans:read",
  tag: "Scans",
  summary: "List the latest scans",
  description:
    "`identifier` is the item of the newest scan in the page, an empty object where the page is empty. Further pages follow the header `link`.",
  input: { query: Page },
  example: { query: { limit: "2" } },
  response: LastScans,
  errors: [],
  handle: async (ctx, { query }, request) => {
    const { item, scans } = await listLastScans(ctx, query);
    const body = jsonObject(
      { scans: jsonArray(scans.entries.map(ownedScanJson)) },
      { identifier: item ? listedItemView(item, ctx.caller) : {} },
    );
    return pagedAnswer(new JsonText(body), scans.next, request);
  },
});
