import { type Ctx, callingProducer } from "@/server/core/ctx";
import { notFound } from "@/server/core/errors";
import type { Links } from "@/server/domain/cases/schema";
import type { Concern, Found, Span } from "./concern";
import { spanAt } from "./days";
import { fakeConcerns } from "./fakes";
import { withKnown } from "./known";
import { reportsConcern } from "./reports";
import type { ConcernKind } from "./schema";
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

async function find(ctx: Ctx, producerId: string, span: Span): Promise<Found[]> {
  const found = await Promise.all(
    [fakeConcerns, suspiciousConcerns, unregisteredConcern, reportsConcern].map((source) =>
      source(ctx, producerId, span),
    ),
  );
  return found.flat().toSorted((a, b) => urgencyOf(b) - urgencyOf(a));
}

export interface Concerns extends Span {
  concerns: Concern[];
}

/** What is wrong at the calling producer in the last seven days, most urgent first, with who looks into it already. */
export async function concernsOf(ctx: Ctx, now = Date.now()): Promise<Concerns> {
  const { producerId } = callingProducer(ctx);
  const span = spanAt(now);
  const found = await find(ctx, producerId, span);
  return { ...span, concerns: await withKnown(ctx, producerId, span, found) };
}

/**
 * The newest scans, codes or reports behind a concern, at most 1,000, as a case links them.
 * @throws 404 if there is no such concern now
 */
export async function linksOfConcern(ctx: Ctx, key: string, now = Date.now()): Promise<Links> {
  const { producerId } = callingProducer(ctx);
  const found = await find(ctx, producerId, spanAt(now));
  const wanted = found.find((one) => one.key === key);
  if (!wanted) throw notFound("concern-not-found", "This is no longer the case.");
  return wanted.links;
}
