import type { Ctx } from "@/server/core/ctx";
import { DAY_MS } from "@/server/core/time";
import { MAX } from "@/server/domain/cases/schema";
import type { StatsRange } from "@/server/domain/stats/schema";
import { beginningOf } from "./began";
import { isOf, type Standing, standingOut } from "./concentrate";
import type { Found } from "./concern";
import { firstDayOf, SHOWN_DAYS } from "./days";
import {
  type Fake,
  MAX_FAKES,
  newestFakes,
  newestFakesOf,
  type Segment,
  segmentsOf,
  tallyByDay,
  titlesOf,
  totalOf,
} from "./fakes-data";
import { distinct, mostOf } from "./rows";
import { strengthOf, type Tally, type Usual, usualOf } from "./stands-out";

const MAX_CONCERNS = 5;
/** Days in which the beginning is looked for. */
const MAX_DAYS = 90;
/** Days to compare with, where no country and no group stands out. */
const DAYS_BEFORE = 28;

const sumOf = (tallies: readonly Tally[]): Tally =>
  tallies.reduce((sum, { scans, fakes }) => ({ scans: sum.scans + scans, fakes: sum.fakes + fakes }), {
    scans: 0,
    fakes: 0,
  });

interface Wanted extends Tally {
  /** Undefined for all scans. */
  segment: Segment | undefined;
  usual: Usual;
}

/** The newest fakes of a concern: of a hot producer, those of the sample may be of an hour, and of other segments. */
async function ownFakes(
  ctx: Ctx,
  producerId: string,
  span: StatsRange,
  { segment, fakes }: Pick<Wanted, "segment" | "fakes">,
  sample: readonly Fake[],
): Promise<readonly Fake[]> {
  if (!segment) return sample;
  const own = sample.filter((fake) => isOf(fake, segment));
  const areEnough = sample.length < MAX_FAKES || own.length >= Math.min(fakes, MAX.linksAtOnce);
  return areEnough ? own : newestFakesOf(ctx, producerId, segment, span);
}

async function concernAbout(
  ctx: Ctx,
  producerId: string,
  span: StatsRange,
  { segment, usual, scans, fakes }: Wanted,
  sample: readonly Fake[],
): Promise<Found> {
  const first = firstDayOf(span, MAX_DAYS);
  const byDay = await tallyByDay(ctx, producerId, segment, { first, days: MAX_DAYS });
  const counts = byDay.map((one) => one.fakes);
  const began = beginningOf(counts, (from, to) => strengthOf(sumOf(byDay.slice(from, to + 1)), usual));
  const own = await ownFakes(ctx, producerId, span, { segment, fakes }, sample);
  const group = segment?.facet === "group" ? segment.value : mostOf(own.map((fake) => fake.group || null));
  const titles = await titlesOf(ctx, producerId, group === null ? [] : [group]);
  return {
    key: segment ? `fakes:${segment.facet}:${segment.value}` : "fakes",
    kind: "fakes",
    count: fakes,
    rate: { fakes, scans },
    country: segment?.facet === "country" ? segment.value : mostOf(own.map(({ country }) => country)),
    group: group === null ? null : { id: group, title: titles.get(group) ?? null },
    things: distinct(own.map(({ thing }) => thing)).length,
    isCut: own.length < fakes && sample.length === MAX_FAKES,
    since: first + began.day * DAY_MS,
    isOlder: began.isOlder,
    days: counts.slice(-SHOWN_DAYS),
    links: { kind: "scan", refs: own.map(({ ref }) => ref).slice(0, MAX.linksAtOnce) },
  };
}

/** All scans, where their fakes stand out from those of the four weeks before. */
function increased(total: Tally, before: Tally): Wanted[] {
  const usual = usualOf(before);
  return strengthOf(total, usual) > 0 ? [{ ...total, segment: undefined, usual }] : [];
}

const wantedOf = (one: Standing): Wanted => ({ ...one, segment: { facet: one.facet, value: one.value } });

/** Where fakes stand out: countries and groups, or else all scans compared with the weeks before. */
export async function fakeConcerns(ctx: Ctx, producerId: string, span: StatsRange): Promise<Found[]> {
  const total = await totalOf(ctx, producerId, span);
  if (total.fakes === 0) return [];
  const rate = total.fakes / total.scans;
  const [before, countries, groups, sample] = await Promise.all([
    totalOf(ctx, producerId, { from: span.from - DAYS_BEFORE * DAY_MS, before: span.from }),
    segmentsOf(ctx, producerId, "country", span, rate),
    segmentsOf(ctx, producerId, "group", span, rate),
    newestFakes(ctx, producerId, span),
  ]);
  const standing = standingOut([...countries, ...groups], total, {
    sample,
    before,
    limit: MAX_CONCERNS,
  });
  const wanted = standing.length > 0 ? standing.map(wantedOf) : increased(total, before);
  return Promise.all(wanted.map((one) => concernAbout(ctx, producerId, span, one, sample)));
}
