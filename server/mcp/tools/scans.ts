import { z } from "zod";
import { getScanEndpoint } from "@/server/api/endpoints/scans";
import { makeDirectly } from "@/server/api/make";
import { PageByUuid } from "@/server/data/keyset";
import { Fragment } from "@/server/data/text-search";
import { assessmentOf } from "@/server/domain/assessments/read";
import { REASONS } from "@/server/domain/assessments/schema";
import { Identifier } from "@/server/domain/items/schema";
import { listScans } from "@/server/domain/scans/list";
import { neighboursOf } from "@/server/domain/scans/neighbours";
import { CLASSIFICATIONS } from "@/server/domain/scans/schema";
import { listSightedIdentifiers } from "@/server/domain/sightings/identifiers";
import { StatsCountry } from "@/server/domain/stats/schema";
import { Moment, partOf, tool } from "../tool";

/** What each finding means, in a sentence. */
const MEANING: Record<(typeof REASONS)[number], string> = {
  invalidated: "The producer had withdrawn the item before the scan.",
  stolen: "The item's owner had reported it as stolen before the scan.",
  impossible_travel: "The item was scanned at two places too far apart for the time between.",
  many_devices: "More devices scanned the item within 24 hours than one owner and a shop have.",
  burst: "More scanners scanned the item within ten minutes than can hold it.",
  outside_market: "The scan is from a country that the item's `data.markets` leaves out.",
  contradicts_client: "The scanner called the item original, although other findings make a copy probable.",
};

const ById = z.object({ id: z.uuid().describe("Id of the scan.") });

const listScansTool = tool({
  name: "list_scans",
  scope: "scans:read",
  title: "List scans",
  description:
    "Scans of the producer's items, newest first, each with verdict of the scanner, place, device and findings. All filters are optional.",
  input: z.object({
    identifier: Identifier.optional().describe("Scans of this item only."),
    verdict: z.enum(CLASSIFICATIONS).optional().describe("What the scanner said."),
    country: StatsCountry.optional().describe("ISO 3166-1 alpha-2; ZZ for scans without a country."),
    finding: z
      .enum(["any", ...REASONS])
      .optional()
      .describe("Scans with this finding of the service, or with any."),
    device: z.string().max(64).optional().describe("The hash of a device, as scans have it."),
    since: Moment.optional(),
    until: Moment.optional(),
    ...partOf(PageByUuid),
  }),
  call: (ctx, { identifier: item, since: from, until: before, limit, cursor, ...filter }) =>
    listScans(ctx, { ...filter, item, from, before }, { limit, cursor }),
});

const getScan = tool({
  name: "get_scan",
  scope: "scans:read",
  title: "Get a scan",
  description: "A scan with all that its device told.",
  input: ById,
  call: (ctx, { id }) => makeDirectly(getScanEndpoint, ctx, { params: { id } }),
});

const explainScan = tool({
  name: "explain_scan",
  scope: "scans:read",
  title: "Explain a scan",
  description:
    "Why the service finds a scan suspicious or not: score from 0 to 100, findings with their meaning and evidence, and the scans of the same item and device before and after it.",
  input: ById,
  call: async (ctx, { id }) => {
    const [assessment, neighbours] = await Promise.all([assessmentOf(ctx, id), neighboursOf(ctx, id)]);
    const reasons = assessment.state === "suspicious" ? assessment.reasons : [];
    const findings = reasons.map((finding) => ({ finding, meaning: MEANING[finding] }));
    return { assessment, findings, neighbours };
  },
});

const listUnregistered = tool({
  name: "list_unregistered_codes",
  scope: "scans:read",
  title: "List unregistered codes",
  description:
    "Codes that were scanned although no item has them, newest first: possible fakes with invented numbers.",
  input: z.object({ search: Fragment.optional().describe("A part of the code."), ...partOf(PageByUuid) }),
  call: (ctx, { limit, cursor, ...filter }) => listSightedIdentifiers(ctx, filter, { limit, cursor }),
});

export const scanTools = [listScansTool, getScan, explainScan, listUnregistered];
