import type { ConcernKind } from "@/server/core/concerns";
import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import type { Links } from "@/server/domain/cases/schema";
import type { StatsRange } from "@/server/domain/stats/schema";
import type { Concern, Found } from "./concern";
import { fakeConcerns } from "./fakes";
import { withKnown } from "./known";
import { reportsConcern } from "./reports";
import type { OneConcern } from "./schema";
import { suspiciousConcerns } from "./suspicious";
import { unregisteredConcern } from "./unregistered";

/** How much a scan of each kind counts for the order (decision 0088). */
const WEIGHT: Record<ConcernKind, number> = {
  stolen: 10,
  fakes: 3,
  reports: 3,
  invalidated: 2,
  impossible_travel: 2,
  unregistered: 2,
  many_devices: 1,
  burst: 1,
  outside_market: 0.5,
};

const urgencyOf = ({ kind, count }: Found) => WEIGHT[kind] * count;

async function find(ctx: Ctx, producerId: string, span: StatsRange): Promise<Found[]> {
  const found = await Promise.all(
    [fakeConcerns, suspiciousConcerns, unregisteredConcern, reportsConcern].map((source) =>
      source(ctx, producerId, span),
    ),
  );
  return found.flat().toSorted((a, b) => urgencyOf(b) - urgencyOf(a));
}

/** What is wrong at the calling producer in a time of seven days, most urgent first, with who looks into it already. */
export async function concernsOf(ctx: Ctx, span: StatsRange): Promise<Concern[]> {
  const { producerId } = callingProducer(ctx);
  return withKnown(ctx, producerId, span, await find(ctx, producerId, span));
}

/**
 * The newest scans, codes or reports behind a concern, at most 1,000, as a case links them.
 * @throws 404 if there is no such concern in the time
 */
export async function linksOfConcern(ctx: Ctx, { key, range }: OneConcern): Promise<Links> {
  const found = await find(ctx, callingProducer(ctx).producerId, range);
  const wanted = found.find((one) => one.key === key);
  if (!wanted) throw notFound("concern-not-found", "This is no longer the case.");
  return wanted.links;
}
