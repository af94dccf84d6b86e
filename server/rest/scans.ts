import { z } from "zod";
import { MOST_CHARACTERS } from "@/server/domain/items/schema";
import { listLastScans, ownedScan } from "@/server/domain/scans/read";
import { recordScan } from "@/server/domain/scans/record";
import { LastScans, NewScan, ScanAnswer, ScanEnvelope } from "@/server/domain/scans/schema";
import { listedItemView, ownedScanView, scanAnswerView } from "@/server/domain/scans/view";
import { Page } from "@/server/domain/shared/paging";
import { AppError } from "@/server/errors";
import { Answer, endpoint } from "./endpoint";
import { limit, refuseIfSpent } from "./limits";
import { pagedAnswer } from "./paged";

export const addScanEndpoint = endpoint({
  method: "POST",
  path: "/scans",
  auth: "scanner",
  tag: "Scans",
  summary: "Record a scan of an item",
  description: "Only `identifier` is needed. The answer is localised by the header an-api-client-locale.",
  input: { body: NewScan },
  response: ScanAnswer,
  errors: ["invalid", "notFound"],
  creates: true,
  handle: async (ctx, { body }, { headers, address }) => {
    await refuseIfSpent("unknown identifiers from this address", address);
    await limit("scans of this item", body.identifier.slice(0, MOST_CHARACTERS));
    try {
      const recorded = await recordScan(ctx, body);
      const { locale, answer } = scanAnswerView(recorded, headers.get("an-api-client-locale"));
      return new Answer(answer, { "content-language": locale });
    } catch (refused) {
      if (refused instanceof AppError && refused.kind === "notFound") {
        await limit("unknown identifiers from this address", address);
      }
      throw refused;
    }
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
  handle: async (ctx, { params }) => ownedScanView(await ownedScan(ctx, params.id)),
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
    const body = {
      identifier: item ? listedItemView(item, ctx.caller) : {},
      scans: scans.entries.map(ownedScanView),
    };
    return pagedAnswer(body, scans.next, request);
  },
});
