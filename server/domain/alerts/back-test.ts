import { type Ctx, callingProducer } from "@/server/core/ctx";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/server/core/time";
import { measure, thresholdOf } from "./evaluate";
import { readHistory } from "./history";
import { floorTo, type Incident, incidents, readWindow } from "./incidents";
import { refuseForeignGroup } from "./read-rule";
import type { Trial } from "./schema";

export const BACK_TEST_DAYS = 30;

/** What a rule would have done, hour by hour. Moments are in milliseconds. */
export interface BackTest {
  from: number;
  until: number;
  /** What is compared with the threshold, at the end of each hour; nothing where there were too few scans to say. */
  levels: (number | null)[];
  threshold: number;
  incidents: Incident[];
  /** There are so many scans that some moments are told to the hour. */
  isRough: boolean;
}

/** When a rule of the caller would have fired, had it been there for the last 30 days. */
export async function backTest(
  ctx: Ctx,
  trial: Trial,
  { until = Date.now(), days = BACK_TEST_DAYS } = {},
): Promise<BackTest> {
  const { producerId } = callingProducer(ctx);
  await refuseForeignGroup(ctx, trial.condition);
  const end = floorTo(MINUTE_MS, until);
  const span = { after: floorTo(HOUR_MS, end) - days * DAY_MS, until: end };
  const history = await readHistory(ctx, producerId, trial, span);
  const levels: (number | null)[] = [];
  for (let hour = span.after; hour < span.until; hour += HOUR_MS)
    levels.push(measure(trial.condition, readWindow(trial, history, hour), history.daysOf).level);
  return {
    from: span.after,
    until: span.until,
    levels,
    threshold: thresholdOf(trial.condition),
    incidents: await incidents(trial, history, span, []),
    isRough: history.isRough(),
  };
}
